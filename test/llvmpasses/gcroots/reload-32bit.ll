; Where words have 32 bits a frame says in fewer bits which of its roots may change (abi.h): a function that pins none of
; them has the flag alone, 1 << 28; one that pins some has the numbers and 1 << 31.
; RUN: %lateroot opt --check --reload -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128-ni:10:11:12:13"
target triple = "i686-linux-gnu"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10), ptr addrspace(10))
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
; 1 << 31 | 1 << 28 | 2 << 20 | 1 << 13 | 5 << 2: of five roots one is pinned, and two (arguments of @use) transitively
; CHECK-LABEL: define void @pins(
; CHECK: store i32 -1876942828, ptr %gcframe
define void @pins() {
  %g = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a, ptr addrspace(10) %b)
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}

; 1 << 31 | 1 << 28 | 2 << 20 | 4 << 2
; CHECK-LABEL: define void @arguments(
; CHECK: store i32 -1876951024, ptr %gcframe
define void @arguments() {
  %g = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a, ptr addrspace(10) %b)
  ret void
}


; CHECK-LABEL: @moves()
; CHECK: store i32 268435460, ptr %gcframe
define ptr addrspace(10) @moves() {
  %g = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  ret ptr addrspace(10) %a
}
