; RUN: split-file %s %t
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/scope.ll 2>&1 | FileCheck --check-prefix=SCOPE %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/ordering.ll 2>&1 | FileCheck --check-prefix=ORDER %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/operation.ll 2>&1 | FileCheck --check-prefix=OPERATION %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/width.ll 2>&1 | FileCheck --check-prefix=WIDTH %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/bundle.ll 2>&1 | FileCheck --check-prefix=BUNDLE %s
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame,ExpandAtomicModify -S %t/rootless.ll 2>&1 | FileCheck --check-prefix=ROOTLESS %s
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame,ExpandAtomicModify -S %t/claims.ll 2>&1 | FileCheck --check-prefix=CLAIMS %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/many.ll 2>&1 | FileCheck --check-prefix=MANY %s
; RUN: %lateroot opt -S %t/rootless.ll | FileCheck --check-prefix=ROOTED %s
; RUN: %lateroot opt -S %t/claims.ll | FileCheck --check-prefix=TRUTH %s
; What cannot be lowered is refused with its place.

; SCOPE: scope of julia.atomicmodify must be 0 (one thread) or 1 (the system)
; ORDER: ordering of julia.atomicmodify must be
; OPERATION: operation of julia.atomicmodify must take the old value
; WIDTH: result of julia.atomicmodify must be { T, T }
; BUNDLE: takes no operand bundles but "jl_roots"
; Behind placement it is too late for a root of the old value; our pipelines expand such calls before.
; ROOTLESS: may collect, and the old value has no root while it runs; run ExpandAtomicModify<collecting>
; ROOTED: define ptr @f(
; ROOTED: %gcframe = alloca
; ROOTED: %loaded = phi ptr
; ROOTED: store ptr %loaded,
; ROOTED-NEXT: %new = call ptr @longer(
; MANY: an argument of julia.atomicmodify has more than 32 attributes
; CLAIMS: may collect, but the call says that it does not
; TRUTH: define ptr @f(
; TRUTH: store ptr %x,
; TRUTH: call i64 @collects(

;--- scope.ll
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
declare i8 @op(i8)
define void @f(ptr %p) {
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr %p, ptr @op, i8 5, i8 2)
  ret void
}
;--- ordering.ll
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
declare i8 @op(i8)
define void @f(ptr %p) {
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr %p, ptr @op, i8 0, i8 1)
  ret void
}
;--- operation.ll
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
declare i8 @op(i8)
define void @f(ptr %p) {
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr %p, ptr @op, i8 5, i8 1, i8 1)
  ret void
}
;--- width.ll
declare { i24, i24 } @julia.atomicmodify.i24.p0(ptr, ptr, i8, i8, ...)
declare i24 @op(i24)
define void @f(ptr %p) {
  call { i24, i24 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i24.p0(ptr %p, ptr @op, i8 5, i8 1)
  ret void
}
;--- bundle.ll
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
declare i8 @op(i8)
define void @f(ptr %p) {
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr %p, ptr @op, i8 5, i8 1) [ "gc-transition"(ptr %p) ]
  ret void
}
;--- rootless.ll
declare ptr @julia.get_pgcstack()
declare { ptr addrspace(10), ptr addrspace(10) } @julia.atomicmodify.p10.p0(ptr, ptr, i8, i8, ...)
declare ptr addrspace(10) @longer(ptr addrspace(10))
define ptr addrspace(10) @f(ptr %p) {
  %g = call ptr @julia.get_pgcstack()
  %r = call { ptr addrspace(10), ptr addrspace(10) } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.p10.p0(ptr align 8 %p, ptr @longer, i8 6, i8 1)
  %v = extractvalue { ptr addrspace(10), ptr addrspace(10) } %r, 0
  ret ptr addrspace(10) %v
}
;--- claims.ll
declare ptr @julia.get_pgcstack()
declare { i64, i64 } @julia.atomicmodify.i64.p0(ptr, ptr, i8, i8, ...) memory(argmem: readwrite)
declare i64 @collects(i64)
declare ptr addrspace(10) @make()
define ptr addrspace(10) @f(ptr %p) {
  %g = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call { i64, i64 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i64.p0(ptr align 8 %p, ptr @collects, i8 6, i8 1)
  ret ptr addrspace(10) %x
}
;--- many.ll
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
declare i8 @op(i8 "a0" "a1" "a2" "a3" "a4" "a5" "a6" "a7" "a8" "a9" "a10" "a11" "a12" "a13" "a14" "a15" "a16" "a17" "a18" "a19" "a20" "a21" "a22" "a23" "a24" "a25" "a26" "a27" "a28" "a29" "a30" "a31" "a32")
define void @f(ptr %p) {
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr %p, ptr @op, i8 5, i8 1)
  ret void
}
