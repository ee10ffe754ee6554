; RUN: %lateroot opt --profile=julia-1.14 --passes=LateLowerGCFrame,FinalLowerGC -S %s | FileCheck %s
; Julia 1.14: as 1.13, and entries of their own for what runs while a reset region is published. Sizes may have a suffix.

@type = external constant i8, align 16
declare ptr addrspace(10) @julia.gc_alloc_obj.i64(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @julia.gc_alloc_bytes.i32(ptr, i32, i64)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ...)

; CHECK-LABEL: define void @region(
; CHECK: call {{.*}} @ijl_gc_small_alloc_reset_safe(ptr %{{.*}}, i32 360, i32 16, i64 {{.*}}), !julia.reset_region
; CHECK: call void @ijl_gc_queue_root_reset_safe(ptr addrspace(10) %p), !julia.reset_region
define void @region(ptr %t, ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c) {
  call ptr addrspace(10) @julia.gc_alloc_obj.i64(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10))), !julia.reset_region !0
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c), !julia.reset_region !0
  ret void
}

; CHECK-LABEL: define ptr addrspace(10) @bytes(
; CHECK: call {{.*}} @ijl_gc_small_alloc(ptr %ptls, i32 384, i32 24, i64 %tag)
define ptr addrspace(10) @bytes(ptr %ptls, i64 %tag) {
  %o = call ptr addrspace(10) @julia.gc_alloc_bytes.i32(ptr %ptls, i32 16, i64 %tag)
  ret ptr addrspace(10) %o
}
!0 = !{}
