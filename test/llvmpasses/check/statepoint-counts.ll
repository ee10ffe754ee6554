; The five numbers at the end of what a statepoint lists (docs/abis.md, "Records").
; RUN: %lateroot opt --abi=statepoint --passes=LateLowerGCFrame,FinalLowerGC,PlaceStatepoints -S %s -o %t.ll
; RUN: %lateroot check --abi=statepoint --all %t.ll | FileCheck %s
; CHECK: proven statepoints counted

; One deep object too many; one that the numbers leave out; memory taken for a value.
; RUN: sed 's/i32 0, i32 0, i32 1, i32 0, i32 0) ]/i32 0, i32 0, i32 2, i32 0, i32 0) ]/' %t.ll >%t.more.ll
; RUN: %exits 1 %lateroot check --abi=statepoint %t.more.ll | FileCheck %s --check-prefix=MORE
; MORE: hole: the numbers at the end of the statepoint do not fit what it lists [pair/1]
; RUN: sed 's/i32 0, i32 0, i32 1, i32 0, i32 0) ]/i32 0, i32 0, i32 0, i32 0, i32 0) ]/' %t.ll >%t.less.ll
; RUN: %exits 3 %lateroot check --abi=statepoint %t.less.ll | FileCheck %s --check-prefix=LESS
; LESS: unknown: the statepoint lists a reference or stack memory that its numbers may leave out [pair/1]
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

define void @counted() {
  %s = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %x)
  ret void
}
