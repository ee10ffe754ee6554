; A root holds its object for as long as anything that was made of its value is used, however it was made.
; RUN: split-file %s %t
; RUN: %lateroot opt -passes=AdoptGCRoots --verify-each -S %t/good.ll | FileCheck %t/good.ll
; RUN: %lateroot opt -passes='AdoptGCRoots<barriers>' -S %t/good.ll | FileCheck %t/good.ll
; RUN: %lateroot opt --check --verify-each -S %t/good.ll -o /dev/null
; RUN: %lateroot opt --check --verify-each --abi=framemap -S %t/good.ll -o /dev/null
; RUN: %exits 1 %lateroot opt -passes=AdoptGCRoots -S %t/array.ll 2>&1 | FileCheck %t/array.ll
; RUN: %exits 1 %lateroot opt -passes=AdoptGCRoots -S %t/many.ll 2>&1 | FileCheck %t/many.ll
; RUN: %exits 2 %lateroot opt '-passes=AdoptGCRoots<nonsense>' -S %t/good.ll 2>&1 | FileCheck %s --check-prefix=PARAM
; PARAM: error: AdoptGCRoots takes barriers or no-barriers, not 'nonsense'

;--- good.ll
declare void @llvm.gcroot(ptr, ptr)
declare ptr @llvm.gcread(ptr, ptr)
declare void @llvm.gcwrite(ptr, ptr, ptr)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare ptr @make()
declare void @safe()
declare i64 @look(ptr)
declare i32 @personality(...)
@fixed = global i64 0

; All that is derived of the object is used behind the call; so the object is said to be in use there.
; CHECK-LABEL: define i64 @derived(
; CHECK: %[[T:.*]] = call ptr addrspace(10) @julia.tracked_pointer(ptr %o)
; CHECK: call void @safe()
; CHECK: addrspacecast ptr addrspace(10) %{{.*}} to ptr addrspace(11)
; CHECK: load i64, ptr %{{.*}}
define i64 @derived(i1 %c) gc "toy" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  %o = call ptr @make()
  store ptr %o, ptr %r
  %g = getelementptr i8, ptr %o, i64 8
  %z = freeze ptr %g
  %s = select i1 %c, ptr %z, ptr @fixed
  %l = call ptr @llvm.launder.invariant.group.p0(ptr %s)
  %i1 = insertvalue { ptr, i64 } poison, ptr %l, 0
  %e1 = extractvalue { ptr, i64 } %i1, 0
  %v1 = insertelement <2 x ptr> poison, ptr %e1, i32 0
  %v2 = shufflevector <2 x ptr> %v1, <2 x ptr> %v1, <2 x i32> <i32 0, i32 0>
  %e2 = extractelement <2 x ptr> %v2, i32 1
  %n = ptrtoint ptr %e2 to i64
  %m = and i64 %n, -8
  %p = inttoptr i64 %m to ptr
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %q = phi ptr [ %p, %0 ], [ %e2, %x ]
  call void @safe()
  %w = load i64, ptr %q
  ret i64 %w
}

; Null, a constant, and another variable's content.
; CHECK-LABEL: define ptr @stores(
; CHECK: phi ptr addrspace(10) [ %{{.*}}, %x ], [ addrspacecast (ptr @fixed to ptr addrspace(10)), %0 ]
define ptr @stores(i1 %c) gc "toy" {
  %r = alloca ptr
  %q = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  call void @llvm.gcroot(ptr %q, ptr null)
  store ptr null, ptr %r
  call void @safe()
  store ptr @fixed, ptr %r
  store ptr undef, ptr %q
  %o = call ptr @make()
  br i1 %c, label %x, label %y
x:
  store ptr %o, ptr %q
  %other = load ptr, ptr %q
  store ptr %other, ptr %r
  br label %y
y:
  call void @safe()
  %v = load ptr, ptr %r
  ret ptr %v
}

; An invoke that is given the object needs it on both ways; a tail call does not come back.
; CHECK-LABEL: define i64 @invoked(
; CHECK: invoke i64 @look(
define i64 @invoked(i1 %c) gc "toy" personality ptr @personality {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  %o = call ptr @make()
  store ptr %o, ptr %r
  %n = invoke i64 @look(ptr %o) to label %good unwind label %bad
good:
  %p = phi i64 [ %n, %0 ]
  ret i64 %p
bad:
  %lp = landingpad { ptr, i32 } cleanup
  %m = call i64 @look(ptr %o)
  ret i64 %m
}
; CHECK-LABEL: define i64 @left(
; CHECK: musttail call i64 @look(
define i64 @left(ptr %a) gc "toy" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr %a, ptr %r
  call void @safe()
  %n = musttail call i64 @look(ptr %a)
  ret i64 %n
}

; No barrier where no object comes in, or into none.
; CHECK-LABEL: define void @nulls(
; CHECK-NOT: julia.write_barrier
; CHECK: ret void
define void @nulls(ptr %o, ptr %v) gc "toy" {
  call void @llvm.gcwrite(ptr null, ptr %o, ptr %o)
  call void @llvm.gcwrite(ptr %v, ptr null, ptr %o)
  ret void
}

; A strategy alone: only it goes.
; CHECK-LABEL: define i64 @alone(
; CHECK-NOT: gc "toy"
; CHECK-SAME: {
define i64 @alone(i64 %n) gc "toy" {
  ret i64 %n
}
;--- array.ll
; CHECK: error: a variable given to llvm.gcroot must hold one pointer in address space 0
declare void @llvm.gcroot(ptr, ptr)
define void @array() gc "toy" {
  %r = alloca ptr, i32 2
  call void @llvm.gcroot(ptr %r, ptr null)
  ret void
}
;--- many.ll
; CHECK: error: a variable given to llvm.gcroot must hold one pointer in address space 0
declare void @llvm.gcroot(ptr, ptr)
define void @many(i32 %n) gc "toy" {
  %r = alloca ptr, i32 %n
  call void @llvm.gcroot(ptr %r, ptr null)
  ret void
}
