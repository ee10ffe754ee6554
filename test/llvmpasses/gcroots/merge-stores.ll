; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Several safepoints on different ways need a value in the same slot: one store above them all, at the end of a block that they have in
; common, if that runs no more often than they do together and the slot is free down from there.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use2(ptr addrspace(10), ptr addrspace(10))
declare void @use3(ptr addrspace(10), ptr addrspace(10), ptr addrspace(10))
declare void @poll()
declare void @throw() noreturn
declare void @promised() "gc-leaf-function"
declare i32 @personality(...)

; Each arm would store it.
; CHECK-LABEL: define {{.*}} @two_arms(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK: left:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @two_arms(i1 %c) {
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

; One arm, and what comes after: the other arm leads there.
; CHECK-LABEL: define {{.*}} @one_arm_and_after(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK: left:
; CHECK-NEXT: call void @poll()
; CHECK: join:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @one_arm_and_after(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %join
left:
  call void @poll()
  br label %join
join:
  call void @use(ptr addrspace(10) %a)
  ret void
}

; Four arms of four, and what comes after: once above the switch.
; CHECK-LABEL: define {{.*}} @all_cases(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK: zero:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: one:
; CHECK-NEXT: call void @poll()
; CHECK: two:
; CHECK-NEXT: call void @poll()
; CHECK: other:
; CHECK-NEXT: call void @poll()
; CHECK: join:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @all_cases(i32 %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  switch i32 %k, label %other [ i32 0, label %zero
                                i32 1, label %one
                                i32 2, label %two ]
zero:
  call void @use(ptr addrspace(10) %a)
  br label %join
one:
  call void @poll()
  br label %join
two:
  call void @poll()
  br label %join
other:
  call void @poll()
  br label %join
join:
  call void @use(ptr addrspace(10) %a)
  ret void
}

; Two of three ways out: above them it would run more often than they do together.
; CHECK-LABEL: define {{.*}} @two_of_three(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: neither:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @two_of_three(i32 %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  switch i32 %k, label %neither [ i32 0, label %left
                                  i32 1, label %right ]
left:
  call void @use(ptr addrspace(10) %a)
  ret void
right:
  call void @use(ptr addrspace(10) %a)
  ret void
neither:
  ret void
}

; The way out that needs no root is hardly ever taken: as good as none.
; CHECK-LABEL: define {{.*}} @third_way_is_cold(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK: left:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: bad:
; CHECK-NEXT: call void @throw()
; CHECK-NEXT: unreachable
define void @third_way_is_cold(i32 %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  switch i32 %k, label %bad [ i32 0, label %left
                              i32 1, label %right ]
left:
  call void @use(ptr addrspace(10) %a)
  ret void
right:
  call void @use(ptr addrspace(10) %a)
  ret void
bad:
  call void @throw()
  unreachable
}

; The other way round: two ways that throw need it, the one that goes on does not.  The failure meant: a store on the way that
; is taken.
; CHECK-LABEL: define {{.*}} @ways_that_need_it_are_cold(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) null)
; CHECK: low:
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: unreachable
; CHECK: high:
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @ways_that_need_it_are_cold(i32 %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) null)
  %b = load ptr addrspace(10), ptr addrspace(10) %a
  switch i32 %k, label %good [ i32 0, label %low
                               i32 1, label %high ]
low:
  call void @use(ptr addrspace(10) %b)
  unreachable
high:
  call void @poll()
  call void @use(ptr addrspace(10) %b)
  unreachable
good:
  %x = load i64, ptr addrspace(10) %b
  ret i64 %x
}

; In the block where they meet, not further up, where the value is made: that runs twice as often.
; CHECK-LABEL: define {{.*}} @nearest_common_block(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) null)
; CHECK: fork:
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S0]]
; CHECK: left:
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK: right:
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @nearest_common_block(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) null)
  %b = load ptr addrspace(10), ptr addrspace(10) %a
  br i1 %c, label %fork, label %exit
fork:
  br i1 %d, label %left, label %right
