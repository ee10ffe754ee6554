; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; When there is a frame, where it is pushed and where it is popped.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use2(ptr addrspace(10), ptr addrspace(10))
declare void @use_derived(ptr addrspace(11))
declare void @use_raw(ptr)
declare void @poll()
declare void @throw() noreturn
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)

; Values but no safepoint: nobody looks, so no frame.
; CHECK-LABEL: define {{.*}} @no_safepoint(
; CHECK-NOT: gc_frame
; CHECK: ret ptr addrspace(10) %y
define ptr addrspace(10) @no_safepoint(ptr addrspace(10) %a) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = load ptr addrspace(10), ptr addrspace(10) %a
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  store ptr addrspace(10) %x, ptr addrspace(10) %y
  ret ptr addrspace(10) %y
}

; The only safepoint comes before any value is there.
; CHECK-LABEL: define {{.*}} @safepoint_before_first_value(
; CHECK-NOT: gc_frame
; CHECK: ret ptr addrspace(10) %x
define ptr addrspace(10) @safepoint_before_first_value() {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @poll()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a
  ret ptr addrspace(10) %x
}

; Arguments are the caller's business.
; CHECK-LABEL: define {{.*}} @only_arguments_live(
; CHECK-NOT: gc_frame
; CHECK: ret ptr addrspace(10) %b
define ptr addrspace(10) @only_arguments_live(ptr addrspace(10) %a, ptr addrspace(10) %b) {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
  call void @poll()
  ret ptr addrspace(10) %b
}

; Constants are never collected.
; CHECK-LABEL: define {{.*}} @only_constants_live(
; CHECK-NOT: gc_frame
; CHECK: ret ptr addrspace(10) addrspacecast (ptr @datum to ptr addrspace(10))
define ptr addrspace(10) @only_constants_live() {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @use2(ptr addrspace(10) null, ptr addrspace(10) addrspacecast (ptr inttoptr (i64 140000000000 to ptr) to ptr addrspace(10)))
  call void @poll()
  ret ptr addrspace(10) addrspacecast (ptr @datum to ptr addrspace(10))
}
@datum = external constant i8

; Each way out pops.
; CHECK-LABEL: define {{.*}} @several_returns(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: left:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %a
; CHECK: right:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) null
define ptr addrspace(10) @several_returns(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  call void @poll()
  ret ptr addrspace(10) %a
right:
  call void @use(ptr addrspace(10) %a)
  ret ptr addrspace(10) null
}

; Who catches the exception restores the chain: nothing to pop on the way to a noreturn call.
; CHECK-LABEL: define {{.*}} @no_pop_before_unreachable(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: bad:
; CHECK-NEXT: call void @throw()
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @no_pop_before_unreachable(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br i1 %c, label %bad, label %good
bad:
  call void @throw()
  unreachable
good:
  ret void
}

; CHECK-LABEL: define {{.*}} @never_returns(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: loop:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
define void @never_returns() {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br label %loop
loop:
  call void @use(ptr addrspace(10) %a)
  br label %loop
}

; The task's GC stack comes in as an argument: pushed at once.
; CHECK-LABEL: define {{.*}} @gcstack_argument(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define swiftcc void @gcstack_argument(ptr swiftself "gcstack" %stack) {
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  ret void
}

; The failure meant: pushing only after a getter that inlining has left behind, when the first safepoint is over.
; CHECK-LABEL: define {{.*}} @gcstack_argument_beats_getter(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: call void @use_raw(ptr %pgcstack)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define swiftcc void @gcstack_argument_beats_getter(ptr swiftself "gcstack" %stack) {
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @use_raw(ptr %pgcstack)
  ret void
}

; The failure meant: the frame is pushed after the safepoint that needs it.
; CHECK-LABEL: define {{.*}} @getter_after_first_safepoint(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @getter_after_first_safepoint() {
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  %pgcstack = call ptr @julia.get_pgcstack()
  ret void
}

; What comes before the getter and is no safepoint stays where it is.
; CHECK-LABEL: define {{.*}} @getter_after_other_instructions(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @getter_after_other_instructions(i64 %n) {
  %m = add i64 %n, 1
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  ret void
}

; Adopting a foreign thread gives a GC stack as well.
; CHECK-LABEL: define {{.*}} @getter_or_new(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @getter_or_new() {
  %pgcstack = call ptr @julia.get_pgcstack_or_new()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  ret void
}
declare ptr @julia.get_pgcstack_or_new()

; Without a GC stack there is nothing to root with.  The intrinsics of the dialect go all the same.
; CHECK-LABEL: define {{.*}} @no_pgcstack(
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @use(ptr addrspace(10) %a){{$}}
; CHECK-NEXT: ret void
define void @no_pgcstack(ptr addrspace(10) %arg) {
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  call void @use(ptr addrspace(10) %a) [ "jl_roots"(ptr addrspace(10) %arg) ]
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}

; A getter that only a later block calls moves up, for blocks before may need it as well.  The frame is pushed where it was.  The failure meant: it is
; pushed in front of the getter, wherever that is by now, and not popped on the way past `next`.
; CHECK-LABEL: define {{.*}} @getter_in_later_block(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: %pgcstack = call ptr @julia.get_pgcstack()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: next:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @getter_in_later_block(i1 %c) {
top:
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %next, label %exit
next:
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @use(ptr addrspace(10) %a)
  br label %exit
exit:
  ret void
}

; A tail call runs in the caller's place, so the frame must be gone by then.
; CHECK-LABEL: define {{.*}} @musttail_pops_before(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: musttail call void @use(ptr addrspace(10) %arg)
; CHECK-NEXT: ret void
define void @musttail_pops_before(ptr addrspace(10) %arg) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  musttail call void @use(ptr addrspace(10) %arg)
  ret void
}

; Unreachable blocks neither count nor trip anything up, even where a phi still names them.
; CHECK-LABEL: define {{.*}} @unreachable_blocks(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: dead:
; CHECK-NEXT: %d = call ptr addrspace(10) @make()
; CHECK: call void @use(ptr addrspace(10) %d)
; CHECK-NEXT: call void @use_derived(ptr addrspace(11) %dd)
; CHECK: join:
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @unreachable_blocks(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @poll()
  br label %join
dead:
  %d = call ptr addrspace(10) @make()
  %dd = addrspacecast ptr addrspace(10) %d to ptr addrspace(11)
  call void @use(ptr addrspace(10) %d)
  call void @use_derived(ptr addrspace(11) %dd)
  br i1 %c, label %join, label %dead
join:
  %p = phi ptr addrspace(10) [ %a, %top ], [ %d, %dead ]
  %x = load i64, ptr addrspace(10) %p
  ret void
}

; The first getter is the one that counts.
; CHECK-LABEL: define {{.*}} @two_getters(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_raw(ptr %again)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %a
define ptr addrspace(10) @two_getters() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %again = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @poll()
  call void @use_raw(ptr %again)
  ret ptr addrspace(10) %a
}
