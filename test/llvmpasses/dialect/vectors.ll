; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Vectors of references: what gcroots/vectors.ll leaves open.  Every lane is a value of its own, whatever its way through the function.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @poll()
declare <2 x ptr addrspace(10)> @make_vector()
declare void @use_vector(<2 x ptr addrspace(10)>)
declare <2 x ptr addrspace(10)> @llvm.masked.gather.v2p10.v2p11(<2 x ptr addrspace(11)>, i32, <2 x i1>, <2 x ptr addrspace(10)>)
declare <2 x i64> @llvm.masked.gather.v2i64.v2p11(<2 x ptr addrspace(11)>, i32, <2 x i1>, <2 x i64>)
declare <2 x i64> @llvm.masked.gather.v2i64.v2p13(<2 x ptr addrspace(13)>, i32, <2 x i1>, <2 x i64>)
declare <2 x ptr addrspace(13)> @llvm.masked.gather.v2p13.v2p11(<2 x ptr addrspace(11)>, i32, <2 x i1>, <2 x ptr addrspace(13)>)
declare <4 x ptr addrspace(10)> @llvm.vector.insert.v4p10.v2p10(<4 x ptr addrspace(10)>, <2 x ptr addrspace(10)>, i64)
declare <2 x ptr addrspace(11)> @llvm.vector.extract.v2p11.v4p11(<4 x ptr addrspace(11)>, i64)
declare <4 x ptr addrspace(10)> @make_four()
declare void @use_four(<4 x ptr addrspace(10)>)