left:
  call void @use(ptr addrspace(10) %b)
  br label %exit
right:
  call void @use(ptr addrspace(10) %b)
  br label %exit
exit:
  ret void
}

; The block that they have in common is in a loop, they are behind it.  The failure meant: a store in each round.
; CHECK-LABEL: define {{.*}} @not_into_a_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %o = call ptr addrspace(10) @make()
; CHECK: loop:
; CHECK: next:
; CHECK: left:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @not_into_a_loop(i1 %c, i64 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %next ]
  %p = phi ptr addrspace(10) [ %o, %top ], [ %a, %next ]
  %a = load ptr addrspace(10), ptr addrspace(10) %p
  %x = load i64, ptr addrspace(10) %a
  %found = icmp eq i64 %x, %n
  br i1 %found, label %left, label %next
next:
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %right
left:
  call void @use(ptr addrspace(10) %a)
  ret void
right:
  call void @poll()
  call void @use(ptr addrspace(10) %a)
  ret void
}

; Both in a loop with the block they have in common: there, in each round, once.
; CHECK-LABEL: define {{.*}} @within_a_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: loop:
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK: left:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: right:
; CHECK-NEXT: call void @poll()
; CHECK: latch:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @within_a_loop(i1 %c, i64 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %latch ]
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  call void @use(ptr addrspace(10) %a)
  br label %latch
right:
  call void @poll()
  br label %latch
