; RUN: %lateroot opt --passes=FinalLowerGC -S %s | FileCheck %s --implicit-check-not='llvm.memset.p0.i64(ptr align'
; Of a frame only those words become null that a collector can see before they are stored.

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare void @poll()
declare void @look(ptr)
declare ptr addrspace(10) @make()

; CHECK-LABEL: define void @all_stored(
; CHECK: call void @poll()
define void @all_stored(ptr addrspace(10) %a) {
  %f = call ptr @julia.new_gc_frame(i32 2)
  %s = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  %t = call ptr @julia.get_gc_frame_slot(ptr %f, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 2)
  store ptr addrspace(10) %a, ptr %s
  store ptr addrspace(10) %a, ptr %t
  call void @poll()
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; One of four, and then the last two: two runs.
; CHECK-LABEL: define void @holes(
; CHECK: [[A:%[0-9]+]] = getelementptr i8, ptr %f, i64 24
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 8 [[A]], i8 0, i64 8,
; CHECK-NEXT: [[B:%[0-9]+]] = getelementptr i8, ptr %f, i64 48
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 16 [[B]], i8 0, i64 16,
; CHECK-NEXT: store i64 24, ptr %f
define void @holes(ptr addrspace(10) %a) {
  %f = call ptr @julia.new_gc_frame(i32 6)
  %s = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  %t = call ptr @julia.get_gc_frame_slot(ptr %f, i32 2)
  %u = call ptr @julia.get_gc_frame_slot(ptr %f, i32 3)
  %v = call ptr @julia.get_gc_frame_slot(ptr %f, i32 5)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 6)
  store ptr addrspace(10) %a, ptr %s
  store ptr addrspace(10) %a, ptr %t
  store ptr addrspace(10) %a, ptr %u
  call void @poll()
  store ptr addrspace(10) %a, ptr %v
  call void @poll()
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; On one way it is stored, on the other it is seen.
; CHECK-LABEL: define void @on_one_way(
; CHECK: call void @llvm.memset.p0.i64(ptr align 16 {{%[0-9]+}}, i8 0, i64 8,
define void @on_one_way(ptr addrspace(10) %a, i1 %c) {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  br i1 %c, label %left, label %join
left:
  store ptr addrspace(10) %a, ptr %s
  br label %join
join:
  call void @poll()
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; Stored on both, round a loop in which nobody looks.
; CHECK-LABEL: define void @on_both_ways(
; CHECK: call void @poll()
define void @on_both_ways(ptr addrspace(10) %a, ptr addrspace(10) %b, i1 %c) {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  br label %loop
loop:
  br i1 %c, label %left, label %right
left:
  store ptr addrspace(10) %a, ptr %s
  br label %join
right:
  store ptr addrspace(10) %b, ptr %s
  br i1 %c, label %loop, label %join
join:
  call void @poll()
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; A poll is a volatile load by now, a change of the GC state an atomic store.
; CHECK-LABEL: define void @polled(
; CHECK: call void @llvm.memset.p0.i64(ptr align 16 {{%[0-9]+}}, i8 0, i64 8,
define void @polled(ptr addrspace(10) %a, ptr %page) {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %x = load volatile i64, ptr %page
  store ptr addrspace(10) %a, ptr %s
  call void @poll()
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}
; CHECK-LABEL: define void @state(
; CHECK: call void @llvm.memset.p0.i64(ptr align 16 {{%[0-9]+}}, i8 0, i64 8,
define void @state(ptr addrspace(10) %a, ptr %state) {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  store atomic i8 2, ptr %state release, align 1
  store ptr addrspace(10) %a, ptr %s
  call void @poll()
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; Memory of the program is null from the start, and so is what is stored before the push.
; CHECK-LABEL: define void @variable(
; CHECK: %f = alloca
; CHECK: [[A:%[0-9]+]] = getelementptr i8, ptr %f, i64 24
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 8 [[A]], i8 0, i64 16,
; CHECK: store i64 12, ptr %f
define void @variable(ptr addrspace(10) %a) {
  %f = call ptr @julia.new_gc_frame(i32 3)
  %s = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  %v = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %f, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 3)
  store ptr addrspace(10) %a, ptr %s
  call void @look(ptr %v)
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}
; CHECK-LABEL: define void @stored_before_the_push(
; CHECK: store i64 4, ptr %f
define void @stored_before_the_push(ptr addrspace(10) %a) {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  store ptr addrspace(10) %a, ptr %s
  call void @julia.push_gc_frame(ptr %f, i32 1)
  call void @poll()
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; Each of several pushes has words of its own, and what happens before one is none of its business.
; CHECK-LABEL: define void @pushed_twice(
; CHECK: top:
; CHECK: left:
; CHECK-NEXT: store i64 4, ptr %f
; CHECK: right:
; CHECK-NEXT: [[A:%[0-9]+]] = getelementptr i8, ptr %f, i64 16
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 16 [[A]], i8 0, i64 8,
; CHECK-NEXT: store i64 4, ptr %f
define void @pushed_twice(ptr addrspace(10) %a, i1 %c) {
top:
  %f = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %right
left:
  call void @julia.push_gc_frame(ptr %f, i32 1)
  store ptr addrspace(10) %a, ptr %s
  call void @poll()
  call void @julia.pop_gc_frame(ptr %f)
  br label %right
right:
  call void @julia.push_gc_frame(ptr %f, i32 1)
  call void @poll()
  store ptr addrspace(10) %a, ptr %s
  call void @poll()
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; With many holes all becomes null between the first and the last.
; CHECK-LABEL: define void @many_holes(
; CHECK: [[A:%[0-9]+]] = getelementptr i8, ptr %f, i64 24
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 8 [[A]], i8 0, i64 72,
define void @many_holes(ptr addrspace(10) %a) {
  %f = call ptr @julia.new_gc_frame(i32 11)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %f, i32 0)
  %s2 = call ptr @julia.get_gc_frame_slot(ptr %f, i32 2)
  %s4 = call ptr @julia.get_gc_frame_slot(ptr %f, i32 4)
  %s6 = call ptr @julia.get_gc_frame_slot(ptr %f, i32 6)
  %s8 = call ptr @julia.get_gc_frame_slot(ptr %f, i32 8)
  %s10 = call ptr @julia.get_gc_frame_slot(ptr %f, i32 10)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 11)
  store ptr addrspace(10) %a, ptr %s0
  store ptr addrspace(10) %a, ptr %s2
  store ptr addrspace(10) %a, ptr %s4
  store ptr addrspace(10) %a, ptr %s6
  store ptr addrspace(10) %a, ptr %s8
  store ptr addrspace(10) %a, ptr %s10
  call void @poll()
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}
