; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Operands that the callee roots (address space 12) need no slot for that call, also if the object is needed afterwards.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use_callee_rooted(ptr addrspace(12))
declare void @use_both(ptr addrspace(12), ptr addrspace(10))
declare void @poll()

; The failure meant: a slot although the callee sees to it.
; CHECK-LABEL: define {{.*}} @only_callee_rooted(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @only_callee_rooted() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %c = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use_callee_rooted(ptr addrspace(12) %c)
  ret void
}

; Needed after the call, too: the callee keeps the object until it returns, and no safepoint comes after it.
; CHECK-LABEL: define {{.*}} @needed_afterwards(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %x
define i64 @needed_afterwards() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %c = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use_callee_rooted(ptr addrspace(12) %c)
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; At the next safepoint the object is this function's business again.
; CHECK-LABEL: define {{.*}} @needed_at_a_later_safepoint(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @use_callee_rooted(ptr addrspace(12) %c)
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @needed_at_a_later_safepoint() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %c = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use_callee_rooted(ptr addrspace(12) %c)
  call void @poll()
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; Each call of a loop lends it, and a poll in between does not: one slot, which the poll needs.
; CHECK-LABEL: define {{.*}} @lent_in_a_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NOT: store
; CHECK: ret void
define void @lent_in_a_loop(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %l = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  br label %loop
loop:
  call void @use_callee_rooted(ptr addrspace(12) %l)
  call void @poll()
  br i1 %c, label %loop, label %done
done:
  ret void
}

; Only calls that it is lent to: no slot, whichever way is taken.
; CHECK-LABEL: define {{.*}} @lent_on_both_ways(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @lent_on_both_ways(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %l = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use_callee_rooted(ptr addrspace(12) %l)
  br i1 %c, label %left, label %right
left:
  call void @use_callee_rooted(ptr addrspace(12) %l)
  br label %right
right:
  call void @use_callee_rooted(ptr addrspace(12) %l)
  ret void
}

; The call may return once more, and what other calls do in between is no business of its callee.
; CHECK-LABEL: define {{.*}} @lent_to_a_call_that_returns_twice(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: store ptr addrspace(10) %a, ptr
; CHECK-NEXT: %n = call i32 @returns_again(ptr addrspace(12) %l)
define i64 @lent_to_a_call_that_returns_twice() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %l = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  %n = call i32 @returns_again(ptr addrspace(12) %l)
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}
declare i32 @returns_again(ptr addrspace(12)) returns_twice

; The same object as an ordinary operand of the same call.
; CHECK-LABEL: define {{.*}} @both_kinds_of_operand(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @both_kinds_of_operand() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %c = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use_both(ptr addrspace(12) %c, ptr addrspace(10) %a)
  ret void
}

; An offset into it is the same object, and so is a lane.
; CHECK-LABEL: define {{.*}} @offsets_and_lanes(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: store ptr addrspace(10) %b, ptr [[SLOT0]]
; CHECK-NEXT: call void @use_callee_rooted(ptr addrspace(12) %e)
; CHECK: ret void
define void @offsets_and_lanes(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %la = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  %o = getelementptr i8, ptr addrspace(12) %la, i64 8
  call void @use_callee_rooted(ptr addrspace(12) %o)
  %b = call ptr addrspace(10) @make()
  %lb = addrspacecast ptr addrspace(10) %b to ptr addrspace(12)
  %v = insertelement <2 x ptr addrspace(12)> zeroinitializer, ptr addrspace(12) %lb, i32 0
  %w = select i1 %c, <2 x ptr addrspace(12)> %v, <2 x ptr addrspace(12)> zeroinitializer
  %e = extractelement <2 x ptr addrspace(12)> %w, i32 0
  call void @use_callee_rooted(ptr addrspace(12) %e)
  %x = load i64, ptr addrspace(10) %b
  ret void
}

; Another safepoint comes in between: there the object is this function's business.
; CHECK-LABEL: define {{.*}} @live_across_another_safepoint(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_callee_rooted(ptr addrspace(12) %c)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @live_across_another_safepoint() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %c = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @poll()
  call void @use_callee_rooted(ptr addrspace(12) %c)
  ret void
}

; One or the other object: no phi of objects is made, as no slot needs one.
; CHECK-LABEL: define {{.*}} @phi_callee_rooted(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @phi_callee_rooted(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %right
left:
  %a = call ptr addrspace(10) @make()
  %ca = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  br label %join
right:
  %b = call ptr addrspace(10) @make()
  %cb = addrspacecast ptr addrspace(10) %b to ptr addrspace(12)
  br label %join
join:
  %p = phi ptr addrspace(12) [ %ca, %left ], [ %cb, %right ]
  call void @use_callee_rooted(ptr addrspace(12) %p)
  ret void
}

; The same across a safepoint: now it is.
; CHECK-LABEL: define {{.*}} @phi_across_another_safepoint(
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
; CHECK-NEXT: call void @use_callee_rooted(ptr addrspace(12) %p)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @phi_across_another_safepoint(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %right
left:
  %a = call ptr addrspace(10) @make()
  %ca = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  br label %join
right:
  %b = call ptr addrspace(10) @make()
  %cb = addrspacecast ptr addrspace(10) %b to ptr addrspace(12)
  br label %join
join:
  %p = phi ptr addrspace(12) [ %ca, %left ], [ %cb, %right ]
  call void @poll()
  call void @use_callee_rooted(ptr addrspace(12) %p)
  ret void
}

; The callee keeps its argument until it returns, and so what that keeps alive.  Behind the call it is rooted by nobody.
; CHECK-LABEL: define {{.*}} @reached_from_callee_rooted(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @use_callee_rooted(ptr addrspace(12) %c)
; CHECK: store ptr addrspace(10) %x, ptr
; CHECK-NEXT: call void @poll()
; CHECK: ret void
define void @reached_from_callee_rooted() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !invariant.load !0
  %c = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use_callee_rooted(ptr addrspace(12) %c)
  call void @poll()
  %y = load i64, ptr addrspace(10) %x
  ret void
}

; Only at the call of its owner.
; CHECK-LABEL: define {{.*}} @reached_no_longer(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @reached_no_longer() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !invariant.load !0
  %c = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use_callee_rooted(ptr addrspace(12) %c)
  %y = load i64, ptr addrspace(10) %x
  ret void
}
!0 = !{}
