; RUN: %lateroot opt --passes=FinalLowerGC -S %s | FileCheck %s
; Write barriers: an old, marked parent that comes to refer to an unmarked child is queued; so is a static one, whatever the child.

@const = external constant i8
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p13(ptr addrspace(10), ptr addrspace(13), ptr addrspace(10), ...)
declare void @julia.queue_gc_root(ptr addrspace(10))

; CHECK-LABEL: define void @one_child(
; CHECK: [[P:%.*]] = getelementptr i8, ptr addrspace(10) %p, i64 -8
; CHECK: [[T:%.*]] = load atomic volatile i64, ptr addrspace(10) [[P]] unordered, align 8, !tbaa !{{[0-9]+}}, !range
; CHECK: [[B:%.*]] = and i64 [[T]], 3
; CHECK: [[C:%.*]] = icmp eq i64 [[B]], 3
; CHECK: br i1 [[C]], label %may_trigger_wb, label %[[REST:[0-9]+]], !prof ![[RARE:[0-9]+]]
; CHECK: may_trigger_wb:
; CHECK-NEXT: [[S:%.*]] = and i64 [[T]], 4
; CHECK-NEXT: [[STATIC:%.*]] = icmp eq i64 [[S]], 4
; CHECK-NEXT: [[P:%.*]] = getelementptr i8, ptr addrspace(10) %c, i64 -8
; CHECK: [[T:%.*]] = load atomic volatile i64, ptr addrspace(10) [[P]] unordered
; CHECK: [[B:%.*]] = and i64 [[T]], 1
; CHECK: [[YOUNG:%.*]] = icmp eq i64 [[B]], 0
; CHECK: [[C:%.*]] = or i1 [[STATIC]], [[YOUNG]]
; CHECK: br i1 [[C]], label %trigger_wb, label %[[REST]], !prof ![[RARE]]
; CHECK: trigger_wb:
; CHECK-NEXT: call void @lr_gc_queue_root(ptr addrspace(10) %p)
; CHECK-NEXT: br label %[[REST]]
; CHECK: [[REST]]:
; CHECK-NEXT: store ptr addrspace(10) %c, ptr addrspace(10) %p
define void @one_child(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
  store ptr addrspace(10) %c, ptr addrspace(10) %p
  ret void
}

; A child that may be null is not looked at: the parent, which is marked there, stands in.
; CHECK-LABEL: define void @null_at_run_time(
; CHECK: may_trigger_wb:
; CHECK: [[N:%.*]] = icmp eq ptr addrspace(10) %c, null
; CHECK-NEXT: [[S:%.*]] = select i1 [[N]], ptr addrspace(10) %p, ptr addrspace(10) %c
; CHECK-NEXT: getelementptr i8, ptr addrspace(10) [[S]], i64 -8
define void @null_at_run_time(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  ret void
}

; CHECK-LABEL: define void @two_children(
; CHECK: [[A:%.*]] = icmp eq i64 {{%.*}}, 0
; CHECK: [[ANY:%.*]] = or i1 {{%.*}}, [[A]]
; CHECK: [[B:%.*]] = icmp eq i64 {{%.*}}, 0
; CHECK: [[C:%.*]] = or i1 [[ANY]], [[B]]
; CHECK: br i1 [[C]], label %trigger_wb
define void @two_children(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(10) %d) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c, ptr addrspace(10) %p, ptr addrspace(10) null, ptr addrspace(10) nonnull %d)
  ret void
}

; Children that live for ever, null, or the parent itself: nothing to do.
; CHECK-LABEL: define void @needless(
; CHECK-NEXT: ret void
define void @needless(ptr addrspace(10) %p) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %p)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) null, ptr addrspace(10) addrspacecast (ptr @const to ptr addrspace(10)))
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p)
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) null)
  ret void
}

; A whole-object barrier that names no child speaks for all of them.
; CHECK-LABEL: define void @whole_object(
; CHECK: [[C:%.*]] = icmp eq i64 {{%.*}}, 3
; CHECK-NEXT: br i1 [[C]], label %trigger_wb, label %[[REST:[0-9]+]], !prof ![[RARE]]
; CHECK-NOT: may_trigger
; CHECK: trigger_wb:
; CHECK-NEXT: call void @lr_gc_queue_root(ptr addrspace(10) %p)
define void @whole_object(ptr addrspace(10) %p) {
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p)
  ret void
}

; Slots are not children.
; CHECK-LABEL: define void @fields(
; CHECK: may_trigger_wb:
; CHECK: getelementptr i8, ptr addrspace(10) %c, i64 -8
; CHECK: getelementptr i8, ptr addrspace(10) %d, i64 -8
; CHECK: br i1 {{%.*}}, label %trigger_wb
; CHECK: may_trigger_wb{{[0-9]+}}:
; CHECK: getelementptr i8, ptr addrspace(10) %c, i64 -8
; CHECK: br i1 {{%.*}}, label %trigger_wb
define void @fields(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(13) %t, ptr addrspace(10) %c, ptr addrspace(10) %d) {
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) nonnull %c, ptr addrspace(11) %s, ptr addrspace(10) nonnull %d)
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  call void (ptr addrspace(10), ptr addrspace(13), ptr addrspace(10), ...) @julia.field_write_barrier.p13(ptr addrspace(10) %p, ptr addrspace(13) %t, ptr addrspace(10) nonnull %c)
  ret void
}

; CHECK-LABEL: define void @queue(
; CHECK-NEXT: call void @lr_gc_queue_root(ptr addrspace(10) %p)
; CHECK-NEXT: ret void
define void @queue(ptr addrspace(10) %p) {
  call void @julia.queue_gc_root(ptr addrspace(10) %p)
  ret void
}

; CHECK: ![[RARE]] = !{!"branch_weights", i32 1, i32 9}
