; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Phis and selects that rest on themselves or on each other, and edges that are there several times.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use_lent(ptr addrspace(12))
declare void @poll()
declare <2 x ptr addrspace(10)> @make_vector()
declare void @use_vector(<2 x ptr addrspace(10)>)

; A phi that gives itself back round the loop: one slot.
; CHECK-LABEL: define {{.*}} @phi_of_itself(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: loop:
; CHECK: store ptr addrspace(10) %p, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @use(ptr addrspace(10) %p)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @phi_of_itself(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br label %loop
loop:
  %p = phi ptr addrspace(10) [ %a, %top ], [ %p, %loop ]
  call void @poll()
  br i1 %c, label %loop, label %exit
exit:
  call void @use(ptr addrspace(10) %p)
  ret void
}

; The same of an interior pointer: no phi of objects is made.
; CHECK-LABEL: define {{.*}} @interior_phi_of_itself(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK: loop:
; CHECK: call void @poll()
; CHECK: exit:
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @interior_phi_of_itself(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  br label %loop
loop:
  %p = phi ptr addrspace(11) [ %d, %top ], [ %p, %loop ]
  call void @poll()
  br i1 %c, label %loop, label %exit
exit:
  %x = load i64, ptr addrspace(11) %p
  ret i64 %x
}

; A select whose arm is the phi that the select feeds.
; CHECK-LABEL: define {{.*}} @phi_and_select(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: loop:
; CHECK: store ptr addrspace(10) %p, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %s, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: call void @use(ptr addrspace(10) %s)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @phi_and_select(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br label %loop
loop:
  %p = phi ptr addrspace(10) [ %a, %top ], [ %s, %loop ]
  %b = call ptr addrspace(10) @make()
  %s = select i1 %d, ptr addrspace(10) %p, ptr addrspace(10) %b
  call void @poll()
  br i1 %c, label %loop, label %exit
exit:
  call void @use(ptr addrspace(10) %s)
  ret void
}

; Two loops, two phis that feed each other.
; CHECK-LABEL: define {{.*}} @two_phis(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: outer:
; CHECK: store ptr addrspace(10) %p, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT0]]
; CHECK: inner:
; CHECK: store ptr addrspace(10) %q, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: latch:
; CHECK: exit:
; CHECK-NEXT: call void @use(ptr addrspace(10) %q)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @two_phis(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br label %outer
outer:
  %p = phi ptr addrspace(10) [ %a, %top ], [ %q, %inner ]
  %b = call ptr addrspace(10) @make()
  br label %inner
inner:
  %q = phi ptr addrspace(10) [ %p, %outer ], [ %b, %latch ]
  call void @poll()
  br i1 %c, label %outer, label %latch
latch:
  br i1 %d, label %inner, label %exit
exit:
  call void @use(ptr addrspace(10) %q)
  ret void
}

; The same of interior pointers: both are lifted, each with the other's object.
; CHECK-LABEL: define {{.*}} @two_interior_phis(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: outer:
; CHECK-NEXT: [[LIFT0:%gclift[.0-9a-z]*]] = phi ptr addrspace(10) [ %a, %top ], [ [[LIFT1:%gclift[.0-9a-z]*]], %inner ]
; CHECK: store ptr addrspace(10) [[LIFT0]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %b, ptr [[SLOT0]]
; CHECK: inner:
; CHECK-NEXT: [[LIFT1]] = phi ptr addrspace(10) [ [[LIFT0]], %outer ], [ %b, %latch ]
; CHECK: store ptr addrspace(10) [[LIFT1]], ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: latch:
; CHECK: exit:
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @two_interior_phis(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  br label %outer
outer:
  %p = phi ptr addrspace(11) [ %da, %top ], [ %q, %inner ]
  %b = call ptr addrspace(10) @make()
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  br label %inner
inner:
  %q = phi ptr addrspace(11) [ %p, %outer ], [ %db, %latch ]
  call void @poll()
  br i1 %c, label %outer, label %latch
latch:
  br i1 %d, label %inner, label %exit
exit:
  %x = load i64, ptr addrspace(11) %q
  ret i64 %x
}

; Several edges from one switch into the same block, of objects.
; CHECK-LABEL: define {{.*}} @repeated_edges(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: other:
; CHECK: join:
; CHECK: store ptr addrspace(10) %p, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %p)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @repeated_edges(i32 %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  switch i32 %k, label %other [ i32 0, label %join
    i32 1, label %join
    i32 7, label %join ]
other:
  br label %join
join:
  %p = phi ptr addrspace(10) [ %a, %top ], [ %a, %top ], [ %a, %top ], [ %b, %other ]
  call void @poll()
  call void @use(ptr addrspace(10) %p)
  ret void
}

; The same of vectors of interior pointers: in each lane the three edges carry the very same object.
; CHECK-LABEL: define {{.*}} @repeated_edges_of_vectors(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %v = call <2 x ptr addrspace(10)> @make_vector()
; CHECK-NEXT: [[V0:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %v, i32 0
; CHECK-NEXT: store ptr addrspace(10) [[V0]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: [[V1:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %v, i32 1
; CHECK-NEXT: store ptr addrspace(10) [[V1]], ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: %w = call <2 x ptr addrspace(10)> @make_vector()
; CHECK: [[V2:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %v, i32 1
; CHECK: other:
; CHECK-NEXT: [[V3:%[0-9]+]] = extractelement <2 x ptr addrspace(10)> %w, i32 1
; CHECK: join:
; CHECK-NEXT: [[LIFT0:%gclift[.0-9a-z]*]] = phi ptr addrspace(10) [ [[V2]], %top ], [ [[V2]], %top ], [ [[V2]], %top ], [ [[V3]], %other ]
; CHECK: store ptr addrspace(10) [[LIFT0]], ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %x
define ptr addrspace(10) @repeated_edges_of_vectors(i32 %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %w = call <2 x ptr addrspace(10)> @make_vector()
  %dv = addrspacecast <2 x ptr addrspace(10)> %v to <2 x ptr addrspace(11)>
  %dw = addrspacecast <2 x ptr addrspace(10)> %w to <2 x ptr addrspace(11)>
  switch i32 %k, label %other [ i32 0, label %join
    i32 1, label %join
    i32 7, label %join ]
other:
  br label %join
join:
  %p = phi <2 x ptr addrspace(11)> [ %dv, %top ], [ %dv, %top ], [ %dv, %top ], [ %dw, %other ]
  call void @poll()
  %e = extractelement <2 x ptr addrspace(11)> %p, i32 1
  %x = load ptr addrspace(10), ptr addrspace(11) %e
  ret ptr addrspace(10) %x
}

; Both edges of a branch.
; CHECK-LABEL: define {{.*}} @both_edges(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: join:
; CHECK: store ptr addrspace(10) %p, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %p)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @both_edges(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %join, label %join
join:
  %p = phi ptr addrspace(10) [ %a, %top ], [ %a, %top ]
  call void @poll()
  call void @use(ptr addrspace(10) %p)
  ret void
}

; A null arm of an interior pointer round a loop: null has no object, the rest of the choice has.
; CHECK-LABEL: define {{.*}} @null_round_a_loop(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: loop:
; CHECK-NEXT: [[LIFT0:%gclift[.0-9a-z]*]] = phi ptr addrspace(10) [ null, %top ], [ [[LIFT1:%gclift[.0-9a-z]*]], %loop ]
; CHECK: store ptr addrspace(10) [[LIFT0]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: [[LIFT1]] = select i1 %d, ptr addrspace(10) [[LIFT0]], ptr addrspace(10) %a
; CHECK: exit:
; CHECK-NEXT: store ptr addrspace(10) [[LIFT1]], ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @null_round_a_loop(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %p = phi ptr addrspace(11) [ null, %top ], [ %s, %loop ]
  %a = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %s = select i1 %d, ptr addrspace(11) %p, ptr addrspace(11) %da
  br i1 %c, label %loop, label %exit
exit:
  call void @poll()
  %x = load i64, ptr addrspace(11) %s
  ret i64 %x
}

; CalleeRooted pointers round a loop, each of a new object that is only ever lent: nothing to root.
; CHECK-LABEL: define {{.*}} @callee_rooted_round_a_loop(
; CHECK: top:
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK: loop:
; CHECK: call void @use_lent(ptr addrspace(12) %p)
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: exit:
; CHECK-NEXT: ret void
define void @callee_rooted_round_a_loop(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %la = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  br label %loop
loop:
  %p = phi ptr addrspace(12) [ %la, %top ], [ %lb, %loop ]
  call void @use_lent(ptr addrspace(12) %p)
  %b = call ptr addrspace(10) @make()
  %lb = addrspacecast ptr addrspace(10) %b to ptr addrspace(12)
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; A CalleeRooted pointer of one object or null.
; CHECK-LABEL: define {{.*}} @callee_rooted_or_null(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK: join:
; CHECK-NEXT: [[LIFT0:%gclift[.0-9a-z]*]] = phi ptr addrspace(10) [ %a, %left ], [ null, %top ]
; CHECK: store ptr addrspace(10) [[LIFT0]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use_lent(ptr addrspace(12) %p)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @callee_rooted_or_null(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %join
left:
  %la = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  br label %join
join:
  %p = phi ptr addrspace(12) [ %la, %left ], [ null, %top ]
  call void @poll()
  call void @use_lent(ptr addrspace(12) %p)
  ret void
}
