; RUN: %lateroot opt --passes=LateLowerGCFrame -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.13 --passes=LateLowerGCFrame -S %s | FileCheck --check-prefix=JULIA %s
; julia.gc_alloc_obj: ptls, bytes, tag.

@type = external constant i8
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) #0
attributes #0 = { nounwind memory(argmem: read, inaccessiblemem: readwrite) allocsize(1) allockind("alloc,uninitialized") }

; CHECK-LABEL: define ptr addrspace(10) @constant_size(
; CHECK: [[FIELD:%.*]] = getelementptr i8, ptr %task, i64 8
; CHECK: [[PTLS:%.*]] = load ptr, ptr [[FIELD]], align 8, !tbaa ![[FRAME:[0-9]+]]
; CHECK: %obj = call nonnull align 8 dereferenceable(24) ptr addrspace(10) @julia.gc_alloc_bytes(ptr [[PTLS]], i64 24, i64 ptrtoint (ptr @type to i64))
; CHECK: [[TAG:%.*]] = getelementptr i8, ptr addrspace(10) %obj, i64 -8
; CHECK: store atomic ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)), ptr addrspace(10) [[TAG]] unordered, align 8, !tbaa ![[TAGMD:[0-9]+]]
; CHECK: ret ptr addrspace(10) %obj
; JULIA-LABEL: define ptr addrspace(10) @constant_size(
; JULIA: getelementptr i8, ptr %pgcstack, i64 -152
; JULIA: [[FIELD:%.*]] = getelementptr i8, ptr %task, i64 168
; JULIA: load ptr, ptr [[FIELD]]
define ptr addrspace(10) @constant_size(ptr %pgcstack) {
  %task = getelementptr i8, ptr %pgcstack, i64 -152
  %obj = call noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  ret ptr addrspace(10) %obj
}

; Of a size known at run time only the first word is sure to be there.
; CHECK-LABEL: define ptr addrspace(10) @dynamic_size(
; CHECK: [[SIZE:%.*]] = zext i32 %n to i64
; CHECK: call nonnull align 8 dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_bytes(ptr {{%.*}}, i64 [[SIZE]], i64
define ptr addrspace(10) @dynamic_size(ptr %task, i32 %n) {
  %obj = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i32 %n, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  ret ptr addrspace(10) %obj
}

; CHECK-LABEL: define ptr addrspace(10) @no_size(
; CHECK: call nonnull align 8 ptr addrspace(10) @julia.gc_alloc_bytes(ptr {{%.*}}, i64 0, i64
define ptr addrspace(10) @no_size(ptr %task) {
  %obj = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 0, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  ret ptr addrspace(10) %obj
}

; Stricter facts of the front end stay; what it said of memory, and counted arguments, does not.
; CHECK-LABEL: define ptr addrspace(10) @kept(
; CHECK: call nonnull align 16 dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_bytes(ptr {{%.*}}, i64 24, i64 {{.*}}) #[[COLD:[0-9]+]], !kept
define ptr addrspace(10) @kept(ptr %task) {
  %obj = call align 16 dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10))) #1, !kept !0
  ret ptr addrspace(10) %obj
}
attributes #1 = { cold memory(argmem: read) allocsize(1) allockind("alloc") "alloc-family"="x" }

; A type that is loaded is known to be aligned from then on.
; CHECK-LABEL: define ptr addrspace(10) @loaded_type(
; CHECK: %t = load ptr, ptr %where, align 8, !align ![[ALIGN:[0-9]+]]
; CHECK: [[INT:%.*]] = ptrtoint ptr %t to i64
; CHECK: @julia.gc_alloc_bytes(ptr {{%.*}}, i64 8, i64 [[INT]])
; CHECK: store atomic ptr addrspace(10) %type, ptr addrspace(10)
define ptr addrspace(10) @loaded_type(ptr %task, ptr %where) {
  %t = load ptr, ptr %where, align 8
  %type = addrspacecast ptr %t to ptr addrspace(10)
  %obj = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) %type)
  ret ptr addrspace(10) %obj
}

; CHECK: declare nonnull ptr addrspace(10) @julia.gc_alloc_bytes(ptr, i64, i64) #[[BYTES:[0-9]+]]
; CHECK-DAG: attributes #[[COLD]] = { cold }
; CHECK-DAG: attributes #[[BYTES]] = { nounwind }
; CHECK-DAG: ![[FRAME]] = !{![[FT:[0-9]+]], ![[FT]], i64 0}
; CHECK-DAG: ![[FT]] = !{!"jtbaa_gcframe", !{{[0-9]+}}, i64 0}
; CHECK-DAG: ![[TAGMD]] = !{![[TT:[0-9]+]], ![[TT]], i64 0}
; CHECK-DAG: ![[TT]] = !{!"jtbaa_tag", !{{[0-9]+}}, i64 0}
; CHECK-DAG: ![[ALIGN]] = !{i64 16}
!0 = !{!"kept"}
