; A loop over an array of structs becomes a scatter of several references to computed places: in a typed module the
; variable stays where it is, as a block of a mapped frame.
; RUN: %lateroot opt --memory=typed --check --disable-output --abi=gcframe %s
; RUN: %lateroot opt --memory=typed --check --disable-output --abi=framemap %s
; RUN: %lateroot opt --memory=typed --check --disable-output --abi=shadow-stack %s
; RUN: %lateroot opt --memory=typed --check --disable-output --abi=statepoint %s
; RUN: %lateroot opt --memory=typed --check --passes=LateLowerGCFrame --reload -S %s | FileCheck %s
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
%pair = type { ptr addrspace(10), i64 }
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @collect()
declare void @llvm.masked.scatter.v2p10.v2p0(<2 x ptr addrspace(10)>, <2 x ptr>, i32, <2 x i1>)

; CHECK-LABEL: define ptr addrspace(10) @loop(
; CHECK: %gcmapped = alloca [5 x i64]
; CHECK: %v = alloca [2 x %pair]
; CHECK: store ptr %v, ptr
; CHECK: call void @llvm.masked.scatter
define ptr addrspace(10) @loop(i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x %pair], align 16
  %places = getelementptr inbounds %pair, ptr %v, <2 x i64> <i64 0, i64 1>
  br label %again
again:
  %i = phi i64 [ 0, %0 ], [ %next, %again ]
  %next = add i64 %i, 1
  %x = call ptr addrspace(10) @make()
  %one = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %x, i64 0
  %two = shufflevector <2 x ptr addrspace(10)> %one, <2 x ptr addrspace(10)> poison, <2 x i32> zeroinitializer
  call void @llvm.masked.scatter.v2p10.v2p0(<2 x ptr addrspace(10)> %two, <2 x ptr> %places, i32 16, <2 x i1> splat (i1 true))
  call void @collect()
  %more = icmp ult i64 %next, %n
  br i1 %more, label %again, label %end
end:
  %at = getelementptr inbounds i8, ptr %v, i64 16
  %r = load ptr addrspace(10), ptr %at, align 16
  ret ptr addrspace(10) %r
}
