; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; gc_preserve: objects that stay alive from here to there, though nobody seems to use them.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use_raw(ptr)
declare void @poll()
declare void @throw() noreturn
declare { ptr addrspace(10), ptr addrspace(10) } @make_pair()
declare <2 x ptr addrspace(10)> @make_vector()
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)

; The failure meant: %a is dead after its address has been taken.
; CHECK-LABEL: define {{.*}} @in_one_block(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use_raw(ptr %r)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @in_one_block() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %r = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @use_raw(ptr %r)
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}

; Neither end of the region is a safepoint, and after it the object is free to go.
; CHECK-LABEL: define {{.*}} @nothing_in_between(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @nothing_in_between() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @poll()
  ret void
}

; Without the region there is nothing to do.
; CHECK-LABEL: define {{.*}} @address_alone_keeps_nothing(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @address_alone_keeps_nothing() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %r = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @use_raw(ptr %r)
  ret void
}

; All blocks in between belong to the region.  Both ways through it need the root, so it is stored once, above both.
; CHECK-LABEL: define {{.*}} @over_several_blocks(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: left:
; CHECK-NEXT: call void @poll()
; CHECK: right:
; CHECK-NEXT: call void @poll()
; CHECK: join:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @over_several_blocks(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  br i1 %c, label %left, label %right
left:
  call void @poll()
  br label %join
right:
  call void @poll()
  br label %join
join:
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @poll()
  ret void
}

; A path that throws and never gets to the end.  The other is nearly always taken, so a store above both costs nothing.
; CHECK-LABEL: define {{.*}} @side_path_that_throws(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: bad:
; CHECK-NEXT: call void @throw()
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @side_path_that_throws(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  br i1 %c, label %bad, label %good
bad:
  call void @throw()
  unreachable
good:
  call void @poll()
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}

; One end on each path.  The failure meant: the region goes on after the first one found, or after the join.
; CHECK-LABEL: define {{.*}} @two_ends(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: right:
; CHECK: join:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @two_ends(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  br i1 %c, label %left, label %right
left:
  call void @poll()
  call void @llvm.julia.gc_preserve_end(token %t)
  br label %join
right:
  call void @llvm.julia.gc_preserve_end(token %t)
  br label %join
join:
  call void @poll()
  ret void
}

; No end: to the end of the function.
; CHECK-LABEL: define {{.*}} @missing_end(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK: join:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @missing_end(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  call void @poll()
  ret void
}

; No end before a tail call, which is a return: the frame is gone by then, and so is the region.
; CHECK-LABEL: define {{.*}} @missing_end_before_musttail(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: musttail call void @use(ptr addrspace(10) %arg)
define void @missing_end_before_musttail(ptr addrspace(10) %arg) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  call void @poll()
  musttail call void @use(ptr addrspace(10) %arg)
  ret void
}

; A loop inside the region: preserved in every iteration, stored before the first.
; CHECK-LABEL: define {{.*}} @loop_in_the_region(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: loop:
; CHECK: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @loop_in_the_region(i64 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  call void @poll()
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @poll()
  ret void
}

; A region inside a loop: it does not leak into the next iteration.
; CHECK-LABEL: define {{.*}} @region_in_a_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: loop:
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @region_in_a_loop(i64 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  call void @poll()
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @poll()
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A side path leaves the region without an end and comes back to a block that can be reached without it.
; CHECK-LABEL: define {{.*}} @not_where_the_begin_does_not_dominate(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: left:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: join:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @not_where_the_begin_does_not_dominate(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %join
left:
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  call void @poll()
  br label %join
join:
  call void @poll()
  ret void
}

; All pointers in what is preserved.
; CHECK-LABEL: define {{.*}} @pair(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %p = call { ptr addrspace(10), ptr addrspace(10) } @make_pair()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @pair() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %p = call { ptr addrspace(10), ptr addrspace(10) } @make_pair()
  %t = call token (...) @llvm.julia.gc_preserve_begin({ ptr addrspace(10), ptr addrspace(10) } %p)
  call void @poll()
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}

; CHECK-LABEL: define {{.*}} @vector(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %p = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @vector() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %p = call <2 x ptr addrspace(10)> @make_vector()
  %t = call token (...) @llvm.julia.gc_preserve_begin(<2 x ptr addrspace(10)> %p)
  call void @poll()
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}

; An interior pointer preserves its object; numbers, null, constants and arguments ask for nothing.
; CHECK-LABEL: define {{.*}} @all_kinds_of_operands(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @all_kinds_of_operands(ptr addrspace(10) %arg, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(11) %d, i64 %n, ptr addrspace(10) null, ptr addrspace(10) %arg, ptr null)
  call void @poll()
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}

; CHECK-LABEL: define {{.*}} @null_only(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @null_only() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) null)
  call void @poll()
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}

; Regions that overlap without being nested.
; CHECK-LABEL: define {{.*}} @overlapping_regions(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %e)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @overlapping_regions() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  %b = call ptr addrspace(10) @make()
  %u = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %b)
  call void @poll()
  call void @llvm.julia.gc_preserve_end(token %t)
  %e = call ptr addrspace(10) @make()
  call void @llvm.julia.gc_preserve_end(token %u)
  call void @use(ptr addrspace(10) %e)
  ret void
}
