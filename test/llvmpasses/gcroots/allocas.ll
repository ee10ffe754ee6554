; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Stack variables that hold nothing but tracked pointers become slots of the frame.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use_raw(ptr)
declare void @poll()

; The failure meant: an object that only the stack variable holds is lost.
; CHECK-LABEL: define {{.*}} @one_pointer(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-DAG: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[V]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @one_pointer() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @poll()
  %b = load ptr addrspace(10), ptr %v
  %x = load i64, ptr addrspace(10) %b
  ret i64 %x
}

; CHECK-LABEL: define {{.*}} @array(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 3)
; CHECK-DAG: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 3)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr %e
; CHECK-NEXT: call void @use_raw(ptr [[V]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @array() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [3 x ptr addrspace(10)]
  %a = call ptr addrspace(10) @make()
  %e = getelementptr [3 x ptr addrspace(10)], ptr %v, i64 0, i64 2
  store ptr addrspace(10) %a, ptr %e
  call void @use_raw(ptr %v)
  ret void
}

; CHECK-LABEL: define {{.*}} @struct_of_pointers(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 3)
; CHECK-DAG: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 3)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[V]]
; CHECK-NEXT: call void @use_raw(ptr [[V]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @struct_of_pointers() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca { ptr addrspace(10), { ptr addrspace(10), ptr addrspace(10) } }
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @use_raw(ptr %v)
  ret void
}

; CHECK-LABEL: define {{.*}} @vector_of_pointers(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-DAG: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[V]]
; CHECK-NEXT: call void @use_raw(ptr [[V]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @vector_of_pointers() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca <2 x ptr addrspace(10)>
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @use_raw(ptr %v)
  ret void
}

; Several of them in one alloca.
; CHECK-LABEL: define {{.*}} @with_a_count(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 4)
; CHECK-DAG: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 4)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[V]]
; CHECK-NEXT: call void @use_raw(ptr [[V]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @with_a_count() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10), i32 4
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @use_raw(ptr %v)
  ret void
}

; Slots of variables are nobody else's.
; CHECK-LABEL: define {{.*}} @beside_the_slots_of_values(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 4)
; CHECK-DAG: [[W:%w[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK-DAG: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK-DAG: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 4)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[V]]
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[W]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use_raw(ptr [[W]])
; CHECK-NEXT: call void @use_raw(ptr [[V]])
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @beside_the_slots_of_values() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)]
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  %w = alloca ptr addrspace(10)
  store ptr addrspace(10) null, ptr %w
  call void @use_raw(ptr %w)
  call void @use_raw(ptr %v)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; A read from the variable is a value like others: the variable may be assigned while it is live.
; CHECK-LABEL: define {{.*}} @value_read_from_a_variable(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-DAG: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK-DAG: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[V]]
; CHECK-NEXT: call void @poll()
; CHECK: store ptr addrspace(10) null, ptr [[V]]
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @value_read_from_a_variable() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @poll()
  %b = load ptr addrspace(10), ptr %v
  store ptr addrspace(10) null, ptr %v
  call void @use(ptr addrspace(10) %b)
  ret void
}

; The frame is there as long as the function: markers of the variable's life go.
; CHECK-LABEL: define {{.*}} @lifetime_markers(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-DAG: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[V]]
; CHECK-NEXT: call void @use_raw(ptr [[V]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @lifetime_markers() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  call void @llvm.lifetime.start.p0(i64 8, ptr %v)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @use_raw(ptr %v)
  call void @llvm.lifetime.end.p0(i64 8, ptr %v)
  ret void
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; Nobody looks: the variable stays as it is.
; CHECK-LABEL: define {{.*}} @no_safepoint(
; CHECK: %v = alloca ptr addrspace(10)
; CHECK: ret ptr addrspace(10) %b
define ptr addrspace(10) @no_safepoint(ptr addrspace(10) %a) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  store ptr addrspace(10) %a, ptr %v
  %b = load ptr addrspace(10), ptr %v
  ret ptr addrspace(10) %b
}

; Slots are as well aligned as the variable was.
; CHECK-LABEL: define {{.*}} @overaligned(
; CHECK: %gcframe = call {{.*}}align 32 ptr @julia.new_gc_frame(i32 6)
; CHECK-NEXT: call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{2|6}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 6)
; CHECK-NOT: alloca
; CHECK: ret void
define void @overaligned() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [4 x ptr addrspace(10)], align 32
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v, align 32
  call void @use_raw(ptr %v)
  ret void
}

; Stored through a choice of variables: both are in the frame, nothing else is needed.
; CHECK-LABEL: define {{.*}} @store_through_select(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-DAG: [[W:%w[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK-DAG: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 {{[0-9]+}})
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %s
; CHECK-NEXT: call void @use_raw(ptr [[V]])
; CHECK-NEXT: call void @use_raw(ptr [[W]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @store_through_select(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %w = alloca ptr addrspace(10)
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %s
  call void @use_raw(ptr %v)
  call void @use_raw(ptr %w)
  ret void
}
