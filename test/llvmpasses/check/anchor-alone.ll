; A function without references of its own links an anchor: if that is wrong, the frames of its callers are lost.
; RUN: %lateroot opt --abi=framemap --passes=LateLowerGCFrame,FinalLowerGC -S %s -o %t.ll
; RUN: %lateroot check --abi=framemap --all %t.ll | FileCheck %s --check-prefix=RIGHT
; RIGHT: proven   linked       roots
; RIGHT: proven   linked       none
; RUN: sed '/@none(i64 %%x)/,$ s/store ptr %%task.gcstack, ptr %%4/store ptr %%fp, ptr %%4/' %t.ll > %t.wrong.ll
; RUN: not cmp -s %t.ll %t.wrong.ll
; RUN: %exits 3 %lateroot check --abi=framemap --all %t.wrong.ll | FileCheck %s --check-prefix=WRONG
; WRONG: in function 'none'
; WRONG: proven   linked       roots
; WRONG: unknown  linked       none
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare i64 @work(i64)
define void @roots() {
  %s = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %n = call i64 @work(i64 1)
  call void @use(ptr addrspace(10) %x)
  ret void
}
define i64 @none(i64 %x) {
  %s = call ptr @julia.get_pgcstack()
  %n = call i64 @work(i64 %x)
  %m = call i64 @work(i64 %n)
  ret i64 %m
}
