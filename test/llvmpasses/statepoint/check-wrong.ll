; CheckGCRelocations finds what is wrong, in whatever address space, and goes on.
; RUN: not %lateroot opt -passes=CheckGCRelocations --disable-output %s 2>&1 | FileCheck %s

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
declare void @f()
declare ptr addrspace(1) @make()
declare i32 @personality(...)

; CHECK: error: reads %p behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'stale': %x = load i64, ptr addrspace(1) %p
define i64 @stale(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %a)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %p = getelementptr i8, ptr addrspace(1) %a, i64 8
  %x = load i64, ptr addrspace(1) %p
  ret i64 %x
}

; Around a loop: what is relocated does not go round.
; CHECK: error: reads %a behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'loop': store i64 1, ptr addrspace(1) %a
define void @loop(ptr addrspace(1) %a) gc "statepoint-example" {
  br label %l
l:
  store i64 1, ptr addrspace(1) %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  br label %l
}

; One of the values that a phi merges is stale.
; CHECK: error: reads %m behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'merge': ret ptr addrspace(1) %m
define ptr addrspace(1) @merge(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
top:
  br i1 %c, label %x, label %y
x:
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  br label %y
y:
  %m = phi ptr addrspace(1) [ %a, %x ], [ %b, %top ]
  ret ptr addrspace(1) %m
}

; Relocated by the statepoint before the last.
; CHECK: error: reads %r behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'twice': ret
define ptr addrspace(1) @twice(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %a)]
  %u = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %r
}

; CHECK: error: pairs %d with %b, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_base'
define ptr addrspace(1) @wrong_base(ptr addrspace(1) %a, ptr addrspace(1) %b) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %b, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}

; The phi of the bases has them the other way round.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'crossed'
define ptr addrspace(1) @crossed(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
top:
  %x = getelementptr i8, ptr addrspace(1) %a, i64 8
  %y = getelementptr i8, ptr addrspace(1) %b, i64 8
  br i1 %c, label %j, label %k
k:
  br label %j
j:
  %o = phi ptr addrspace(1) [ %b, %top ], [ %a, %k ]
  %d = phi ptr addrspace(1) [ %x, %top ], [ %y, %k ]
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}

; Part of a composite is put in fresh, the other is not.
; CHECK: error: reads %h behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'half': ret
; CHECK-NOT: error
define [2 x ptr addrspace(1)] @half([2 x ptr addrspace(1)] %p) gc "statepoint-example" {
  %a = extractvalue [2 x ptr addrspace(1)] %p, 0
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %a)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %h = insertvalue [2 x ptr addrspace(1)] %p, ptr addrspace(1) %r, 0
  ret [2 x ptr addrspace(1)] %h
}

; Null stays null; what is behind the wrong ones is right.
define i1 @right(ptr addrspace(1) %a) gc "statepoint-example" personality ptr @personality {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %a, ptr addrspace(1) %d)] to label %ok unwind label %bad
ok:
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  store i64 1, ptr addrspace(1) %r
  %n = icmp eq ptr addrspace(1) %a, null
  ret i1 %n
bad:
  %lp = landingpad token cleanup
  %s = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %lp, i32 0, i32 1)
  store i64 1, ptr addrspace(1) %s
  ret i1 false
}
