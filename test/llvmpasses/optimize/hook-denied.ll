; A descriptor that is seen to have a release function must not be marked as one without: the object is made, and the
; verifier refuses the module.
; RUN: not %lateroot opt --passes=GCInvariantVerifier -S %s 2>&1 | FileCheck %s
; RUN: %lateroot opt --passes='function(AllocOpt)' -S %s | FileCheck %s --check-prefix=STAYS
; RUN: %lateroot opt --profile=julia-1.13 --passes=GCInvariantVerifier -S %s | FileCheck %s --check-prefix=STAYS
; CHECK: error: {{.*}}the type is marked !lateroot.hookless, and its descriptor has a release function
; CHECK-NOT: error:
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
%lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@denied = constant %lr_type { ptr null, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr @hook }, align 16, !lateroot.hookless !0
@true = constant %lr_type zeroinitializer, align 16, !lateroot.hookless !0
@elsewhere = external constant %lr_type, !lateroot.hookless !0
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @hook(ptr)

; STAYS-LABEL: define void @denied_hook
; STAYS: call ptr addrspace(10) @julia.gc_alloc_obj
; STAYS: ret void
define void @denied_hook() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @denied to ptr addrspace(10)))
  ret void
}

define void @good() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @true to ptr addrspace(10)))
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @elsewhere to ptr addrspace(10)))
  ret void
}
!0 = !{}
