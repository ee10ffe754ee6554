; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Operands that the callee roots (address space 12) need no slot for that call.

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

; What the callee roots is rooted only while it runs: whoever needs the object afterwards roots it before.
; CHECK-LABEL: define {{.*}} @needed_afterwards(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use_callee_rooted(ptr addrspace(12) %c)
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @needed_afterwards() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %c = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use_callee_rooted(ptr addrspace(12) %c)
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; The same object as an ordinary operand of the same call.
; CHECK-LABEL: define {{.*}} @both_kinds_of_operand(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use_both(ptr addrspace(12) %c, ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @both_kinds_of_operand() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %c = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use_both(ptr addrspace(12) %c, ptr addrspace(10) %a)
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

; The callee may let go of its operand before it returns, so what is reached from there is not covered by it.
; CHECK-LABEL: define {{.*}} @reached_from_callee_rooted(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %x, ptr [[SLOT0]]
; CHECK-NEXT: call void @use_callee_rooted(ptr addrspace(12) %c)
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @reached_from_callee_rooted() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !invariant.load !0
  %c = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use_callee_rooted(ptr addrspace(12) %c)
  %y = load i64, ptr addrspace(10) %x
  ret void
}
!0 = !{}
