; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' \
; RUN:   --implicit-check-not='call void @julia.push' --implicit-check-not='call void @julia.pop' --implicit-check-not=', ptr %gcs'
; RUN: %lateroot opt --passes=LateLowerGCFrame,FinalLowerGC --check -S %s | FileCheck %s --check-prefix=FINAL
;
; Where the frame is pushed: where only a part of the function needs roots, there; and where that part never returns, nothing is
; popped.  In its block it is pushed behind the safepoints that do not need it.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use2(ptr addrspace(10), ptr addrspace(10))
declare void @poll()
declare void @throw(ptr addrspace(10)) noreturn
declare void @throw_promised(ptr addrspace(10)) noreturn "gc-leaf-function"
declare void @may_throw()
declare i32 @setjmp(ptr) returns_twice
declare i32 @personality(...)

; A check that fails in one place.
; FINAL-LABEL: define {{.*}} @one_cold_block(
; FINAL: %gcframe = alloca ptr addrspace(10), i32 3, align 16
; FINAL-NOT: store
; FINAL: bad:
; FINAL-NEXT: %e = call ptr addrspace(10) @make()
; FINAL-NEXT: store i64 4, ptr %gcframe
; FINAL-NEXT: [[PREV:%.+]] = load ptr, ptr %pgcstack
; FINAL: store ptr [[PREV]], ptr
; FINAL-NEXT: store ptr %gcframe, ptr %pgcstack
; FINAL-NEXT: store ptr addrspace(10) %e
; FINAL-NEXT: call void @throw(ptr addrspace(10) %e)
; FINAL-NEXT: unreachable
; FINAL: good:
; FINAL-NEXT: ret i64 %i
; CHECK-LABEL: define {{.*}} @one_cold_block(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: bad:
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %e)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: ret i64 %i
define i64 @one_cold_block(i64 %i, i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %bad, label %good
bad:
  %e = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %e)
  unreachable
good:
  ret i64 %i
}

; Two checks, one after the other, with a safepoint between that needs no root; a third that needs none either.
; CHECK-LABEL: define {{.*}} @two_cold_blocks(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[S1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: next:
; CHECK-NEXT: call void @poll()
; CHECK: more:
; CHECK: low:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %a)
; CHECK-NEXT: unreachable
; CHECK: high:
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: store ptr addrspace(10) %x, ptr [[S0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %x, ptr addrspace(10) %b)
; CHECK-NEXT: unreachable
; CHECK: null:
; CHECK-NEXT: call void @throw(ptr addrspace(10) null)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: ret i64 %i
define i64 @two_cold_blocks(ptr addrspace(10) %arg, i64 %i, i1 %c, i1 %d, i1 %e) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %low, label %next
next:
  call void @poll()
  br i1 %d, label %high, label %more
more:
  br i1 %e, label %null, label %good
low:
  %a = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %a)
  unreachable
high:
  %x = load ptr addrspace(10), ptr addrspace(10) %arg
  %b = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %x, ptr addrspace(10) %b)
  unreachable
null:
  call void @throw(ptr addrspace(10) null)
  unreachable
good:
  ret i64 %i
}

; One cold block after the other: only the second needs it, and pushes it by itself.
; CHECK-LABEL: define {{.*}} @cold_behind_cold(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: br i1 %c, label %bad, label %good
; CHECK: bad:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: br i1 %d, label %worse, label %worst
; CHECK: worse:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %a)
; CHECK-NEXT: unreachable
; CHECK: worst:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %b)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: ret i64 %i
define i64 @cold_behind_cold(i64 %i, i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %bad, label %good
bad:
  call void @poll()
  br i1 %d, label %worse, label %worst
worse:
  %a = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %a)
  unreachable
worst:
  %b = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %b)
  unreachable
good:
  ret i64 %i
}

