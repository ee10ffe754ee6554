; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Calls that return twice: at the second return the slots hold what they held when control was lost, so what is live
; at such a call keeps a slot that nobody else ever gets.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use2(ptr addrspace(10), ptr addrspace(10))

declare i32 @setjmp(ptr) returns_twice
declare i32 @checkpoint(ptr)

; The failure meant: %a is dead on the first return's path, %b gets its slot, and the second return finds %b where it looks for %a.
; CHECK-LABEL: define {{.*}} @slot_is_not_shared_afterwards(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %r = call i32 @setjmp(ptr %buf)
; CHECK: try:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: catch:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @slot_is_not_shared_afterwards(ptr %buf) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %r = call i32 @setjmp(ptr %buf)
  %first = icmp eq i32 %r, 0
  br i1 %first, label %try, label %catch
try:
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %b)
  ret void
catch:
  call void @use(ptr addrspace(10) %a)
  ret void
}

; The same with an ordinary call: one slot will do.
; CHECK-LABEL: define {{.*}} @ordinary_call_for_comparison(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %r = call i32 @checkpoint(ptr %buf)
; CHECK: try:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: catch:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @ordinary_call_for_comparison(ptr %buf) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %r = call i32 @checkpoint(ptr %buf)
  %first = icmp eq i32 %r, 0
  br i1 %first, label %try, label %catch
try:
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %b)
  ret void
catch:
  call void @use(ptr addrspace(10) %a)
  ret void
}

; The attribute at the call.
; CHECK-LABEL: define {{.*}} @attribute_at_the_call(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %r = call i32 @checkpoint(ptr %buf)
; CHECK: try:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: catch:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @attribute_at_the_call(ptr %buf) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %r = call i32 @checkpoint(ptr %buf) returns_twice
  %first = icmp eq i32 %r, 0
  br i1 %first, label %try, label %catch
try:
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %b)
  ret void
catch:
  call void @use(ptr addrspace(10) %a)
  ret void
}

; Nor may the slot have had another tenant before.
; CHECK-LABEL: define {{.*}} @slot_is_not_shared_before(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %z = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %z, ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %z)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %r = call i32 @setjmp(ptr %buf)
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @slot_is_not_shared_before(ptr %buf) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %z = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %z)
  %a = call ptr addrspace(10) @make()
  %r = call i32 @setjmp(ptr %buf)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; What is not live at the call shares as usual.
; CHECK-LABEL: define {{.*}} @others_share(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %r = call i32 @setjmp(ptr %buf)
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: %d = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %d, ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %d)
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[SLOT1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %e)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @others_share(ptr %buf) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %r = call i32 @setjmp(ptr %buf)
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %b)
  %d = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %d)
  %e = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %e)
  ret void
}

; Nothing is live: nothing is dedicated.
; CHECK-LABEL: define {{.*}} @nothing_live(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %r = call i32 @setjmp(ptr %buf)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @nothing_live(ptr %buf) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %r = call i32 @setjmp(ptr %buf)
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  ret void
}

; Dedicated slots come before the shared ones.
; CHECK-LABEL: define {{.*}} @dedicated_slots_come_first(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 3)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK-NEXT: [[SLOT2:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 3)
; CHECK-NEXT: %x = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %x, ptr [[SLOT2]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: %r = call i32 @setjmp(ptr %buf)
; CHECK: store ptr addrspace(10) %y, ptr [[SLOT2]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %y)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @dedicated_slots_come_first(ptr %buf) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %x)
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %r = call i32 @setjmp(ptr %buf)
  %y = load ptr addrspace(10), ptr addrspace(10) %b
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %y)
  ret void
}
