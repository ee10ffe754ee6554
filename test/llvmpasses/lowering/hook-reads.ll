; A hook reads the dead object, so the allocation is not noalias where the type has one, or may have one: LLVM would take
; stores for dead.
; RUN: %lateroot opt --passes='function(LateLowerGCFrame,CheckGCRoots,FinalLowerGC)' -S %s | FileCheck %s
; RUN: %lateroot opt --passes='function(LateLowerGCFrame,FinalLowerGC,dse)' -S %s | FileCheck %s --check-prefixes=CHECK,DSE
; RUN: %lateroot opt --profile=julia-1.13 --passes='function(LateLowerGCFrame,FinalLowerGC)' -S %s | FileCheck %s --check-prefix=NONE
; NONE-COUNT-3: call noalias
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
%lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@hooked = constant %lr_type { ptr null, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr @hook }, align 16
@plain = constant %lr_type { ptr null, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
declare ptr @julia.get_pgcstack()
declare noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @hook(ptr)
@elsewhere = external constant %lr_type

; CHECK-LABEL: define void @has_one
; CHECK: %o = call nonnull {{.*}}@lr_gc_small_alloc
; CHECK: store i64 %x, ptr addrspace(10) %o
define void @has_one(i64 %x) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @hooked to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o
  ret void
}

; CHECK-LABEL: define void @may_have_one
; CHECK: %o = call nonnull {{.*}}@lr_gc_small_alloc
; CHECK: store i64 %x, ptr addrspace(10) %o
define void @may_have_one(i64 %x) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @elsewhere to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o
  ret void
}

; CHECK-LABEL: define void @has_none
; CHECK: %o = call noalias nonnull {{.*}}@lr_gc_small_alloc
; DSE-NOT: store i64
; CHECK: ret void
define void @has_none(i64 %x) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @plain to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o
  ret void
}
