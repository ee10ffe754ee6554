; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Where the root is stored: right before the first safepoint that needs it, once a path, outside of loops.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use2(ptr addrspace(10), ptr addrspace(10))
declare void @poll()

; Not at the definition, and not again at later safepoints.
; CHECK-LABEL: define {{.*}} @before_first_safepoint(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @before_first_safepoint() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load i64, ptr addrspace(10) %a
  %y = add i64 %x, 1
  store i64 %y, ptr addrspace(10) %a
  call void @poll()
  call void @poll()
  call void @use(ptr addrspace(10) %a)
  ret void
}

; A safepoint above serves all that it dominates.
; CHECK-LABEL: define {{.*}} @stored_above_a_branch(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: left:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @stored_above_a_branch(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @poll()
  br i1 %c, label %left, label %right
left:
  call void @use(ptr addrspace(10) %a)
  ret void
right:
  call void @use(ptr addrspace(10) %a)
  ret void
}

; The path without a safepoint pays nothing, not even for the frame.
; CHECK-LABEL: define {{.*}} @only_on_the_path_that_needs_it(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK: slow:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: join:
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK: ret i64 %x
define i64 @only_on_the_path_that_needs_it(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %slow, label %join
slow:
  call void @poll()
  br label %join
join:
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; Two ways out of three need it: each stores for itself, for a store above them would run for the third as well.
; CHECK-LABEL: define {{.*}} @once_on_each_path(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: neither:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @once_on_each_path(i32 %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  switch i32 %k, label %neither [ i32 0, label %left
                                  i32 1, label %right ]
left:
  call void @poll()
  call void @use(ptr addrspace(10) %a)
  ret void
right:
  call void @use(ptr addrspace(10) %a)
  ret void
neither:
  ret void
}

; The failure meant: storing %a once more after the join, though it is in its slot whichever way one comes.  (A third arm keeps the two stores from
; being gathered into one.)
; CHECK-LABEL: define {{.*}} @not_again_after_a_join(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: right:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: join:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @not_again_after_a_join(i32 %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  switch i32 %k, label %neither [ i32 0, label %left
                                  i32 1, label %right ]
left:
  call void @poll()
  br label %join
right:
  call void @poll()
  br label %join
join:
  call void @use(ptr addrspace(10) %a)
  ret void
neither:
  ret void
}

; The failure meant: relying after the join on a store that only one arm makes.  (A third arm keeps the two stores from being gathered into one.)
; CHECK-LABEL: define {{.*}} @again_after_a_join_if_one_arm_did_not(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: join:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @again_after_a_join_if_one_arm_did_not(i32 %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  switch i32 %k, label %neither [ i32 0, label %left
                                  i32 1, label %join
                                  i32 2, label %neither ]
left:
  call void @poll()
  br label %join
join:
  call void @use(ptr addrspace(10) %a)
  ret void
neither:
  ret void
}

; The failure meant: taking the arms' stores for enough, though the right arm keeps %a in another slot or the slot has been given away.
; CHECK-LABEL: define {{.*}} @after_a_join_with_other_tenants(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: right:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
; CHECK: join:
; CHECK-NEXT: %d = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %d, ptr [[SLOT1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %d)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @after_a_join_with_other_tenants(i32 %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  switch i32 %k, label %neither [ i32 0, label %left
                                  i32 1, label %right ]
left:
  call void @use(ptr addrspace(10) %a)
  br label %join
right:
  %b = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
  br label %join
join:
  %d = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %d)
  ret void
neither:
  ret void
}

; One store for all iterations.
; CHECK-LABEL: define {{.*}} @out_of_the_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: loop:
; CHECK: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @out_of_the_loop(i32 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br label %loop
loop:
  %i = phi i32 [ 0, %top ], [ %i1, %loop ]
  call void @poll()
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  call void @use(ptr addrspace(10) %a)
  ret void
}

; The failure meant: storing %a whenever the inner loop is entered.
; CHECK-LABEL: define {{.*}} @out_of_all_loops(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: outer:
; CHECK: inner:
; CHECK: call void @use(ptr addrspace(10) %a)
; CHECK: latch:
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @out_of_all_loops(i32 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br label %outer
outer:
  %i = phi i32 [ 0, %top ], [ %i1, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %inner ]
  call void @use(ptr addrspace(10) %a)
  %j1 = add i32 %j, 1
  %more = icmp slt i32 %j1, %n
  br i1 %more, label %inner, label %latch
latch:
  %i1 = add i32 %i, 1
  %again = icmp slt i32 %i1, %n
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

; Only as far out as the value is defined.
; CHECK-LABEL: define {{.*}} @out_of_the_inner_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: outer:
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: inner:
; CHECK: call void @use(ptr addrspace(10) %a)
; CHECK: latch:
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @out_of_the_inner_loop(i32 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %outer
outer:
  %i = phi i32 [ 0, %top ], [ %i1, %latch ]
  %a = call ptr addrspace(10) @make()
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %inner ]
  call void @use(ptr addrspace(10) %a)
  %j1 = add i32 %j, 1
  %more = icmp slt i32 %j1, %n
  br i1 %more, label %inner, label %latch
latch:
  %i1 = add i32 %i, 1
  %again = icmp slt i32 %i1, %n
  br i1 %again, label %outer, label %exit
exit:
  ret void
}

; What is made in the loop is stored in the loop; what comes from outside is not, and they have different slots.
; CHECK-LABEL: define {{.*}} @inner_value_stays_inside(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: loop:
; CHECK: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @inner_value_stays_inside(i32 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br label %loop
loop:
  %i = phi i32 [ 0, %top ], [ %i1, %loop ]
  %b = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; The loop's own value and, after the loop, another share a slot that the outer value does not touch.
; CHECK-LABEL: define {{.*}} @slot_of_inner_value_is_used_after_the_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: loop:
; CHECK: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK: exit:
; CHECK-NEXT: %d = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %d, ptr [[SLOT1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %d)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @slot_of_inner_value_is_used_after_the_loop(i32 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br label %loop
loop:
  %i = phi i32 [ 0, %top ], [ %i1, %loop ]
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %b)
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  %d = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %d)
  ret void
}

; A value that is dead inside the loop leaves its slot to the loop's values and needs it again for nobody.
; CHECK-LABEL: define {{.*}} @dead_before_the_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: loop:
; CHECK: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @dead_before_the_loop(i32 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %loop
loop:
  %i = phi i32 [ 0, %top ], [ %i1, %loop ]
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %b)
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Two ways into the loop and no place in front of it that both pass and that leads nowhere else: stored inside.
; CHECK-LABEL: define {{.*}} @no_preheader(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK: right:
; CHECK: loop:
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @no_preheader(i1 %c, i32 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  br label %loop
right:
  br label %loop
loop:
  %i = phi i32 [ 0, %left ], [ 1, %right ], [ %i1, %loop ]
  call void @use(ptr addrspace(10) %a)
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; Several safepoints on different paths through the loop, one store before it.
; CHECK-LABEL: define {{.*}} @one_store_for_all_paths_of_the_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: loop:
; CHECK: left:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: right:
; CHECK-NEXT: call void @poll()
; CHECK: latch:
; CHECK: exit:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @one_store_for_all_paths_of_the_loop(i1 %c, i32 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br label %loop
loop:
  %i = phi i32 [ 0, %top ], [ %i1, %latch ]
  br i1 %c, label %left, label %right
left:
  call void @use(ptr addrspace(10) %a)
  br label %latch
right:
  call void @poll()
  br label %latch
latch:
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  call void @use(ptr addrspace(10) %a)
  ret void
}

; A loop with two entries has no place in front of it but where they part.  The failure meant: a root that is missing on one of the two ways in.
; CHECK-LABEL: define {{.*}} @irreducible_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: one:
; CHECK-NEXT: call void @poll()
; CHECK: two:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @irreducible_loop(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %one, label %two
one:
  call void @poll()
  br label %two
two:
  call void @use(ptr addrspace(10) %a)
  br i1 %d, label %one, label %exit
exit:
  ret void
}

; A loop may run for long: what is dead when it begins and would be held on to by a stale slot all the while is let go.
; CHECK-LABEL: define {{.*}} @stale_slot_is_cleared_before_a_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[SLOT0]]
; CHECK: loop:
; CHECK: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @stale_slot_is_cleared_before_a_loop(i64 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  call void @poll()
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
