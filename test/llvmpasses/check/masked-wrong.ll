; Numbers that are stored by lanes where references are.
; RUN: not %lateroot opt --passes=LateLowerGCFrame,CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s --implicit-check-not=error:
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

%value = type { i64, ptr addrspace(10) }

declare ptr @julia.get_pgcstack()
declare void @stop()
declare void @fill(ptr nocapture)
declare void @llvm.masked.store.v4i64.p0(<4 x i64>, ptr, i32, <4 x i1>)
declare void @llvm.masked.scatter.v4i64.v4p0(<4 x i64>, <4 x ptr>, i32, <4 x i1>)

; CHECK: error: root check: at the call of stop, byte 8 of stack variable %v is mapped as a reference, but may be a number put there by 'call void @llvm.masked.scatter
; CHECK: in function 'scatter'
define ptr addrspace(10) @scatter(<4 x i1> %mask, i64 %i) {
  %v = alloca [8 x %value], align 8
  %pg = call ptr @julia.get_pgcstack()
  call void @fill(ptr %v)
  %first = getelementptr inbounds [8 x %value], ptr %v, i64 0, <4 x i64> <i64 0, i64 1, i64 2, i64 3>
  %at = getelementptr inbounds i8, <4 x ptr> %first, i64 8
  call void @llvm.masked.scatter.v4i64.v4p0(<4 x i64> <i64 7, i64 7, i64 7, i64 7>, <4 x ptr> %at, i32 8, <4 x i1> %mask)
  call void @stop()
  %p = getelementptr inbounds [8 x %value], ptr %v, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %p, align 8
  ret ptr addrspace(10) %x
}

; CHECK: error: root check: at the call of stop, byte 8 of stack variable %v is mapped as a reference, but may be a number put there by 'call void @llvm.masked.store
; CHECK: in function 'store'
define ptr addrspace(10) @store(<4 x i1> %mask, i64 %i) {
  %v = alloca [8 x %value], align 8
  %pg = call ptr @julia.get_pgcstack()
  call void @fill(ptr %v)
  call void @llvm.masked.store.v4i64.p0(<4 x i64> <i64 7, i64 7, i64 7, i64 7>, ptr %v, i32 8, <4 x i1> %mask)
  call void @stop()
  %p = getelementptr inbounds [8 x %value], ptr %v, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %p, align 8
  ret ptr addrspace(10) %x
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}
