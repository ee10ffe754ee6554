; RUN: not %lateroot opt --passes=GCInvariantVerifier -S %s 2>&1 | FileCheck %s
; The dialect's own functions have signatures, and are nothing but called.

declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call2(ptr, ptr addrspace(10), ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call3(ptr, ptr addrspace(10), ...)
declare ptr @julia.pointer_from_objref(ptr addrspace(10))
declare ptr addrspace(10) @julia.tracked_pointer(ptr addrspace(10))
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare ptr @julia.typeof(ptr addrspace(10))
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64)
declare void @julia.safepoint(ptr)
declare ptr @f(ptr addrspace(10), ptr, i32)
declare i32 @personality(...)
declare ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i32, i8)
declare ptr addrspace(10) @julia.blackbox(ptr addrspace(11))
declare i64 @julia.cancellation_point()
declare void @julia.gcroot_flush(ptr)
declare { ptr, i32 } @julia.except_enter(ptr)

; CHECK: error: operand 3 of julia.call is not a Tracked (10) pointer: it is Tracked (ptr function, Tracked f, Tracked arg...)
; CHECK-NEXT: 'derived_argument'
define void @derived_argument(ptr addrspace(10) %x, ptr addrspace(11) %d) {
  %a = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @f, ptr addrspace(10) %x, ptr addrspace(11) %d)
  ret void
}

; CHECK: error: operand 4 of julia.call is not a Tracked (10) pointer
; CHECK-NEXT: 'integer_argument'
define void @integer_argument(ptr addrspace(10) %x) {
  %a = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @f, ptr addrspace(10) %x, ptr addrspace(10) %x, i64 1)
  ret void
}

; CHECK: error: operand 1 of julia.call is not a pointer in the generic space (0)
; CHECK-NEXT: 'tracked_function'
define void @tracked_function(ptr addrspace(10) %x) {
  %a = call ptr addrspace(10) (ptr addrspace(10), ptr addrspace(10), ...) @julia.call(ptr addrspace(10) %x, ptr addrspace(10) %x)
  ret void
}

; CHECK: error: julia.call2 has too few operands
; CHECK-NEXT: 'no_function_object'
define void @no_function_object(ptr addrspace(10) %x) {
  %a = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call2(ptr @f, ptr addrspace(10) %x)
  ret void
}

; CHECK: error: operand 2 of julia.call3 is not a Derived (11) pointer
define void @call3_of_tracked(ptr addrspace(10) %x) {
  %a = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call3(ptr @f, ptr addrspace(10) %x)
  ret void
}

; CHECK: error: operand 1 of julia.pointer_from_objref is not a Derived (11) pointer: it is ptr (Derived)
define void @objref_of_tracked(ptr addrspace(10) %x) {
  %a = call ptr @julia.pointer_from_objref(ptr addrspace(10) %x)
  ret void
}

; CHECK: error: operand 1 of julia.tracked_pointer
define void @tracked_of_tracked(ptr addrspace(10) %x) {
  %a = call ptr addrspace(10) @julia.tracked_pointer(ptr addrspace(10) %x)
  ret void
}

; CHECK: error: julia.typeof has the wrong result type: it is Tracked (Tracked)
define void @typeof_result(ptr addrspace(10) %x) {
  %a = call ptr @julia.typeof(ptr addrspace(10) %x)
  ret void
}

; CHECK: error: julia.gc_alloc_obj has too few operands
define void @untyped_allocation(ptr %task) {
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8)
  ret void
}

; CHECK: error: julia.safepoint is invoked
define void @invoked(ptr %p) personality ptr @personality {
  invoke void @julia.safepoint(ptr %p) to label %next unwind label %pad
next:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret void
}

; CHECK: error: operand 5 of julia.gc_alloc_memory is not an i1: it is Tracked (ptr task, iN size, Tracked type, iN length, i1 zero)
define void @memory_zero_flag(ptr %task, ptr addrspace(10) %x) {
  %a = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %task, i64 8, ptr addrspace(10) %x, i32 1, i8 0)
  ret void
}

; CHECK: error: operand 1 of julia.blackbox is not a Tracked (10) pointer
define void @derived_in_blackbox(ptr addrspace(11) %d) {
  %a = call ptr addrspace(10) @julia.blackbox(ptr addrspace(11) %d)
  ret void
}

; CHECK: error: operand 1 of julia.safepoint is not a pointer in the generic space (0)
define void @safepoint_of_object(ptr addrspace(10) %x) {
  call void @julia.safepoint(ptr addrspace(10) %x)
  ret void
}

; CHECK: error: julia.cancellation_point has the wrong result type: it is i32 ()
define void @wide_cancellation() {
  %a = call i64 @julia.cancellation_point()
  ret void
}

; CHECK: error: julia.gcroot_flush has too many operands: it is void ()
define void @flush_of_something(ptr %p) {
  call void @julia.gcroot_flush(ptr %p)
  ret void
}

; CHECK: error: julia.except_enter is i32 () or { i32, ptr } (ptr task)
; CHECK-NEXT: 'handler_of_other_order'
define void @handler_of_other_order(ptr %task) {
  %a = call { ptr, i32 } @julia.except_enter(ptr %task)
  ret void
}

; CHECK: error: julia.blackbox is a musttail call: it becomes something with another signature, or no call
define ptr addrspace(10) @tail(ptr addrspace(11) %x) {
  %a = musttail call ptr addrspace(10) @julia.blackbox(ptr addrspace(11) %x)
  ret ptr addrspace(10) %a
}

; CHECK: error: an alloca in a special address space: the stack holds no objects
; CHECK-NEXT: 'stack_of_objects'
define void @stack_of_objects() {
  %a = alloca i8, addrspace(11)
  ret void
}
; CHECK-NOT: error:
