; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Pointers into objects (address space 11): the object that they point into is what is rooted.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use2(ptr addrspace(10), ptr addrspace(10))
declare void @use_derived(ptr addrspace(11))
declare void @poll()

; The failure meant: losing the object behind a chain of casts and offsets, or storing an interior pointer into the frame.
; CHECK-LABEL: define {{.*}} @chain_of_offsets(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @chain_of_offsets(i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %e = getelementptr i8, ptr addrspace(11) %d, i64 16
  %f = getelementptr i64, ptr addrspace(11) %e, i64 %i
  call void @poll()
  store i64 1, ptr addrspace(11) %f
  ret void
}

; An interior pointer as an operand keeps its object alive during the call.
; CHECK-LABEL: define {{.*}} @operand_of_a_call(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use_derived(ptr addrspace(11) %e)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @operand_of_a_call() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %e = getelementptr i8, ptr addrspace(11) %d, i64 8
  call void @use_derived(ptr addrspace(11) %e)
  ret void
}

; Making an interior pointer is no use: nothing is read through it any more.
; CHECK-LABEL: define {{.*}} @unused_after_safepoint(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @unused_after_safepoint() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  store i64 1, ptr addrspace(11) %d
  call void @poll()
  %e = getelementptr i8, ptr addrspace(11) %d, i64 8
  ret void
}

; Both pointer and object are used: one slot.
; CHECK-LABEL: define {{.*}} @object_and_interior_pointer(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @object_and_interior_pointer() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %e = getelementptr i8, ptr addrspace(11) %d, i64 8
  call void @poll()
  store i64 1, ptr addrspace(11) %e
  call void @use(ptr addrspace(10) %a)
  ret void
}

; Into an argument or a constant: nothing to root.
; CHECK-LABEL: define {{.*}} @into_argument_and_constant(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @into_argument_and_constant(ptr addrspace(10) %a) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %e = getelementptr i8, ptr addrspace(11) %d, i64 8
  call void @use_derived(ptr addrspace(11) addrspacecast (ptr @datum to ptr addrspace(11)))
  call void @use_derived(ptr addrspace(11) %e)
  ret void
}
@datum = external constant i64

; Two objects behind one pointer: a phi of the objects is made beside it.
; CHECK-LABEL: define {{.*}} @phi_of_two_bases(
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
define i64 @phi_of_two_bases(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %right
left:
  %a = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %ea = getelementptr i8, ptr addrspace(11) %da, i64 8
  br label %join
right:
  %b = call ptr addrspace(10) @make()
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  br label %join
join:
  %p = phi ptr addrspace(11) [ %ea, %left ], [ %db, %right ]
  call void @poll()
  %x = load i64, ptr addrspace(11) %p
  ret i64 %x
}

; One object whichever way: no phi.
; CHECK-LABEL: define {{.*}} @phi_of_one_base(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK: right:
; CHECK: join:
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @phi_of_one_base(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  br i1 %c, label %left, label %right
left:
  %e = getelementptr i8, ptr addrspace(11) %d, i64 8
  br label %join
right:
  %f = getelementptr i8, ptr addrspace(11) %d, i64 16
  br label %join
join:
  %p = phi ptr addrspace(11) [ %e, %left ], [ %f, %right ]
  call void @poll()
  %x = load i64, ptr addrspace(11) %p
  ret i64 %x
}

; A pointer that walks through one array never leaves it.  The failure meant: a phi of objects and a store in every iteration.
; CHECK-LABEL: define {{.*}} @phi_that_walks_through_an_array(
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
define void @phi_that_walks_through_an_array(i64 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  br label %loop
loop:
  %p = phi ptr addrspace(11) [ %d, %top ], [ %q, %loop ]
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  call void @poll()
  store i64 %i, ptr addrspace(11) %p
  %q = getelementptr i8, ptr addrspace(11) %p, i64 8
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Two pointers that walk through two arrays and change places: here the objects must change places too.
; CHECK-LABEL: define {{.*}} @phis_that_swap(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: loop:
; CHECK-NEXT: %gclift = phi ptr addrspace(10) [ %a, %top ], [ %gclift1, %loop ]
; CHECK: %gclift1 = phi ptr addrspace(10) [ %b, %top ], [ %gclift, %loop ]
; CHECK: store ptr addrspace(10) %gclift, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %gclift1, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @phis_that_swap(i64 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  br label %loop
loop:
  %p = phi ptr addrspace(11) [ %da, %top ], [ %q, %loop ]
  %q = phi ptr addrspace(11) [ %db, %top ], [ %p, %loop ]
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  call void @poll()
  store i64 %i, ptr addrspace(11) %p
  store i64 %i, ptr addrspace(11) %q
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Several edges from one block must carry the very same value.
; CHECK-LABEL: define {{.*}} @phi_with_repeated_edges(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: other:
; CHECK: store ptr addrspace(10) %b, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK: join:
; CHECK-NEXT: %gclift = phi ptr addrspace(10) [ %a, %top ], [ %a, %top ], [ %b, %other ], [ %a, %top ]
; CHECK: store ptr addrspace(10) %gclift, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @phi_with_repeated_edges(i32 %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  switch i32 %k, label %other [ i32 0, label %join
                                i32 1, label %join
                                i32 5, label %join ]
other:
  %b = load ptr addrspace(10), ptr addrspace(10) %a
  %e = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  call void @use(ptr addrspace(10) %b)
  br label %join
join:
  %p = phi ptr addrspace(11) [ %d, %top ], [ %d, %top ], [ %e, %other ], [ %d, %top ]
  call void @poll()
  %x = load i64, ptr addrspace(11) %p
  ret i64 %x
}

; A null arm has no object: the phi of objects gets null there.
; CHECK-LABEL: define {{.*}} @phi_with_null_arm(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: left:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: join:
; CHECK-NEXT: %gclift = phi ptr addrspace(10) [ %a, %left ], [ null, %top ]
; CHECK: store ptr addrspace(10) %gclift, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @phi_with_null_arm(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %join
left:
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  br label %join
join:
  %p = phi ptr addrspace(11) [ %d, %left ], [ null, %top ]
  call void @poll()
  %x = load i64, ptr addrspace(11) %p
  ret i64 %x
}

; An argument in one arm is rooted by the caller: for this frame as good as null.
; CHECK-LABEL: define {{.*}} @phi_with_argument_arm(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: left:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: join:
; CHECK-NEXT: %gclift = phi ptr addrspace(10) [ %a, %left ], [ null, %top ]
; CHECK: store ptr addrspace(10) %gclift, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @phi_with_argument_arm(i1 %c, ptr addrspace(10) %arg) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %darg = addrspacecast ptr addrspace(10) %arg to ptr addrspace(11)
  br i1 %c, label %left, label %join
left:
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  br label %join
join:
  %p = phi ptr addrspace(11) [ %d, %left ], [ %darg, %top ]
  call void @poll()
  %x = load i64, ptr addrspace(11) %p
  ret i64 %x
}

; Only arguments behind it: nothing to root and nothing to lift.
; CHECK-LABEL: define {{.*}} @phi_of_arguments(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %x
define i64 @phi_of_arguments(i1 %c, ptr addrspace(10) %a, ptr addrspace(10) %b) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %p = phi ptr addrspace(11) [ %da, %left ], [ %db, %top ]
  call void @poll()
  %x = load i64, ptr addrspace(11) %p
  ret i64 %x
}

; Both objects are live for their own sake: neither a slot nor a phi for the pointer.
; CHECK-LABEL: define {{.*}} @phi_covered_by_its_bases(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK: join:
; CHECK: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @phi_covered_by_its_bases(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %p = phi ptr addrspace(11) [ %da, %left ], [ %db, %top ]
  call void @poll()
  store i64 1, ptr addrspace(11) %p
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
  ret void
}

; No safepoint sees the pointer: no phi.
; CHECK-LABEL: define {{.*}} @phi_not_live_at_a_safepoint(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK: join:
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @phi_not_live_at_a_safepoint(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %p = phi ptr addrspace(11) [ %da, %left ], [ %db, %top ]
  %x = load i64, ptr addrspace(11) %p
  ret i64 %x
}

; The objects are selected under the same condition as the pointers.
; CHECK-LABEL: define {{.*}} @select_of_two_bases(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: %gclift = select i1 %c, ptr addrspace(10) %a, ptr addrspace(10) %b
; CHECK: store ptr addrspace(10) %gclift, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @select_of_two_bases(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %ea = getelementptr i8, ptr addrspace(11) %da, i64 8
  %s = select i1 %c, ptr addrspace(11) %ea, ptr addrspace(11) %db
  call void @poll()
  %x = load i64, ptr addrspace(11) %s
  ret i64 %x
}

; CHECK-LABEL: define {{.*}} @select_of_one_base(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @select_of_one_base(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %e = getelementptr i8, ptr addrspace(11) %d, i64 8
  %s = select i1 %c, ptr addrspace(11) %e, ptr addrspace(11) %d
  call void @poll()
  %x = load i64, ptr addrspace(11) %s
  ret i64 %x
}

; Null and constant arms.
; CHECK-LABEL: define {{.*}} @select_with_constant_arms(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: %gclift = select i1 %c, ptr addrspace(10) %a, ptr addrspace(10) null
; CHECK: %gclift1 = select i1 %d, ptr addrspace(10) null, ptr addrspace(10) %gclift
; CHECK: store ptr addrspace(10) %gclift1, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @select_with_constant_arms(i1 %c, i1 %d) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %s = select i1 %c, ptr addrspace(11) %da, ptr addrspace(11) null
  %t = select i1 %d, ptr addrspace(11) addrspacecast (ptr @datum to ptr addrspace(11)), ptr addrspace(11) %s
  call void @poll()
  %x = load i64, ptr addrspace(11) %t
  ret i64 %x
}

; Choices that rest on each other round a loop: phi of a select of that phi.
; CHECK-LABEL: define {{.*}} @phi_and_select_in_a_cycle(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %b, ptr [[SLOT0]]
; CHECK: loop:
; CHECK-NEXT: %gclift = phi ptr addrspace(10) [ %a, %top ], [ %gclift1, %loop ]
; CHECK: store ptr addrspace(10) %gclift, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK: %gclift1 = select i1 %c, ptr addrspace(10) %gclift, ptr addrspace(10) %b
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @phi_and_select_in_a_cycle(i1 %c, i64 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  br label %loop
loop:
  %p = phi ptr addrspace(11) [ %da, %top ], [ %s, %loop ]
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  call void @poll()
  store i64 %i, ptr addrspace(11) %p
  %q = getelementptr i8, ptr addrspace(11) %p, i64 8
  %s = select i1 %c, ptr addrspace(11) %q, ptr addrspace(11) %db
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A phi of phis: both are lifted.
; CHECK-LABEL: define {{.*}} @phi_of_phis(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: one:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: two:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: join1:
; CHECK-NEXT: %gclift = phi ptr addrspace(10) [ %a, %one ], [ %b, %two ]
; CHECK: three:
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK: join2:
; CHECK-NEXT: %gclift1 = phi ptr addrspace(10) [ %gclift, %join1 ], [ %e, %three ]
; CHECK: store ptr addrspace(10) %gclift1, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @phi_of_phis(i32 %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  switch i32 %k, label %one [ i32 0, label %two
                              i32 1, label %three ]
one:
  %a = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  br label %join1
two:
  %b = call ptr addrspace(10) @make()
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  br label %join1
join1:
  %p = phi ptr addrspace(11) [ %da, %one ], [ %db, %two ]
  %q = getelementptr i8, ptr addrspace(11) %p, i64 8
  br label %join2
three:
  %e = call ptr addrspace(10) @make()
  %de = addrspacecast ptr addrspace(10) %e to ptr addrspace(11)
  br label %join2
join2:
  %r = phi ptr addrspace(11) [ %q, %join1 ], [ %de, %three ]
  call void @poll()
  %x = load i64, ptr addrspace(11) %r
  ret i64 %x
}

; Interior pointers travel in a pair: each element has its own object.
; CHECK-LABEL: define {{.*}} @pair_of_interior_pointers(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK: join:
; CHECK-NEXT: %gclift = phi ptr addrspace(10) [ %a, %left ], [ %b, %top ]
; CHECK-NEXT: %gclift1 = phi ptr addrspace(10) [ %b, %left ], [ %a, %top ]
; CHECK: store ptr addrspace(10) %gclift, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %gclift1, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @pair_of_interior_pointers(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %ab0 = insertvalue { ptr addrspace(11), ptr addrspace(11) } zeroinitializer, ptr addrspace(11) %da, 0
  %ab = insertvalue { ptr addrspace(11), ptr addrspace(11) } %ab0, ptr addrspace(11) %db, 1
  %ba0 = insertvalue { ptr addrspace(11), ptr addrspace(11) } zeroinitializer, ptr addrspace(11) %db, 0
  %ba = insertvalue { ptr addrspace(11), ptr addrspace(11) } %ba0, ptr addrspace(11) %da, 1
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %p = phi { ptr addrspace(11), ptr addrspace(11) } [ %ab, %left ], [ %ba, %top ]
  call void @poll()
  %e0 = extractvalue { ptr addrspace(11), ptr addrspace(11) } %p, 0
  %e1 = extractvalue { ptr addrspace(11), ptr addrspace(11) } %p, 1
  %x = load i64, ptr addrspace(11) %e0
  store i64 %x, ptr addrspace(11) %e1
  ret i64 %x
}
