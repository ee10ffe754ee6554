; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs' --implicit-check-not='store ptr addrspace(10) null'
;
; Words of the frame over time: cleared before a loop that may collect, if nothing in it needs them; and shared by stack variables and values
; that are in use in different blocks.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use2(ptr addrspace(10), ptr addrspace(10))
declare void @look_at(ptr nocapture readonly)
declare void @keep(ptr)
declare void @poll()
declare i32 @setjmp(ptr) returns_twice
declare void @llvm.lifetime.start.p0(i64, ptr nocapture)
declare void @llvm.lifetime.end.p0(i64, ptr nocapture)

; In front of the outer loop, once.
; CHECK-LABEL: define {{.*}} @before_the_outer_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[S0]]
; CHECK: outer:
; CHECK: inner:
; CHECK-NEXT: call void @poll()
; CHECK: latch:
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @before_the_outer_loop(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %outer
outer:
  br label %inner
inner:
  call void @poll()
  br i1 %c, label %inner, label %latch
latch:
  br i1 %c, label %outer, label %exit
exit:
  ret void
}

; Nobody looks while it runs.
; CHECK-LABEL: define {{.*}} @loop_without_safepoint(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: loop:
; CHECK: exit:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @loop_without_safepoint(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %loop
loop:
  br i1 %c, label %loop, label %exit
exit:
  call void @poll()
  ret void
}

; %b lives through the loop and %a does not.  The failure meant: %b's word is cleared.
; CHECK-LABEL: define {{.*}} @only_the_dead_one(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[S1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[S0]]
; CHECK: loop:
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @only_the_dead_one(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
  br label %loop
loop:
  call void @poll()
  br i1 %c, label %loop, label %exit
exit:
  call void @use(ptr addrspace(10) %b)
  ret void
}

; All that are dead.
; CHECK-LABEL: define {{.*}} @two_dead_ones(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[S1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[S0]]
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[S1]]
; CHECK: loop:
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @two_dead_ones(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
  br label %loop
loop:
  call void @poll()
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; What the loop makes goes into the same word: nothing stays there for long.
; CHECK-LABEL: define {{.*}} @word_used_in_the_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: loop:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @word_used_in_the_loop(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %loop
loop:
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %b)
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; Clean before the second loop, dirty again before the third.
; CHECK-LABEL: define {{.*}} @three_loops(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[S0]]
; CHECK: first:
; CHECK-NEXT: call void @poll()
; CHECK: between:
; CHECK: second:
; CHECK-NEXT: call void @poll()
; CHECK: again:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[S0]]
; CHECK: third:
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @three_loops(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %first
first:
  call void @poll()
  br i1 %c, label %first, label %between
between:
  br label %second
second:
  call void @poll()
  br i1 %c, label %second, label %again
again:
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %b)
  br label %third
third:
  call void @poll()
  br i1 %c, label %third, label %exit
exit:
  ret void
}

; No block leads to the loop alone: left as it is.
; CHECK-LABEL: define {{.*}} @no_preheader(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: loop:
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @no_preheader(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br i1 %d, label %loop, label %exit
loop:
  call void @poll()
  br i1 %c, label %loop, label %exit
exit:
  ret void
}



; A stack variable that is done with before the loop.
; CHECK-LABEL: define {{.*}} @variable_before_a_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[S0_gcslot:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[S1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @look_at(ptr [[S0]])
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[S0_gcslot]]
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[S1]]
; CHECK: loop:
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @variable_before_a_loop(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)]
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @look_at(ptr %v)
  br label %loop
loop:
  call void @poll()
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; It is looked at behind the loop.
; CHECK-LABEL: define {{.*}} @variable_over_a_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK: loop:
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @look_at(ptr [[S0]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @variable_over_a_loop(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  br label %loop
loop:
  call void @poll()
  br i1 %c, label %loop, label %exit
exit:
  call void @look_at(ptr %v)
  ret void
}

; Its address has got away: somebody may look at any time.
; CHECK-LABEL: define {{.*}} @variable_kept_by_others(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @keep(ptr [[S0]])
; CHECK: loop:
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @variable_kept_by_others(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @keep(ptr %v)
  br label %loop
loop:
  call void @poll()
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; A variable on one arm, values on the other: the same words.
; CHECK-LABEL: define {{.*}} @variable_and_values(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[S0_gcslot:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[S1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: left:
; CHECK-NEXT: store [2 x ptr addrspace(10)] zeroinitializer, ptr [[S0]]
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @look_at(ptr [[S0]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S0_gcslot]]
; CHECK-NEXT: %d = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %d, ptr [[S1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %b, ptr addrspace(10) %d)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @variable_and_values(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)]
  br i1 %c, label %left, label %right
left:
  store [2 x ptr addrspace(10)] zeroinitializer, ptr %v
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @look_at(ptr %v)
  ret void
right:
  %b = call ptr addrspace(10) @make()
  %d = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %b, ptr addrspace(10) %d)
  ret void
}

; %b is needed while the variable is in use, in another word.  The failure meant: one takes the other's place.
; CHECK-LABEL: define {{.*}} @value_beside_a_variable(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[S1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S0]]
; CHECK: left:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S1]]
; CHECK-NEXT: call void @look_at(ptr [[S1]])
; CHECK: right:
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @value_beside_a_variable(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %b = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @look_at(ptr %v)
  br label %right
right:
  call void @use(ptr addrspace(10) %b)
  ret void
}

; A large one and two small ones that are in use together: three words and not four.
; CHECK-LABEL: define {{.*}} @two_in_the_place_of_one(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 3)
; CHECK-NEXT: [[S1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[S0_v1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 3)
; CHECK: left:
; CHECK-NEXT: store [3 x ptr addrspace(10)] zeroinitializer, ptr [[S0_v1]]
; CHECK-NEXT: call void @look_at(ptr [[S0_v1]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S1]]
; CHECK-NEXT: call void @look_at(ptr [[S0]])
; CHECK-NEXT: call void @look_at(ptr [[S1]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @two_in_the_place_of_one(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [3 x ptr addrspace(10)]
  %w = alloca ptr addrspace(10)
  %x = alloca ptr addrspace(10)
  br i1 %c, label %left, label %right
left:
  store [3 x ptr addrspace(10)] zeroinitializer, ptr %v
  call void @look_at(ptr %v)
  ret void
right:
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %w
  store ptr addrspace(10) %a, ptr %x
  call void @look_at(ptr %w)
  call void @look_at(ptr %x)
  ret void
}

; What goes into shared words must not be told apart by type any more.
; CHECK-LABEL: define {{.*}} @without_tbaa(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[S0_v1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0_v1]], align 8{{$}}
; CHECK-NEXT: call void @look_at(ptr [[S0_v1]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]], align 8{{$}}
; CHECK-NEXT: call void @look_at(ptr [[S0]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @without_tbaa(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %w = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  store ptr addrspace(10) %a, ptr %v, !tbaa !1
  call void @look_at(ptr %v)
  ret void
right:
  store ptr addrspace(10) %a, ptr %w, !tbaa !2
  call void @look_at(ptr %w)
  ret void
}

; With a call that returns twice a block may be run once more when it seemed to be over: words of their own.
; CHECK-LABEL: define {{.*}} @not_with_returns_twice(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[S1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %s = call i32 @setjmp(ptr %buffer)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @look_at(ptr [[S0]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S1]]
; CHECK-NEXT: call void @look_at(ptr [[S1]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @not_with_returns_twice(ptr %buffer) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %w = alloca ptr addrspace(10)
  %s = call i32 @setjmp(ptr %buffer) returns_twice
  %c = icmp eq i32 %s, 0
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  store ptr addrspace(10) %a, ptr %v
  call void @look_at(ptr %v)
  ret void
right:
  store ptr addrspace(10) %a, ptr %w
  call void @look_at(ptr %w)
  ret void
}

; Nor if the address of one has got away.
; CHECK-LABEL: define {{.*}} @not_if_it_is_kept(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 3)
; CHECK-NEXT: [[S2:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 2)
; CHECK-NEXT: [[S1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 3)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S1]]
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @keep(ptr [[S1]])
; CHECK: right:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S2]]
; CHECK-NEXT: call void @look_at(ptr [[S2]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @not_if_it_is_kept(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %w = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  store ptr addrspace(10) %a, ptr %v
  call void @keep(ptr %v)
  br label %right
right:
  store ptr addrspace(10) %a, ptr %w
  call void @look_at(ptr %w)
  ret void
}

!0 = !{!"root"}
!1 = !{!3, !3, i64 0}
!2 = !{!4, !4, i64 0}
!3 = !{!"one", !0}
!4 = !{!"two", !0}