; Two cold blocks lead to a third, which is entered only so: each of the ways has pushed or not.  What comes from the one that has not
; pushes on its way.  The failure meant: pushed twice, which makes a cycle of the task's frames.
; CHECK-LABEL: define {{.*}} @cold_behind_two_cold(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: br i1 %c, label %low, label %next
; CHECK: next:
; CHECK-NEXT: br i1 %d, label %high, label %good
; CHECK: low:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: br label %bad
; CHECK: high:
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: br label %bad
; CHECK: bad:
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %e)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: ret i64 %i
define i64 @cold_behind_two_cold(i64 %i, i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %low, label %next
next:
  br i1 %d, label %high, label %good
low:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %bad
high:
  br label %bad
bad:
  %e = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %e)
  unreachable
good:
  ret i64 %i
}

; Entered from a block that has pushed, and from a warm one: pushed on the edge, whose phi inputs come from there now.
; CHECK-LABEL: define {{.*}} @cold_behind_cold_and_warm(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: br i1 %c, label %low, label %next
; CHECK: next:
; CHECK-NEXT: br i1 %d, label %gcpush, label %good
; CHECK: low:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: br label %bad
; CHECK: gcpush:
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: br label %bad
; CHECK: bad:
; CHECK-NEXT: %p = phi i64 [ 0, %gcpush ], [ 1, %low ]
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %e)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: ret i64 %i
define i64 @cold_behind_cold_and_warm(i64 %i, i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %low, label %next
next:
  br i1 %d, label %bad, label %good
low:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %bad
bad:
  %p = phi i64 [ 0, %next ], [ 1, %low ]
  %e = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %e)
  unreachable
good:
  ret i64 %i
}

; Several checks that share one end: pushed there, behind the phi.
; CHECK-LABEL: define {{.*}} @shared_cold_end(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: next:
; CHECK: bad:
; CHECK: %e = call ptr addrspace(10) @make()
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %e, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %e)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: ret i64 %i
define i64 @shared_cold_end(i64 %i, i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %bad, label %next
next:
  br i1 %d, label %bad, label %good
bad:
  %p = phi i64 [ 0, %top ], [ 1, %next ]
  %e = call ptr addrspace(10) @make()
  store i64 %p, ptr addrspace(10) %e
  call void @throw(ptr addrspace(10) %e)
  unreachable
good:
  ret i64 %i
}

; A diamond of cold blocks: at its top.
; CHECK-LABEL: define {{.*}} @cold_diamond(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: bad:
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %e, ptr [[S0]]
; CHECK: left:
; CHECK-NEXT: call void @use(ptr addrspace(10) %e)
; CHECK: right:
; CHECK-NEXT: call void @poll()
; CHECK: end:
; CHECK-NEXT: call void @throw(ptr addrspace(10) %e)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: ret i64 %i
define i64 @cold_diamond(i64 %i, i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %bad, label %good
bad:
  %e = load ptr addrspace(10), ptr @cell
  br i1 %d, label %left, label %right
left:
  call void @use(ptr addrspace(10) %e)
  br label %end
right:
  call void @poll()
  br label %end
end:
  call void @throw(ptr addrspace(10) %e)
  unreachable
good:
  ret i64 %i
}
@cell = external global ptr addrspace(10)

; A loop before the throw: in front of it, and not again in each round.
; CHECK-LABEL: define {{.*}} @cold_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: br i1 %c, label %bad, label %good
; CHECK: bad:
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: br i1 %d, label %loop, label %end
; CHECK: end:
; CHECK-NEXT: call void @throw(ptr addrspace(10) null)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: ret i64 %i
define i64 @cold_loop(i64 %i, i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %bad, label %good
bad:
  br label %loop
loop:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br i1 %d, label %loop, label %end
end:
  call void @throw(ptr addrspace(10) null)
  unreachable
good:
  ret i64 %i
}

; Checks in a hot loop: pushed on the way out of it, so that the rounds pay nothing.
; CHECK-LABEL: define {{.*}} @check_in_a_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: loop:
; CHECK: next:
; CHECK: bad:
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %e)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: ret i64 %i1
define i64 @check_in_a_loop(i64 %n, i64 %limit) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %next ]
  %c = icmp uge i64 %i, %limit
  br i1 %c, label %bad, label %next
