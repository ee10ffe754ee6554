; REQUIRES: llvm22
; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s | FileCheck %s
; What LLVM 19 does not have or its C interface cannot do.
@bytes = global [8 x i8] zeroinitializer
; CHECK: @address = global i64 ptrtoaddr (ptr @bytes to i64)
@address = global i64 ptrtoaddr (ptr addrspace(10) addrspacecast (ptr @bytes to ptr addrspace(10)) to i64)
; CHECK: @inner = global i64 add (i64 ptrtoaddr (ptr getelementptr (i8, ptr @bytes, i64 1) to i64), i64 2)
@inner = global i64 add (i64 ptrtoaddr (ptr addrspace(10) getelementptr (i8, ptr addrspace(10) addrspacecast (ptr @bytes to ptr addrspace(10)), i64 1) to i64), i64 2)
; CHECK: @several = global ptr null, !type ![[A:[0-9]+]], !type ![[B:[0-9]+]]
@several = global ptr addrspace(10) null, !type !0, !type !1
; CHECK-DAG: ![[A]] = !{i64 0, !"a"}
; CHECK-DAG: ![[B]] = !{i64 0, !"b"}
!0 = !{i64 0, !"a"}
!1 = !{i64 0, !"b"}
