; RUN: %lateroot opt --passes=GCInvariantVerifier -S %s | FileCheck %s
; RUN: %lateroot opt '--passes=GCInvariantVerifier<no-strong>' -S %s | FileCheck %s
; What front ends and the optimiser emit is accepted, and left alone.

declare void @callee(ptr addrspace(10))
declare void @rooting_callee(ptr addrspace(12))
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call2(ptr, ptr addrspace(10), ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call3(ptr, ptr addrspace(11), ...)
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p13(ptr addrspace(10), ...)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1)
declare ptr addrspace(10) @julia.blackbox(ptr addrspace(10))
declare void @julia.safepoint(ptr)
declare i32 @julia.cancellation_point() returns_twice
declare ptr addrspace(10) @jl_alloc_genericmemory_unchecked(ptr, i64, ptr addrspace(10))
declare i32 @personality(...)
declare ptr @f(ptr addrspace(10), ptr, i32)
@literal = global i8 0

; CHECK-LABEL: @casts
define void @casts(ptr %p, ptr addrspace(10) %x) {
  ; CHECK: addrspacecast ptr %p to ptr addrspace(10)
  %a = addrspacecast ptr %p to ptr addrspace(10)
  %b = addrspacecast ptr %p to ptr addrspace(11)
  %c = addrspacecast ptr %p to ptr addrspace(12)
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %e = addrspacecast ptr addrspace(10) %x to ptr addrspace(12)
  ret void
}

; CHECK-LABEL: @casts_of_other_spaces
define void @casts_of_other_spaces(ptr addrspace(1) %p, ptr %q) {
  %a = addrspacecast ptr addrspace(1) %p to ptr
  %b = addrspacecast ptr %q to ptr addrspace(1)
  %c = addrspacecast ptr addrspace(1) %p to ptr addrspace(11)
  ret void
}

; CHECK-LABEL: @vector_casts
define void @vector_casts(<2 x ptr addrspace(10)> %x) {
  %a = addrspacecast <2 x ptr addrspace(10)> %x to <2 x ptr addrspace(11)>
  unreachable
}

; CHECK-LABEL: @constants
define void @constants() {
  call void @callee(ptr addrspace(10) addrspacecast (ptr inttoptr (i64 4096 to ptr) to ptr addrspace(10)))
  call void @rooting_callee(ptr addrspace(12) addrspacecast (ptr @literal to ptr addrspace(12)))
  call void @callee(ptr addrspace(10) null)
  call void @callee(ptr addrspace(10) undef)
  call void @callee(ptr addrspace(10) poison)
  ret void
}

; CHECK-LABEL: @memory
define ptr addrspace(10) @memory(ptr addrspace(10) %x, ptr addrspace(13) %data) {
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %v = load ptr addrspace(10), ptr addrspace(11) %d
  store ptr addrspace(10) %v, ptr addrspace(13) %data
  %array = load ptr addrspace(13), ptr addrspace(11) %d
  %w = load ptr addrspace(10), ptr addrspace(13) %array
  ret ptr addrspace(10) %w
}

; Optimisers make these on Tracked pointers; only <strong> minds.
; CHECK-LABEL: @weak_gep
define i64 @weak_gep(ptr addrspace(10) %x) {
  %g = getelementptr i64, ptr addrspace(10) %x, i64 1
  %v = load i64, ptr addrspace(10) %g
  ret i64 %v
}

; CHECK-LABEL: @derived_argument
define i64 @derived_argument(ptr addrspace(11) %d) {
  %v = load i64, ptr addrspace(11) %d
  ret i64 %v
}

; CHECK-LABEL: @callee_rooted
define void @callee_rooted(i1 %c, ptr addrspace(10) %x, ptr addrspace(10) %y) {
top:
  %a = addrspacecast ptr addrspace(10) %x to ptr addrspace(12)
  %b = addrspacecast ptr addrspace(10) %y to ptr addrspace(12)
  %s = select i1 %c, ptr addrspace(12) %a, ptr addrspace(12) %b
  %same = icmp eq ptr addrspace(12) %a, %b
  br i1 %same, label %l, label %m
l:
  br label %m
m:
  %phi = phi ptr addrspace(12) [ %a, %top ], [ %s, %l ]
  call void @rooting_callee(ptr addrspace(12) %phi)
  %offset = getelementptr i8, ptr addrspace(12) %phi, i64 8
  call void @rooting_callee(ptr addrspace(12) %offset)
  %lane = insertelement <2 x ptr addrspace(12)> poison, ptr addrspace(12) %a, i32 0
  %lanes = select i1 %c, <2 x ptr addrspace(12)> %lane, <2 x ptr addrspace(12)> zeroinitializer
  ret void
}

