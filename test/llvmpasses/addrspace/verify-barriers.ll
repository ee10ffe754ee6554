; RUN: not %lateroot opt --passes=GCInvariantVerifier -S %s 2>&1 | FileCheck %s
; CHECK: error: there is no such barrier: the slots of field barriers are Derived (.p11) or Loaded (.p13)
; CHECK-NEXT: 'julia.field_write_barrier.p10'
declare void @julia.field_write_barrier.p10(ptr addrspace(10), ...)
define void @tracked_slot(ptr addrspace(10) %x) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p10(ptr addrspace(10) %x, ptr addrspace(10) %x, ptr addrspace(10) %x)
  ret void
}
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p13(ptr addrspace(10), ...)

; CHECK: error: operand 2 of julia.write_barrier is not a Tracked (10) pointer
define void @derived_child(ptr addrspace(10) %x, ptr addrspace(11) %d) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %x, ptr addrspace(11) %d)
  ret void
}

; CHECK: error: operand 3 of julia.write_barrier is not a Tracked (10) pointer
define void @derived_second_child(ptr addrspace(10) %x, ptr addrspace(11) %d) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %x, ptr addrspace(10) %x, ptr addrspace(11) %d)
  ret void
}

; CHECK: error: julia.field_write_barrier.p11 has an incomplete pair
; CHECK-NEXT: 'slot_without_child'
define void @slot_without_child(ptr addrspace(10) %x, ptr addrspace(11) %d) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %x, ptr addrspace(11) %d, ptr addrspace(10) %x, ptr addrspace(11) %d)
  ret void
}

; CHECK: error: julia.field_write_barrier.p11 has an incomplete pair
; CHECK-NEXT: 'no_slot'
define void @no_slot(ptr addrspace(10) %x) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %x)
  ret void
}

; CHECK: error: operand 2 of julia.field_write_barrier.p13 is a slot and must be a Loaded (13) pointer
define void @slot_in_the_wrong_space(ptr addrspace(10) %x, ptr addrspace(11) %d) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p13(ptr addrspace(10) %x, ptr addrspace(11) %d, ptr addrspace(10) %x)
  ret void
}

; CHECK: error: operand 3 of julia.field_write_barrier.p11 is a child and must be a Tracked (10) pointer
define void @child_not_tracked(ptr addrspace(10) %x, ptr addrspace(11) %d) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %x, ptr addrspace(11) %d, ptr addrspace(11) %d)
  ret void
}

; CHECK: error: operand 4 of julia.field_write_barrier.p11 is a null slot; a barrier that knows no slot is julia.object_write_barrier
define void @null_slot(ptr addrspace(10) %x, ptr addrspace(11) %d) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %x, ptr addrspace(11) %d, ptr addrspace(10) %x, ptr addrspace(11) null, ptr addrspace(10) %x)
  ret void
}

; Null of another space is no slot either.
; CHECK: error: operand 2 of julia.field_write_barrier.p11 is a null slot
; CHECK-NEXT: 'cast_null_slot'
define void @cast_null_slot(ptr addrspace(10) %x) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %x, ptr addrspace(11) addrspacecast (ptr null to ptr addrspace(11)), ptr addrspace(10) %x)
  ret void
}

; CHECK: error: operand 1 of julia.field_write_barrier.p13 is not a Tracked (10) pointer
; CHECK-NEXT: 'derived_parent'
define void @derived_parent(ptr addrspace(11) %d, ptr addrspace(13) %l) {
  call void (ptr addrspace(11), ...) @julia.field_write_barrier.p13(ptr addrspace(11) %d, ptr addrspace(13) %l, ptr addrspace(10) null)
  ret void
}

; All that is wrong with a barrier is said.
; CHECK: error: julia.field_write_barrier.p13 has an incomplete pair
; CHECK: error: operand 2 of julia.field_write_barrier.p13 is a slot and must be a Loaded (13) pointer
; CHECK: error: operand 3 of julia.field_write_barrier.p13 is a child and must be a Tracked (10) pointer
; CHECK: error: operand 4 of julia.field_write_barrier.p13 is a null slot
define void @everything(ptr addrspace(10) %x, ptr addrspace(11) %d) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p13(ptr addrspace(10) %x, ptr addrspace(11) %d, i64 0, ptr addrspace(13) null)
  ret void
}

; A whole-object barrier knows no slots.
; CHECK: error: operand 2 of julia.object_write_barrier is not a Tracked (10) pointer
define void @object_with_slot(ptr addrspace(10) %x, ptr addrspace(11) %d) {
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %x, ptr addrspace(11) %d, ptr addrspace(10) %x)
  ret void
}
; CHECK-NOT: error:
