; RUN: %lateroot opt --passes=PropagateJuliaAddrspaces -S %s | FileCheck %s
; memset, memcpy and memmove get the name that fits, and keep everything else.

declare void @llvm.memset.p11.i64(ptr addrspace(11), i8, i64, i1)
declare void @llvm.memcpy.p11.p11.i64(ptr addrspace(11), ptr addrspace(11), i64, i1)
declare void @llvm.memmove.p0.p11.i32(ptr, ptr addrspace(11), i32, i1)

; CHECK-LABEL: @memset
; CHECK: call void @llvm.memset.p0.i64(ptr nonnull align 16 %a, i8 0, i64 8, i1 true) #[[A:[0-9]+]], !tbaa
define void @memset() {
  %a = alloca i64
  %d = addrspacecast ptr %a to ptr addrspace(11)
  call void @llvm.memset.p11.i64(ptr addrspace(11) nonnull align 16 %d, i8 0, i64 8, i1 true) #0, !tbaa !0
  ret void
}

; CHECK-LABEL: @memcpy_both
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %a, ptr align 4 %b, i64 8, i1 false)
define void @memcpy_both() {
  %a = alloca i64
  %b = alloca i64
  %d = addrspacecast ptr %a to ptr addrspace(11)
  %e = addrspacecast ptr %b to ptr addrspace(11)
  call void @llvm.memcpy.p11.p11.i64(ptr addrspace(11) align 8 %d, ptr addrspace(11) align 4 %e, i64 8, i1 false)
  ret void
}

; CHECK-LABEL: @memcpy_destination
; CHECK: call void @llvm.memcpy.p0.p11.i64(ptr align 8 %a, ptr addrspace(11) align 4 %o, i64 8, i1 false)
define void @memcpy_destination(ptr addrspace(11) %o) {
  %a = alloca i64
  %d = addrspacecast ptr %a to ptr addrspace(11)
  call void @llvm.memcpy.p11.p11.i64(ptr addrspace(11) align 8 %d, ptr addrspace(11) align 4 %o, i64 8, i1 false)
  ret void
}

; CHECK-LABEL: @memcpy_source
; CHECK: tail call void @llvm.memcpy.p11.p0.i64(ptr addrspace(11) align 8 %o, ptr align 4 %a, i64 8, i1 false)
define void @memcpy_source(ptr addrspace(11) %o) {
  %a = alloca i64
  %d = addrspacecast ptr %a to ptr addrspace(11)
  tail call void @llvm.memcpy.p11.p11.i64(ptr addrspace(11) align 8 %o, ptr addrspace(11) align 4 %d, i64 8, i1 false)
  ret void
}

; CHECK-LABEL: @memmove
; CHECK: call void @llvm.memmove.p0.p0.i32(ptr %p, ptr %a, i32 8, i1 false)
define void @memmove(ptr %p) {
  %a = alloca i64
  %d = addrspacecast ptr %a to ptr addrspace(11)
  call void @llvm.memmove.p0.p11.i32(ptr %p, ptr addrspace(11) %d, i32 8, i1 false)
  ret void
}

; CHECK-LABEL: @memcpy_of_objects
; CHECK: call void @llvm.memcpy.p11.p11.i64(ptr addrspace(11) %o, ptr addrspace(11) %q, i64 8, i1 false)
define void @memcpy_of_objects(ptr addrspace(11) %o, ptr addrspace(11) %q) {
  call void @llvm.memcpy.p11.p11.i64(ptr addrspace(11) %o, ptr addrspace(11) %q, i64 8, i1 false)
  ret void
}

; CHECK: attributes #[[A]] = { nounwind }
attributes #0 = { nounwind }
!0 = !{!1, !1, i64 0}
!1 = !{!"t", !2}
!2 = !{!"root"}