next:
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %good
bad:
  %e = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %e)
  unreachable
good:
  ret i64 %i1
}

; A value from above lives on into the cold blocks only: stored there, each on its way.
; CHECK-LABEL: define {{.*}} @value_from_above(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[S1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK: next:
; CHECK: low:
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %a)
; CHECK-NEXT: unreachable
; CHECK: high:
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[S1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %e)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK: ret i64 %x
define i64 @value_from_above(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %low, label %next
next:
  br i1 %d, label %high, label %good
low:
  call void @throw(ptr addrspace(10) %a)
  unreachable
high:
  %e = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %e)
  unreachable
good:
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; What is thrown is live at the throw; but a throw that promises not to collect needs nothing at all.
; CHECK-LABEL: define {{.*}} @no_safepoint_in_the_cold_block(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %i
define i64 @no_safepoint_in_the_cold_block(i64 %i, i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %bad, label %good
bad:
  %e = call ptr addrspace(10) @make()
  call void @throw_promised(ptr addrspace(10) %e)
  unreachable
good:
  ret i64 %i
}

; A safepoint that all ways pass needs a root as well: at the top and popped, once for all; nothing more in the cold block.
; CHECK-LABEL: define {{.*}} @hot_safepoint(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: bad:
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %e)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 0
define i64 @hot_safepoint(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br i1 %c, label %bad, label %good
bad:
  %e = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %e)
  unreachable
good:
  ret i64 0
}

; One arm needs it and returns, and a cold block apart from it: each its own.
; CHECK-LABEL: define {{.*}} @arm_and_cold_block(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: next:
; CHECK: slow:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK: fast:
; CHECK-NEXT: ret i64 %i
; CHECK: bad:
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %e)
; CHECK-NEXT: unreachable
define i64 @arm_and_cold_block(i64 %i, i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %bad, label %next
next:
  br i1 %d, label %slow, label %fast
slow:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %fast
fast:
  ret i64 %i
bad:
  %e = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %e)
  unreachable
}

; A cold block within the arm: the arm has pushed already.
; CHECK-LABEL: define {{.*}} @cold_block_in_the_arm(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[S1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: slow:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: done:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK: fast:
; CHECK-NEXT: ret i64 %i
; CHECK: bad:
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[S1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %e)
; CHECK-NEXT: unreachable
define i64 @cold_block_in_the_arm(i64 %i, i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %slow, label %fast
slow:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br i1 %d, label %bad, label %done
done:
  call void @use(ptr addrspace(10) %a)
  br label %fast
fast:
  ret i64 %i
bad:
  %e = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %e)
  unreachable
}

; A cold block that the arm and another way lead to: pushed on the way on which it is not yet there, and popped on the edge to where it is not needed.
; CHECK-LABEL: define {{.*}} @cold_block_behind_the_arm(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: br i1 %c, label %slow, label %fast
; CHECK: slow:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: br i1 %d, label %bad, label %gcpop
; CHECK: fast:
; CHECK-NEXT: br i1 %d, label %gcpush, label %done
; CHECK: gcpop:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: br label %done
; CHECK: done:
; CHECK-NEXT: ret i64 %i
; CHECK: gcpush:
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: br label %bad
; CHECK: bad:
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %e)
; CHECK-NEXT: unreachable
define i64 @cold_block_behind_the_arm(i64 %i, i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %slow, label %fast
slow:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br i1 %d, label %bad, label %done
fast:
  br i1 %d, label %bad, label %done
done:
  ret i64 %i
bad:
  %e = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %e)
  unreachable
}

