; RUN: %lateroot opt --passes=FinalLowerGC -S %s | FileCheck %s
; Frame intrinsics become memory of the GC-frame ABI.

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare void @poll()

; CHECK-LABEL: define void @frame(
; CHECK: %gcframe = alloca ptr addrspace(10), i32 4, align 16
; CHECK: %pgcstack = call ptr @julia.get_pgcstack()
; CHECK: [[ROOTS:%.*]] = getelementptr i8, ptr %gcframe, i64 16
; CHECK: call void @llvm.memset.p0.i64(ptr align 16 [[ROOTS]], i8 0, i64 16, i1 false), !tbaa ![[FRAME:[0-9]+]]
; CHECK: store i64 8, ptr %gcframe, align 8, !tbaa ![[FRAME]]
; CHECK: [[HEAD:%.*]] = load ptr, ptr %pgcstack, align 8, !tbaa ![[FRAME]]
; CHECK: [[PREV:%.*]] = getelementptr i8, ptr %gcframe, i64 8
; CHECK: store ptr [[HEAD]], ptr [[PREV]], align 8, !tbaa ![[FRAME]]
; CHECK: store ptr %gcframe, ptr %pgcstack, align 8, !tbaa ![[FRAME]]
; CHECK: %slot = getelementptr inbounds {{.*}}ptr addrspace(10), ptr %gcframe, i32 3
; CHECK: store ptr addrspace(10) %a, ptr %slot
; CHECK: [[PREV:%.*]] = getelementptr i8, ptr %gcframe, i64 8
; CHECK: [[HEAD:%.*]] = load ptr, ptr [[PREV]], align 8, !tbaa ![[FRAME]]
; CHECK: store ptr [[HEAD]], ptr %pgcstack, align 8, !tbaa ![[FRAME]]
; CHECK-NEXT: ret void
define void @frame(ptr addrspace(10) %a) {
  %gcframe = call noalias nonnull ptr @julia.new_gc_frame(i32 2)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 2)
  call void @poll()
  %slot = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  store ptr addrspace(10) %a, ptr %slot
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret void
}

; The argument wins over a getter call that inlining brought along.
; CHECK-LABEL: define swiftcc void @argument(
; CHECK: store ptr %f, ptr %task, align 8
define swiftcc void @argument(ptr swiftself "gcstack" %task) {
  %f = call ptr @julia.new_gc_frame(i32 1)
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %inlined = call ptr @julia.get_pgcstack()
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}

; A frame that is set up late has its memory in the entry block and is zeroed where it is made.
; CHECK-LABEL: define void @late(
; CHECK: %f = alloca ptr addrspace(10), i32 3, align 64
; CHECK: br i1
; CHECK: rare:
; CHECK-NEXT: [[ROOTS:%.*]] = getelementptr i8, ptr %f, i64 16
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 16 [[ROOTS]], i8 0, i64 8,
define void @late(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %rare, label %out
rare:
  %f = call align 64 ptr @julia.new_gc_frame(i32 1)
  call void @julia.push_gc_frame(ptr %f, i32 1)
  call void @poll()
  call void @julia.pop_gc_frame(ptr %f)
  br label %out
out:
  ret void
}

; A frame that is pushed before its task is asked for, as hand-written code or an optimiser may have it: the getter moves up.
; CHECK-LABEL: define void @raised(
; CHECK-NEXT: %g = alloca
; CHECK-NEXT: %f = alloca
; CHECK-NEXT: %pgcstack = call ptr @julia.get_pgcstack()
; CHECK-NEXT: call void @poll()
; CHECK: store i64 4, ptr %f
; CHECK: store ptr %f, ptr %pgcstack
; CHECK: call void @poll()
define void @raised() {
  %f = call ptr @julia.new_gc_frame(i32 1)
  call void @poll()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @poll()
  call void @julia.pop_gc_frame(ptr %f)
  %g = call ptr @julia.new_gc_frame(i32 1)
  call void @julia.push_gc_frame(ptr %g, i32 1)
  call void @poll()
  call void @julia.pop_gc_frame(ptr %g)
  ret void
}

; A pop alone, too.
; CHECK-LABEL: define void @raised_for_pop(
; CHECK: %pgcstack = call ptr @julia.get_pgcstack()
; CHECK: store ptr %frame.prev, ptr %pgcstack
define void @raised_for_pop() {
  %f = call ptr @julia.new_gc_frame(i32 1)
  call void @julia.pop_gc_frame(ptr %f)
  %pgcstack = call ptr @julia.get_pgcstack()
  ret void
}

; CHECK-DAG: ![[FRAME]] = !{![[T:[0-9]+]], ![[T]], i64 0}
; CHECK-DAG: ![[T]] = !{!"jtbaa_gcframe",
