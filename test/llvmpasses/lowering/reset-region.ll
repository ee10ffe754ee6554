; RUN: %lateroot opt --profile=%S/Inputs/reset.profile --passes=LateLowerGCFrame,FinalLowerGC -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame,FinalLowerGC -S %s | FileCheck --check-prefix=PLAIN %s
; What may run while a reset region is published has entries of its own, if the profile says so; the mark is kept.

@type = external constant i8, align 16
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)

; CHECK-LABEL: define void @allocations(
; CHECK: @ijl_gc_small_alloc_reset_safe(ptr {{.*}}), !julia.reset_region
; CHECK: @ijl_gc_big_alloc_reset_safe(ptr {{.*}}), !julia.reset_region
; CHECK: @ijl_gc_alloc_typed_reset_safe(ptr {{.*}}), !julia.reset_region
; CHECK: @ijl_gc_small_alloc(ptr {{.*}}){{$}}
; PLAIN-LABEL: define void @allocations(
; PLAIN: @lr_gc_small_alloc(ptr {{.*}}), !julia.reset_region
define void @allocations(ptr %t, i64 %n) {
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10))), !julia.reset_region !0
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8000, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10))), !julia.reset_region !0
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 %n, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10))), !julia.reset_region !0
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  ret void
}

; CHECK-LABEL: define void @barriers(
; CHECK: call void @ijl_gc_queue_root_reset_safe(ptr addrspace(10) %p), !julia.reset_region
; CHECK: call void @ijl_gc_queue_root(ptr addrspace(10) %q){{$}}
define void @barriers(ptr addrspace(10) %p, ptr addrspace(10) %q, ptr addrspace(10) %c, ptr addrspace(10) %d) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %d), !julia.reset_region !0
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %q, ptr addrspace(10) %d)
  ret void
}
!0 = !{}
