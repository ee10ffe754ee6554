; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Values that need no slot: what gcroots/refinement.ll and constants.ll leave open.  Types and regions as Julia's compilers of either
; generation name them.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @poll()
declare void @use_vector(<2 x ptr addrspace(10)>)
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)

; A vector of objects out of an immutable region: each lane is covered by the owner.
; CHECK-LABEL: define {{.*}} @vector_out_of_region(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %v)
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @vector_out_of_region() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %v = load <2 x ptr addrspace(10)>, ptr addrspace(11) %d, !alias.scope !12
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %v)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; Type descriptors never change.
; CHECK-LABEL: define {{.*}} @tbaa_datatype(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @tbaa_datatype() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %x = load ptr addrspace(10), ptr addrspace(11) %d, !tbaa !5
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; Where regions say something they alone decide: the stack's region against an immutable type.
; CHECK-LABEL: define {{.*}} @region_against_tbaa(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: store ptr addrspace(10) %x, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @region_against_tbaa() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %x = load ptr addrspace(10), ptr addrspace(11) %d, !tbaa !3, !alias.scope !14
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; What other memory the load does not touch says nothing of its own.
; CHECK-LABEL: define {{.*}} @noalias_says_nothing(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: store ptr addrspace(10) %x, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @noalias_says_nothing() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %x = load ptr addrspace(10), ptr addrspace(11) %d, !noalias !12
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; An object out of constant memory that the task points to is rooted as long as the task runs.
; CHECK-LABEL: define {{.*}} @constant_of_the_task(
; CHECK: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: ret void
define void @constant_of_the_task() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %f = getelementptr inbounds i8, ptr %pgcstack, i64 16
  %p = load ptr, ptr %f, !tbaa !3
  %x = load ptr addrspace(10), ptr %p, !tbaa !3
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  ret void
}

; Through an owner that is itself rooted for ever, and through gc_loaded to it.
; CHECK-LABEL: define {{.*}} @out_of_constant_memory(
; CHECK: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %x)
; CHECK-NEXT: ret void
define void @out_of_constant_memory() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = load ptr addrspace(10), ptr @slot, !invariant.load !20
  %od = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %raw = load ptr, ptr addrspace(11) %od, !invariant.load !20
  %d = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %o, ptr %raw)
  %x = load ptr addrspace(10), ptr addrspace(13) %d, !invariant.load !20
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  ret void
}
@slot = external constant ptr addrspace(10)

; Select of two objects of one live owner; the arms' loads are of different sorts.
; CHECK-LABEL: define {{.*}} @select_of_immutable_fields(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %s)
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @select_of_immutable_fields(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %x = load ptr addrspace(10), ptr addrspace(11) %d, !tbaa !3
  %e = getelementptr i8, ptr addrspace(11) %d, i64 8
  %y = load ptr addrspace(10), ptr addrspace(11) %e, !alias.scope !12
  %s = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) %y
  call void @poll()
  call void @use(ptr addrspace(10) %s)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; A select by lanes of vectors, one of immutable memory, one of a call: only the lanes of the latter cost slots.
; CHECK-LABEL: define {{.*}} @vector_select_half_covered(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: [[V1:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %s, i32 0
; CHECK-NEXT: store ptr addrspace(10) [[V1]], ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_vector(<2 x ptr addrspace(10)> %s)
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @vector_select_half_covered(<2 x i1> %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %v = load <2 x ptr addrspace(10)>, ptr addrspace(11) %d, !tbaa !3
  %b = call ptr addrspace(10) @make()
  %w = insertelement <2 x ptr addrspace(10)> %v, ptr addrspace(10) %b, i32 0
  %s = select <2 x i1> %c, <2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> %w
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %s)
  call void @use(ptr addrspace(10) %a)
  ret void
}

!0 = !{!"jtbaa"}
!1 = !{!"jtbaa_const", !0, i64 0}
!3 = !{!1, !1, i64 0, i64 1}
!4 = !{!"jtbaa_datatype", !0, i64 0}
!5 = !{!4, !4, i64 0}
!10 = !{!"jnoalias"}
!11 = !{!"jnoalias_immutdata", !10}
!12 = !{!11}
!13 = !{!"jnoalias_stack", !10}
!14 = !{!13}
!20 = !{}