; CHECK-LABEL: @intrinsics
define void @intrinsics(ptr %task, ptr addrspace(10) %x, ptr addrspace(10) %y) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) %x)
  %o2 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) %y)
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  %l = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %x, ptr %p)
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %x)
  %a = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @f, ptr addrspace(10) %x)
  %b = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @f, ptr addrspace(10) null, ptr addrspace(10) %x, ptr addrspace(10) %y)
  %c = call ptr addrspace(10) (ptr, ptr addrspace(10), ptr addrspace(10), ...) @julia.call2(ptr @f, ptr addrspace(10) %x, ptr addrspace(10) %y, ptr addrspace(10) %y)
  %e = call ptr addrspace(10) (ptr, ptr addrspace(11), ...) @julia.call3(ptr @f, ptr addrspace(11) %d, ptr addrspace(10) %y)
  ret void
}

; CHECK-LABEL: @barriers
define void @barriers(ptr addrspace(10) %x, ptr addrspace(11) %d, ptr addrspace(13) %l) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %x)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %x, ptr addrspace(10) %x, ptr addrspace(10) null)
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %x, ptr addrspace(10) %x)
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %x, ptr addrspace(11) %d, ptr addrspace(10) null)
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p13(ptr addrspace(10) %x, ptr addrspace(13) %l, ptr addrspace(10) %x, ptr addrspace(13) %l, ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: @preserve
define void @preserve(ptr addrspace(10) %x) {
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %x, ptr addrspace(10) null)
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}

; CHECK-LABEL: @newer_intrinsics
define void @newer_intrinsics(ptr %task, ptr addrspace(10) %x, i64 %n) {
  %m = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %task, i64 %n, ptr addrspace(10) %x, i64 %n, i1 true)
  %b = call ptr addrspace(10) @julia.blackbox(ptr addrspace(10) %m)
  call void @julia.safepoint(ptr %task)
  %c = call i32 @julia.cancellation_point() returns_twice
  ret void
}

; CHECK-LABEL: @bundles
define void @bundles(ptr %task, ptr addrspace(10) %x, i64 %n) {
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) %x) [ "julia.gc_alloc_ptr_offsets"(i64 0, i64 8), "jl_roots"(ptr addrspace(10) %x) ]
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 %n, ptr addrspace(10) %x) [ "julia.gc_alloc_zeroinit"(i64 8, i64 %n) ]
  %d = call ptr addrspace(10) @jl_alloc_genericmemory_unchecked(ptr %task, i64 %n, ptr addrspace(10) %x) [ "julia.gc_alloc_zeroinit_indirect"(i64 8, i64 %n) ]
  call void @callee(ptr addrspace(10) %x) [ "gc-transition"(ptr %task), "somebody_elses"(i1 true, ptr addrspace(10) %x) ]
  ret void
}

; What becomes an ordinary call may unwind.
; CHECK-LABEL: @invokes
define ptr addrspace(10) @invokes(ptr addrspace(10) %x, ptr addrspace(11) %d) personality ptr @personality {
  %a = invoke ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @f, ptr addrspace(10) %x) to label %next unwind label %pad
next:
  %b = invoke ptr addrspace(10) (ptr, ptr addrspace(10), ptr addrspace(10), ...) @julia.call2(ptr @f, ptr addrspace(10) %a, ptr addrspace(10) %x) to label %last unwind label %pad
last:
  %c = invoke ptr addrspace(10) (ptr, ptr addrspace(11), ...) @julia.call3(ptr @f, ptr addrspace(11) %d, ptr addrspace(10) %b) to label %done unwind label %pad
done:
  ret ptr addrspace(10) %c
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret ptr addrspace(10) %x
}

; A value may be used nowhere that is reached.
; CHECK-LABEL: @unreachable_block
define void @unreachable_block() {
  ret void
dead:
  %a = getelementptr i8, ptr addrspace(11) %b, i64 1
  %b = getelementptr i8, ptr addrspace(11) %a, i64 1
  br label %dead
}
