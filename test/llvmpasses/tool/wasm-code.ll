; WebAssembly: loads and stores of the runtime's words have their offset in the instruction, and addresses are fixed
; unless the module is for a library (clang -fPIC).  LLVM 19 does not fold the offsets.
; REQUIRES: llvm22
; RUN: %lateroot compile --mtriple=wasm32-wasi -S %s -o - | FileCheck %s --implicit-check-not=GOT --implicit-check-not=__memory_base
; RUN: sed 's/;PIC//' %s > %t.ll && %lateroot compile --mtriple=wasm32-wasi -S %t.ll -o - | FileCheck %s --check-prefix=PIC
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i32, ptr addrspace(10))
@type = internal global [2 x i64] zeroinitializer, align 16
; CHECK-LABEL: make:
; The thread's block is the third word behind the head of the chain.
; CHECK: i32.load 8
; CHECK: i32.const type
; PIC-LABEL: make:
; PIC: __memory_base
define ptr addrspace(10) @make() {
  %stack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %stack, i32 8, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  ret ptr addrspace(10) %o
}
;PIC!llvm.module.flags = !{!0}
;PIC!0 = !{i32 8, !"PIC Level", i32 2}
