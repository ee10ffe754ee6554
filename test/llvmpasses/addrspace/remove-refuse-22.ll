; REQUIRES: llvm22
; RUN: not %lateroot opt --passes=RemoveJuliaAddrspaces -S %s 2>&1 | FileCheck %s
; CHECK: error: a signed pointer with a deactivation symbol cannot be made anew; in @signed
@signed = global ptr ptrauth (ptr @f, i32 0, i64 0, ptr null, ptr @f)
; CHECK-NOT: error:
@without = global ptr ptrauth (ptr @f, i32 0, i64 0)
@x = global ptr addrspace(10) null
declare void @f()
