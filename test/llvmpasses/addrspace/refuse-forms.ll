; Intrinsics that move references to or from memory in ways that are not followed are refused, in every ABI, wherever
; the address leads: masks, lengths and strides say which lane goes where.
; RUN: split-file %s %t
; RUN: %exits 1 %lateroot opt --passes='function(GCInvariantVerifier)' -S %t/refused.ll 2>&1 | FileCheck %s
; RUN: %exits 1 %lateroot opt -S %t/refused.ll -o /dev/null 2>&1 | FileCheck %s
; RUN: %exits 1 %lateroot opt --abi=framemap -S %t/refused.ll -o /dev/null 2>&1 | FileCheck %s
; RUN: %exits 1 %lateroot opt --abi=shadow-stack -S %t/refused.ll -o /dev/null 2>&1 | FileCheck %s
; RUN: %exits 1 %lateroot opt --abi=statepoint -S %t/refused.ll -o /dev/null 2>&1 | FileCheck %s
; RUN: %exits 1 %lateroot compile %t/strided.ll -o %t/strided.o 2>&1 | FileCheck --check-prefix=STRIDED %s
; RUN: %lateroot opt -S %t/numbers.ll -o /dev/null

; CHECK: error: what it does to memory with object references is not followed: use llvm.masked.load and
; CHECK-NEXT: 'vp_store'
; CHECK: error: what it does to memory
; CHECK-NEXT: 'vp_load'
; CHECK: error: what it does to memory
; CHECK-NEXT: 'vp_scatter'
; CHECK: error: what it does to memory
; CHECK-NEXT: 'vp_gather'
; CHECK: error: what it does to memory
; CHECK-NEXT: 'compress'
; CHECK: error: what it does to memory
; CHECK-NEXT: 'expand'
; CHECK: error: what it does to memory
; CHECK-NEXT: 'other'
; STRIDED: error: what it does to memory with object references is not followed
; STRIDED-NEXT: 'strided'

;--- refused.ll
declare void @llvm.vp.store.v2p10.p0(<2 x ptr addrspace(10)>, ptr, <2 x i1>, i32)
declare <2 x ptr addrspace(10)> @llvm.vp.load.v2p10.p11(ptr addrspace(11), <2 x i1>, i32)
declare void @llvm.vp.scatter.v2p10.v2p0(<2 x ptr addrspace(10)>, <2 x ptr>, <2 x i1>, i32)
declare <2 x ptr addrspace(10)> @llvm.vp.gather.v2p10.v2p0(<2 x ptr>, <2 x i1>, i32)
declare void @llvm.masked.compressstore.v2p10(<2 x ptr addrspace(10)>, ptr, <2 x i1>)
declare <2 x ptr addrspace(10)> @llvm.masked.expandload.v2p10(ptr, <2 x i1>, <2 x ptr addrspace(10)>)
declare void @llvm.aarch64.neon.st2.v2p10.p0(<2 x ptr addrspace(10)>, <2 x ptr addrspace(10)>, ptr)
define void @vp_store(<2 x ptr addrspace(10)> %v, ptr %to, <2 x i1> %mask) {
  call void @llvm.vp.store.v2p10.p0(<2 x ptr addrspace(10)> %v, ptr %to, <2 x i1> %mask, i32 2)
  ret void
}
define <2 x ptr addrspace(10)> @vp_load(ptr addrspace(11) %from, <2 x i1> %mask) {
  %v = call <2 x ptr addrspace(10)> @llvm.vp.load.v2p10.p11(ptr addrspace(11) %from, <2 x i1> %mask, i32 2)
  ret <2 x ptr addrspace(10)> %v
}
define void @vp_scatter(<2 x ptr addrspace(10)> %v, <2 x ptr> %to, <2 x i1> %mask) {
  call void @llvm.vp.scatter.v2p10.v2p0(<2 x ptr addrspace(10)> %v, <2 x ptr> %to, <2 x i1> %mask, i32 2)
  ret void
}
define <2 x ptr addrspace(10)> @vp_gather(<2 x ptr> %from, <2 x i1> %mask) {
  %v = call <2 x ptr addrspace(10)> @llvm.vp.gather.v2p10.v2p0(<2 x ptr> %from, <2 x i1> %mask, i32 2)
  ret <2 x ptr addrspace(10)> %v
}
define void @compress(<2 x ptr addrspace(10)> %v, ptr %to, <2 x i1> %mask) {
  call void @llvm.masked.compressstore.v2p10(<2 x ptr addrspace(10)> %v, ptr %to, <2 x i1> %mask)
  ret void
}
define <2 x ptr addrspace(10)> @expand(ptr %from, <2 x i1> %mask, <2 x ptr addrspace(10)> %else) {
  %v = call <2 x ptr addrspace(10)> @llvm.masked.expandload.v2p10(ptr %from, <2 x i1> %mask, <2 x ptr addrspace(10)> %else)
  ret <2 x ptr addrspace(10)> %v
}
define void @other(<2 x ptr addrspace(10)> %v, ptr %to) {
  call void @llvm.aarch64.neon.st2.v2p10.p0(<2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> %v, ptr %to)
  ret void
}

;--- strided.ll
declare void @llvm.experimental.vp.strided.store.v2p10.p0.i64(<2 x ptr addrspace(10)>, ptr, i64, <2 x i1>, i32)
define void @strided(<2 x ptr addrspace(10)> %v, <2 x i1> %mask) {
  %to = alloca [4 x ptr addrspace(10)]
  call void @llvm.experimental.vp.strided.store.v2p10.p0.i64(<2 x ptr addrspace(10)> %v, ptr %to, i64 16, <2 x i1> %mask, i32 2)
  ret void
}

;--- numbers.ll
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @llvm.vp.store.v2i64.p0(<2 x i64>, ptr, <2 x i1>, i32)
declare void @llvm.masked.compressstore.v2i64(<2 x i64>, ptr, <2 x i1>)
declare <2 x ptr addrspace(10)> @llvm.vp.select.v2p10(<2 x i1>, <2 x ptr addrspace(10)>, <2 x ptr addrspace(10)>, i32)
define <2 x ptr addrspace(10)> @numbers(<2 x i64> %v, <2 x ptr addrspace(10)> %a, ptr %to, <2 x i1> %mask) {
  call void @llvm.vp.store.v2i64.p0(<2 x i64> %v, ptr %to, <2 x i1> %mask, i32 2)
  call void @llvm.masked.compressstore.v2i64(<2 x i64> %v, ptr %to, <2 x i1> %mask)
  %s = call <2 x ptr addrspace(10)> @llvm.vp.select.v2p10(<2 x i1> %mask, <2 x ptr addrspace(10)> %a, <2 x ptr addrspace(10)> %a, i32 2)
  ret <2 x ptr addrspace(10)> %s
}
