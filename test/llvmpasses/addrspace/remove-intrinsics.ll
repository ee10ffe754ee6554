; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s | FileCheck %s
; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces,verify -S %s | FileCheck %s --check-prefix=ONCE
; Names of LLVM's intrinsics follow their types; two may become one.
; ONCE-COUNT-1: declare void @llvm.memcpy.p0.p0.i64
; ONCE-NOT: declare void @llvm.memcpy

declare void @llvm.memcpy.p11.p10.i64(ptr addrspace(11), ptr addrspace(10), i64, i1)
declare void @llvm.memcpy.p10.p11.i64(ptr addrspace(10), ptr addrspace(11), i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p13.i64(ptr addrspace(13), i8, i64, i1)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
declare <4 x ptr addrspace(10)> @llvm.masked.gather.v4p10.v4p11(<4 x ptr addrspace(11)>, i32, <4 x i1>, <4 x ptr addrspace(10)>)
declare { ptr addrspace(10), i1 } @llvm.ssa.copy.sl_p10i1s({ ptr addrspace(10), i1 })
declare i64 @llvm.ctpop.i64(i64)

; CHECK-LABEL: @f
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %x, ptr %y, i64 8, i1 false)
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %x, i64 8, i1 false)
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr null, ptr null, i64 8, i1 false)
; CHECK: call void @llvm.memset.p0.i64(ptr %z, i8 0, i64 8, i1 false)
; CHECK: call void @llvm.memset.p1.i64(ptr addrspace(1) null, i8 0, i64 8, i1 false)
; CHECK: call <4 x ptr> @llvm.masked.gather.v4p0.v4p0(
; CHECK: call i64 @llvm.ctpop.i64(i64 1)
; CHECK: call { ptr, i1 } @llvm.ssa.copy.sl_p0i1s({ ptr, i1 } %s)
define void @f(ptr addrspace(11) %x, ptr addrspace(10) %y, ptr addrspace(13) %z, <4 x ptr addrspace(11)> %v, { ptr addrspace(10), i1 } %s) {
  call void @llvm.memcpy.p11.p10.i64(ptr addrspace(11) align 8 %x, ptr addrspace(10) %y, i64 8, i1 false)
  call void @llvm.memcpy.p10.p11.i64(ptr addrspace(10) %y, ptr addrspace(11) %x, i64 8, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr null, ptr null, i64 8, i1 false)
  call void @llvm.memset.p13.i64(ptr addrspace(13) %z, i8 0, i64 8, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) null, i8 0, i64 8, i1 false)
  %g = call <4 x ptr addrspace(10)> @llvm.masked.gather.v4p10.v4p11(<4 x ptr addrspace(11)> %v, i32 8, <4 x i1> <i1 true, i1 true, i1 true, i1 false>, <4 x ptr addrspace(10)> zeroinitializer)
  %n = call i64 @llvm.ctpop.i64(i64 1)
  %c = call { ptr addrspace(10), i1 } @llvm.ssa.copy.sl_p10i1s({ ptr addrspace(10), i1 } %s)
  ret void
}
