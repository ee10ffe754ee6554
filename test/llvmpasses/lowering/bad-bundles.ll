; RUN: split-file %s %t.d
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S %t.d/both.ll 2>&1 | FileCheck --check-prefix=BOTH %s
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S %t.d/callee-rooted.ll 2>&1 | FileCheck --check-prefix=CALLEE_ROOTED %s
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S %t.d/count.ll 2>&1 | FileCheck --check-prefix=COUNT %s
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S %t.d/elsewhere.ll 2>&1 | FileCheck --check-prefix=ELSEWHERE %s
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S %t.d/extent.ll 2>&1 | FileCheck --check-prefix=EXTENT %s
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S %t.d/indirect-callee.ll 2>&1 | FileCheck --check-prefix=INDIRECT_CALLEE %s
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S %t.d/indirect-operands.ll 2>&1 | FileCheck --check-prefix=INDIRECT_OPERANDS %s
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S %t.d/intrinsic.ll 2>&1 | FileCheck --check-prefix=INTRINSIC %s
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S %t.d/leaf.ll 2>&1 | FileCheck --check-prefix=LEAF %s
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S %t.d/memory-flag.ll 2>&1 | FileCheck --check-prefix=MEMORY_FLAG %s
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S %t.d/memory-signature.ll 2>&1 | FileCheck --check-prefix=MEMORY_SIGNATURE %s
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S %t.d/musttail.ll 2>&1 | FileCheck --check-prefix=MUSTTAIL %s
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S %t.d/operand.ll 2>&1 | FileCheck --check-prefix=OPERAND %s
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S %t.d/result.ll 2>&1 | FileCheck --check-prefix=RESULT %s
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S %t.d/shared.ll 2>&1 | FileCheck --check-prefix=SHARED %s
; Bundles that do not fit their call are refused with function and instruction.

; BOTH: error: julia.gc_alloc_obj {{.*}}zeroing bundle
; BOTH: 'f': %a = call
;--- both.ll
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
define void @f(ptr %t, ptr addrspace(10) %y) {
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) %y) [ "julia.gc_alloc_ptr_offsets"(i64 0), "julia.gc_alloc_zeroinit"(i64 8, i64 16) ]
  ret void
}
; CALLEE_ROOTED: error: the bundle "gc-transition" must not stand on a call with arguments in address space 12
;--- callee-rooted.ll
declare void @c(ptr addrspace(12))
define void @f(ptr %p, ptr addrspace(12) %x) {
  call void @c(ptr addrspace(12) %x) [ "gc-transition"(ptr %p) ]
  ret void
}
; COUNT: error: the {{.*}}offset and a size
;--- count.ll
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
define void @f(ptr %t, ptr addrspace(10) %y) {
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) %y) [ "julia.gc_alloc_zeroinit"(i64 8) ]
  ret void
}
; ELSEWHERE: error: the bundle "julia.gc_alloc_zeroinit" {{.*}} julia.gc_alloc_obj
;--- elsewhere.ll
declare ptr addrspace(10) @make()
define void @f() {
  %a = call ptr addrspace(10) @make() [ "julia.gc_alloc_zeroinit"(i64 8, i64 8) ]
  ret void
}
; EXTENT: error: a zeroing bundle of julia.gc_alloc_obj reaches beyond the end of the object
;--- extent.ll
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
define void @f(ptr %t, ptr addrspace(10) %y) {
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) %y) [ "julia.gc_alloc_ptr_offsets"(i64 0, i64 20) ]
  ret void
}
; INDIRECT_CALLEE: error: the bundle "julia.gc_alloc_zeroinit_indirect" {{.*}}jl_alloc_genericmemory_unchecked
;--- indirect-callee.ll
declare ptr addrspace(10) @make()
define void @f() {
  %a = call ptr addrspace(10) @make() [ "julia.gc_alloc_zeroinit_indirect"(i64 8, i64 8) ]
  ret void
}
; INDIRECT_OPERANDS: error: {{.*}}the bundle "julia.gc_alloc_zeroinit_indirect"
;--- indirect-operands.ll
declare ptr addrspace(10) @ijl_alloc_genericmemory_unchecked(ptr, i64, ptr)
define void @f(ptr %p) {
  %a = call ptr addrspace(10) @ijl_alloc_genericmemory_unchecked(ptr %p, i64 8, ptr %p) [ "julia.gc_alloc_zeroinit_indirect"(ptr %p, i64 8) ]
  ret void
}
; INTRINSIC: error: the bundle "gc-transition" {{.*}}function
;--- intrinsic.ll
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
define void @f(ptr %t, ptr addrspace(10) %y) {
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) %y) [ "gc-transition"(ptr %t) ]
  ret void
}
; LEAF: error: the bundle "gc-transition" stands on a call that is said not to collect
;--- leaf.ll
declare void @c() memory(read)
define void @f(ptr %p) {
  call void @c() [ "gc-transition"(ptr %p) ]
  ret void
}
; MEMORY_FLAG: error: {{.*}} of julia.gc_alloc_memory{{.*}} i1
;--- memory-flag.ll
declare ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i8)
define void @f(ptr %t, ptr addrspace(10) %y) {
  %a = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %t, i64 24, ptr addrspace(10) %y, i64 3, i8 1)
  ret void
}
; MEMORY_SIGNATURE: error: {{.*}}3 of julia.gc_alloc_memory
;--- memory-signature.ll
declare ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr, i64, i1)
define void @f(ptr %t) {
  %a = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %t, i64 24, ptr %t, i64 3, i1 false)
  ret void
}
; MUSTTAIL: error: the bundle "gc-transition" must not stand on a callbr or a musttail call
;--- musttail.ll
declare void @c(ptr)
define void @f(ptr %p) {
  musttail call void @c(ptr %p) [ "gc-transition"(ptr %p) ]
  ret void
}
; OPERAND: error: the {{.*}}bundle "gc-transition" {{.*}}
;--- operand.ll
declare void @c()
define void @f(i64 %p) {
  call void @c() [ "gc-transition"(i64 %p) ]
  ret void
}
; RESULT: error: the bundle "gc-transition" must not stand on a call whose result holds references
;--- result.ll
declare { i64, ptr addrspace(10) } @c()
define void @f(ptr %p) {
  %r = call { i64, ptr addrspace(10) } @c() [ "gc-transition"(ptr %p) ]
  ret void
}
; SHARED: error: the bundle "gc-transition" may only stand on an invoke whose two destinations are reached from nowhere else
;--- shared.ll
declare void @c()
declare i32 @personality(...)
define void @f(ptr %p, i1 %x) personality ptr @personality {
  br i1 %x, label %go, label %ok
go:
  invoke void @c() [ "gc-transition"(ptr %p) ] to label %ok unwind label %bad
ok:
  ret void
bad:
  %lp = landingpad { ptr, i32 } cleanup
  ret void
}
