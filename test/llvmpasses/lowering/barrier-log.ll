; RUN: %lateroot opt --profile=%S/Inputs/object-log.profile --passes=FinalLowerGC -S %s | FileCheck --check-prefixes=OBJECT,ANY %s
; RUN: %lateroot opt --profile=%S/Inputs/slot-log.profile --passes=FinalLowerGC -S %s | FileCheck --check-prefixes=SLOT,ANY %s
; RUN: %lateroot opt --profile=%S/Inputs/snapshot.profile --passes=FinalLowerGC -S %s | FileCheck --check-prefixes=SNAP,ANY %s
; RUN: %lateroot opt --passes=FinalLowerGC -S %s | FileCheck --check-prefix=MARK %s
; Write barriers of collectors with log bits.

declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p13(ptr addrspace(10), ...)
declare void @julia.queue_gc_root(ptr addrspace(10))
declare void @julia.queue_gc_root_field(ptr addrspace(10), ptr addrspace(11))

; ANY: @log_table = external global i64

; Bits of objects: the parent's; the slot is handed on.
; OBJECT-LABEL: define void @field(
; OBJECT-NEXT: [[A:%.*]] = addrspacecast ptr addrspace(10) %p to ptr
; OBJECT-NEXT: [[N:%.*]] = ptrtoint ptr [[A]] to i64
; OBJECT-NEXT: %table = load i64, ptr @log_table, align 8
; OBJECT-NEXT: [[H:%.*]] = lshr i64 [[N]], 6
; OBJECT-NEXT: [[AT:%.*]] = add i64 %table, [[H]]
; OBJECT-NEXT: [[P:%.*]] = inttoptr i64 [[AT]] to ptr
; OBJECT-NEXT: %log_bits = load atomic i8, ptr [[P]] monotonic, align 1
; OBJECT-NEXT: [[B:%.*]] = lshr i64 [[N]], 3
; OBJECT-NEXT: and i64 [[B]], 7
; OBJECT: br i1 %not_logged, label %trigger_wb, label %[[REST:[0-9]+]], !prof
; OBJECT: trigger_wb:
; OBJECT-NEXT: [[S:%.*]] = addrspacecast ptr addrspace(11) %s to ptr
; OBJECT-NEXT: call void @record(ptr addrspace(10) %p, ptr [[S]])
; OBJECT-NEXT: br label %[[REST]]
; SLOT-LABEL: define void @field(
; SLOT-NEXT: addrspacecast ptr addrspace(11) %s to ptr
; SLOT: br i1 %not_logged, label %trigger_wb
; SLOT: call void @record(ptr addrspace(10) %p, ptr
; SNAP-LABEL: define void @field(
; SNAP-NEXT: addrspacecast ptr addrspace(10) %p to ptr
define void @field(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c)
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  ret void
}

; One test for the object, one for each slot.
; OBJECT-LABEL: define void @two_fields(
; OBJECT-COUNT-1: load atomic i8
; OBJECT: call void @record(ptr addrspace(10) %p, ptr null)
; OBJECT-NOT: load atomic i8
; OBJECT: ret void
; SLOT-LABEL: define void @two_fields(
; SLOT-NEXT: addrspacecast ptr addrspace(13) %s to ptr
; SLOT: br i1 %{{.*}}, label %trigger_wb{{.*}}, label %[[NEXT:next_slot.*]], !prof
; SLOT: [[NEXT]]:
; SLOT-NEXT: addrspacecast ptr addrspace(13) %t to ptr
; SLOT: call void @record(ptr addrspace(10) %p,
; SLOT: ret void
; MARK-LABEL: define void @two_fields(
; MARK: call void @lr_gc_queue_root(ptr addrspace(10) %p)
define void @two_fields(ptr addrspace(10) %p, ptr addrspace(13) %s, ptr addrspace(13) %t, ptr addrspace(10) %c, ptr addrspace(10) %d) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p13(ptr addrspace(10) %p, ptr addrspace(13) %s, ptr addrspace(10) %c, ptr addrspace(13) %t, ptr addrspace(10) %d)
  ret void
}

; The interim form: a slot in front of the children. It is no child, and not tested as one.
; MARK-LABEL: define void @interim(
; MARK: %parent_tag = load
; MARK: may_trigger_wb:
; MARK-COUNT-1: %child_tag
; MARK-NOT: child_tag{{[0-9]}}
; MARK: trigger_wb:
; MARK-NEXT: [[S:%.*]] = addrspacecast ptr addrspace(11) %s to ptr
; MARK-NEXT: call void @lr_gc_queue_slot(ptr addrspace(10) %p, ptr [[S]])
; MARK: ret void
; SLOT-LABEL: define void @interim(
; SLOT-NEXT: addrspacecast ptr addrspace(11) %s to ptr
; SLOT-COUNT-1: load atomic i8
; SLOT: call void @record(ptr addrspace(10) %p,
; SLOT: ret void
define void @interim(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) nonnull %c)
  ret void
}
; An unknown slot: the whole object, without a test.
; SLOT-LABEL: define void @interim_unknown(
; SLOT-NEXT: call void @record(ptr addrspace(10) %p, ptr null)
; SNAP-LABEL: define void @interim_unknown(
; SNAP: load atomic i8
define void @interim_unknown(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(11) null, ptr addrspace(10) %c)
  ret void
}
; SLOT-LABEL: define void @object(
; SLOT-NEXT: call void @record(ptr addrspace(10) %p, ptr null)
; OBJECT-LABEL: define void @object(
; OBJECT: load atomic i8
define void @object(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  ret void
}

; Null: nothing for a generational collector, but the old value may count.
; OBJECT-LABEL: define void @null_child(
; OBJECT-NEXT: ret void
; SNAP-LABEL: define void @null_child(
; SNAP: load atomic i8
; SLOT-LABEL: define void @null_child(
; SLOT: load atomic i8
define void @null_child(ptr addrspace(10) %p, ptr addrspace(11) %s) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) null)
  ret void
}

; Two on one parent with no store between them.
; OBJECT-LABEL: define void @joined(
; OBJECT-COUNT-1: load atomic i8
; OBJECT: ret void
; SNAP-LABEL: define void @joined(
; SNAP-COUNT-1: load atomic i8
; SNAP: ret void
; SLOT-LABEL: define void @joined(
; SLOT-COUNT-2: load atomic i8
; SLOT: ret void
; MARK-LABEL: define void @joined(
; MARK: call void @lr_gc_queue_root(ptr addrspace(10) %p)
; MARK-NOT: call
; MARK: ret void
define void @joined(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(11) %t, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c)
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %t, ptr addrspace(10) %c)
  ret void
}

; SLOT-LABEL: define void @region(
; SLOT-NEXT: call void @record(ptr addrspace(10) %p, ptr null), !julia.reset_region
define void @region(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c), !julia.reset_region !0
  ret void
}

; ANY-LABEL: define void @queued(
; ANY-NEXT: call void @record(ptr addrspace(10) %p, ptr null)
; ANY-NEXT: %[[S:.*]] = addrspacecast ptr addrspace(11) %s to ptr
; ANY-NEXT: call void @record(ptr addrspace(10) %p, ptr %[[S]])
; MARK-LABEL: define void @queued(
; MARK-NEXT: call void @lr_gc_queue_root(ptr addrspace(10) %p)
; MARK-NEXT: %[[S:.*]] = addrspacecast ptr addrspace(11) %s to ptr
; MARK-NEXT: call void @lr_gc_queue_slot(ptr addrspace(10) %p, ptr %[[S]])
define void @queued(ptr addrspace(10) %p, ptr addrspace(11) %s) {
  call void @julia.queue_gc_root(ptr addrspace(10) %p)
  call void @julia.queue_gc_root_field(ptr addrspace(10) %p, ptr addrspace(11) %s)
  ret void
}
!0 = !{}
