; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Preserve regions that control leaves in ways that were not foreseen (see gcroots/preserve.ll for the rest).  A region runs from its begin
; along every path until an end of it, as far as what the begin dominates.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use_raw(ptr)
declare void @poll()
declare i1 @asked()
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)

; A `goto` leaves the region: on its path there is no end, so the region goes on, behind the other path's end it does not.
; CHECK-LABEL: define {{.*}} @left_by_goto(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: rest:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: out:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @left_by_goto(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  call void @poll()
  br i1 %c, label %out, label %rest
rest:
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @poll()
  ret void
out:
  call void @poll()
  ret void
}

; The same, and the ways meet again: one of them is still in the region there, so all of it is.  Dominance says so, too.
; CHECK-LABEL: define {{.*}} @goto_meets_the_end(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: rest:
; CHECK-NEXT: call void @poll()
; CHECK: out:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @goto_meets_the_end(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  call void @poll()
  br i1 %c, label %out, label %rest
rest:
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @poll()
  br label %out
out:
  call void @poll()
  ret void
}

; Each way has an end of its own.  By dominance neither end is over all that follows, and the object would be kept for good.
; CHECK-LABEL: define {{.*}} @goto_with_an_end_of_its_own(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK: jump:
; CHECK: rest:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: out:
; CHECK-NEXT: call void @poll()
; CHECK: more:
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @goto_with_an_end_of_its_own(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  br i1 %c, label %jump, label %rest
jump:
  call void @llvm.julia.gc_preserve_end(token %t)
  br label %out
rest:
  call void @poll()
  call void @llvm.julia.gc_preserve_end(token %t)
  br label %out
out:
  call void @poll()
  br i1 %d, label %more, label %exit
more:
  call void @poll()
  br label %exit
exit:
  ret void
}

; `break` out of the region and of the loop around it: the object is kept behind the loop, as nothing says that the region is over.
; CHECK-LABEL: define {{.*}} @left_by_break(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: loop:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %stop = call i1 @asked()
; CHECK: next:
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @left_by_break() {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  %stop = call i1 @asked()
  br i1 %stop, label %exit, label %next
next:
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @poll()
  br label %loop
exit:
  call void @poll()
  ret void
}

; `continue` out of the region: the next round begins without it.  The failure meant: rooting what this round has not made yet.
; CHECK-LABEL: define {{.*}} @left_by_continue(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: loop:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %skip = call i1 @asked()
; CHECK: next:
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @left_by_continue(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  call void @poll()
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  %skip = call i1 @asked()
  br i1 %skip, label %loop, label %next
next:
  call void @llvm.julia.gc_preserve_end(token %t)
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; Begun anew in each round and ended behind the loop: the object is older, and one store in front serves all rounds.
; CHECK-LABEL: define {{.*}} @begun_in_a_loop_ended_behind(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK: loop:
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @begun_in_a_loop_ended_behind(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br label %loop
loop:
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  call void @poll()
  br i1 %c, label %loop, label %exit
exit:
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @poll()
  ret void
}

; Begun again before it has ended, with another object each time: the one of this round is kept.
; CHECK-LABEL: define {{.*}} @begun_again(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: loop:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @begun_again(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  call void @poll()
  br i1 %c, label %loop, label %exit
exit:
  call void @poll()
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}

; An end in a loop is passed many times: as long as one may still come, the object is kept.
; CHECK-LABEL: define {{.*}} @ended_in_a_loop(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: loop:
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @ended_in_a_loop(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  call void @poll()
  br label %loop
loop:
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @poll()
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; A label inside the region that a jump from outside reaches: behind it nothing is preserved, the begin not being certain to have run.
; CHECK-LABEL: define {{.*}} @entered_by_goto(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK: begin:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: inside:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @entered_by_goto(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %begin, label %inside
begin:
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  call void @poll()
  br label %inside
inside:
  call void @poll()
  ret void
}

; Several objects in one region, one of them dead on a path that the other needs: both are kept to the end.
; CHECK-LABEL: define {{.*}} @several_objects(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: join:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @several_objects(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a, ptr addrspace(10) %b)
  br i1 %c, label %left, label %join
left:
  call void @poll()
  br label %join
join:
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}

; A region that is never left: forever is until the function returns.
; CHECK-LABEL: define {{.*}} @around_an_endless_loop(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK: loop:
; CHECK-NEXT: call void @poll()
define void @around_an_endless_loop() {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  br label %loop
loop:
  call void @poll()
  br label %loop
}
