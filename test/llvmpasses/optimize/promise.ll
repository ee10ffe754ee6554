; PromiseAllocations: LLVM learns that an object may be left out. Its memory effect is given only where no store that the
; collector reads can be lost: each object of the module is born null.
; RUN: %lateroot opt --profile=julia-1.13 --passes=PromiseAllocations -S %s | FileCheck %s --check-prefixes=CHECK,EFFECT
; RUN: sed 's/ \[ "julia.gc_alloc_ptr_offsets"(i64 0) \]//' %s > %t.bare.ll
; RUN: %lateroot opt --profile=julia-1.13 --passes=PromiseAllocations -S %t.bare.ll | FileCheck %s --check-prefixes=CHECK,BARE
; RUN: sed 's/julia.write_barrier/julia.object_write_barrier/' %s > %t.first.ll
; RUN: %lateroot opt --profile=julia-1.13 --passes=PromiseAllocations -S %t.first.ll | FileCheck %s --check-prefixes=CHECK,BARE
; RUN: sed 's/^declare void @julia.write_barrier.*/& memory(inaccessiblemem: readwrite)/' %s > %t.quiet.ll
; RUN: %lateroot opt --profile=julia-1.13 --passes=PromiseAllocations -S %t.quiet.ll | FileCheck %s --check-prefixes=CHECK,BARE
; RUN: sed 's/^declare void @julia.write_barrier.*/& memory(argmem: read, inaccessiblemem: readwrite)/' %s > %t.reads.ll
; RUN: %lateroot opt --profile=julia-1.13 --passes=PromiseAllocations -S %t.reads.ll | FileCheck %s --check-prefixes=CHECK,EFFECT
; RUN: sed 's/gc_alloc_obj/gc_alloc_obj.i64/' %s > %t.suffix.ll
; RUN: %lateroot opt --profile=julia-1.13 --passes=PromiseAllocations -S %t.suffix.ll | sed s/gc_alloc_obj.i64/gc_alloc_obj/ | FileCheck %s --check-prefixes=CHECK,EFFECT
; RUN: sed '/%w =/{s/gc_alloc_obj/&.i64/;s/ \[.*//;};/^declare.*gc_alloc_obj/{p;s/gc_alloc_obj/&.i64/;}' %s > %t.both.ll
; RUN: %lateroot opt --profile=julia-1.13 --passes=PromiseAllocations -S %t.both.ll | FileCheck %s --check-prefix=MIXED
; MIXED: @julia.gc_alloc_obj.i64(
; MIXED-NOT: memory(
; RUN: sed 's/^declare ptr addrspace(10) @julia.gc_alloc_obj.*/& allockind("alloc,uninitialized,aligned")/' %t.bare.ll > %t.aligned.ll
; RUN: %lateroot opt --profile=julia-1.13 --passes=PromiseAllocations -S %t.aligned.ll | FileCheck %s --check-prefix=ALIGNED
; RUN: sed 's/^declare ptr addrspace(10) @julia.gc_alloc_obj.*/& allockind("alloc,zeroed")/' %t.bare.ll > %t.zeroed.ll
; RUN: %lateroot opt --profile=julia-1.13 --passes=PromiseAllocations -S %t.zeroed.ll | FileCheck %s --check-prefix=BORN
; ALIGNED-NOT: memory(
; BORN: attributes {{.*}} memory(argmem: read, inaccessiblemem: readwrite)
; RUN: %lateroot opt --passes=PromiseAllocations -S %s | FileCheck %s --check-prefix=HOOK
; HOOK-NOT: allockind
; RUN: %lateroot opt --profile=julia-1.13 --passes='PromiseAllocations,function(instcombine<no-verify-fixpoint>,adce)' -S %s | FileCheck %s --check-prefix=GONE
; RUN: %lateroot opt --profile=julia-1.13 --passes='PromiseAllocations,julia<level=2;no_alloc_opt>' -S %s | FileCheck %s --check-prefix=STORES
; RUN: %lateroot opt --profile=julia-1.13 --passes='PromiseAllocations,function(LateLowerGCFrame,FinalLowerGC)' -S %s | FileCheck %s --check-prefix=LOWERED
; LOWERED-NOT: allockind
; LOWERED-NOT: allocsize
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @external(ptr addrspace(10))

; CHECK-LABEL: define void @dead
; CHECK: call noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj({{.*}}) [[A:#[0-9]+]]
; GONE-LABEL: define void @dead
; GONE-NOT: gc_alloc_obj
; GONE: ret void
define void @dead() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) null) [ "julia.gc_alloc_ptr_offsets"(i64 0) ]
  store i64 1, ptr addrspace(10) %v
  ret void
}

; The first value of a field is overwritten, but the collector may come in between: the store stays, in front of the
; other allocation.
; STORES-LABEL: define {{.*}} @overwritten
; STORES: store ptr %x, ptr %v
; STORES: call {{.*}} @ijl_gc_small_alloc
; STORES: store ptr %w, ptr %v
; STORES: ret ptr
define ptr addrspace(10) @overwritten(ptr addrspace(10) %x) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) null) [ "julia.gc_alloc_ptr_offsets"(i64 0) ]
  store ptr addrspace(10) %x, ptr addrspace(10) %v
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %v, ptr addrspace(10) %x)
  %w = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) null) [ "julia.gc_alloc_ptr_offsets"(i64 0) ]
  store ptr addrspace(10) %w, ptr addrspace(10) %v
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %v, ptr addrspace(10) %w)
  ret ptr addrspace(10) %v
}
; EFFECT: attributes [[A]] = { nounwind willreturn allockind("alloc") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite) }
; BARE: attributes [[A]] = { nounwind willreturn allockind("alloc") allocsize(1) }
