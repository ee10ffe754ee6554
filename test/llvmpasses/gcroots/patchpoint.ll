; A patch point calls whatever is put there: a safepoint like any call, under each ABI.
; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s
; RUN: %lateroot opt --abi=framemap --check -S %s | FileCheck %s --check-prefix=ANCHOR
; RUN: %lateroot opt --abi=statepoint --check -S %s 2>&1 | FileCheck %s --check-prefix=NOTE
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

declare ptr @julia.get_pgcstack()
declare i64 @llvm.experimental.patchpoint.i64(i64, i32, ptr, i32, ...)
declare ptr addrspace(10) @make() "gc-leaf-function"
declare void @use(ptr addrspace(10)) "gc-leaf-function"

; CHECK-LABEL: define i64 @across(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: store ptr addrspace(10) %o
; CHECK: @llvm.experimental.patchpoint.i64(
; ANCHOR-LABEL: define i64 @across(
; ANCHOR: store ptr %{{.*}}, ptr %gcstack
; ANCHOR: @llvm.experimental.patchpoint.i64(
; NOTE: note: the function uses the ABI 'framemap' instead of statepoint: it has stack map records of its own
; NOTE-NEXT: in function 'across'
define i64 @across() {
  %gcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %r = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 1, i32 16, ptr null, i32 1, ptr addrspace(10) %o, i64 5)
  call void @use(ptr addrspace(10) %o)
  ret i64 %r
}

; CHECK-LABEL: define i64 @leaf(
; CHECK-NOT: call ptr @julia.new_gc_frame
define i64 @leaf() {
  %gcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %r = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 1, i32 16, ptr null, i32 1, ptr addrspace(10) %o) "gc-leaf-function"
  call void @use(ptr addrspace(10) %o)
  ret i64 %r
}
