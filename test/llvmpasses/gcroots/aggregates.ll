; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Structs and arrays with tracked pointers in them: every pointer is a value.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use2(ptr addrspace(10), ptr addrspace(10))
declare void @poll()
declare { ptr addrspace(10), ptr addrspace(10) } @make_pair()
declare { ptr addrspace(10), i8 } @make_union()

; The failure meant: missing the pointer because the result as a whole is no pointer.
; CHECK-LABEL: define {{.*}} @pointer_beside_a_byte(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %u = call { ptr addrspace(10), i8 } @make_union()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @use(ptr addrspace(10) %p)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @pointer_beside_a_byte() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %u = call { ptr addrspace(10), i8 } @make_union()
  call void @poll()
  %p = extractvalue { ptr addrspace(10), i8 } %u, 0
  call void @use(ptr addrspace(10) %p)
  ret void
}

; The pointer is dead, whatever becomes of the byte.
; CHECK-LABEL: define {{.*}} @only_the_byte_is_used(
; CHECK-NOT: gc_frame
; CHECK: ret i8 %t
define i8 @only_the_byte_is_used() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %u = call { ptr addrspace(10), i8 } @make_union()
  call void @poll()
  %t = extractvalue { ptr addrspace(10), i8 } %u, 1
  ret i8 %t
}

; Only the one that is used later.
; CHECK-LABEL: define {{.*}} @one_of_two(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %pq = call { ptr addrspace(10), ptr addrspace(10) } @make_pair()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @use(ptr addrspace(10) %q)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @one_of_two() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %pq = call { ptr addrspace(10), ptr addrspace(10) } @make_pair()
  call void @poll()
  %q = extractvalue { ptr addrspace(10), ptr addrspace(10) } %pq, 1
  call void @use(ptr addrspace(10) %q)
  ret void
}

; CHECK-LABEL: define {{.*}} @returned_as_a_whole(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %pq = call { ptr addrspace(10), ptr addrspace(10) } @make_pair()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret { ptr addrspace(10), ptr addrspace(10) } %pq
define { ptr addrspace(10), ptr addrspace(10) } @returned_as_a_whole() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %pq = call { ptr addrspace(10), ptr addrspace(10) } @make_pair()
  call void @poll()
  ret { ptr addrspace(10), ptr addrspace(10) } %pq
}

; Extracted before the safepoint, or after it, or both: one value, one slot.
; CHECK-LABEL: define {{.*}} @extracted_twice(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %u = call { ptr addrspace(10), i8 } @make_union()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @use2(ptr addrspace(10) %p, ptr addrspace(10) %q)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @extracted_twice() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %u = call { ptr addrspace(10), i8 } @make_union()
  %p = extractvalue { ptr addrspace(10), i8 } %u, 0
  call void @poll()
  %q = extractvalue { ptr addrspace(10), i8 } %u, 0
  call void @use2(ptr addrspace(10) %p, ptr addrspace(10) %q)
  ret void
}

; Put together from pieces: the pieces are what is rooted.
; CHECK-LABEL: define {{.*}} @put_together(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret { ptr addrspace(10), ptr addrspace(10) } %t
define { ptr addrspace(10), ptr addrspace(10) } @put_together() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %s = insertvalue { ptr addrspace(10), ptr addrspace(10) } zeroinitializer, ptr addrspace(10) %a, 0
  %t = insertvalue { ptr addrspace(10), ptr addrspace(10) } %s, ptr addrspace(10) %b, 1
  call void @poll()
  ret { ptr addrspace(10), ptr addrspace(10) } %t
}

; What is replaced is no longer part of it.
; CHECK-LABEL: define {{.*}} @replaced_element(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %b, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret { ptr addrspace(10), ptr addrspace(10) } %u
define { ptr addrspace(10), ptr addrspace(10) } @replaced_element(ptr addrspace(10) %arg) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %s = insertvalue { ptr addrspace(10), ptr addrspace(10) } zeroinitializer, ptr addrspace(10) %a, 0
  %t = insertvalue { ptr addrspace(10), ptr addrspace(10) } %s, ptr addrspace(10) %b, 0
  %u = insertvalue { ptr addrspace(10), ptr addrspace(10) } %t, ptr addrspace(10) %arg, 1
  call void @poll()
  ret { ptr addrspace(10), ptr addrspace(10) } %u
}

