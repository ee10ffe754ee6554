; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Pointers that were loaded out of an object (address space 13): the object they were loaded from owns the memory.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use_loaded(ptr addrspace(13))
declare void @poll()
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)

; The failure meant: rooting nothing, because the data pointer itself is no object.
; CHECK-LABEL: define {{.*}} @array_data(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @array_data(i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %data = load ptr addrspace(13), ptr addrspace(11) %d
  call void @poll()
  %e = getelementptr i64, ptr addrspace(13) %data, i64 %i
  %x = load i64, ptr addrspace(13) %e
  ret i64 %x
}

; An object found in the array's memory is a value in its own right; the array is dead after the load.
; CHECK-LABEL: define {{.*}} @object_out_of_array_data(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %x, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @object_out_of_array_data(i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %data = load ptr addrspace(13), ptr addrspace(10) %a
  %e = getelementptr ptr addrspace(10), ptr addrspace(13) %data, i64 %i
  %x = load ptr addrspace(10), ptr addrspace(13) %e
  call void @use(ptr addrspace(10) %x)
  ret void
}

; The pointer is dead: so is the owner.
; CHECK-LABEL: define {{.*}} @data_not_used_after_safepoint(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %x
define i64 @data_not_used_after_safepoint() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %data = load ptr addrspace(13), ptr addrspace(10) %a
  %x = load i64, ptr addrspace(13) %data
  call void @poll()
  ret i64 %x
}

; The link between raw pointer and owner is explicit.  The call itself is no safepoint and turns into a cast.
; CHECK-LABEL: define {{.*}} @gc_loaded_keeps_the_owner(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @gc_loaded_keeps_the_owner(ptr %raw) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %data = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %a, ptr %raw)
  %e = getelementptr i64, ptr addrspace(13) %data, i64 3
  call void @poll()
  %x = load i64, ptr addrspace(13) %e
  ret i64 %x
}

; A call that is handed the data keeps the owner alive.
; CHECK-LABEL: define {{.*}} @gc_loaded_as_operand(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use_loaded(ptr addrspace(13) %data)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @gc_loaded_as_operand(ptr %raw) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %data = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %a, ptr %raw)
  call void @use_loaded(ptr addrspace(13) %data)
  ret void
}

; Memory that an argument owns, or that no object owns, needs nothing.
; CHECK-LABEL: define {{.*}} @owned_by_argument_or_nobody(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %x
define i64 @owned_by_argument_or_nobody(ptr addrspace(10) %arg, ptr %raw, ptr %where) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %data = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %arg, ptr %raw)
  %other = load ptr addrspace(13), ptr %where
  call void @poll()
  %x = load i64, ptr addrspace(13) %data
  store i64 %x, ptr addrspace(13) %other
  ret i64 %x
}

; The data of one array or of the other: the phi of the owners is made.
; CHECK-LABEL: define {{.*}} @phi_of_data(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: left:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: right:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: join:
; CHECK-NEXT: %gclift = phi ptr addrspace(10) [ %a, %left ], [ %b, %right ]
; CHECK: store ptr addrspace(10) %gclift, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @phi_of_data(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %right
left:
  %a = call ptr addrspace(10) @make()
  %da = load ptr addrspace(13), ptr addrspace(10) %a
  br label %join
right:
  %b = call ptr addrspace(10) @make()
  %db = load ptr addrspace(13), ptr addrspace(10) %b
  br label %join
join:
  %p = phi ptr addrspace(13) [ %da, %left ], [ %db, %right ]
  call void @poll()
  %x = load i64, ptr addrspace(13) %p
  ret i64 %x
}

; A pointer that runs through an array's data: the owner is stored once, before the loop.
; CHECK-LABEL: define {{.*}} @run_through_array_data(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: loop:
; CHECK: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @run_through_array_data(i64 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %data = load ptr addrspace(13), ptr addrspace(10) %a
  br label %loop
loop:
  %p = phi ptr addrspace(13) [ %data, %top ], [ %q, %loop ]
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  store i64 %i, ptr addrspace(13) %p
  call void @poll()
  %q = getelementptr i64, ptr addrspace(13) %p, i64 1
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Data of one array or none: null has no owner.
; CHECK-LABEL: define {{.*}} @select_of_data_and_null(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: %gclift = select i1 %c, ptr addrspace(10) %a, ptr addrspace(10) null
; CHECK: store ptr addrspace(10) %gclift, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @select_of_data_and_null(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %data = load ptr addrspace(13), ptr addrspace(10) %a
  %s = select i1 %c, ptr addrspace(13) %data, ptr addrspace(13) null
  call void @poll()
  %x = load i64, ptr addrspace(13) %s
  ret i64 %x
}

; Tying data to its owner is no use of the owner: only using the data is.
; CHECK-LABEL: define {{.*}} @gc_loaded_for_nothing(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @gc_loaded_for_nothing(ptr %raw) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @poll()
  %data = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %a, ptr %raw)
  ret void
}
