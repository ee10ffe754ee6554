; A struct with two references is copied within an array, in a loop: LLVM makes one store of two references of it, and no shadow has slots for these.  The
; array is told to the collector where it is.
; RUN: %lateroot opt --memory=typed --check --passes=LateLowerGCFrame -S %s | FileCheck %s
; RUN: %lateroot opt --memory=typed --check --abi=statepoint -S %s | FileCheck %s
; RUN: %lateroot opt --memory=typed --check --reload --abi=framemap -S %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"
%value = type { ptr addrspace(10), ptr addrspace(10), i64 }

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make(i64)
declare void @use(ptr addrspace(10))

; CHECK-LABEL: @copies(
; CHECK: %gcmapped = alloca [5 x i64]
define void @copies(i64 %n, i64 %from) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [12 x %value], align 16
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 288, i1 false)
  %a = call ptr addrspace(10) @make(i64 1)
  store ptr addrspace(10) %a, ptr %v
  br label %loop
loop:
  %i = phi i64 [0, %0], [%next, %loop]
  %p = getelementptr [12 x %value], ptr %v, i64 0, i64 %i
  %q = getelementptr [12 x %value], ptr %v, i64 0, i64 %from
  %two = load <2 x ptr addrspace(10)>, ptr %q
  store <2 x ptr addrspace(10)> %two, ptr %p
  %b = call ptr addrspace(10) @make(i64 %i)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %out
out:
  %c = load ptr addrspace(10), ptr %q
  call void @use(ptr addrspace(10) %c)
  ret void
}

; One reference at a time needs none.
; CHECK-LABEL: @one_by_one(
; CHECK-NOT: gcmapped
; CHECK: ret void
define void @one_by_one(i64 %n, i64 %from) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [12 x %value], align 16
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 288, i1 false)
  %a = call ptr addrspace(10) @make(i64 1)
  store ptr addrspace(10) %a, ptr %v
  br label %loop
loop:
  %i = phi i64 [0, %0], [%next, %loop]
  %p = getelementptr [12 x %value], ptr %v, i64 0, i64 %i
  %q = getelementptr [12 x %value], ptr %v, i64 0, i64 %from
  %one = load ptr addrspace(10), ptr %q
  store ptr addrspace(10) %one, ptr %p
  %b = call ptr addrspace(10) @make(i64 %i)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %out
out:
  %c = load ptr addrspace(10), ptr %q
  call void @use(ptr addrspace(10) %c)
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
