; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Values that something else in the frame keeps alive already: loaded from memory that never changes, they live as long as its owner.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use2(ptr addrspace(10), ptr addrspace(10))
declare void @poll()
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))

; Both generations of the dialect mark such loads.  The failure meant in each: a second slot.
; CHECK-LABEL: define {{.*}} @tbaa_immutable(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @tbaa_immutable() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !tbaa !1
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: define {{.*}} @tbaa_constant(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @tbaa_constant() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !tbaa !3
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: define {{.*}} @invariant_load(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @invariant_load() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !invariant.load !0
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: define {{.*}} @region_of_immutable_data(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @region_of_immutable_data() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !alias.scope !20
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: define {{.*}} @region_of_constant_fields_of_mutable_data(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @region_of_constant_fields_of_mutable_data() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !alias.scope !21
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
  ret void
}

; Scopes of other people's domains beside it say nothing against it.
; CHECK-LABEL: define {{.*}} @region_beside_foreign_scope(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @region_beside_foreign_scope() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !alias.scope !24
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
  ret void
}

; Not marked, or marked as something that may be overwritten.  The failure meant in each: the old content dies with the overwriting.
; CHECK-LABEL: define {{.*}} @plain_load(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %x, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @plain_load() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: define {{.*}} @tbaa_mutable(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %x, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @tbaa_mutable() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !tbaa !5
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: define {{.*}} @region_of_the_stack(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %x, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @region_of_the_stack() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !alias.scope !22
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
  ret void
}

; One of several regions is enough to spoil it.
; CHECK-LABEL: define {{.*}} @merged_regions(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %x, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @merged_regions() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !alias.scope !23
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
  ret void
}

; The right name in somebody else's domain.
; CHECK-LABEL: define {{.*}} @region_of_foreign_domain(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %x, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @region_of_foreign_domain() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !alias.scope !25
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
  ret void
}

; The owner need not be the very pointer loaded from.
; CHECK-LABEL: define {{.*}} @through_interior_pointer(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @through_interior_pointer() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %e = getelementptr i8, ptr addrspace(11) %d, i64 24
  %x = load ptr addrspace(10), ptr addrspace(11) %e, !invariant.load !0
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
  ret void
}

; The caller roots the owner.
; CHECK-LABEL: define {{.*}} @owner_is_argument(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @owner_is_argument(ptr addrspace(10) %a) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !tbaa !1
  %y = load ptr addrspace(10), ptr addrspace(10) %x, !invariant.load !0
  call void @use(ptr addrspace(10) %x)
  call void @use(ptr addrspace(10) %y)
  ret void
}

; What lies in an argument's mutable field may be overwritten.
; CHECK-LABEL: define {{.*}} @mutable_field_of_argument(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %x, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @mutable_field_of_argument(ptr addrspace(10) %a) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = load ptr addrspace(10), ptr addrspace(10) %a
  call void @use(ptr addrspace(10) %x)
  ret void
}

; The owner dies first.  The failure meant: %x stays without a slot after that.  It may take the owner's.
; CHECK-LABEL: define {{.*}} @owner_dies_first(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: store ptr addrspace(10) %x, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @owner_dies_first() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !invariant.load !0
  call void @poll()
  call void @use(ptr addrspace(10) %a)
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  ret void
}

; The owner is dead from the start.
; CHECK-LABEL: define {{.*}} @owner_dead_already(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %x, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @owner_dead_already() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !invariant.load !0
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  ret void
}

; The owner dies on one path only: %x is stored on that one.
; CHECK-LABEL: define {{.*}} @owner_dies_on_one_path(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: left:
; CHECK-NEXT: store ptr addrspace(10) %x, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @owner_dies_on_one_path(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !invariant.load !0
  call void @poll()
  br i1 %c, label %left, label %right
left:
  call void @use(ptr addrspace(10) %x)
  ret void
right:
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %x)
  ret void
}

; A chain of owners hangs on its first link, even where links in the middle are dead.
; CHECK-LABEL: define {{.*}} @chain(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %z)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @chain() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !invariant.load !0
  %y = load ptr addrspace(10), ptr addrspace(10) %x, !invariant.load !0
  %z = load ptr addrspace(10), ptr addrspace(10) %y, !invariant.load !0
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %z)
  ret void
}

; The first link dies, the second takes over for the third.
; CHECK-LABEL: define {{.*}} @chain_loses_its_first_link(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: store ptr addrspace(10) %x, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %x, ptr addrspace(10) %y)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @chain_loses_its_first_link() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !invariant.load !0
  %y = load ptr addrspace(10), ptr addrspace(10) %x, !invariant.load !0
  call void @use(ptr addrspace(10) %a)
  call void @poll()
  call void @use2(ptr addrspace(10) %x, ptr addrspace(10) %y)
  ret void
}

; A value that was loaded in both arms from one owner: the phi is covered by the owner, too.
; CHECK-LABEL: define {{.*}} @phi_of_loads_from_one_owner(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK: right:
; CHECK: join:
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %p)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @phi_of_loads_from_one_owner(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  br i1 %c, label %left, label %right
left:
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !invariant.load !0
  br label %join
right:
  %e = getelementptr i8, ptr addrspace(11) %d, i64 8
  %y = load ptr addrspace(10), ptr addrspace(11) %e, !invariant.load !0
  br label %join
join:
  %p = phi ptr addrspace(10) [ %x, %left ], [ %y, %right ]
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %p)
  ret void
}

; The same of two owners, both live.
; CHECK-LABEL: define {{.*}} @phi_of_loads_from_two_owners(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK: right:
; CHECK: join:
; CHECK: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %p)
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @phi_of_loads_from_two_owners(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !invariant.load !0
  br label %join
right:
  %y = load ptr addrspace(10), ptr addrspace(10) %b, !invariant.load !0
  br label %join
join:
  %p = phi ptr addrspace(10) [ %x, %left ], [ %y, %right ]
  call void @poll()
  call void @use(ptr addrspace(10) %p)
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b)
  ret void
}

; One of the two owners is dead: the phi needs a slot.
; CHECK-LABEL: define {{.*}} @phi_loses_one_owner(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK: right:
; CHECK: join:
; CHECK: store ptr addrspace(10) %p, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %p)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @phi_loses_one_owner(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !invariant.load !0
  br label %join
right:
  %y = load ptr addrspace(10), ptr addrspace(10) %b, !invariant.load !0
  br label %join
join:
  %p = phi ptr addrspace(10) [ %x, %left ], [ %y, %right ]
  call void @poll()
  call void @use2(ptr addrspace(10) %a, ptr addrspace(10) %p)
  ret void
}

; CHECK-LABEL: define {{.*}} @phi_of_arguments(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @phi_of_arguments(i1 %c, ptr addrspace(10) %a, ptr addrspace(10) %b) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %p = phi ptr addrspace(10) [ %a, %top ], [ %b, %left ]
  call void @poll()
  call void @use(ptr addrspace(10) %p)
  ret void
}

; Down an immutable list that the caller roots: no frame at all.
; CHECK-LABEL: define {{.*}} @list_of_the_caller(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %x
define i64 @list_of_the_caller(ptr addrspace(10) %list) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %p = phi ptr addrspace(10) [ %list, %top ], [ %next, %loop ]
  call void @poll()
  %next = load ptr addrspace(10), ptr addrspace(10) %p, !invariant.load !0
  %x = load i64, ptr addrspace(10) %next
  %end = icmp eq i64 %x, 0
  br i1 %end, label %exit, label %loop
exit:
  ret i64 %x
}

; Down a list of our own that is used again afterwards: its head covers every node.
; CHECK-LABEL: define {{.*}} @list_with_live_head(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %list = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %list, ptr [[SLOT0]]
; CHECK: loop:
; CHECK: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @use(ptr addrspace(10) %list)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @list_with_live_head() {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %list = call ptr addrspace(10) @make()
  br label %loop
loop:
  %p = phi ptr addrspace(10) [ %list, %top ], [ %next, %loop ]
  call void @poll()
  %next = load ptr addrspace(10), ptr addrspace(10) %p, !invariant.load !0
  %x = load i64, ptr addrspace(10) %next
  %end = icmp eq i64 %x, 0
  br i1 %end, label %exit, label %loop
exit:
  call void @use(ptr addrspace(10) %list)
  ret i64 %x
}

; The head is dead: the node at hand is rooted in each iteration.
; CHECK-LABEL: define {{.*}} @list_with_dead_head(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %list = call ptr addrspace(10) @make()
; CHECK: loop:
; CHECK: store ptr addrspace(10) %p, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @list_with_dead_head() {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %list = call ptr addrspace(10) @make()
  br label %loop
loop:
  %p = phi ptr addrspace(10) [ %list, %top ], [ %next, %loop ]
  call void @poll()
  %next = load ptr addrspace(10), ptr addrspace(10) %p, !invariant.load !0
  %x = load i64, ptr addrspace(10) %next
  %end = icmp eq i64 %x, 0
  br i1 %end, label %exit, label %loop
exit:
  ret i64 %x
}

; The failure meant: %prev, the content of the object of the iteration before, taken for content of this iteration's.
; CHECK-LABEL: define {{.*}} @content_of_the_iteration_before(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: loop:
; CHECK: store ptr addrspace(10) %prev, ptr [[SLOT0]]
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT1]]
; CHECK-NEXT: call void @use2(ptr addrspace(10) %prev, ptr addrspace(10) %a)
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @content_of_the_iteration_before(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %prev = phi ptr addrspace(10) [ null, %top ], [ %x, %loop ]
  %a = call ptr addrspace(10) @make()
  call void @use2(ptr addrspace(10) %prev, ptr addrspace(10) %a)
  %x = load ptr addrspace(10), ptr addrspace(10) %a, !invariant.load !0
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; A type is never collected, and asking for it keeps nothing else alive.
; CHECK-LABEL: define {{.*}} @type_of_an_object(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @type_of_an_object() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %a)
  call void @poll()
  call void @use(ptr addrspace(10) %t)
  ret void
}

; An aggregate of objects out of immutable memory.
; CHECK-LABEL: define {{.*}} @pair_out_of_immutable_memory(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @use2(ptr addrspace(10) %x, ptr addrspace(10) %y)
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @pair_out_of_immutable_memory() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %xy = load { ptr addrspace(10), ptr addrspace(10) }, ptr addrspace(10) %a, !invariant.load !0
  call void @poll()
  %x = extractvalue { ptr addrspace(10), ptr addrspace(10) } %xy, 0
  %y = extractvalue { ptr addrspace(10), ptr addrspace(10) } %xy, 1
  call void @use2(ptr addrspace(10) %x, ptr addrspace(10) %y)
  call void @use(ptr addrspace(10) %a)
  ret void
}

!0 = !{}
!1 = !{!2, !2, i64 0}
!2 = !{!"jtbaa_immut", !9, i64 0}
!3 = !{!4, !4, i64 0, i64 1}
!4 = !{!"jtbaa_const", !10, i64 0}
!5 = !{!6, !6, i64 0}
!6 = !{!"jtbaa_mutab", !9, i64 0}
!9 = !{!"jtbaa_value", !11, i64 0}
!10 = !{!"jtbaa", !12, i64 0}
!11 = !{!"jtbaa_data", !10, i64 0}
!12 = !{!"jtbaa"}
!20 = !{!31}
!21 = !{!32}
!22 = !{!33}
!23 = !{!31, !33}
!24 = !{!31, !41}
!25 = !{!42}
!30 = !{!"jnoalias"}
!31 = !{!"jnoalias_immutdata", !30}
!32 = !{!"jnoalias_mutconstdata", !30}
!33 = !{!"jnoalias_stack", !30}
!40 = !{!"inlined callee"}
!41 = !{!"argument 0", !40}
!42 = !{!"jnoalias_immutdata", !40}
