; RUN: %lateroot opt --passes=JuliaDialectsVerifier -S %s | FileCheck %s
; RUN: sed 's/ptr addrspace(13) @julia.gc_loaded/ptr @julia.gc_loaded/' %s | %exits 1 %lateroot opt --passes=JuliaDialectsVerifier -S - 2>&1 | FileCheck --check-prefix=BAD %s
; Julia's name for a pass that checks types of the dialect's calls.

declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare ptr addrspace(10) @julia.gc_alloc_obj.i64(ptr, i64, ptr addrspace(10))
; CHECK: define void @f(
; BAD: julia.gc_loaded has the wrong result type
define void @f(ptr addrspace(10) %o, ptr %p) {
  call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %o, ptr %p)
  call ptr addrspace(10) @julia.gc_alloc_obj.i64(ptr %p, i64 8, ptr addrspace(10) %o)
  ret void
}