; Structs in arrays in structs.
; CHECK-LABEL: define {{.*}} @nested(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 3)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK-NEXT: [[SLOT2:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 3)
; CHECK-NEXT: %n = call { i32, [2 x { ptr addrspace(10), i64 }], ptr addrspace(10) } @make_nested()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT2]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @use2(ptr addrspace(10) %p, ptr addrspace(10) %q)
; CHECK-NEXT: call void @use(ptr addrspace(10) %r)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @nested() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %n = call { i32, [2 x { ptr addrspace(10), i64 }], ptr addrspace(10) } @make_nested()
  call void @poll()
  %inner = extractvalue { i32, [2 x { ptr addrspace(10), i64 }], ptr addrspace(10) } %n, 1
  %p = extractvalue [2 x { ptr addrspace(10), i64 }] %inner, 0, 0
  %q = extractvalue { i32, [2 x { ptr addrspace(10), i64 }], ptr addrspace(10) } %n, 1, 1, 0
  %r = extractvalue { i32, [2 x { ptr addrspace(10), i64 }], ptr addrspace(10) } %n, 2
  call void @use2(ptr addrspace(10) %p, ptr addrspace(10) %q)
  call void @use(ptr addrspace(10) %r)
  ret void
}
declare { i32, [2 x { ptr addrspace(10), i64 }], ptr addrspace(10) } @make_nested()

; One element of the inner array only.
; CHECK-LABEL: define {{.*}} @one_of_nested(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %n = call { i32, [2 x { ptr addrspace(10), i64 }], ptr addrspace(10) } @make_nested()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @use(ptr addrspace(10) %q)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @one_of_nested() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %n = call { i32, [2 x { ptr addrspace(10), i64 }], ptr addrspace(10) } @make_nested()
  call void @poll()
  %q = extractvalue { i32, [2 x { ptr addrspace(10), i64 }], ptr addrspace(10) } %n, 1, 1, 0
  call void @use(ptr addrspace(10) %q)
  ret void
}

; A union that comes from either side; a constant arm has nothing to root.
; CHECK-LABEL: define {{.*}} @phi_of_unions(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: left:
; CHECK-NEXT: %u = call { ptr addrspace(10), i8 } @make_union()
; CHECK: join:
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret { ptr addrspace(10), i8 } %p
define { ptr addrspace(10), i8 } @phi_of_unions(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %join
left:
  %u = call { ptr addrspace(10), i8 } @make_union()
  br label %join
join:
  %p = phi { ptr addrspace(10), i8 } [ %u, %left ], [ { ptr addrspace(10) null, i8 1 }, %top ]
  call void @poll()
  ret { ptr addrspace(10), i8 } %p
}

; The failure meant: the pointer of the selected union is not covered, nor has a slot.
; CHECK-LABEL: define {{.*}} @select_of_unions(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %u = call { ptr addrspace(10), i8 } @make_union()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK-NEXT: %v = call { ptr addrspace(10), i8 } @make_union()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @use(ptr addrspace(10) %p)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @select_of_unions(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %u = call { ptr addrspace(10), i8 } @make_union()
  %v = call { ptr addrspace(10), i8 } @make_union()
  %s = select i1 %c, { ptr addrspace(10), i8 } %u, { ptr addrspace(10), i8 } %v
  call void @poll()
  %p = extractvalue { ptr addrspace(10), i8 } %s, 0
  call void @use(ptr addrspace(10) %p)
  ret void
}

; CHECK-LABEL: define {{.*}} @loaded_from_an_object(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @use2(ptr addrspace(10) %p, ptr addrspace(10) %q)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @loaded_from_an_object() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %pq = load { ptr addrspace(10), ptr addrspace(10) }, ptr addrspace(10) %a
  call void @poll()
  %p = extractvalue { ptr addrspace(10), ptr addrspace(10) } %pq, 0
  %q = extractvalue { ptr addrspace(10), ptr addrspace(10) } %pq, 1
  call void @use2(ptr addrspace(10) %p, ptr addrspace(10) %q)
  ret void
}

; An operand of a call.
; CHECK-LABEL: define {{.*}} @passed_to_a_call(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %pq = call { ptr addrspace(10), ptr addrspace(10) } @make_pair()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: call void @use_pair({ ptr addrspace(10), ptr addrspace(10) } %pq)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @passed_to_a_call() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %pq = call { ptr addrspace(10), ptr addrspace(10) } @make_pair()
  call void @use_pair({ ptr addrspace(10), ptr addrspace(10) } %pq)
  ret void
}
declare void @use_pair({ ptr addrspace(10), ptr addrspace(10) })

; A pair of arguments.
; CHECK-LABEL: define {{.*}} @aggregate_argument(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @aggregate_argument({ ptr addrspace(10), ptr addrspace(10) } %pq) {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @poll()
  %p = extractvalue { ptr addrspace(10), ptr addrspace(10) } %pq, 0
  call void @use(ptr addrspace(10) %p)
  ret void
}

; CHECK-LABEL: define {{.*}} @frozen_union(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %u = call { ptr addrspace(10), i8 } @make_union()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @use(ptr addrspace(10) %p)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @frozen_union() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %u = call { ptr addrspace(10), i8 } @make_union()
  %f = freeze { ptr addrspace(10), i8 } %u
  call void @poll()
  %p = extractvalue { ptr addrspace(10), i8 } %f, 0
  call void @use(ptr addrspace(10) %p)
  ret void
}
