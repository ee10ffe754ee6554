; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Objects that live for ever, and generic pointers that become objects.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use2(ptr addrspace(10), ptr addrspace(10))
declare void @poll()

@literal = external constant ptr addrspace(10)
@slot = external constant ptr
@cell = external global ptr addrspace(10), !julia.constgv !0
@variable = external global ptr addrspace(10)
@raw_variable = external global ptr

; The failure meant in each: a slot for what is never collected.
; CHECK-LABEL: define {{.*}} @object_in_constant_global(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @object_in_constant_global() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = load ptr addrspace(10), ptr @literal
  call void @use(ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: define {{.*}} @object_in_global_marked_constgv(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @object_in_global_marked_constgv() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = load ptr addrspace(10), ptr @cell
  call void @use(ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: define {{.*}} @address_in_constant_global(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @address_in_constant_global() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %r = load ptr, ptr @slot
  %x = addrspacecast ptr %r to ptr addrspace(10)
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: define {{.*}} @literal_address(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @literal_address() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = load ptr addrspace(10), ptr inttoptr (i64 140000000000 to ptr), !invariant.load !0
  call void @use(ptr addrspace(10) %x)
  ret void
}

; Constant all the way: a table of constant addresses in a constant global.
; CHECK-LABEL: define {{.*}} @chain_of_constant_loads(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @chain_of_constant_loads() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %r = load ptr, ptr @slot
  %s = getelementptr inbounds i8, ptr %r, i64 16
  %t = load ptr, ptr %s, !invariant.load !0
  %x = addrspacecast ptr %t to ptr addrspace(10)
  call void @use(ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: define {{.*}} @choice_of_constants(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @choice_of_constants(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %r = load ptr, ptr @slot
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %p = phi ptr [ %r, %top ], [ @slot, %left ]
  %s = select i1 %d, ptr %p, ptr null
  %x = addrspacecast ptr %s to ptr addrspace(10)
  call void @use(ptr addrspace(10) %x)
  ret void
}

; Fields of the task live as long as the task runs.
; CHECK-LABEL: define {{.*}} @constant_field_of_the_task(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @constant_field_of_the_task() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %f = getelementptr inbounds i8, ptr %pgcstack, i64 -152
  %r = load ptr, ptr %f, !invariant.load !0
  %x = addrspacecast ptr %r to ptr addrspace(10)
  call void @use(ptr addrspace(10) %x)
  ret void
}

; A global that may be assigned to.  The failure meant: the object dies when another takes its place.
; CHECK-LABEL: define {{.*}} @object_in_variable(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %x, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @object_in_variable() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = load ptr addrspace(10), ptr @variable
  call void @use(ptr addrspace(10) %x)
  ret void
}

; The same, as a raw pointer that is cast.
; CHECK-LABEL: define {{.*}} @address_in_variable(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %x, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @address_in_variable() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %r = load ptr, ptr @raw_variable
  %x = addrspacecast ptr %r to ptr addrspace(10)
  call void @use(ptr addrspace(10) %x)
  ret void
}

; A chain with one link that may change.
; CHECK-LABEL: define {{.*}} @chain_with_a_variable_link(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %x, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @chain_with_a_variable_link() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %r = load ptr, ptr @slot
  %t = load ptr, ptr %r
  %x = addrspacecast ptr %t to ptr addrspace(10)
  call void @use(ptr addrspace(10) %x)
  ret void
}

; A number that is made into a pointer may be any object.
; CHECK-LABEL: define {{.*}} @cast_from_number(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %x, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @cast_from_number(i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %r = inttoptr i64 %n to ptr
  %x = addrspacecast ptr %r to ptr addrspace(10)
  call void @use(ptr addrspace(10) %x)
  ret void
}

; The result of a call, cast.
; CHECK-LABEL: define {{.*}} @cast_from_call_result(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %r = call ptr @make_raw()
; CHECK: store ptr addrspace(10) %x, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @cast_from_call_result() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %r = call ptr @make_raw()
  %x = addrspacecast ptr %r to ptr addrspace(10)
  call void @use(ptr addrspace(10) %x)
  ret void
}
declare ptr @make_raw()

; A choice between a constant and what may change may change.
; CHECK-LABEL: define {{.*}} @choice_with_a_variable_arm(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %x, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @choice_with_a_variable_arm(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %r = load ptr, ptr @slot
  %v = load ptr, ptr @raw_variable
  %s = select i1 %c, ptr %r, ptr %v
  %x = addrspacecast ptr %s to ptr addrspace(10)
  call void @use(ptr addrspace(10) %x)
  ret void
}

; Fixed literals are no values at all: in a phi they leave only the other arms.
; CHECK-LABEL: define {{.*}} @constant_arm(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: left:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: join:
; CHECK: store ptr addrspace(10) %p, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %p)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @constant_arm(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %join
left:
  %a = call ptr addrspace(10) @make()
  br label %join
join:
  %p = phi ptr addrspace(10) [ %a, %left ], [ addrspacecast (ptr @datum to ptr addrspace(10)), %top ]
  call void @use(ptr addrspace(10) %p)
  ret void
}
@datum = external constant i8

; CHECK-LABEL: define {{.*}} @constant_arms_only(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @constant_arms_only(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr @literal
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %p = phi ptr addrspace(10) [ %y, %left ], [ addrspacecast (ptr @datum to ptr addrspace(10)), %top ]
  %s = select i1 %c, ptr addrspace(10) %p, ptr addrspace(10) null
  call void @use(ptr addrspace(10) %s)
  ret void
}

; Freezing a pointer does not make it another object.
; CHECK-LABEL: define {{.*}} @freeze_is_the_same_object(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %f)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @freeze_is_the_same_object() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %f = freeze ptr addrspace(10) %a
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %f)
  ret void
}

; Nor does freezing an interior pointer.
; CHECK-LABEL: define {{.*}} @freeze_of_interior_pointer(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @freeze_of_interior_pointer() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %f = freeze ptr addrspace(11) %d
  call void @poll()
  %x = load i64, ptr addrspace(11) %f
  ret i64 %x
}

!0 = !{}
