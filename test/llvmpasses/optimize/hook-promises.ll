; Attributes of a front end's declarations of the allocator let LLVM delete objects, and stores into them. They do not hold
; for objects whose type has a hook, or may have one.
; RUN: %lateroot opt --passes=AddNI -S %s | FileCheck %s
; RUN: %lateroot opt --passes=AddNI,AddNI -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.13 --passes=AddNI -S %s | FileCheck %s --check-prefix=JULIA
; RUN: %lateroot opt --passes='julia<level=1>' -S %s | FileCheck %s --check-prefix=ALL
; RUN: %lateroot opt --passes='julia<level=2>' -S %s | FileCheck %s --check-prefix=ALL
; RUN: %lateroot opt --passes='lateroot<level=3>' -S %s | FileCheck %s --check-prefix=ALL
; RUN: %lateroot opt --passes='AddNI,PromiseAllocations' -S %s | FileCheck %s --check-prefix=PROMISED
; RUN: %lateroot opt --passes='AddNI,LateLowerGCFrame' -S %s | FileCheck %s --check-prefix=LOWERED
; RUN: %lateroot opt --passes='LateLowerGCFrame,FinalLowerGC' -S %s | FileCheck %s --check-prefix=ENTRY
; RUN: %lateroot opt --passes='LateLowerGCFrame,FinalLowerGC,function(dse)' -S %s | FileCheck %s --check-prefix=ENTRY
; LOWERED-NOT: lateroot-allockind
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
%lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@plain = constant %lr_type zeroinitializer, align 16
@hooked = constant %lr_type { ptr null, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr @hook }, align 16
@elsewhere = external constant %lr_type
declare ptr @julia.get_pgcstack()
declare void @hook(ptr)

; CHECK: declare nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) [[OBJ:#[0-9]+]]
; CHECK: declare ptr addrspace(10) @julia.gc_alloc_memory({{.*}}) [[MEMORY:#[0-9]+]]
; JULIA: declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) [[OBJ:#[0-9]+]]
; JULIA: attributes [[OBJ]] = {{.*}}willreturn allockind("alloc,zeroed")
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,zeroed") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare noalias ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1) nounwind willreturn allockind("alloc,uninitialized")

; CHECK-LABEL: define void @objects
; CHECK: %a = call noalias ptr addrspace(10) @julia.gc_alloc_obj({{.*}} @plain {{.*}}) [[MAY_GO:#[0-9]+]]
; CHECK: %b = call ptr addrspace(10) @julia.gc_alloc_obj({{.*}} @hooked {{.*}}) [[ZEROED:#[0-9]+]]
; CHECK: %c = call ptr addrspace(10) @julia.gc_alloc_obj({{.*}} @elsewhere {{.*}}) [[ZEROED]]
; CHECK: %d = call ptr addrspace(10) @julia.gc_alloc_memory({{.*}}) [[UNINITIALIZED:#[0-9]+]]
; The stores stay as well: the hooks read them.
; ALL-LABEL: define void @objects
; ALL-NOT: store i64 1
; ALL: call {{.*}}alloc{{.*}} @hooked
; ALL: store i64 2
; ALL: call {{.*}}alloc{{.*}} @elsewhere
; ALL: store i64 3
; ALL: call {{.*}}alloc{{.*}} @elsewhere
; ALL: ret void
; PROMISED-LABEL: define void @objects
; PROMISED: %a = call noalias nonnull {{.*}} @plain
; PROMISED: %b = call ptr {{.*}} @hooked
; PROMISED: %c = call ptr {{.*}} @elsewhere
; What is lowered without AddNI loses the promises of the call, too.
; ENTRY-LABEL: define void @own
; ENTRY: = call nonnull {{.*}}ptr addrspace(10) @lr_gc_small_alloc({{.*}} @hooked
; ENTRY: store i64 2
; ENTRY: = call nonnull {{.*}}ptr addrspace(10) @lr_gc_small_alloc({{.*}} @elsewhere
; ENTRY: store i64 3
; ENTRY: = call noalias nonnull {{.*}}ptr addrspace(10) @lr_gc_small_alloc({{.*}} @plain
; ENTRY: declare nonnull ptr addrspace(10) @lr_gc_small_alloc
define void @objects() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @plain to ptr addrspace(10)))
  store i64 1, ptr addrspace(10) %a
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @hooked to ptr addrspace(10)))
  store i64 2, ptr addrspace(10) %b
  %c = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @elsewhere to ptr addrspace(10)))
  store i64 3, ptr addrspace(10) %c
  %d = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @elsewhere to ptr addrspace(10)), i64 8, i1 true)
  ret void
}

define void @own() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @hooked to ptr addrspace(10)))
  store i64 2, ptr addrspace(10) %a
  %b = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @elsewhere to ptr addrspace(10)))
  store i64 3, ptr addrspace(10) %b
  %c = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @plain to ptr addrspace(10)))
  store i64 4, ptr addrspace(10) %c
  ret void
}

; No call tells that the object is deleted, nor that it keeps an address to itself.
; CHECK-DAG: attributes [[OBJ]] = { nounwind allocsize(1) memory(argmem: read, inaccessiblemem: readwrite) }
; CHECK-DAG: attributes [[MEMORY]] = { nounwind }
; CHECK-DAG: attributes [[MAY_GO]] = { willreturn allockind("alloc,zeroed") }
; CHECK-DAG: attributes [[ZEROED]] = { "lateroot-allockind"="zeroed" }
; CHECK-DAG: attributes [[UNINITIALIZED]] = { "lateroot-allockind"="uninitialized" }
