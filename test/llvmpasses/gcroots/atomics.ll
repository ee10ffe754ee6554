; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Atomic operations: what they find in memory is a new value; they are no safepoints.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @poll()

; The failure meant: the old content has left memory and nobody else holds it.
; CHECK-LABEL: define {{.*}} @cmpxchg_result(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %old
define ptr addrspace(10) @cmpxchg_result(ptr addrspace(10) %new) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %r = cmpxchg ptr addrspace(10) %a, ptr addrspace(10) null, ptr addrspace(10) %new seq_cst seq_cst
  %old = extractvalue { ptr addrspace(10), i1 } %r, 0
  call void @poll()
  call void @use(ptr addrspace(10) %a)
  ret ptr addrspace(10) %old
}

; The operands are uses: alive up to there, no longer.
; CHECK-LABEL: define {{.*}} @cmpxchg_operands(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i1 %ok
define i1 @cmpxchg_operands(ptr addrspace(10) %arg) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  call void @poll()
  %r = cmpxchg ptr addrspace(10) %arg, ptr addrspace(10) %a, ptr addrspace(10) %b seq_cst seq_cst
  %ok = extractvalue { ptr addrspace(10), i1 } %r, 1
  call void @poll()
  ret i1 %ok
}

; CHECK-LABEL: define {{.*}} @atomicrmw_result(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %old, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %old
define ptr addrspace(10) @atomicrmw_result(ptr addrspace(10) %arg) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %old = atomicrmw xchg ptr addrspace(10) %arg, ptr addrspace(10) null seq_cst
  call void @poll()
  ret ptr addrspace(10) %old
}

; On a field, through an interior pointer: the object is kept alive.
; CHECK-LABEL: define {{.*}} @atomicrmw_on_a_field(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %old
define i64 @atomicrmw_on_a_field() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %e = getelementptr i8, ptr addrspace(11) %d, i64 8
  call void @poll()
  %old = atomicrmw add ptr addrspace(11) %e, i64 1 monotonic
  ret i64 %old
}

; CHECK-LABEL: define {{.*}} @no_safepoints(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %x
define i64 @no_safepoints() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %old = atomicrmw add ptr addrspace(10) %a, i64 1 monotonic
  %r = cmpxchg ptr addrspace(10) %a, i64 0, i64 1 monotonic monotonic
  fence seq_cst
  %x = load atomic i64, ptr addrspace(10) %a seq_cst, align 8
  ret i64 %x
}

; CHECK-LABEL: define {{.*}} @atomic_load(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %a
define ptr addrspace(10) @atomic_load(ptr addrspace(10) %arg) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = load atomic ptr addrspace(10), ptr addrspace(10) %arg unordered, align 8
  call void @poll()
  ret ptr addrspace(10) %a
}
