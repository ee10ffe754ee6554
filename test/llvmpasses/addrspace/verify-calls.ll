; RUN: not %lateroot opt --passes=GCInvariantVerifier -S %s 2>&1 | FileCheck %s
; The dialect's own functions have signatures, and are nothing but called.

declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call2(ptr, ptr addrspace(10), ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call3(ptr, ptr addrspace(10), ...)
declare ptr @julia.pointer_from_objref(ptr addrspace(10))
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare ptr @julia.typeof(ptr addrspace(10))
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64)
declare void @julia.safepoint(ptr)
declare ptr @f(ptr addrspace(10), ptr, i32)
declare i32 @personality(...)

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
; CHECK-NOT: error:
