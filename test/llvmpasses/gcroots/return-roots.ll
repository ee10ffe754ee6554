; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Calls that return tracked pointers through memory: the buffer becomes slots, which the callee fills.

declare ptr @julia.get_pgcstack()
declare void @use(ptr addrspace(10))

declare void @fill(ptr "julia.return_roots"="2", i64)
declare void @plain_fill(ptr, i64)

; The failure meant: a buffer on the stack where no collector looks.  Live at the call itself already, since the callee fills it before it returns.
; CHECK-LABEL: define {{.*}} @buffer_becomes_slots(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-DAG: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: call void @fill(ptr [[V]], i64 1)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @buffer_becomes_slots() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)]
  call void @fill(ptr %v, i64 1)
  ret void
}

; The attribute may stand at the call, and the buffer need not say what is in it.
; CHECK-LABEL: define {{.*}} @buffer_of_bytes(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-DAG: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: call void @plain_fill(ptr "julia.return_roots"="2" [[V]], i64 1)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @buffer_of_bytes() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  call void @plain_fill(ptr "julia.return_roots"="2" %v, i64 1)
  ret void
}

; Two results into the same buffer, read in between: what was read is a value of its own.
; CHECK-LABEL: define {{.*}} @buffer_used_twice(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 3)
; CHECK-DAG: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK-DAG: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 3)
; CHECK-NEXT: call void @fill(ptr [[V]], i64 1)
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @fill(ptr [[V]], i64 2)
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @buffer_used_twice() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)]
  call void @fill(ptr %v, i64 1)
  %a = load ptr addrspace(10), ptr %v
  call void @fill(ptr %v, i64 2)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; The failure meant: only one of the buffers that may be meant becomes slots.
; CHECK-LABEL: define {{.*}} @through_select(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 4)
; CHECK-DAG: [[W:%w[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK-DAG: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 4)
; CHECK: call void @fill(ptr %s, i64 1)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @through_select(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)]
  %w = alloca [16 x i8], align 8
  %s = select i1 %c, ptr %v, ptr %w
  call void @fill(ptr %s, i64 1)
  ret void
}

; CHECK-LABEL: define {{.*}} @through_phi(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 4)
; CHECK-DAG: [[W:%w[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK-DAG: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 4)
; CHECK: left:
; CHECK: join:
; CHECK: call void @fill(ptr %p, i64 1)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @through_phi(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)]
  %w = alloca [2 x ptr addrspace(10)]
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %p = phi ptr [ %v, %top ], [ %w, %left ]
  call void @fill(ptr %p, i64 1)
  ret void
}

; The caller's buffer is handed on: the caller's frame has it.
; CHECK-LABEL: define {{.*}} @buffer_of_the_caller(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @buffer_of_the_caller(ptr "julia.return_roots"="2" %out) {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @fill(ptr %out, i64 1)
  ret void
}

; A part of a larger buffer.
; CHECK-LABEL: define {{.*}} @part_of_a_buffer(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 4)
; CHECK-DAG: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 4)
; CHECK: call void @fill(ptr %e, i64 1)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @part_of_a_buffer() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [4 x ptr addrspace(10)]
  %e = getelementptr [4 x ptr addrspace(10)], ptr %v, i64 0, i64 2
  call void @fill(ptr %e, i64 1)
  ret void
}
