; RUN: %lateroot opt --passes=FinalLowerGC -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.13 --passes=FinalLowerGC -S %s | FileCheck --check-prefix=JULIA %s
; RUN: sed 's/^object_align = 16/object_align = 8/' %S/../../../share/profiles/lateroot.profile > %t.profile
; RUN: %lateroot opt --profile=%t.profile --passes=FinalLowerGC -S %s | FileCheck --check-prefix=ODD %s
; RUN: sed 's/^object_align = 16/object_align = 12/' %S/../../../share/profiles/lateroot.profile > %t.profile
; RUN: not %lateroot opt --profile=%t.profile --passes=FinalLowerGC -S %s 2>&1 | FileCheck --check-prefix=WRONG %s
; WRONG: {{[0-9]+}}: object_align must be 8 or 16
; Which entry of the runtime gives memory of which size.

declare ptr addrspace(10) @julia.gc_alloc_bytes(ptr, i64, i64)

; The smallest class that holds object and tag.
; CHECK-LABEL: define void @small(
; CHECK: %a = call ptr addrspace(10) @lr_gc_small_alloc(ptr %ptls, i32 0, i32 16, i64 %type)
; CHECK: %b = call ptr addrspace(10) @lr_gc_small_alloc(ptr %ptls, i32 1, i32 32, i64 %type)
; CHECK: %c = call ptr addrspace(10) @lr_gc_small_alloc(ptr %ptls, i32 38, i32 2032, i64 %type)
; CHECK: %d = call ptr addrspace(10) @lr_gc_small_alloc(ptr %ptls, i32 0, i32 16, i64 %type)
; JULIA-LABEL: define void @small(
; JULIA: %a = call ptr addrspace(10) @ijl_gc_small_alloc(ptr %ptls, i32 360, i32 16, i64 %type)
; JULIA: %b = call ptr addrspace(10) @ijl_gc_small_alloc(ptr %ptls, i32 384, i32 24, i64 %type)
; JULIA: %c = call ptr addrspace(10) @ijl_gc_small_alloc(ptr %ptls, i32 1488, i32 2032, i64 %type)
; JULIA: %d = call ptr addrspace(10) @ijl_gc_small_alloc(ptr %ptls, i32 336, i32 8, i64 %type)
define void @small(ptr %ptls, i64 %type) {
  %a = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 8, i64 %type)
  %b = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 9, i64 %type)
  %c = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 2024, i64 %type)
  %d = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 0, i64 %type)
  ret void
}

; Cells of 24 bytes hold objects that need no more than 8-byte alignment, if the profile says that there are such.
; CHECK-LABEL: define void @pair(
; CHECK: %a = {{.*}} @lr_gc_small_alloc(ptr %ptls, i32 1, i32 32, i64 %type)
; CHECK: %b = {{.*}} @lr_gc_small_alloc(ptr %ptls, i32 1, i32 32, i64 %type)
; CHECK: %c = {{.*}} @lr_gc_small_alloc(ptr %ptls, i32 1, i32 32, i64 %type)
; ODD-LABEL: define void @pair(
; ODD: %a = {{.*}} @lr_gc_small_alloc(ptr %ptls, i32 39, i32 24, i64 %type)
; ODD: %b = {{.*}} @lr_gc_small_alloc(ptr %ptls, i32 1, i32 32, i64 %type)
; ODD: %c = {{.*}} @lr_gc_small_alloc(ptr %ptls, i32 1, i32 32, i64 %type)
; JULIA-LABEL: define void @pair(
; JULIA: %a = {{.*}} @ijl_gc_small_alloc(ptr %ptls, i32 384, i32 24, i64 %type)
; JULIA: %b = {{.*}} @ijl_gc_small_alloc(ptr %ptls, i32 408, i32 32, i64 %type)
define void @pair(ptr %ptls, i64 %type) {
  %a = call align 8 ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 16, i64 %type)
  %b = call align 16 ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 16, i64 %type)
  %c = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 17, i64 %type)
  ret void
}

; CHECK-LABEL: define void @big(
; CHECK: call ptr addrspace(10) @lr_gc_big_alloc(ptr %ptls, i64 2033, i64 %type)
; JULIA: call ptr addrspace(10) @ijl_gc_big_alloc(ptr %ptls, i64 2033, i64 %type)
define void @big(ptr %ptls, i64 %type) {
  %a = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 2025, i64 %type)
  ret void
}

; A size to which the tag cannot be added is for the runtime to refuse.
; CHECK-LABEL: define void @dynamic(
; CHECK: call noalias nonnull dereferenceable(8) ptr addrspace(10) @lr_gc_alloc_typed(ptr %ptls, i64 %n, i64 %type), !kept
; CHECK: call ptr addrspace(10) @lr_gc_alloc_typed(ptr %ptls, i64 -1, i64 %type)
; JULIA: @ijl_gc_alloc_typed(ptr %ptls, i64 %n, i64 %type), !kept
define void @dynamic(ptr %ptls, i64 %n, i64 %type) {
  %a = call noalias nonnull dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 %n, i64 %type), !kept !0
  %b = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 -1, i64 %type)
  ret void
}

; A collection may read and write anything, so nothing is promised of memory. Calls are noalias by their type, or where
; no type of the profile has a hook.
; JULIA-DAG: declare noalias nonnull ptr addrspace(10) @ijl_gc_small_alloc(
; CHECK-DAG: declare nonnull ptr addrspace(10) @lr_gc_small_alloc(ptr, i32, i32, i64) #{{[0-9]+}}
; CHECK-DAG: declare nonnull ptr addrspace(10) @lr_gc_big_alloc(ptr, i64, i64) #{{[0-9]+}}
; CHECK-DAG: declare nonnull ptr addrspace(10) @lr_gc_alloc_typed(ptr, i64, i64) #{{[0-9]+}}
; CHECK: attributes #{{[0-9]+}} = { nounwind }
!0 = !{!"kept"}
