; RUN: %lateroot opt --passes=LateLowerGCFrame --reload --check -S %s | FileCheck %s
; RUN: %lateroot opt --abi=framemap --reload --check -S %s -o %t
; RUN: %lateroot opt --abi=statepoint --check -S %s | FileCheck %s --check-prefix=STATEPOINT
;
; What the callee roots (address space 12), where objects move: it cannot relocate a pointer of which it does not know
; the object.  Such an object is rooted here, and stays where it is during the call.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use_callee_rooted(ptr addrspace(12))

; The failure meant: no slot at all, so that the object moves and the callee reads the old one.
; CHECK-LABEL: define void @interior(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(
; CHECK: store ptr addrspace(10) %a, ptr %gcslot1
; CHECK-NEXT: call void @use_callee_rooted(
; CHECK: store ptr addrspace(10) null, ptr %gcslot1
; STATEPOINT-LABEL: define void @interior(
; STATEPOINT: @use_callee_rooted{{.*}} "deopt"(ptr %a, i32 0, i32 1, i32 0, i32 0, i32 0)
define void @interior() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %la = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  %o = getelementptr i8, ptr addrspace(12) %la, i64 8
  call void @use_callee_rooted(ptr addrspace(12) %o)
  ret void
}

; The address of the whole object is found by the callee.
; CHECK-LABEL: define void @whole(
; CHECK-NOT: gcframe
; CHECK: call void @use_callee_rooted(
; STATEPOINT-LABEL: define void @whole(
; STATEPOINT: @use_callee_rooted{{.*}}, i32 0, i32 0){{$}}
define void @whole() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %la = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @use_callee_rooted(ptr addrspace(12) %la)
  ret void
}

; A base that nothing else needs.  The failure meant: a crash.
; CHECK-LABEL: define void @base_of_a_lane(
; CHECK: %gclift = select i1 %c, ptr addrspace(10) %b, ptr addrspace(10) null
; CHECK: store ptr addrspace(10) %gclift,
; CHECK: call void @use_callee_rooted(ptr addrspace(12) %e)
; STATEPOINT-LABEL: define void @base_of_a_lane(
; STATEPOINT: %gclift = select
; STATEPOINT: @use_callee_rooted{{.*}} "deopt"(ptr %gclift,
define void @base_of_a_lane(i1 %c) {
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
