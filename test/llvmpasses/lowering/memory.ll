; RUN: %lateroot opt --passes=LateLowerGCFrame,CheckGCRoots -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.13 --passes=LateLowerGCFrame,FinalLowerGC -S %s | FileCheck --check-prefix=JULIA %s
; julia.gc_alloc_memory: a header and inline data from a pool, or the runtime's own entry; initialised before anything can collect.

@type = external constant i8, align 16
declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1)
declare ptr addrspace(10) @jl_alloc_genericmemory_unchecked(ptr, i64, ptr)
declare void @use(ptr addrspace(10), ptr addrspace(10))

; CHECK-LABEL: define ptr addrspace(10) @small(
; CHECK: %m = call nonnull align 8 dereferenceable(48) ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 48, i64 ptrtoint (ptr @type to i64))
; CHECK-NEXT: %tag_addr = getelementptr i8, ptr addrspace(10) %m, i64 -8
; CHECK-NEXT: store atomic ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)), ptr addrspace(10) %tag_addr unordered, align 8
; CHECK-NEXT: %memory_data = getelementptr i8, ptr addrspace(10) %m, i64 16
; CHECK-NEXT: [[RAW:%.*]] = addrspacecast ptr addrspace(10) %memory_data to ptr
; CHECK-NEXT: [[AT:%.*]] = getelementptr i8, ptr addrspace(10) %m, i64 8
; CHECK-NEXT: store ptr [[RAW]], ptr addrspace(10) [[AT]], align 8
; CHECK-NEXT: store i64 4, ptr addrspace(10) %m, align 8
; CHECK-NEXT: ret
define ptr addrspace(10) @small(ptr %task) {
  %m = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %task, i64 32, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)), i64 4, i1 false)
  ret ptr addrspace(10) %m
}

; CHECK-LABEL: define ptr addrspace(10) @small_zeroed(
; CHECK: store i64 4, ptr addrspace(10) %m, align 8
; CHECK-NEXT: call void @llvm.memset.p10.i64(ptr addrspace(10) align 1 %memory_data, i8 0, i64 32, i1 false)
; CHECK-NEXT: ret
define ptr addrspace(10) @small_zeroed(ptr %task) {
  %m = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %task, i64 32, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)), i64 4, i1 true)
  ret ptr addrspace(10) %m
}

; CHECK-LABEL: define ptr addrspace(10) @small_perhaps(
; CHECK: [[N:%.*]] = select i1 %z, i64 32, i64 0
; CHECK-NEXT: call void @llvm.memset.p10.i64(ptr addrspace(10) align 1 %memory_data, i8 0, i64 [[N]], i1 false)
define ptr addrspace(10) @small_perhaps(ptr %task, i1 %z) {
  %m = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %task, i64 32, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)), i64 4, i1 %z)
  ret ptr addrspace(10) %m
}

; Nothing in it: still a header.
; CHECK-LABEL: define ptr addrspace(10) @empty(
; CHECK: @julia.gc_alloc_bytes(ptr %ptls, i64 16,
; CHECK: store ptr
; CHECK-NEXT: store i64 0, ptr addrspace(10) %m
; CHECK-NEXT: ret
define ptr addrspace(10) @empty(ptr %task) {
  %m = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %task, i64 0, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)), i64 0, i1 true)
  ret ptr addrspace(10) %m
}

; The largest that fits a pool of 2032 bytes with tag and header, and one byte more.
; CHECK-LABEL: define void @boundary(
; CHECK: @julia.gc_alloc_bytes(ptr %{{.*}}, i64 2024,
; CHECK: call nonnull ptr addrspace(10) @lr_gc_alloc_memory(ptr %{{.*}}, i64 2009, ptr @type)
; JULIA-LABEL: define void @boundary(
; JULIA: @ijl_gc_small_alloc(ptr %{{.*}}, i32 1488, i32 2032,
; JULIA: call noalias nonnull ptr addrspace(10) @ijl_alloc_genericmemory_unchecked(ptr %{{.*}}, i64 2009, ptr @type)
define void @boundary(ptr %task) {
  %a = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %task, i64 2008, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)), i64 251, i1 false)
  %b = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %task, i64 2009, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)), i64 2009, i1 false)
  ret void
}

; CHECK-LABEL: define ptr addrspace(10) @dynamic(
; CHECK: %m = call nonnull ptr addrspace(10) @lr_gc_alloc_memory(ptr %ptls, i64 %bytes, ptr %{{.*}}), !kept
; CHECK-NEXT: store i64 %n, ptr addrspace(10) %m, align 8
; CHECK-NEXT: [[AT:%.*]] = getelementptr i8, ptr addrspace(10) %m, i64 8
; CHECK-NEXT: %memory_data = load ptr, ptr addrspace(10) [[AT]], align 8
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 1 %memory_data, i8 0, i64 %bytes, i1 false)
; CHECK-NEXT: ret
define ptr addrspace(10) @dynamic(ptr %task, i64 %n, i64 %bytes, ptr addrspace(10) %type) {
  %m = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %task, i64 %bytes, ptr addrspace(10) %type, i64 %n, i1 true), !kept !0
  ret ptr addrspace(10) %m
}

; The older way: the runtime's entry is called as it is, and a bundle has the data cleared.
; CHECK-LABEL: define ptr addrspace(10) @indirect(
; CHECK: %m = call ptr addrspace(10) @jl_alloc_genericmemory_unchecked(ptr %ptls, i64 %bytes, ptr @type){{$}}
; CHECK-NEXT: [[AT:%.*]] = getelementptr i8, ptr addrspace(10) %m, i64 8
; CHECK-NEXT: %memory_data = load ptr, ptr addrspace(10) [[AT]], align 8
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 1 %memory_data, i8 0, i64 %bytes, i1 false)
; CHECK-NEXT: %none = call ptr addrspace(10) @jl_alloc_genericmemory_unchecked(ptr %ptls, i64 0, ptr @type){{$}}
; CHECK-NEXT: ret
define ptr addrspace(10) @indirect(ptr %ptls, i64 %bytes) {
  %m = call ptr addrspace(10) @jl_alloc_genericmemory_unchecked(ptr %ptls, i64 %bytes, ptr @type) [ "julia.gc_alloc_zeroinit_indirect"(i64 8, i64 %bytes) ]
  %none = call ptr addrspace(10) @jl_alloc_genericmemory_unchecked(ptr %ptls, i64 0, ptr @type) [ "julia.gc_alloc_zeroinit_indirect"(i64 8, i64 0) ]
  ret ptr addrspace(10) %m
}

; Both are safepoints, and their results live like others.
; CHECK-LABEL: define void @rooted(
; CHECK: %a = call {{.*}} @julia.gc_alloc_bytes(
; CHECK: store ptr addrspace(10) %a, ptr %gcslot
; CHECK: %b = call {{.*}} @lr_gc_alloc_memory(
; CHECK: store ptr addrspace(10) %b, ptr %gcslot
define void @rooted(i64 %n) {
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %p, i64 32, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)), i64 4, i1 true)
  %b = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %p, i64 %n, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)), i64 4, i1 true)
  call void @use(ptr addrspace(10) %a, ptr addrspace(10) %b)
  ret void
}
!0 = !{!"kept"}
