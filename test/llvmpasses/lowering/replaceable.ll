; What a function is found to do here says nothing of calls of it if another definition of it may be linked: weaker ones, and those that are the same by
; the language's rules but may have been compiled otherwise.  With the module flag that says that symbols may be interposed, nor of global ones.
; RUN: sed '/INTERPOSED/d' %s > %t.ll
; RUN: sed 's/^; INTERPOSED //' %s > %t.interposed.ll
; RUN: %lateroot opt --passes=InferGCLeaf,LateLowerGCFrame --check -S %t.ll | FileCheck %s --check-prefix=LEAF
; RUN: %lateroot opt --passes=InferGCLeaf,LateLowerGCFrame --check -S %t.interposed.ll | FileCheck %s --check-prefix=LEAF-INTERPOSED
; RUN: %lateroot opt --abi=framemap --passes=LateLowerGCFrame --check -S %t.ll | FileCheck %s --check-prefix=TABLE
; RUN: %lateroot opt --abi=framemap --passes=LateLowerGCFrame --check -S %t.interposed.ll | FileCheck %s --check-prefix=TABLE-INTERPOSED
; RUN: %lateroot opt --abi=statepoint --passes=LateLowerGCFrame,PlaceStatepoints --check -S %t.ll | FileCheck %s --check-prefix=STATEPOINT
; RUN: %lateroot opt --passes=PlaceGCPolls -S %t.ll | FileCheck %s --check-prefix=POLLS
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
; INTERPOSED !llvm.module.flags = !{!0}
; INTERPOSED !0 = !{i32 1, !"SemanticInterposition", i32 1}

declare ptr @julia.get_pgcstack()
declare void @unknown()

define weak i64 @leaf_weak(i64 %n) {
  ret i64 %n
}
define weak void @walked_weak() {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @unknown()
  ret void
}
define linkonce i64 @leaf_linkonce(i64 %n) {
  ret i64 %n
}
define linkonce void @walked_linkonce() {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @unknown()
  ret void
}
define weak_odr i64 @leaf_weak_odr(i64 %n) {
  ret i64 %n
}
define weak_odr void @walked_weak_odr() {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @unknown()
  ret void
}
define linkonce_odr i64 @leaf_linkonce_odr(i64 %n) {
  ret i64 %n
}
define linkonce_odr void @walked_linkonce_odr() {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @unknown()
  ret void
}
define available_externally i64 @leaf_available(i64 %n) {
  ret i64 %n
}
define available_externally void @walked_available() {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @unknown()
  ret void
}
define i64 @leaf_global(i64 %n) {
  ret i64 %n
}
define void @walked_global() {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @unknown()
  ret void
}
define internal i64 @leaf_local(i64 %n) {
  ret i64 %n
}
define internal void @walked_local() {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @unknown()
  ret void
}
define private i64 @leaf_private(i64 %n) {
  ret i64 %n
}
define private void @walked_private() {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @unknown()
  ret void
}
define hidden i64 @leaf_hidden(i64 %n) {
  ret i64 %n
}

