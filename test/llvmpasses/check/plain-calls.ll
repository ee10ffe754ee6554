; What a statepoint gives is a reference like others: behind a plain call that may collect, nothing is known of it.
; RUN: %exits 3 %lateroot check --all %s | FileCheck %s --implicit-check-not=hole:
; CHECK: unknown statepoints relocated
; CHECK: unknown statepoints result
; CHECK: unknown statepoints loop
; CHECK: unknown statepoints argument
; CHECK: proven statepoints before
; CHECK: proven statepoints leaf
declare void @leaf() "gc-leaf-function"
declare void @gc()
declare ptr addrspace(1) @make()
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
declare ptr addrspace(1) @llvm.experimental.gc.result.p1(token)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
; a relocated pointer behind a plain call
define i64 @relocated(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void @gc()
  %v = load i64, ptr addrspace(1) %r
  ret i64 %v
}
; the result of a statepoint behind a plain call
define i64 @result() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(ptr addrspace(1) ()) @make, i32 0, i32 0, i32 0, i32 0)
  %r = call ptr addrspace(1) @llvm.experimental.gc.result.p1(token %t)
  call void @gc()
  %v = load i64, ptr addrspace(1) %r
  ret i64 %v
}
define ptr addrspace(1) @loop(ptr addrspace(1) %a, i1 %c) gc "statepoint-example" {
e:
  br label %l
l:
  %p = phi ptr addrspace(1) [ %a, %e ], [ %r, %l ]
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %p) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void @gc()
  br i1 %c, label %l, label %x
x:
  ret ptr addrspace(1) %r
}
; for comparison: an argument behind the same call is unknown, as it should be
define i64 @argument(ptr addrspace(1) %a) gc "statepoint-example" {
  call void @gc()
  %v = load i64, ptr addrspace(1) %a
  ret i64 %v
}

; The nearest right neighbours: the call comes first, or never collects.
define i64 @before(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %v = load i64, ptr addrspace(1) %r
  call void @gc()
  ret i64 %v
}
define i64 @leaf_call(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  call void @leaf()
  %v = load i64, ptr addrspace(1) %r
  ret i64 %v
}
