; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Values that are not there: nothing but objects and null may reach a slot, as the collector follows all that it finds in one.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use_raw(ptr)
declare void @poll()
declare { ptr addrspace(10), ptr addrspace(10) } @make_pair()
declare <2 x ptr addrspace(10)> @make_vector()
declare void @use_vector(<2 x ptr addrspace(10)>)

; The failure meant: garbage in the slot when the right arm is taken.
; CHECK-LABEL: define {{.*}} @phi_with_undef(
; CHECK: new_gc_frame(i32 1)
; CHECK: phi ptr addrspace(10) [ %a, %left ], [ null, %top ]
; CHECK: store ptr addrspace(10) %p, ptr %gcslot
; CHECK: ret i64
define i64 @phi_with_undef(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %join
left:
  %a = call ptr addrspace(10) @make()
  br label %join
join:
  %p = phi ptr addrspace(10) [ %a, %left ], [ undef, %top ]
  call void @poll()
  %x = load i64, ptr addrspace(10) %p
  ret i64 %x
}

; CHECK-LABEL: define {{.*}} @phi_with_poison(
; CHECK: new_gc_frame(i32 1)
; CHECK: phi ptr addrspace(10) [ %a, %left ], [ null, %top ]
; CHECK: store ptr addrspace(10) %p, ptr %gcslot
; CHECK: ret i64
define i64 @phi_with_poison(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %join
left:
  %a = call ptr addrspace(10) @make()
  br label %join
join:
  %p = phi ptr addrspace(10) [ %a, %left ], [ poison, %top ]
  call void @poll()
  %x = load i64, ptr addrspace(10) %p
  ret i64 %x
}

; CHECK-LABEL: define {{.*}} @select_with_undef(
; CHECK: new_gc_frame(i32 1)
; CHECK: select i1 %c, ptr addrspace(10) null, ptr addrspace(10) %a
; CHECK: store ptr addrspace(10) %s, ptr %gcslot
; CHECK: ret i64
define i64 @select_with_undef(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %s = select i1 %c, ptr addrspace(10) undef, ptr addrspace(10) %a
  call void @poll()
  %x = load i64, ptr addrspace(10) %s
  ret i64 %x
}

; An aggregate begun from nothing starts from zero.
; CHECK-LABEL: define {{.*}} @insertvalue_into_undef(
; CHECK: new_gc_frame(i32 1)
; CHECK: insertvalue { ptr addrspace(10), ptr addrspace(10) } zeroinitializer, ptr addrspace(10) %a, 0
; CHECK: store ptr addrspace(10) %a, ptr %gcslot
; CHECK: ret
define { ptr addrspace(10), ptr addrspace(10) } @insertvalue_into_undef() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %s = insertvalue { ptr addrspace(10), ptr addrspace(10) } undef, ptr addrspace(10) %a, 0
  call void @poll()
  ret { ptr addrspace(10), ptr addrspace(10) } %s
}

; An element of it that was never set is null, also after a phi has mixed it with others.
; CHECK-LABEL: define {{.*}} @phi_of_half_filled(
; CHECK: new_gc_frame(i32 2)
; CHECK: insertvalue { ptr addrspace(10), ptr addrspace(10) } zeroinitializer, ptr addrspace(10) %a, 0
; CHECK: join:
; CHECK: store ptr addrspace(10) {{.*}}, ptr %gcslot
; CHECK: store ptr addrspace(10) {{.*}}, ptr %gcslot
; CHECK-NEXT: call void @poll()
; CHECK: ret
define { ptr addrspace(10), ptr addrspace(10) } @phi_of_half_filled(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %right
left:
  %a = call ptr addrspace(10) @make()
  %s = insertvalue { ptr addrspace(10), ptr addrspace(10) } poison, ptr addrspace(10) %a, 0
  br label %join
right:
  %t = call { ptr addrspace(10), ptr addrspace(10) } @make_pair()
  br label %join
join:
  %p = phi { ptr addrspace(10), ptr addrspace(10) } [ %s, %left ], [ %t, %right ]
  call void @poll()
  ret { ptr addrspace(10), ptr addrspace(10) } %p
}

; CHECK-LABEL: define {{.*}} @vector_begun_from_nothing(
; CHECK: new_gc_frame(i32 2)
; CHECK: insertelement <2 x ptr addrspace(10)> zeroinitializer, ptr addrspace(10) %a, i32 0
; CHECK: join:
; CHECK: store ptr addrspace(10) {{.*}}, ptr %gcslot
; CHECK: store ptr addrspace(10) {{.*}}, ptr %gcslot
; CHECK-NEXT: call void @poll()
; CHECK: ret
define void @vector_begun_from_nothing(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %right
left:
  %a = call ptr addrspace(10) @make()
  %s = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %a, i32 0
  br label %join
right:
  %t = call <2 x ptr addrspace(10)> @make_vector()
  br label %join
join:
  %p = phi <2 x ptr addrspace(10)> [ %s, %left ], [ %t, %right ]
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %p)
  ret void
}

; Frozen garbage is garbage.
; CHECK-LABEL: define {{.*}} @frozen_poison(
; CHECK: new_gc_frame(i32 1)
; CHECK: freeze ptr addrspace(10) null
; CHECK: store ptr addrspace(10) %s, ptr %gcslot
; CHECK: ret i64
define i64 @frozen_poison(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %f = freeze ptr addrspace(10) poison
  %s = select i1 %c, ptr addrspace(10) %f, ptr addrspace(10) %a
  call void @poll()
  %x = load i64, ptr addrspace(10) %s
  ret i64 %x
}

; Into a variable that becomes a slot.
; CHECK-LABEL: define {{.*}} @stored_into_a_variable(
; CHECK: new_gc_frame(i32 1)
; CHECK: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: store ptr addrspace(10) null, ptr [[V]]
; CHECK: call void @use_raw(ptr [[V]])
; CHECK: ret void
define void @stored_into_a_variable() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  store ptr addrspace(10) undef, ptr %v
  call void @use_raw(ptr %v)
  ret void
}

; Lanes that a masked load leaves out.
; CHECK-LABEL: define {{.*}} @masked_load_with_poison_passed_through(
; CHECK: new_gc_frame(i32 2)
; CHECK: call <2 x ptr addrspace(10)> @llvm.masked.load{{.*}}, <2 x ptr addrspace(10)> zeroinitializer)
; CHECK: store ptr addrspace(10) {{.*}}, ptr %gcslot
; CHECK: store ptr addrspace(10) {{.*}}, ptr %gcslot
; CHECK-NEXT: call void @poll()
; CHECK: ret
define void @masked_load_with_poison_passed_through(<2 x i1> %m, ptr addrspace(10) %arg) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @llvm.masked.load.v2p10.p10(ptr addrspace(10) %arg, i32 8, <2 x i1> %m, <2 x ptr addrspace(10)> poison)
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %v)
  ret void
}
declare <2 x ptr addrspace(10)> @llvm.masked.load.v2p10.p10(ptr addrspace(10), i32, <2 x i1>, <2 x ptr addrspace(10)>)

; Nothing to root at all.
; CHECK-LABEL: define {{.*}} @undef_alone(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @undef_alone() {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @poll()
  call void @use(ptr addrspace(10) undef)
  ret void
}
