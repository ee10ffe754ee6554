; Intrinsics of LLVM of which no right code can be made are refused, in every ABI, before anything changes.
; RUN: split-file %s %t
; RUN: %exits 1 %lateroot opt -S %t/base.ll 2>&1 | FileCheck --check-prefix=BASE %s
; RUN: %exits 1 %lateroot opt --abi=statepoint -S %t/base.ll 2>&1 | FileCheck --check-prefix=BASE %s
; RUN: %exits 1 %lateroot opt -S %t/offset.ll 2>&1 | FileCheck --check-prefix=BASE %s
; RUN: %exits 1 %lateroot opt -S %t/guard.ll 2>&1 | FileCheck --check-prefix=DEOPT %s
; RUN: %exits 1 %lateroot opt --abi=framemap -S %t/guard.ll 2>&1 | FileCheck --check-prefix=DEOPT %s
; RUN: %exits 1 %lateroot opt --abi=statepoint -S %t/deoptimize.ll 2>&1 | FileCheck --check-prefix=DEOPT %s
; RUN: %exits 1 %lateroot opt --abi=shadow-stack -S %t/deoptimize.ll 2>&1 | FileCheck --check-prefix=DEOPT %s
; RUN: %exits 1 %lateroot opt -S %t/coroutine.ll 2>&1 | FileCheck --check-prefix=CORO %s
; BASE: error: llvm.experimental.gc.get.pointer.base and .offset are lowered by LLVM's own placement of statepoints only; keep the pointer to the object
; BASE: note: in function 'f': %b =
; DEOPT: error: LLVM requires the return directly behind a deoptimisation (a guard becomes one), so the frame of roots could not be popped; call a function
; DEOPT: note: in function 'f':
; CORO: error: a coroutine that LLVM has not split yet
; CORO: note: in function 'f':

; Where nothing is rooted the bundle that LLVM wants stays.
; RUN: %lateroot opt -S %t/free.ll | FileCheck --check-prefix=FREE %s
; FREE: call i32 (...) @llvm.experimental.deoptimize.i32() [ "deopt"(ptr %o) ]

;--- base.ll
declare void @collect()
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @llvm.experimental.gc.get.pointer.base.p10.p10(ptr addrspace(10))
define ptr addrspace(10) @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %b = call ptr addrspace(10) @llvm.experimental.gc.get.pointer.base.p10.p10(ptr addrspace(10) %o)
  call void @collect()
  ret ptr addrspace(10) %b
}
;--- offset.ll
declare ptr @julia.get_pgcstack()
declare i64 @llvm.experimental.gc.get.pointer.offset.p11(ptr addrspace(11))
define i64 @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b = call i64 @llvm.experimental.gc.get.pointer.offset.p11(ptr addrspace(11) %d)
  ret i64 %b
}
;--- guard.ll
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @llvm.experimental.guard(i1, ...)
define void @f(i1 %c) {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  call void (i1, ...) @llvm.experimental.guard(i1 %c) [ "deopt"(ptr addrspace(10) %o) ]
  ret void
}
;--- deoptimize.ll
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare i32 @llvm.experimental.deoptimize.i32(...)
define i32 @f() {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %r = call i32 (...) @llvm.experimental.deoptimize.i32() [ "deopt"(ptr addrspace(10) %o) ]
  ret i32 %r
}
;--- coroutine.ll
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare i64 @llvm.coro.size.i64()
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare ptr @malloc(i64)
define ptr @f() presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %n = call i64 @llvm.coro.size.i64()
  %at = call ptr @malloc(i64 %n)
  %h = call ptr @llvm.coro.begin(token %id, ptr %at)
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  call void @use(ptr addrspace(10) %o)
  ret ptr %h
}
;--- free.ll
declare i32 @llvm.experimental.deoptimize.i32(...)
define i32 @f(ptr addrspace(10) %o) {
  %r = call i32 (...) @llvm.experimental.deoptimize.i32() [ "deopt"(ptr addrspace(10) %o), "else"(i32 1) ]
  ret i32 %r
}
