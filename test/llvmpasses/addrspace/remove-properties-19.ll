; REQUIRES: llvm19
; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s 2>&1 | FileCheck %s
; What LLVM 19's C interface cannot do is reported.
; CHECK: warning: several has several metadata entries of one kind; with this version of LLVM only the last stays
; CHECK-NOT: warning:
; CHECK: @several = global ptr null, !type ![[B:[0-9]+]]
@several = global ptr addrspace(10) null, !type !0, !type !1
; CHECK-NEXT: @one = global ptr null, !type ![[B]], !julia.constgv
@one = global ptr addrspace(10) null, !type !1, !julia.constgv !2
; CHECK: ![[B]] = !{i64 0, !"b"}
!0 = !{i64 0, !"a"}
!1 = !{i64 0, !"b"}
!2 = !{}
