; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Vectors of tracked pointers: every lane is a value.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @poll()
declare <2 x ptr addrspace(10)> @make_vector()
declare void @use_vector(<2 x ptr addrspace(10)>)

; CHECK-LABEL: define {{.*}} @result_of_a_call(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %v)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @result_of_a_call() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %v)
  ret void
}

; The failure meant: the other lane keeps a slot.
; CHECK-LABEL: define {{.*}} @only_one_lane_is_used(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @use(ptr addrspace(10) %p)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @only_one_lane_is_used() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  call void @poll()
  %p = extractelement <2 x ptr addrspace(10)> %v, i32 1
  call void @use(ptr addrspace(10) %p)
  ret void
}

; A lane under another name is still the same object.
; CHECK-LABEL: define {{.*}} @lane_and_vector(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %p)
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %v)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @lane_and_vector() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %p = extractelement <2 x ptr addrspace(10)> %v, i32 0
  call void @use(ptr addrspace(10) %p)
  call void @use_vector(<2 x ptr addrspace(10)> %v)
  ret void
}

; Put together from scalars, which are what is rooted.
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
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %w)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @put_together() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %v = insertelement <2 x ptr addrspace(10)> zeroinitializer, ptr addrspace(10) %a, i32 0
  %w = insertelement <2 x ptr addrspace(10)> %v, ptr addrspace(10) %b, i32 1
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %w)
  ret void
}

; CHECK-LABEL: define {{.*}} @phi_of_vectors(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: left:
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: right:
; CHECK-NEXT: %w = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: join:
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %p)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @phi_of_vectors(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %right
left:
  %v = call <2 x ptr addrspace(10)> @make_vector()
  br label %join
right:
  %w = call <2 x ptr addrspace(10)> @make_vector()
  br label %join
join:
  %p = phi <2 x ptr addrspace(10)> [ %v, %left ], [ %w, %right ]
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %p)
  ret void
}

; One condition for each lane.
; CHECK-LABEL: define {{.*}} @select_by_lanes(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 3)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK-NEXT: [[SLOT2:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 3)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT2]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %s)
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @select_by_lanes(<2 x i1> %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %a = call ptr addrspace(10) @make()
  %w = insertelement <2 x ptr addrspace(10)> zeroinitializer, ptr addrspace(10) %a, i32 0
  %s = select <2 x i1> %c, <2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> %w
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %s)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; A shuffle only names lanes anew.
; CHECK-LABEL: define {{.*}} @shuffle(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %w)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @shuffle() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %w = shufflevector <2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> zeroinitializer, <2 x i32> <i32 1, i32 0>
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %w)
  ret void
}

; A lane of each of two vectors; the others are dead, also while the second vector is made.
; CHECK-LABEL: define {{.*}} @shuffle_of_two(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK-NEXT: %w = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %s)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @shuffle_of_two() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %w = call <2 x ptr addrspace(10)> @make_vector()
  %s = shufflevector <2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> %w, <2 x i32> <i32 0, i32 3>
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %s)
  ret void
}

; Lanes that no index names are nobody's.
; CHECK-LABEL: define {{.*}} @shuffle_with_undefined_lane(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: [[FULL:%[0-9]+]] = insertelement <2 x ptr addrspace(10)> %s, ptr addrspace(10) null, i32 1
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> [[FULL]])
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @shuffle_with_undefined_lane() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %s = shufflevector <2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> zeroinitializer, <2 x i32> <i32 0, i32 poison>
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %s)
  ret void
}

; Which lane it is turns out at run time: what is taken out is a value of its own.
; CHECK-LABEL: define {{.*}} @extract_at_dynamic_index(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: store ptr addrspace(10) %p, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %p)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @extract_at_dynamic_index(i32 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %p = extractelement <2 x ptr addrspace(10)> %v, i32 %i
  call void @poll()
  call void @use(ptr addrspace(10) %p)
  ret void
}

; CHECK-LABEL: define {{.*}} @insert_at_dynamic_index(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %w)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @insert_at_dynamic_index(i32 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %a = call ptr addrspace(10) @make()
  %w = insertelement <2 x ptr addrspace(10)> %v, ptr addrspace(10) %a, i32 %i
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %w)
  ret void
}