; An arm with a loop: pushed in front of the loop, popped behind it.
; CHECK-LABEL: define {{.*}} @loop_in_an_arm(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: slow:
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: loop:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: behind:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK: fast:
; CHECK-NEXT: ret i64 %i
define i64 @loop_in_an_arm(i64 %i, i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %slow, label %fast
slow:
  br label %loop
loop:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br i1 %d, label %loop, label %behind
behind:
  br label %fast
fast:
  ret i64 %i
}

; An arm in a loop would push and pop in each round: from the top.
; CHECK-LABEL: define {{.*}} @arm_in_a_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: loop:
; CHECK: slow:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: next:
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %i
define i64 @arm_in_a_loop(i64 %i, i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  br i1 %c, label %slow, label %next
slow:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %next
next:
  br i1 %d, label %loop, label %exit
exit:
  ret i64 %i
}

; The whole loop is on one arm: in front of the loop, not in the rounds.
; CHECK-LABEL: define {{.*}} @loop_without_a_preheader(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: loop:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %i
define i64 @loop_without_a_preheader(i64 %i, i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %loop, label %exit
loop:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br i1 %d, label %loop, label %exit
exit:
  ret i64 %i
}

; A block that leads both on within and out: popped on the edge that leads out.
; CHECK-LABEL: define {{.*}} @no_place_to_pop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: br i1 %c, label %slow, label %out
; CHECK: slow:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: br i1 %d, label %more, label %gcpop
; CHECK: more:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: br label %out
; CHECK: gcpop:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: br label %out
; CHECK: out:
; CHECK-NEXT: ret i64 %i
define i64 @no_place_to_pop(i64 %i, i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %slow, label %out
slow:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br i1 %d, label %more, label %out
more:
  call void @use(ptr addrspace(10) %a)
  br label %out
out:
  ret i64 %i
}

; It ends in a tail call, which runs in the caller's place.
; CHECK-LABEL: define {{.*}} @popped_before_a_tail_call(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: slow:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: musttail call void @popped_before_a_tail_call(i1 false)
; CHECK-NEXT: ret void
; CHECK: fast:
; CHECK-NEXT: ret void
define void @popped_before_a_tail_call(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %slow, label %fast
slow:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  musttail call void @popped_before_a_tail_call(i1 false)
  ret void
fast:
  ret void
}

; Stack variables are memory of the program: it is there before the first access.
; CHECK-LABEL: define {{.*}} @stack_variable(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[V:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: br i1 %c, label %bad, label %good
; CHECK: bad:
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[V]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: %f = load ptr addrspace(10), ptr [[V]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %f)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: ret i64 %i
define i64 @stack_variable(i64 %i, i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  br i1 %c, label %bad, label %good
bad:
  %e = call ptr addrspace(10) @make()
  store ptr addrspace(10) %e, ptr %v
  call void @poll()
  %f = load ptr addrspace(10), ptr %v
  call void @throw(ptr addrspace(10) %f)
  unreachable
good:
  ret i64 %i
}

; A handler restores the chain of frames to what it was when it was set up.  The failure meant: the frame is pushed afterwards, and behind the second
; return the slots are no roots any more.
; CHECK-LABEL: define {{.*}} @returns_twice(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %s = call i32 @setjmp(ptr %buffer)
; CHECK: bad:
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %e)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %i
define i64 @returns_twice(ptr %buffer, i64 %i) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %s = call i32 @setjmp(ptr %buffer) returns_twice
  %c = icmp eq i32 %s, 0
  br i1 %c, label %good, label %bad
bad:
  %e = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %e)
  unreachable
good:
  ret i64 %i
}

; No way leads to a return: each pushes by itself.
; CHECK-LABEL: define {{.*}} @never_returns(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: br i1 %c, label %left, label %right
; CHECK: left:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %a)
; CHECK-NEXT: unreachable
; CHECK: right:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %b)
; CHECK-NEXT: unreachable
define void @never_returns(i1 %c) noreturn {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %right
left:
  %a = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %a)
  unreachable
right:
  %b = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %b)
  unreachable
}

