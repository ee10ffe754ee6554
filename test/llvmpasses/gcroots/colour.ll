; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; How many slots: as many as values are live at once at one safepoint, and no more.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use2(ptr addrspace(10), ptr addrspace(10))

; One after the other in the same slot.
; CHECK-LABEL: define {{.*}} @disjoint_values_share_a_slot(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @disjoint_values_share_a_slot() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %b)
  ret void
}

; The failure meant: giving %b's slot to %c while %b is live, or %a's to anybody.
; CHECK-LABEL: define {{.*}} @only_dead_values_make_room(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: %c = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %c, ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %c)
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @only_dead_values_make_room() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %b)
  %c = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %c)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; %a is read for the last time before %c has to be rooted: dead and new values share even at neighbouring safepoints.
; CHECK-LABEL: define {{.*}} @handed_over_at_next_safepoint(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
; CHECK: store ptr addrspace(10) %c, ptr [[SLOT0]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %b, ptr addrspace(10) %c)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @handed_over_at_next_safepoint() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
  %c = load ptr addrspace(10), ptr addrspace(10) %a
  call void @use2(ptr addrspace(10) %b, ptr addrspace(10) %c)
  ret void
}

; What is live on one arm only has its slot to itself on the other.
; CHECK-LABEL: define {{.*}} @arms_share_slots(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: left:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK: right:
; CHECK-NEXT: %d = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %d, ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %d)
; CHECK: join:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @arms_share_slots(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %b)
  br label %join
right:
  %d = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %d)
  br label %join
join:
  call void @use(ptr addrspace(10) %a)
  ret void
}

; %a, %b and %d meet in pairs, never all three.  The failure meant: three slots, or a slot with two owners.
; CHECK-LABEL: define {{.*}} @pairs_on_different_paths(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: store ptr addrspace(10) %d, ptr [[SLOT0]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %b, ptr addrspace(10) %d)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: middle:
; CHECK: store ptr addrspace(10) %e, ptr [[SLOT1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %e)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @pairs_on_different_paths(i32 %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  switch i32 %k, label %left [ i32 0, label %right
                               i32 1, label %middle ]
left:
  %d = load ptr addrspace(10), ptr addrspace(10) %a
  call void @use2(ptr addrspace(10) %b, ptr addrspace(10) %d)
  ret void
right:
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
  ret void
middle:
  %e = load ptr addrspace(10), ptr addrspace(10) %b
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %e)
  ret void
}

; Three at once take three.
; CHECK-LABEL: define {{.*}} @three_at_once(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 3)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK-NEXT: [[SLOT2:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 3)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: %c = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %c, ptr [[SLOT2]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
; CHECK-NEXT: call void @use(ptr addrspace(10) %c)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @three_at_once() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %c = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
  call void @use(ptr addrspace(10) %c)
  ret void
}

; A sequence of temporaries beside one value that lives on: two slots, however long it is.
; CHECK-LABEL: define {{.*}} @long_lived_beside_temporaries(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %t1 = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %t1, ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %t1)
; CHECK-NEXT: %t2 = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %t2, ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %t2)
; CHECK-NEXT: %t3 = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %t3, ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %t3)
; CHECK-NEXT: %t4 = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %t4, ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %t4)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %a
define ptr addrspace(10) @long_lived_beside_temporaries() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t1 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %t1)
  %t2 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %t2)
  %t3 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %t3)
  %t4 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %t4)
  ret ptr addrspace(10) %a
}