; References gathered from the fields of two objects: new values.  The objects are dead once read.
; CHECK-LABEL: define {{.*}} @gather(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: [[V1:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %v, i32 0
; CHECK-NEXT: store ptr addrspace(10) [[V1]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: [[V2:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %v, i32 1
; CHECK-NEXT: store ptr addrspace(10) [[V2]], ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: [[V3:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %g, i32 0
; CHECK-NEXT: store ptr addrspace(10) [[V3]], ptr [[SLOT0]]
; CHECK-NEXT: [[V4:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %g, i32 1
; CHECK-NEXT: store ptr addrspace(10) [[V4]], ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %g)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @gather(<2 x i1> %m) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %d = addrspacecast <2 x ptr addrspace(10)> %v to <2 x ptr addrspace(11)>
  call void @poll()
  %g = call <2 x ptr addrspace(10)> @llvm.masked.gather.v2p10.v2p11(<2 x ptr addrspace(11)> %d, i32 8, <2 x i1> %m, <2 x ptr addrspace(10)> zeroinitializer)
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %g)
  ret void
}

; Data pointers gathered from two objects: each lane belongs to the object that it comes from.
; CHECK-LABEL: define {{.*}} @gather_of_data(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: [[V1:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %v, i32 0
; CHECK-NEXT: store ptr addrspace(10) [[V1]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: [[V2:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %v, i32 1
; CHECK-NEXT: store ptr addrspace(10) [[V2]], ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret <2 x i64> %x
define <2 x i64> @gather_of_data() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %d = addrspacecast <2 x ptr addrspace(10)> %v to <2 x ptr addrspace(11)>
  %g = call <2 x ptr addrspace(13)> @llvm.masked.gather.v2p13.v2p11(<2 x ptr addrspace(11)> %d, i32 8, <2 x i1> <i1 true, i1 true>, <2 x ptr addrspace(13)> zeroinitializer)
  call void @poll()
  %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p13(<2 x ptr addrspace(13)> %g, i32 8, <2 x i1> <i1 true, i1 true>, <2 x i64> zeroinitializer)
  ret <2 x i64> %x
}

; Two lanes put into four: those that are replaced are dead.
; CHECK-LABEL: define {{.*}} @insert_subvector(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 4)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 4)
; CHECK-NEXT: %v = call <4 x ptr addrspace(10)> @make_four()
; CHECK-NEXT: [[V1:%[0-9]+]] = extractelement <4 x ptr addrspace(10)> %v, i32 0
; CHECK-NEXT: store ptr addrspace(10) [[V1]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: [[V2:%[0-9]+]] = extractelement <4 x ptr addrspace(10)> %v, i32 1
; CHECK-NEXT: store ptr addrspace(10) [[V2]], ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: [[V3:%[0-9]+]] = extractelement <4 x ptr addrspace(10)> %v, i32 2
; CHECK-NEXT: store ptr addrspace(10) [[V3]], ptr [[SLOT2:%[a-z0-9]+]]
; CHECK-NEXT: [[V4:%[0-9]+]] = extractelement <4 x ptr addrspace(10)> %v, i32 3
; CHECK-NEXT: store ptr addrspace(10) [[V4]], ptr [[SLOT3:%[a-z0-9]+]]
; CHECK-NEXT: %w = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: [[V5:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %w, i32 0
; CHECK-NEXT: store ptr addrspace(10) [[V5]], ptr [[SLOT2]]
; CHECK-NEXT: [[V6:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %w, i32 1
; CHECK-NEXT: store ptr addrspace(10) [[V6]], ptr [[SLOT3]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_four(<4 x ptr addrspace(10)> %i)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @insert_subvector() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <4 x ptr addrspace(10)> @make_four()
  %w = call <2 x ptr addrspace(10)> @make_vector()
  %i = call <4 x ptr addrspace(10)> @llvm.vector.insert.v4p10.v2p10(<4 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> %w, i64 2)
  call void @poll()
  call void @use_four(<4 x ptr addrspace(10)> %i)
  ret void
}

; Interior pointers: the upper half of four.
; CHECK-LABEL: define {{.*}} @extract_interior_subvector(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %v = call <4 x ptr addrspace(10)> @make_four()
; CHECK: [[V1:%[0-9]+]] = extractelement <4 x ptr addrspace(10)> %v, i32 2
; CHECK-NEXT: store ptr addrspace(10) [[V1]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: [[V2:%[0-9]+]] = extractelement <4 x ptr addrspace(10)> %v, i32 3
; CHECK-NEXT: store ptr addrspace(10) [[V2]], ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret <2 x i64> %x
define <2 x i64> @extract_interior_subvector() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <4 x ptr addrspace(10)> @make_four()
  %d = addrspacecast <4 x ptr addrspace(10)> %v to <4 x ptr addrspace(11)>
  %h = call <2 x ptr addrspace(11)> @llvm.vector.extract.v2p11.v4p11(<4 x ptr addrspace(11)> %d, i64 2)
  call void @poll()
  %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p11(<2 x ptr addrspace(11)> %h, i32 8, <2 x i1> <i1 true, i1 true>, <2 x i64> zeroinitializer)
  ret <2 x i64> %x
}

; A vector of offsets into a vector of objects, lane by lane.
; CHECK-LABEL: define {{.*}} @offsets_by_lanes(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: [[V1:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %v, i32 1
; CHECK-NEXT: store ptr addrspace(10) [[V1]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret <2 x i64> %x
define <2 x i64> @offsets_by_lanes(<2 x i64> %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %d = addrspacecast <2 x ptr addrspace(10)> %v to <2 x ptr addrspace(11)>
  %e = getelementptr i64, <2 x ptr addrspace(11)> %d, <2 x i64> %i
  %r = shufflevector <2 x ptr addrspace(11)> %e, <2 x ptr addrspace(11)> zeroinitializer, <2 x i32> <i32 1, i32 2>
  call void @poll()
  %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p11(<2 x ptr addrspace(11)> %r, i32 8, <2 x i1> <i1 true, i1 false>, <2 x i64> zeroinitializer)
  ret <2 x i64> %x
}

; A dynamic index into a vector whose lanes are all one object: that object.
; CHECK-LABEL: define {{.*}} @dynamic_index_into_one_object(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @dynamic_index_into_one_object(<2 x i64> %i, i32 %k) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %v = getelementptr i64, ptr addrspace(11) %d, <2 x i64> %i
  %e = extractelement <2 x ptr addrspace(11)> %v, i32 %k
  call void @poll()
  %x = load i64, ptr addrspace(11) %e
  ret i64 %x
}

; A dynamic index into a phi of vectors: the phi is lifted by lanes, and the object taken out of that.
; CHECK-LABEL: define {{.*}} @dynamic_index_into_phi(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: left:
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: [[V0:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %v, i32 0
; CHECK-NEXT: [[V1:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %v, i32 1
; CHECK: right:
; CHECK-NEXT: %w = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: [[V2:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %w, i32 0
; CHECK-NEXT: [[V3:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %w, i32 1
; CHECK: join:
; CHECK-NEXT: [[LIFT0:%gclift[.0-9a-z]*]] = phi ptr addrspace(10) [ [[V0]], %left ], [ [[V2]], %right ]
; CHECK-NEXT: [[LIFT1:%gclift[.0-9a-z]*]] = phi ptr addrspace(10) [ [[V1]], %left ], [ [[V3]], %right ]
; CHECK: [[V4:%[0-9]+]] = insertelement <2 x ptr addrspace(10)> zeroinitializer, ptr addrspace(10) [[LIFT0]], i32 0
; CHECK-NEXT: [[V5:%[0-9]+]] = insertelement <2 x ptr addrspace(10)> [[V4]], ptr addrspace(10) [[LIFT1]], i32 1
; CHECK-NEXT: [[LIFT2:%gclift[.0-9a-z]*]] = extractelement <2 x ptr addrspace(10)> [[V5]], i32 %k
; CHECK: store ptr addrspace(10) [[LIFT2]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @dynamic_index_into_phi(i1 %c, i32 %k) {
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
  %e = extractelement <2 x ptr addrspace(11)> %p, i32 %k
  call void @poll()
  %x = load i64, ptr addrspace(11) %e
  ret i64 %x
}

; Selected by one condition, a vector goes over as a whole.
; CHECK-LABEL: define {{.*}} @select_as_a_whole(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK-NEXT: [[V1:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %v, i32 0
; CHECK-NEXT: store ptr addrspace(10) [[V1]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: [[V2:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %v, i32 1
; CHECK-NEXT: store ptr addrspace(10) [[V2]], ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: %w = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: [[V3:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %s, i32 0
; CHECK-NEXT: store ptr addrspace(10) [[V3]], ptr [[SLOT0]]
; CHECK-NEXT: [[V4:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %s, i32 1
; CHECK-NEXT: store ptr addrspace(10) [[V4]], ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %s)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @select_as_a_whole(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %w = call <2 x ptr addrspace(10)> @make_vector()
  %s = select i1 %c, <2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> %w
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %s)
  ret void
}

; Each lane is covered by the lanes that it may come from: no slots for the selected one.
; CHECK-LABEL: define {{.*}} @select_covered_by_lanes(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 4)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 4)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK-NEXT: [[V1:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %v, i32 0
; CHECK-NEXT: store ptr addrspace(10) [[V1]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: [[V2:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %v, i32 1
; CHECK-NEXT: store ptr addrspace(10) [[V2]], ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: %w = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: [[V3:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %w, i32 0
; CHECK-NEXT: store ptr addrspace(10) [[V3]], ptr [[SLOT2:%[a-z0-9]+]]
; CHECK-NEXT: [[V4:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %w, i32 1
; CHECK-NEXT: store ptr addrspace(10) [[V4]], ptr [[SLOT3:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %s)
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %v)
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %w)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @select_covered_by_lanes(<2 x i1> %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %w = call <2 x ptr addrspace(10)> @make_vector()
  %s = select <2 x i1> %c, <2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> %w
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %s)
  call void @use_vector(<2 x ptr addrspace(10)> %v)
  call void @use_vector(<2 x ptr addrspace(10)> %w)
  ret void
}

; One lane is covered, the other is not.
; CHECK-LABEL: define {{.*}} @phi_covered_in_one_lane(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: left:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: right:
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK: join:
; CHECK: [[V0:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %p, i32 1
; CHECK-NEXT: store ptr addrspace(10) [[V0]], ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %p)
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @phi_covered_in_one_lane(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @poll()
  br i1 %c, label %left, label %right
left:
  %b = call ptr addrspace(10) @make()
  %v0 = insertelement <2 x ptr addrspace(10)> zeroinitializer, ptr addrspace(10) %a, i32 0
  %v = insertelement <2 x ptr addrspace(10)> %v0, ptr addrspace(10) %b, i32 1
  br label %join
right:
  %e = call ptr addrspace(10) @make()
  %w0 = insertelement <2 x ptr addrspace(10)> zeroinitializer, ptr addrspace(10) %a, i32 0
  %w = insertelement <2 x ptr addrspace(10)> %w0, ptr addrspace(10) %e, i32 1
  br label %join
join:
  %p = phi <2 x ptr addrspace(10)> [ %v, %left ], [ %w, %right ]
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %p)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; Lanes loaded from immutable memory of a live object need nothing; nor does the phi of such vectors.
; CHECK-LABEL: define {{.*}} @phi_of_vectors_from_one_owner(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK: right:
; CHECK: join:
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %p)
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @phi_of_vectors_from_one_owner(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  %v = load <2 x ptr addrspace(10)>, ptr addrspace(10) %a, !invariant.load !0
  br label %join
right:
  %q = getelementptr i8, ptr addrspace(10) %a, i64 16
  %w = load <2 x ptr addrspace(10)>, ptr addrspace(10) %q, !invariant.load !0
  br label %join
join:
  %p = phi <2 x ptr addrspace(10)> [ %v, %left ], [ %w, %right ]
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %p)
  call void @use(ptr addrspace(10) %a)
  ret void
}
!0 = !{}

; The vector that comes round the loop is the one of the turn before: both are rooted.
; CHECK-LABEL: define {{.*}} @phi_round_a_loop(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: loop:
; CHECK: [[V0:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %p, i32 1
; CHECK-NEXT: store ptr addrspace(10) [[V0]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: exit:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %s)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @phi_round_a_loop(i32 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  br label %loop
loop:
  %p = phi <2 x ptr addrspace(10)> [ %v, %top ], [ %s, %loop ]
  %i = phi i32 [ 0, %top ], [ %i1, %loop ]
  %a = call ptr addrspace(10) @make()
  %r = shufflevector <2 x ptr addrspace(10)> %p, <2 x ptr addrspace(10)> zeroinitializer, <2 x i32> <i32 1, i32 2>
  %s = insertelement <2 x ptr addrspace(10)> %r, ptr addrspace(10) %a, i32 1
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %exit
exit:
  call void @use_vector(<2 x ptr addrspace(10)> %s)
  ret void
}

; Frozen by the vector: the same objects.
; CHECK-LABEL: define {{.*}} @freeze(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: [[V1:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %v, i32 0
; CHECK-NEXT: store ptr addrspace(10) [[V1]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: [[V2:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %v, i32 1
; CHECK-NEXT: store ptr addrspace(10) [[V2]], ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %f)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @freeze() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %f = freeze <2 x ptr addrspace(10)> %v
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %f)
  ret void
}

; One interior pointer for all lanes.
; CHECK-LABEL: define {{.*}} @broadcast(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret <2 x i64> %x
define <2 x i64> @broadcast() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %h = insertelement <2 x ptr addrspace(11)> poison, ptr addrspace(11) %d, i32 0
  %b = shufflevector <2 x ptr addrspace(11)> %h, <2 x ptr addrspace(11)> poison, <2 x i32> zeroinitializer
  call void @poll()
  %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p11(<2 x ptr addrspace(11)> %b, i32 8, <2 x i1> <i1 true, i1 true>, <2 x i64> zeroinitializer)
  ret <2 x i64> %x
}
