; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s
;
; Masked stores of tracked pointers into stack memory.

declare ptr @julia.get_pgcstack()
declare void @use_raw(ptr)
declare <2 x ptr addrspace(10)> @make_vector()

; The failure meant: the objects live in the bytes only.
; CHECK-LABEL: define {{.*}} @masked_store(
; CHECK: new_gc_frame(i32 2)
; CHECK-COUNT-2: store ptr addrspace(10) {{%[0-9]+}}, ptr %gcslot
; CHECK: call void @use_raw(
define void @masked_store(<2 x i1> %m) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  %a = call <2 x ptr addrspace(10)> @make_vector()
  call void @llvm.masked.store.v2p10.p0(<2 x ptr addrspace(10)> %a, ptr %v, i32 8, <2 x i1> %m)
  call void @use_raw(ptr %v)
  ret void
}
declare void @llvm.masked.store.v2p10.p0(<2 x ptr addrspace(10)>, ptr, i32, <2 x i1>)
