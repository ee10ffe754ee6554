; RUN: %lateroot opt --verify-each --passes=FinalLowerGC -S %s | FileCheck %s
; Barriers of a block on one parent share a test, if nothing in between writes or calls and the children were there at the first.

declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p13(ptr addrspace(10), ptr addrspace(13), ptr addrspace(10), ...)
declare void @use(i64)

; CHECK-LABEL: define void @two(
; CHECK: %parent_tag = load
; CHECK: may_trigger_wb:
; CHECK: load {{.*}} !range
; CHECK: load {{.*}} !range
; CHECK: or i1
; CHECK: call void @lr_gc_queue_root(ptr addrspace(10) %p)
; CHECK-NOT: %parent_tag{{[0-9]*}} = load
; CHECK: store ptr addrspace(10) %c
; CHECK: ret void
define void @two(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(11) %t, ptr addrspace(10) %c, ptr addrspace(10) %d) {
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) nonnull %c)
  %x = load i64, ptr addrspace(11) %s
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %t, ptr addrspace(10) nonnull %d)
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  store ptr addrspace(10) %d, ptr addrspace(11) %t
  ret void
}

; Barriers on other parents are no obstacle.
; CHECK-LABEL: define void @interleaved(
; CHECK-COUNT-2: %parent_tag{{[0-9]*}} = load
; CHECK-NOT: %parent_tag{{[0-9]*}} = load
; CHECK: ret void
define void @interleaved(ptr addrspace(10) %p, ptr addrspace(10) %q, ptr addrspace(10) %c, ptr addrspace(10) %d) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %q, ptr addrspace(10) nonnull %c)
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %d)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %q, ptr addrspace(10) nonnull %d)
  ret void
}

; One that speaks for the whole object makes the children superfluous.
; CHECK-LABEL: define void @whole(
; CHECK: br i1 {{.*}}, label %trigger_wb, label
; CHECK-NOT: child_tag
; CHECK-NOT: %parent_tag{{[0-9]*}} = load
; CHECK: ret void
define void @whole(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p)
  ret void
}

; The mark of a reset region is kept if one of them has it.
; CHECK-LABEL: define void @region(
; CHECK: call void @lr_gc_queue_root(ptr addrspace(10) %p), !julia.reset_region
; CHECK-NOT: %parent_tag{{[0-9]*}} = load
; CHECK: ret void
define void @region(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(10) %d) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %d), !julia.reset_region !0
  ret void
}

; CHECK-LABEL: define void @store_between(
; CHECK-COUNT-2: %parent_tag{{[0-9]*}} = load
; CHECK: ret void
define void @store_between(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(10) %d) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
  store ptr addrspace(10) %c, ptr addrspace(10) %p
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %d)
  ret void
}

; CHECK-LABEL: define void @call_between(
; CHECK-COUNT-2: %parent_tag{{[0-9]*}} = load
; CHECK: ret void
define void @call_between(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(10) %d) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
  call void @use(i64 1) memory(none)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %d)
  ret void
}

; An atomic load may be waited for.
; CHECK-LABEL: define i64 @acquire_between(
; CHECK-COUNT-2: %parent_tag{{[0-9]*}} = load
; CHECK: ret i64
define i64 @acquire_between(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(10) %d, ptr %x) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
  %v = load atomic i64, ptr %x acquire, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %d)
  ret i64 %v
}

; A child that comes into being after the first barrier: it has to wait, and later ones may join it.
; CHECK-LABEL: define void @child_between(
; CHECK: %parent_tag = load
; CHECK: may_trigger_wb:
; CHECK: getelementptr i8, ptr addrspace(10) %c, i64 -8
; CHECK: %late = load
; CHECK: %parent_tag{{[0-9]+}} = load
; CHECK: may_trigger_wb{{[0-9]+}}:
; CHECK: getelementptr i8, ptr addrspace(10) %late, i64 -8
; CHECK: getelementptr i8, ptr addrspace(10) %d, i64 -8
; CHECK-NOT: %parent_tag{{[0-9]*}} = load
; CHECK: ret void
define void @child_between(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(10) %d) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
  %late = load ptr addrspace(10), ptr addrspace(10) %d
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %late)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %d)
  ret void
}

; Not over the end of a block.
; CHECK-LABEL: define void @blocks(
; CHECK-COUNT-2: %parent_tag{{[0-9]*}} = load
; CHECK: ret void
define void @blocks(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(10) %d) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
  br label %next
next:
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %d)
  ret void
}

!0 = !{}