; LEAF-LABEL: define i64 @calls_leaf_weak(
; LEAF: call void @julia.push_gc_frame
; LEAF: ret i64
; LEAF-INTERPOSED-LABEL: define i64 @calls_leaf_weak(
; LEAF-INTERPOSED: call void @julia.push_gc_frame
; LEAF-INTERPOSED: ret i64
define i64 @calls_leaf_weak(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  %m = call i64 @leaf_weak(i64 %n)
  store i64 %m, ptr addrspace(10) %y
  ret i64 %m
}
; LEAF-LABEL: define i64 @calls_leaf_linkonce(
; LEAF: call void @julia.push_gc_frame
; LEAF: ret i64
; LEAF-INTERPOSED-LABEL: define i64 @calls_leaf_linkonce(
; LEAF-INTERPOSED: call void @julia.push_gc_frame
; LEAF-INTERPOSED: ret i64
define i64 @calls_leaf_linkonce(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  %m = call i64 @leaf_linkonce(i64 %n)
  store i64 %m, ptr addrspace(10) %y
  ret i64 %m
}
; LEAF-LABEL: define i64 @calls_leaf_weak_odr(
; LEAF: call void @julia.push_gc_frame
; LEAF: ret i64
; LEAF-INTERPOSED-LABEL: define i64 @calls_leaf_weak_odr(
; LEAF-INTERPOSED: call void @julia.push_gc_frame
; LEAF-INTERPOSED: ret i64
define i64 @calls_leaf_weak_odr(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  %m = call i64 @leaf_weak_odr(i64 %n)
  store i64 %m, ptr addrspace(10) %y
  ret i64 %m
}
; LEAF-LABEL: define i64 @calls_leaf_linkonce_odr(
; LEAF: call void @julia.push_gc_frame
; LEAF: ret i64
; LEAF-INTERPOSED-LABEL: define i64 @calls_leaf_linkonce_odr(
; LEAF-INTERPOSED: call void @julia.push_gc_frame
; LEAF-INTERPOSED: ret i64
define i64 @calls_leaf_linkonce_odr(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  %m = call i64 @leaf_linkonce_odr(i64 %n)
  store i64 %m, ptr addrspace(10) %y
  ret i64 %m
}
; LEAF-LABEL: define i64 @calls_leaf_available(
; LEAF: call void @julia.push_gc_frame
; LEAF: ret i64
; LEAF-INTERPOSED-LABEL: define i64 @calls_leaf_available(
; LEAF-INTERPOSED: call void @julia.push_gc_frame
; LEAF-INTERPOSED: ret i64
define i64 @calls_leaf_available(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  %m = call i64 @leaf_available(i64 %n)
  store i64 %m, ptr addrspace(10) %y
  ret i64 %m
}
; LEAF-LABEL: define i64 @calls_leaf_global(
; LEAF-NOT: gc_frame
; LEAF: ret i64
; LEAF-INTERPOSED-LABEL: define i64 @calls_leaf_global(
; LEAF-INTERPOSED: call void @julia.push_gc_frame
; LEAF-INTERPOSED: ret i64
define i64 @calls_leaf_global(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  %m = call i64 @leaf_global(i64 %n)
  store i64 %m, ptr addrspace(10) %y
  ret i64 %m
}
; LEAF-LABEL: define i64 @calls_leaf_local(
; LEAF-NOT: gc_frame
; LEAF: ret i64
; LEAF-INTERPOSED-LABEL: define i64 @calls_leaf_local(
; LEAF-INTERPOSED-NOT: gc_frame
; LEAF-INTERPOSED: ret i64
define i64 @calls_leaf_local(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  %m = call i64 @leaf_local(i64 %n)
  store i64 %m, ptr addrspace(10) %y
  ret i64 %m
}
; LEAF-LABEL: define i64 @calls_leaf_private(
; LEAF-NOT: gc_frame
; LEAF: ret i64
; LEAF-INTERPOSED-LABEL: define i64 @calls_leaf_private(
; LEAF-INTERPOSED-NOT: gc_frame
; LEAF-INTERPOSED: ret i64
define i64 @calls_leaf_private(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  %m = call i64 @leaf_private(i64 %n)
  store i64 %m, ptr addrspace(10) %y
  ret i64 %m
}
; LEAF-LABEL: define i64 @calls_leaf_hidden(
; LEAF-NOT: gc_frame
; LEAF: ret i64
; LEAF-INTERPOSED-LABEL: define i64 @calls_leaf_hidden(
; LEAF-INTERPOSED-NOT: gc_frame
; LEAF-INTERPOSED: ret i64
define i64 @calls_leaf_hidden(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  %m = call i64 @leaf_hidden(i64 %n)
  store i64 %m, ptr addrspace(10) %y
  ret i64 %m
}
; TABLE-LABEL: define i64 @calls_walked_weak(
; TABLE: call void @julia.push_gc_frame
; TABLE: ret i64
; TABLE-INTERPOSED-LABEL: define i64 @calls_walked_weak(
; TABLE-INTERPOSED: call void @julia.push_gc_frame
; TABLE-INTERPOSED: ret i64
; STATEPOINT-LABEL: define i64 @calls_walked_weak(
; STATEPOINT: store ptr %gcanchor
; STATEPOINT: @walked_weak,
define i64 @calls_walked_weak(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  call void @walked_weak()
  store i64 %n, ptr addrspace(10) %y
  ret i64 %n
}
; TABLE-LABEL: define i64 @calls_walked_linkonce(
; TABLE: call void @julia.push_gc_frame
; TABLE: ret i64
; TABLE-INTERPOSED-LABEL: define i64 @calls_walked_linkonce(
; TABLE-INTERPOSED: call void @julia.push_gc_frame
; TABLE-INTERPOSED: ret i64
; STATEPOINT-LABEL: define i64 @calls_walked_linkonce(
; STATEPOINT: store ptr %gcanchor
; STATEPOINT: @walked_linkonce,
define i64 @calls_walked_linkonce(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  call void @walked_linkonce()
  store i64 %n, ptr addrspace(10) %y
  ret i64 %n
}
; TABLE-LABEL: define i64 @calls_walked_weak_odr(
; TABLE: call void @julia.push_gc_frame
; TABLE: ret i64
; TABLE-INTERPOSED-LABEL: define i64 @calls_walked_weak_odr(
; TABLE-INTERPOSED: call void @julia.push_gc_frame
; TABLE-INTERPOSED: ret i64
; STATEPOINT-LABEL: define i64 @calls_walked_weak_odr(
; STATEPOINT: store ptr %gcanchor
; STATEPOINT: @walked_weak_odr,
define i64 @calls_walked_weak_odr(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  call void @walked_weak_odr()
  store i64 %n, ptr addrspace(10) %y
  ret i64 %n
}
; TABLE-LABEL: define i64 @calls_walked_linkonce_odr(
; TABLE: call void @julia.push_gc_frame
; TABLE: ret i64
; TABLE-INTERPOSED-LABEL: define i64 @calls_walked_linkonce_odr(
; TABLE-INTERPOSED: call void @julia.push_gc_frame
; TABLE-INTERPOSED: ret i64
; STATEPOINT-LABEL: define i64 @calls_walked_linkonce_odr(
; STATEPOINT: store ptr %gcanchor
; STATEPOINT: @walked_linkonce_odr,
define i64 @calls_walked_linkonce_odr(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  call void @walked_linkonce_odr()
  store i64 %n, ptr addrspace(10) %y
  ret i64 %n
}
; TABLE-LABEL: define i64 @calls_walked_available(
; TABLE: call void @julia.push_gc_frame
; TABLE: ret i64
; TABLE-INTERPOSED-LABEL: define i64 @calls_walked_available(
; TABLE-INTERPOSED: call void @julia.push_gc_frame
; TABLE-INTERPOSED: ret i64
; STATEPOINT-LABEL: define i64 @calls_walked_available(
; STATEPOINT: store ptr %gcanchor
; STATEPOINT: @walked_available,
define i64 @calls_walked_available(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  call void @walked_available()
  store i64 %n, ptr addrspace(10) %y
  ret i64 %n
}
; TABLE-LABEL: define i64 @calls_walked_global(
; TABLE-NOT: push_gc_frame
; TABLE: ret i64
; TABLE-INTERPOSED-LABEL: define i64 @calls_walked_global(
; TABLE-INTERPOSED: call void @julia.push_gc_frame
; TABLE-INTERPOSED: ret i64
; STATEPOINT-LABEL: define i64 @calls_walked_global(
; STATEPOINT: elementtype(void ()) @walked_global,
define i64 @calls_walked_global(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  call void @walked_global()
  store i64 %n, ptr addrspace(10) %y
  ret i64 %n
}
; TABLE-LABEL: define i64 @calls_walked_local(
; TABLE-NOT: push_gc_frame
; TABLE: ret i64
; TABLE-INTERPOSED-LABEL: define i64 @calls_walked_local(
; TABLE-INTERPOSED-NOT: push_gc_frame
; TABLE-INTERPOSED: ret i64
; STATEPOINT-LABEL: define i64 @calls_walked_local(
; STATEPOINT: elementtype(void ()) @walked_local,
define i64 @calls_walked_local(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  call void @walked_local()
  store i64 %n, ptr addrspace(10) %y
  ret i64 %n
}
; TABLE-LABEL: define i64 @calls_walked_private(
; TABLE-NOT: push_gc_frame
; TABLE: ret i64
; TABLE-INTERPOSED-LABEL: define i64 @calls_walked_private(
; TABLE-INTERPOSED-NOT: push_gc_frame
; TABLE-INTERPOSED: ret i64
; STATEPOINT-LABEL: define i64 @calls_walked_private(
; STATEPOINT: elementtype(void ()) @walked_private,
define i64 @calls_walked_private(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  call void @walked_private()
  store i64 %n, ptr addrspace(10) %y
  ret i64 %n
}
; POLLS-LABEL: define void @calls_in_loop_weak(
; POLLS: loop:
; POLLS: safepoint
; POLLS: br i1
define void @calls_in_loop_weak(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  call void @walked_weak()
  br i1 %c, label %loop, label %done
done:
  ret void
}
; POLLS-LABEL: define void @calls_in_loop_linkonce(
; POLLS: loop:
; POLLS: safepoint
; POLLS: br i1
define void @calls_in_loop_linkonce(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  call void @walked_linkonce()
  br i1 %c, label %loop, label %done
done:
  ret void
}
; POLLS-LABEL: define void @calls_in_loop_weak_odr(
; POLLS: loop:
; POLLS: safepoint
; POLLS: br i1
define void @calls_in_loop_weak_odr(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  call void @walked_weak_odr()
  br i1 %c, label %loop, label %done
done:
  ret void
}
; POLLS-LABEL: define void @calls_in_loop_linkonce_odr(
; POLLS: loop:
; POLLS: safepoint
; POLLS: br i1
define void @calls_in_loop_linkonce_odr(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  call void @walked_linkonce_odr()
  br i1 %c, label %loop, label %done
done:
  ret void
}
; POLLS-LABEL: define void @calls_in_loop_available(
; POLLS: loop:
; POLLS: safepoint
; POLLS: br i1
define void @calls_in_loop_available(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  call void @walked_available()
  br i1 %c, label %loop, label %done
done:
  ret void
}
; POLLS-LABEL: define void @calls_in_loop_global(
; POLLS: loop:
; POLLS-NOT: safepoint
; POLLS: br i1
define void @calls_in_loop_global(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  call void @walked_global()
  br i1 %c, label %loop, label %done
done:
  ret void
}
; POLLS-LABEL: define void @calls_in_loop_local(
; POLLS: loop:
; POLLS-NOT: safepoint
; POLLS: br i1
define void @calls_in_loop_local(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  call void @walked_local()
  br i1 %c, label %loop, label %done
done:
  ret void
}
; POLLS-LABEL: define void @calls_in_loop_private(
; POLLS: loop:
; POLLS-NOT: safepoint
; POLLS: br i1
define void @calls_in_loop_private(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  call void @walked_private()
  br i1 %c, label %loop, label %done
done:
  ret void
}
