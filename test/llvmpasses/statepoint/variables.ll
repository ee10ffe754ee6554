; Each variable that the collector is shown takes two operands of each statepoint; many become one.
; RUN: %lateroot opt --abi=statepoint --check --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %s | FileCheck %s
; RUN: %lateroot compile --abi=statepoint --check -O2 %s -o %t.o
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare void @safe()
declare void @looks(ptr)

; What somebody has the address of stays apart from the others, and what wants more than the alignment of a pointer by itself.
; CHECK-LABEL: define ptr addrspace(10) @many
; CHECK: %gcvariables = alloca ptr addrspace(10), i32 10
; CHECK: memset{{.*}}(ptr align 8 %gcvariables, i8 0, i64 80
; CHECK: %v9 = getelementptr inbounds ptr addrspace(10), ptr %gcvariables, i32 8
; CHECK: %v1 = getelementptr inbounds ptr addrspace(10), ptr %gcvariables, i32 0
; CHECK: @safe, {{.*}}"deopt"(ptr %aligned, i32 1, ptr %gcvariables, i32 10, ptr %given, i32 1, i32 0, i32 0, i32 0, i32 2, i32 1) ]
; CHECK: load ptr addrspace(10), ptr %v9
define ptr addrspace(10) @many(ptr addrspace(10) %a) {
  %v1 = alloca ptr addrspace(10)
  %v2 = alloca ptr addrspace(10)
  %v3 = alloca ptr addrspace(10)
  %v4 = alloca ptr addrspace(10)
  %v5 = alloca ptr addrspace(10)
  %v6 = alloca ptr addrspace(10)
  %v7 = alloca ptr addrspace(10)
  %v8 = alloca ptr addrspace(10)
  %v9 = alloca [2 x ptr addrspace(10)]
  %given = alloca ptr addrspace(10)
  %aligned = alloca ptr addrspace(10), align 16
  %pgc = call ptr @julia.get_pgcstack()
  store ptr addrspace(10) %a, ptr %v1
  store ptr addrspace(10) %a, ptr %v2
  store ptr addrspace(10) %a, ptr %v3
  store ptr addrspace(10) %a, ptr %v4
  store ptr addrspace(10) %a, ptr %v5
  store ptr addrspace(10) %a, ptr %v6
  store ptr addrspace(10) %a, ptr %v7
  store ptr addrspace(10) %a, ptr %v8
  store ptr addrspace(10) %a, ptr %v9
  store ptr addrspace(10) %a, ptr %aligned
  call void @looks(ptr %given)
  call void @safe()
  %r = load ptr addrspace(10), ptr %v9
  ret ptr addrspace(10) %r
}
