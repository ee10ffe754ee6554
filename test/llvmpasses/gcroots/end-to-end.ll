; RUN: %lateroot opt --passes=LateLowerGCFrame,FinalLowerGC --check -S %s | FileCheck %s --implicit-check-not='call {{.*}}_gc_frame'
;
; Placement and lowering together: the roots as the collector finds them, in a frame of two words and the slots that is linked into the task's
; stack of frames.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @poll()
declare void @fill(ptr "julia.return_roots"="2", i64)

; Two slots; the one that the second call may see before it is stored is cleared.  The word in front says how many, times four.
; CHECK-LABEL: define {{.*}} @two_roots(
; CHECK: %gcframe = alloca ptr addrspace(10), i32 4, align 16
; CHECK-DAG: [[SLOT0:%gcslot[0-9]*]] = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 2
; CHECK-DAG: [[SLOT1:%gcslot[0-9]*]] = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 3
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: [[OPEN:%[0-9]+]] = getelementptr i8, ptr %gcframe, i64 24
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 8 [[OPEN]], i8 0, i64 8, i1 false)
; CHECK-NEXT: store i64 8, ptr %gcframe
; CHECK: [[PREV:%.+]] = load ptr, ptr %pgcstack
; CHECK: store ptr [[PREV]], ptr
; CHECK: store ptr %gcframe, ptr %pgcstack
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK: [[LINK:%[0-9]+]] = getelementptr i8, ptr %gcframe, i64 8
; CHECK-NEXT: [[BACK:%.+]] = load ptr, ptr [[LINK]]
; CHECK-NEXT: store ptr [[BACK]], ptr %pgcstack
; CHECK-NEXT: ret ptr addrspace(10) %a
define ptr addrspace(10) @two_roots() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %b)
  ret ptr addrspace(10) %a
}

; Unlinked on each way out.
; CHECK-LABEL: define {{.*}} @both_exits(
; CHECK: store i64 4, ptr %gcframe
; CHECK: left:
; CHECK: store ptr %{{.+}}, ptr %pgcstack
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK: store ptr %{{.+}}, ptr %pgcstack
; CHECK-NEXT: ret void
define void @both_exits(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  call void @use(ptr addrspace(10) %a)
  ret void
right:
  call void @poll()
  call void @use(ptr addrspace(10) %a)
  ret void
}

; No frame, no work.
; CHECK-LABEL: define {{.*}} @no_roots(
; CHECK-NEXT: %pgcstack = call ptr @julia.get_pgcstack()
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: ret void
define void @no_roots(ptr addrspace(10) %a) {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @use(ptr addrspace(10) %a)
  ret void
}

; The task's stack of frames is at hand.
; CHECK-LABEL: define {{.*}} @gcstack_argument(
; CHECK: load ptr, ptr %stack
; CHECK: store ptr %gcframe, ptr %stack
; CHECK: call void @use(ptr addrspace(10) %a)
; CHECK: store ptr %{{.+}}, ptr %stack
; CHECK-NEXT: ret void
define swiftcc void @gcstack_argument(ptr swiftself "gcstack" %stack) {
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  ret void
}

; The callee writes right into the frame.
; CHECK-LABEL: define {{.*}} @roots_returned_through_memory(
; CHECK: %gcframe = alloca ptr addrspace(10), i32 4, align 16
; CHECK: call void @llvm.memset.p0.i64(ptr align 16 %{{.+}}, i8 0, i64 16, i1 false)
; CHECK: [[V:%v[0-9]*]] = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 2
; CHECK: store ptr %gcframe, ptr %pgcstack
; CHECK: call void @fill(ptr [[V]], i64 1)
; CHECK-NOT: alloca
; CHECK: ret ptr addrspace(10) %a
define ptr addrspace(10) @roots_returned_through_memory() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)]
  call void @fill(ptr %v, i64 1)
  %e = getelementptr [2 x ptr addrspace(10)], ptr %v, i64 0, i64 1
  %a = load ptr addrspace(10), ptr %e
  ret ptr addrspace(10) %a
}

; A variable that wants to be aligned like a cache line has the whole frame aligned, and words left free in front of it.
; CHECK-LABEL: define {{.*}} @overaligned(
; CHECK: %gcframe = alloca ptr addrspace(10), i32 10, align 64
; CHECK: getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 8
; CHECK: store i64 32, ptr %gcframe
; CHECK: ret void
define void @overaligned(ptr %out) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)], align 64
  call void @fill(ptr %v, i64 1)
  ret void
}