latch:
  call void @use(ptr addrspace(10) %a)
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A loop on each arm: first out of the loops, then above both.
; CHECK-LABEL: define {{.*}} @two_loops(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK: left:
; CHECK: first:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: right:
; CHECK: second:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @two_loops(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  br label %first
first:
  call void @use(ptr addrspace(10) %a)
  br i1 %d, label %first, label %exit
right:
  br label %second
second:
  call void @use(ptr addrspace(10) %a)
  br i1 %d, label %second, label %exit
exit:
  ret void
}

; %a can be had from %o as long as that is rooted; then it takes its slot.  The failure meant: %a is stored at the end of `top` and lost
; again, or takes the place of %o, which %o still needs.
; CHECK-LABEL: define {{.*}} @slot_is_taken_at_the_fork(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %o = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %o, ptr [[S0]]
; CHECK-NEXT: call void @poll()
; CHECK: left:
; CHECK-NEXT: call void @use(ptr addrspace(10) %o)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: call void @use2(ptr addrspace(10) %o, ptr addrspace(10) %a)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @slot_is_taken_at_the_fork(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %a = load ptr addrspace(10), ptr addrspace(10) %o, !invariant.load !0
  call void @poll()
  br i1 %c, label %left, label %right
left:
  call void @use(ptr addrspace(10) %o)
  call void @use(ptr addrspace(10) %a)
  ret void
right:
  call void @use2(ptr addrspace(10) %o, ptr addrspace(10) %a)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; At the fork the slot is free, but %x has it on the way.  The failure meant: %a is overwritten before it is needed.
; CHECK-LABEL: define {{.*}} @slot_is_taken_on_the_way(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[S1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %p = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %p, ptr [[S0]]
; CHECK-NEXT: %o = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %o, ptr [[S1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %p, ptr addrspace(10) %o)
; CHECK: left:
; CHECK-NEXT: %x = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %x, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: call void @use(ptr addrspace(10) %o)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: call void @use(ptr addrspace(10) %o)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @slot_is_taken_on_the_way(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %p = call ptr addrspace(10) @make()
  %o = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %p, ptr addrspace(10) %o)
  %a = load ptr addrspace(10), ptr addrspace(10) %o, !invariant.load !0
  br i1 %c, label %left, label %right
left:
  %x = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %x)
  call void @use(ptr addrspace(10) %o)
  call void @use(ptr addrspace(10) %a)
  ret void
right:
  call void @use(ptr addrspace(10) %o)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; The same with %x in a block of its own in between.
; CHECK-LABEL: define {{.*}} @slot_is_taken_in_a_block_between(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[S1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %p = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %p, ptr [[S0]]
; CHECK-NEXT: %o = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %o, ptr [[S1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %p, ptr addrspace(10) %o)
; CHECK: left:
; CHECK: between:
; CHECK-NEXT: %x = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %x, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK: end:
; CHECK-NEXT: call void @use(ptr addrspace(10) %o)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: call void @use(ptr addrspace(10) %o)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @slot_is_taken_in_a_block_between(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %p = call ptr addrspace(10) @make()
  %o = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %p, ptr addrspace(10) %o)
  %a = load ptr addrspace(10), ptr addrspace(10) %o, !invariant.load !0
  br i1 %c, label %left, label %right
left:
  br i1 %d, label %between, label %end
between:
  %x = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %x)
  br label %end
end:
  call void @use(ptr addrspace(10) %o)
  call void @use(ptr addrspace(10) %a)
  ret void
right:
  call void @use(ptr addrspace(10) %o)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; Several values, each with a slot of its own: all of them.
; CHECK-LABEL: define {{.*}} @several_slots(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 3)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[S1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK-NEXT: [[S2:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 3)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S1]]
; CHECK-NEXT: store ptr addrspace(10) %d, ptr [[S2]]
; CHECK: left:
; CHECK-NEXT: call void @use3(ptr addrspace(10) %a, ptr addrspace(10) %b, ptr addrspace(10) %d)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: call void @use3(ptr addrspace(10) %d, ptr addrspace(10) %b, ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @several_slots(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = load ptr addrspace(10), ptr addrspace(10) %a
  %d = load ptr addrspace(10), ptr addrspace(10) %b
  br i1 %c, label %left, label %right
left:
  call void @use3(ptr addrspace(10) %a, ptr addrspace(10) %b, ptr addrspace(10) %d)
  ret void
right:
  call void @use3(ptr addrspace(10) %d, ptr addrspace(10) %b, ptr addrspace(10) %a)
  ret void
}

; Alone, %b has the first slot, beside %a the second: another one on each way, so nothing is to be gathered.
; CHECK-LABEL: define {{.*}} @another_slot_on_each_way(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[S1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @another_slot_on_each_way(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
  ret void
right:
  call void @use(ptr addrspace(10) %b)
  ret void
}

; It comes out of an invoke.  The failure meant: a store in front of the invoke, where there is nothing to store yet.
; CHECK-LABEL: define {{.*}} @made_by_an_invoke(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: %a = invoke ptr addrspace(10) @make()
; CHECK: fork:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK: left:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: pad:
define void @made_by_an_invoke(i1 %c) personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = invoke ptr addrspace(10) @make() to label %fork unwind label %pad
fork:
  br i1 %c, label %left, label %right
left:
  call void @use(ptr addrspace(10) %a)
  ret void
right:
  call void @use(ptr addrspace(10) %a)
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; A callbr gives its value on all ways out.  Above them there is only the callbr itself, and nothing can be stored behind that.
; CHECK-LABEL: define {{.*}} @made_by_a_callbr(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = callbr ptr addrspace(10) asm sideeffect "", "=r,!i"()
; CHECK: on:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: off:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @made_by_a_callbr() {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = callbr ptr addrspace(10) asm sideeffect "", "=r,!i"() to label %on [label %off]
on:
  call void @use(ptr addrspace(10) %a)
  ret void
off:
  call void @use(ptr addrspace(10) %a)
  ret void
}

; The common block ends in an invoke that is no safepoint: a store in front of it is good for both.
; CHECK-LABEL: define {{.*}} @above_an_invoke(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %o = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: invoke void @promised()
; CHECK: next:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: pad:
; CHECK: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @above_an_invoke() personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %a = load ptr addrspace(10), ptr addrspace(10) %o
  invoke void @promised() to label %next unwind label %pad
next:
  call void @use(ptr addrspace(10) %a)
  ret void
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @use(ptr addrspace(10) %a)
  ret void
}

!0 = !{}
