; RUN: %lateroot opt --verify-each --profile=%S/Inputs/image.profile --passes=FinalLowerGC -S %s | FileCheck %s
; Where the profile knows of images: an old parent that lives in one is queued whatever its children are.

declare void @julia.write_barrier(ptr addrspace(10), ...)

; CHECK-LABEL: define void @f(
; CHECK: %parent_tag = load
; CHECK: may_trigger_wb:
; CHECK-NEXT: %image_bits = and i64 %parent_tag, 12
; CHECK-NEXT: %parent_in_image = icmp eq i64 %image_bits, 4
; CHECK: %child_not_marked = icmp eq i64 %child_bits, 0
; CHECK-NEXT: [[C:%.*]] = or i1 %parent_in_image, %child_not_marked
; CHECK-NEXT: br i1 [[C]], label %trigger_wb
define void @f(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
  ret void
}
