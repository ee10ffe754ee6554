; Intrinsics that may store references where the checker does not see it, and addresses in vectors.
; RUN: split-file %s %t
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %t/store.ll 2>&1 | FileCheck %s
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %t/scatter.ll 2>&1 | FileCheck --check-prefix=SCATTER %s
; CHECK: not proved, because an intrinsic of LLVM may store references in memory of the stack
; SCATTER: root check: at the call of stop, %a was stored into stack memory and sits in no root slot
; SCATTER-NEXT: in function 'scatter'

;--- store.ll
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
declare ptr @julia.get_pgcstack()
declare void @stop()
declare void @llvm.vp.store.v2p10.p0(<2 x ptr addrspace(10)>, ptr, <2 x i1>, i32)
define ptr addrspace(10) @store(<2 x ptr addrspace(10)> %v) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [4 x i64]
  call void @llvm.vp.store.v2p10.p0(<2 x ptr addrspace(10)> %v, ptr %s, <2 x i1> <i1 true, i1 true>, i32 2)
  call void @stop()
  %x = load ptr addrspace(10), ptr %s
  ret ptr addrspace(10) %x
}

;--- scatter.ll
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @stop()
declare void @llvm.masked.scatter.v2p10.v2p0(<2 x ptr addrspace(10)>, <2 x ptr>, i32, <2 x i1>)
define ptr addrspace(10) @scatter() {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [4 x i64]
  %a = call ptr addrspace(10) @make()
  %v0 = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %a, i64 0
  %v = insertelement <2 x ptr addrspace(10)> %v0, ptr addrspace(10) null, i64 1
  %p = insertelement <2 x ptr> poison, ptr %s, i64 0
  %all = shufflevector <2 x ptr> %p, <2 x ptr> poison, <2 x i32> zeroinitializer
  %at = getelementptr i64, <2 x ptr> %all, <2 x i64> <i64 2, i64 1>
  call void @llvm.masked.scatter.v2p10.v2p0(<2 x ptr addrspace(10)> %v, <2 x ptr> %at, i32 8, <2 x i1> <i1 true, i1 true>)
  call void @stop()
  %h = getelementptr i64, ptr %s, i64 2
  %x = load ptr addrspace(10), ptr %h
  ret ptr addrspace(10) %x
}