; CHECK-LABEL: define {{.*}} @vector_load(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %v)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @vector_load() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %v = load <2 x ptr addrspace(10)>, ptr addrspace(10) %a
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %v)
  ret void
}

; Interior pointers by the vector: all of one object.
; CHECK-LABEL: define {{.*}} @offsets_into_one_object(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p11(
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret <2 x i64> %x
define <2 x i64> @offsets_into_one_object(<2 x i64> %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %e = getelementptr i64, ptr addrspace(11) %d, <2 x i64> %i
  call void @poll()
  %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p11(<2 x ptr addrspace(11)> %e, i32 8, <2 x i1> <i1 true, i1 true>, <2 x i64> zeroinitializer)
  ret <2 x i64> %x
}
declare <2 x i64> @llvm.masked.gather.v2i64.v2p11(<2 x ptr addrspace(11)>, i32, <2 x i1>, <2 x i64>)

; Interior pointers of two objects.
; CHECK-LABEL: define {{.*}} @offsets_into_two_objects(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p11(
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret <2 x i64> %x
define <2 x i64> @offsets_into_two_objects() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %d = addrspacecast <2 x ptr addrspace(10)> %v to <2 x ptr addrspace(11)>
  %e = getelementptr i64, <2 x ptr addrspace(11)> %d, i64 1
  call void @poll()
  %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p11(<2 x ptr addrspace(11)> %e, i32 8, <2 x i1> <i1 true, i1 true>, <2 x i64> zeroinitializer)
  ret <2 x i64> %x
}

; A phi of them is lifted lane by lane.
; CHECK-LABEL: define {{.*}} @phi_of_interior_pointers(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: left:
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: right:
; CHECK-NEXT: %w = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: join:
; CHECK-NEXT: %gclift = phi ptr addrspace(10) [ {{%[0-9]+}}, %left ], [ {{%[0-9]+}}, %right ]
; CHECK-NEXT: %gclift1 = phi ptr addrspace(10) [ {{%[0-9]+}}, %left ], [ {{%[0-9]+}}, %right ]
; CHECK: store ptr addrspace(10) %gclift, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %gclift1, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p11(
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret <2 x i64> %x
define <2 x i64> @phi_of_interior_pointers(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %right
left:
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %dv = addrspacecast <2 x ptr addrspace(10)> %v to <2 x ptr addrspace(11)>
  br label %join
right:
  %w = call <2 x ptr addrspace(10)> @make_vector()
  %dw = addrspacecast <2 x ptr addrspace(10)> %w to <2 x ptr addrspace(11)>
  br label %join
join:
  %p = phi <2 x ptr addrspace(11)> [ %dv, %left ], [ %dw, %right ]
  call void @poll()
  %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p11(<2 x ptr addrspace(11)> %p, i32 8, <2 x i1> <i1 true, i1 true>, <2 x i64> zeroinitializer)
  ret <2 x i64> %x
}

; A select by lanes of interior pointers: each lane of the condition selects an object.
; CHECK-LABEL: define {{.*}} @select_of_interior_pointers(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: %w = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: %gclift = select i1 {{%[0-9]+}}, ptr addrspace(10) {{%[0-9]+}}, ptr addrspace(10) {{%[0-9]+}}
; CHECK: %gclift1 = select i1 {{%[0-9]+}}, ptr addrspace(10) {{%[0-9]+}}, ptr addrspace(10) {{%[0-9]+}}
; CHECK: store ptr addrspace(10) %gclift, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %gclift1, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p11(
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret <2 x i64> %x
define <2 x i64> @select_of_interior_pointers(<2 x i1> %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %w = call <2 x ptr addrspace(10)> @make_vector()
  %dv = addrspacecast <2 x ptr addrspace(10)> %v to <2 x ptr addrspace(11)>
  %dw = addrspacecast <2 x ptr addrspace(10)> %w to <2 x ptr addrspace(11)>
  %s = select <2 x i1> %c, <2 x ptr addrspace(11)> %dv, <2 x ptr addrspace(11)> %dw
  call void @poll()
  %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p11(<2 x ptr addrspace(11)> %s, i32 8, <2 x i1> <i1 true, i1 true>, <2 x i64> zeroinitializer)
  ret <2 x i64> %x
}

; An interior pointer out of a vector at an index that turns out at run time: the object is taken out at the same index.
; CHECK-LABEL: define {{.*}} @interior_pointer_at_dynamic_index(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: %gclift = extractelement <2 x ptr addrspace(10)> {{%[0-9]+}}, i32 %i
; CHECK: store ptr addrspace(10) %gclift, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @interior_pointer_at_dynamic_index(i32 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %d = addrspacecast <2 x ptr addrspace(10)> %v to <2 x ptr addrspace(11)>
  %e = extractelement <2 x ptr addrspace(11)> %d, i32 %i
  call void @poll()
  %x = load i64, ptr addrspace(11) %e
  ret i64 %x
}

; Masked loads and gathers of tracked pointers give new values.
; CHECK-LABEL: define {{.*}} @masked_load(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @llvm.masked.load.v2p10.p10(
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %v)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @masked_load(<2 x i1> %m) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %v = call <2 x ptr addrspace(10)> @llvm.masked.load.v2p10.p10(ptr addrspace(10) %a, i32 8, <2 x i1> %m, <2 x ptr addrspace(10)> zeroinitializer)
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %v)
  ret void
}
declare <2 x ptr addrspace(10)> @llvm.masked.load.v2p10.p10(ptr addrspace(10), i32, <2 x i1>, <2 x ptr addrspace(10)>)

; A vector of data pointers out of one object: the object owns all that they point to.
; CHECK-LABEL: define {{.*}} @loaded_vector(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p13(
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret <2 x i64> %x
define <2 x i64> @loaded_vector() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %v = load <2 x ptr addrspace(13)>, ptr addrspace(10) %a
  call void @poll()
  %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p13(<2 x ptr addrspace(13)> %v, i32 8, <2 x i1> <i1 true, i1 true>, <2 x i64> zeroinitializer)
  ret <2 x i64> %x
}
declare <2 x i64> @llvm.masked.gather.v2i64.v2p13(<2 x ptr addrspace(13)>, i32, <2 x i1>, <2 x i64>)

; A part of a vector.
; CHECK-LABEL: define {{.*}} @subvector(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %v = call <4 x ptr addrspace(10)> @make_four()
; CHECK-NEXT: %h = call <2 x ptr addrspace(10)> @llvm.vector.extract.v2p10.v4p10(
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %h)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @subvector() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <4 x ptr addrspace(10)> @make_four()
  %h = call <2 x ptr addrspace(10)> @llvm.vector.extract.v2p10.v4p10(<4 x ptr addrspace(10)> %v, i64 2)
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %h)
  ret void
}
declare <4 x ptr addrspace(10)> @make_four()
declare <2 x ptr addrspace(10)> @llvm.vector.extract.v2p10.v4p10(<4 x ptr addrspace(10)>, i64)

; An interior pointer put in at an index that turns out at run time: each lane has a choice of two objects.
; CHECK-LABEL: define {{.*}} @insert_interior_pointer_at_dynamic_index(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: %gclift = select i1 {{%[0-9]+}}, ptr addrspace(10) %b, ptr addrspace(10) %a
; CHECK: %gclift1 = select i1 {{%[0-9]+}}, ptr addrspace(10) %b, ptr addrspace(10) null
; CHECK: store ptr addrspace(10) %gclift, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %gclift1, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_interior(<2 x ptr addrspace(11)> %w)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @insert_interior_pointer_at_dynamic_index(i32 %k) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %v = insertelement <2 x ptr addrspace(11)> zeroinitializer, ptr addrspace(11) %da, i32 0
  %w = insertelement <2 x ptr addrspace(11)> %v, ptr addrspace(11) %db, i32 %k
  call void @poll()
  call void @use_interior(<2 x ptr addrspace(11)> %w)
  ret void
}
declare void @use_interior(<2 x ptr addrspace(11)>)