; Where unwinding comes in, the head of the chain becomes what the function found: those that were unwound have not popped theirs.  The frame
; is pushed behind that.
; CHECK-LABEL: define {{.*}} @landing_pad(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: [[HEAD:%[a-z0-9]+]] = load ptr, ptr %pgcstack
; CHECK-NEXT: invoke void @may_throw()
; CHECK: good:
; CHECK-NEXT: ret i64 %i
; CHECK: pad:
; CHECK-NEXT: %l = landingpad { ptr, i32 }
; CHECK: store ptr [[HEAD]], ptr %pgcstack
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %e)
; CHECK-NEXT: unreachable
define i64 @landing_pad(i64 %i) personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  invoke void @may_throw() to label %good unwind label %pad
good:
  ret i64 %i
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  %e = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %e)
  unreachable
}

; The same in a landing pad that goes on unwinding.
; CHECK-LABEL: define {{.*}} @landing_pad_that_resumes(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: [[HEAD:%[a-z0-9]+]] = load ptr, ptr %pgcstack
; CHECK-NEXT: invoke void @may_throw()
; CHECK: good:
; CHECK-NEXT: ret i64 %i
; CHECK: pad:
; CHECK-NEXT: %l = landingpad { ptr, i32 }
; CHECK: store ptr [[HEAD]], ptr %pgcstack
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %e)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: resume { ptr, i32 } %l
define i64 @landing_pad_that_resumes(i64 %i) personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  invoke void @may_throw() to label %good unwind label %pad
good:
  ret i64 %i
pad:
  %l = landingpad { ptr, i32 } cleanup
  %e = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %e)
  resume { ptr, i32 } %l
}

; An invoke in the cold block: its value is rooted behind it, and the landing pad has the frame as well.
; CHECK-LABEL: define {{.*}} @invoke_in_the_cold_block(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[S1:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: br i1 %c, label %bad, label %good
; CHECK: bad:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: %e = invoke ptr addrspace(10) @make()
; CHECK: next:
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[S1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %e)
; CHECK-NEXT: unreachable
; CHECK: pad:
; CHECK-NEXT: %l = landingpad { ptr, i32 }
; CHECK: store ptr %gcframe, ptr %pgcstack
; CHECK-NEXT: call void @throw(ptr addrspace(10) %a)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: ret i64 %i
define i64 @invoke_in_the_cold_block(i64 %i, i1 %c) personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %bad, label %good
bad:
  %a = call ptr addrspace(10) @make()
  %e = invoke ptr addrspace(10) @make() to label %next unwind label %pad
next:
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %e)
  unreachable
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @throw(ptr addrspace(10) %a)
  unreachable
good:
  ret i64 %i
}

; The task's GC stack is an argument, or asked for only in the cold block, or in a block before it.
; CHECK-LABEL: define {{.*}} @gcstack_argument(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: bad:
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %e)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: ret i64 %i
define swiftcc i64 @gcstack_argument(ptr swiftself "gcstack" %task, i64 %i, i1 %c) {
top:
  br i1 %c, label %bad, label %good
bad:
  %e = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %e)
  unreachable
good:
  ret i64 %i
}

; The failure meant: pushed in front of the getter, which has moved to the top.
; CHECK-LABEL: define {{.*}} @getter_in_the_cold_block(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: bad:
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[S0]]
; CHECK-NEXT: call void @throw(ptr addrspace(10) %e)
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: ret i64 %i
define i64 @getter_in_the_cold_block(i64 %i, i1 %c) {
top:
  br i1 %c, label %bad, label %good
bad:
  %pgcstack = call ptr @julia.get_pgcstack()
  %e = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %e)
  unreachable
good:
  ret i64 %i
}
