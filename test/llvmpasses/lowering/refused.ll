; What the lowering refuses by itself, each in a module of its own.
; RUN: split-file %s %t
; RUN: %exits 1 %lateroot opt --passes=FinalLowerGC -S %t/child.ll 2>&1 | FileCheck %t/child.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/both.ll 2>&1 | FileCheck %t/both.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/token.ll 2>&1 | FileCheck %t/token.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/few.ll 2>&1 | FileCheck %t/few.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/musttail.ll 2>&1 | FileCheck %t/musttail.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/zero.ll 2>&1 | FileCheck %t/zero.ll
; RUN: %exits 1 %lateroot opt --passes=FinalLowerGC --abi=framemap -S %t/aligned.ll 2>&1 | FileCheck %t/aligned.ll
; RUN: %exits 1 %lateroot opt --abi=framemap -S %t/target.ll 2>&1 | FileCheck %t/target.ll
; RUN: %exits 1 %lateroot opt --abi=statepoint -S %t/target.ll 2>&1 | FileCheck %t/target.ll
; RUN: %lateroot opt --abi=gcframe --check -S %t/target.ll -o /dev/null
; RUN: %lateroot opt --abi=gcframe --reload --check -S %t/target.ll -o /dev/null
; RUN: %exits 1 %lateroot opt --abi=framemap -S %t/stack.ll 2>&1 | FileCheck %t/stack.ll
; RUN: %exits 1 %lateroot opt --abi=statepoint -S %t/stack.ll 2>&1 | FileCheck %t/stack.ll
; RUN: %lateroot opt --abi=framemap -S %t/plain-stack.ll -o /dev/null
; RUN: %exits 1 %lateroot opt -S %t/intrinsic.ll 2>&1 | FileCheck %t/intrinsic.ll
; RUN: %exits 1 %lateroot opt --passes=LowerPTLSPass --profile=%S/Inputs/tls.profile -S %t/thread.ll 2>&1 | FileCheck %t/thread.ll

;--- child.ll
; CHECK: error: argument 2 of julia.write_barrier must be a tracked pointer (address space 10)
declare void @julia.write_barrier(ptr addrspace(10), ...)
define void @child(ptr addrspace(10) %p, i64 %c) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, i64 %c)
  ret void
}
;--- both.ll
; CHECK: error: julia.gc_alloc_obj cannot have both zeroing bundles
declare ptr @julia.get_pgcstack()
declare noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
define void @both(ptr addrspace(10) %t) {
  %p = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 16, ptr addrspace(10) %t) [ "julia.gc_alloc_ptr_offsets"(i64 0), "julia.gc_alloc_zeroinit"(i64 0, i64 8) ]
  ret void
}
;--- token.ll
; CHECK: error: the token of llvm.julia.gc_preserve_begin is used by something that is not llvm.julia.gc_preserve_end
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
define void @token(ptr addrspace(10) %t) {
  %k = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %t)
  call void @llvm.donothing() [ "other"(token %k) ]
  ret void
}
declare void @llvm.donothing()
;--- few.ll
; CHECK: error: julia.gc_alloc_obj has too few operands
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64)
define void @few(ptr %p) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 16)
  ret void
}
;--- musttail.ll
; CHECK: error: julia.call is a musttail call
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
define ptr addrspace(10) @musttail(ptr %f, ptr addrspace(10) %a, ...) {
  %r = musttail call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr %f, ptr addrspace(10) %a, ...)
  ret ptr addrspace(10) %r
}
;--- zero.ll
; CHECK: error: operand 5 of julia.gc_alloc_memory is not an i1
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i8)
define void @zero(ptr addrspace(10) %t) {
  %p = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %p, i64 16, ptr addrspace(10) %t, i64 2, i8 1)
  ret void
}
;--- aligned.ll
; CHECK: error: the ABI 'framemap' aligns variables of roots to 16 bytes and no more
declare ptr @julia.get_pgcstack()
declare align 64 ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
define void @aligned() {
  %f = call align 64 ptr @julia.new_gc_frame(i32 2)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 2)
  call void @julia.pop_gc_frame(ptr %f)
  ret void
}
;--- target.ll
; CHECK: error: the ABI '{{framemap|statepoint}}' needs x86-64, AArch64 or RISC-V with 64 bits, and the target is 'powerpc64le-unknown-linux-gnu'
target triple = "powerpc64le-unknown-linux-gnu"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
define void @target() {
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  ret void
}
;--- stack.ll
; CHECK: error: the ABI '{{framemap|statepoint}}' needs a stack in address space 0, and the data layout is 'e-A5'
target datalayout = "e-A5"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
define void @stack() {
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  ret void
}
;--- plain-stack.ll
target datalayout = "e-A0-i64:64"
declare ptr @julia.get_pgcstack()
define void @stack() {
  %p = call ptr @julia.get_pgcstack()
  ret void
}
;--- intrinsic.ll
; CHECK: error: the bundle "gc-transition" may only stand on calls of ordinary functions, not of an intrinsic of LLVM
declare void @llvm.donothing()
define void @intrinsic(ptr %ptls) {
  call void @llvm.donothing() [ "gc-transition"(ptr %ptls) ]
  ret void
}
;--- thread.ll
; CHECK: error: profile 'tls' finds the task through the thread pointer, which is only known for x86-64 and AArch64 Linux
target triple = "riscv64-unknown-linux-gnu"
declare ptr @julia.get_pgcstack()
define ptr @thread() {
  %p = call ptr @julia.get_pgcstack()
  ret ptr %p
}
