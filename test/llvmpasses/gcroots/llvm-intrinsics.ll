; Intrinsics of LLVM that may run other code are safepoints; the others are none, whatever the input says of either.
; RUN: %lateroot opt --check -passes=LateLowerGCFrame -S %s | FileCheck %s
; RUN: %lateroot opt --check -passes=InferGCLeaf,LateLowerGCFrame -S %s | FileCheck --check-prefixes=CHECK,LEAF %s
; RUN: %lateroot opt --check --reload -passes=LateLowerGCFrame -S %s | FileCheck %s
; RUN: %lateroot opt --check --abi=framemap -passes=LateLowerGCFrame -S %s | FileCheck %s
; RUN: %lateroot opt --check --abi=statepoint -S %s 2>&1 | FileCheck --check-prefix=STATEPOINT %s
; STATEPOINT: note: the function uses the ABI 'framemap' instead of statepoint: it calls an intrinsic of LLVM that may run other code

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10)) "gc-leaf-function"
declare void @collect()
declare void @llvm.coro.resume(ptr)
declare void @llvm.coro.destroy(ptr)
declare ptr @llvm.objc.retain(ptr)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr, ptr, i64, i32 immarg)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1 immarg)
declare void @llvm.unknown.to.llvm(ptr)
declare void @llvm.debugtrap()
declare void @llvm.assume(i1)
declare i32 @llvm.eh.sjlj.setjmp(ptr)

; CHECK-LABEL: @resume(
; CHECK: @julia.get_gc_frame_slot
define void @resume(ptr %h) {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  call void @llvm.coro.resume(ptr %h)
  call void @use(ptr addrspace(10) %o)
  ret void
}

; CHECK-LABEL: @destroy(
; CHECK: @julia.get_gc_frame_slot
define void @destroy(ptr %h) {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  call void @llvm.coro.destroy(ptr %h)
  call void @use(ptr addrspace(10) %o)
  ret void
}

; CHECK-LABEL: @objective_c(
; CHECK: @julia.get_gc_frame_slot
define void @objective_c(ptr %h) {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %x = call ptr @llvm.objc.retain(ptr %h)
  call void @use(ptr addrspace(10) %o)
  ret void
}

; CHECK-LABEL: @element_by_element(
; CHECK: @julia.get_gc_frame_slot
define void @element_by_element(ptr %to, ptr %from) {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 64, i32 8)
  call void @use(ptr addrspace(10) %o)
  ret void
}

; CHECK-LABEL: @unknown(
; CHECK: @julia.get_gc_frame_slot
define void @unknown(ptr %p) {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  call void @llvm.unknown.to.llvm(ptr %p)
  call void @use(ptr addrspace(10) %o)
  ret void
}

; CHECK-LABEL: @the_call_says_that_it_is_none(
; CHECK-NOT: @julia.get_gc_frame_slot
; CHECK: ret void
define void @the_call_says_that_it_is_none(ptr %h) {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  call void @llvm.coro.resume(ptr %h) "gc-leaf-function"
  call void @use(ptr addrspace(10) %o)
  ret void
}

; CHECK-LABEL: @instructions(
; CHECK-NOT: @julia.get_gc_frame_slot
; CHECK: ret void
define void @instructions(ptr %to, ptr %from, i1 %c) {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 64, i1 false)
  call void @llvm.debugtrap()
  call void @llvm.assume(i1 %c)
  call void @use(ptr addrspace(10) %o)
  ret void
}

; It may return twice: its slot is its own.
; CHECK-LABEL: @twice(
; CHECK: @julia.get_gc_frame_slot
define i32 @twice(ptr %buffer) {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %r = call i32 @llvm.eh.sjlj.setjmp(ptr %buffer)
  call void @use(ptr addrspace(10) %o)
  ret i32 %r
}

; CHECK-LABEL: @calls_statepoint(
; CHECK: @julia.get_gc_frame_slot
; CHECK: call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint
define void @calls_statepoint() gc "statepoint-example" {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0)
  call void @use(ptr addrspace(10) %o)
  ret void
}

; CHECK-LABEL: @no_leaf(
; LEAF-SAME: gc "statepoint-example" {
define internal void @no_leaf() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @collect, i32 0, i32 0, i32 0, i32 0)
  ret void
}

; CHECK-LABEL: @caller(
; CHECK: @julia.get_gc_frame_slot
define void @caller() {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  call void @no_leaf()
  call void @use(ptr addrspace(10) %o)
  ret void
}
