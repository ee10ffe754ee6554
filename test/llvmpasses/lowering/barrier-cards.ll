; RUN: %lateroot opt --profile=%S/Inputs/cards.profile --passes=FinalLowerGC -S %s | FileCheck %s
; RUN: %lateroot opt --profile=%S/Inputs/no-barrier.profile --passes=FinalLowerGC -S %s | FileCheck --check-prefix=NO %s
; Write barriers that mark a card, and none at all.

declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p13(ptr addrspace(10), ...)
declare void @julia.queue_gc_root(ptr addrspace(10))
declare void @julia.queue_gc_root_field(ptr addrspace(10), ptr addrspace(11))

; CHECK: @my_cards = external global i64
; NO-NOT: global
; NO-NOT: br i1

; CHECK-LABEL: define void @field(
; CHECK-NEXT: [[A:%.*]] = addrspacecast ptr addrspace(11) %s to ptr
; CHECK-NEXT: [[N:%.*]] = ptrtoint ptr [[A]] to i64
; CHECK-NEXT: %table = load i64, ptr @my_cards, align 8
; CHECK-NEXT: [[C:%.*]] = lshr i64 [[N]], 9
; CHECK-NEXT: [[AT:%.*]] = add i64 %table, [[C]]
; CHECK-NEXT: [[P:%.*]] = inttoptr i64 [[AT]] to ptr
; CHECK-NEXT: store atomic volatile i8 0, ptr [[P]] unordered, align 1
; CHECK-NEXT: store ptr addrspace(10) %c, ptr addrspace(11) %s
; CHECK-NEXT: ret void
; NO-LABEL: define void @field(
; NO-NEXT: store ptr addrspace(10) %c, ptr addrspace(11) %s
; NO-NEXT: ret void
define void @field(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c)
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  ret void
}

; Each slot has a card of its own.
; CHECK-LABEL: define void @two_fields(
; CHECK-NEXT: addrspacecast ptr addrspace(13) %s to ptr
; CHECK: store atomic volatile i8
; CHECK-NEXT: addrspacecast ptr addrspace(13) %t to ptr
; CHECK: store atomic volatile i8
; CHECK-NEXT: ret void
; NO-LABEL: define void @two_fields(
; NO-NEXT: ret void
define void @two_fields(ptr addrspace(10) %p, ptr addrspace(13) %s, ptr addrspace(13) %t, ptr addrspace(10) %c, ptr addrspace(10) %d) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p13(ptr addrspace(10) %p, ptr addrspace(13) %s, ptr addrspace(10) %c, ptr addrspace(13) %t, ptr addrspace(10) %d)
  ret void
}

; Without a slot, or with an unknown one: the card of the parent.
; CHECK-LABEL: define void @object(
; CHECK-NEXT: addrspacecast ptr addrspace(10) %p to ptr
; CHECK: store atomic volatile i8
; CHECK-NEXT: ret void
define void @object(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  ret void
}
; CHECK-LABEL: define void @unknown(
; CHECK-NEXT: addrspacecast ptr addrspace(10) %p to ptr
; CHECK: store atomic volatile i8
; CHECK-NEXT: ret void
define void @unknown(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(11) null, ptr addrspace(10) %c)
  ret void
}

; Null needs no barrier.
; CHECK-LABEL: define void @null_child(
; CHECK-NEXT: ret void
define void @null_child(ptr addrspace(10) %p, ptr addrspace(11) %s) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) null)
  ret void
}

; Two on one parent are about two cards.
; CHECK-LABEL: define void @both(
; CHECK-COUNT-2: store atomic volatile i8
; CHECK-NEXT: ret void
define void @both(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(11) %t, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c)
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %t, ptr addrspace(10) %c)
  ret void
}

; CHECK-LABEL: define void @queued(
; CHECK-NEXT: addrspacecast ptr addrspace(10) %p to ptr
; CHECK: store atomic volatile i8
; CHECK-NEXT: addrspacecast ptr addrspace(11) %s to ptr
; CHECK: store atomic volatile i8
; CHECK-NEXT: ret void
; NO-LABEL: define void @queued(
; NO-NEXT: ret void
define void @queued(ptr addrspace(10) %p, ptr addrspace(11) %s) {
  call void @julia.queue_gc_root(ptr addrspace(10) %p)
  call void @julia.queue_gc_root_field(ptr addrspace(10) %p, ptr addrspace(11) %s)
  ret void
}
