; RUN: %lateroot opt --passes=LateLowerGCFrame -S %s | FileCheck %s
; What the bundles of an allocation ask for is initialised right after the tag, before anything else can collect.

@type = external constant i8
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))

; CHECK-LABEL: define ptr addrspace(10) @pointers(
; CHECK: store atomic ptr addrspace(10)
; CHECK-NEXT: [[A:%.*]] = getelementptr i8, ptr addrspace(10) %obj, i64 0
; CHECK-NEXT: store ptr addrspace(10) null, ptr addrspace(10) [[A]], align 8
; CHECK-NEXT: [[B:%.*]] = getelementptr i8, ptr addrspace(10) %obj, i64 16
; CHECK-NEXT: store ptr addrspace(10) null, ptr addrspace(10) [[B]], align 8
; CHECK-NEXT: ret
define ptr addrspace(10) @pointers(ptr %task) {
  %obj = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10))) [ "julia.gc_alloc_ptr_offsets"(i64 0, i64 16) ]
  ret ptr addrspace(10) %obj
}

; CHECK-LABEL: define ptr addrspace(10) @region(
; CHECK: store atomic ptr addrspace(10)
; CHECK-NEXT: [[A:%.*]] = getelementptr i8, ptr addrspace(10) %obj, i64 8
; CHECK-NEXT: call void @llvm.memset.p10.i64(ptr addrspace(10) align 1 [[A]], i8 0, i64 %n, i1 false)
; CHECK-NEXT: ret
define ptr addrspace(10) @region(ptr %task, i64 %n) {
  %obj = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10))) [ "julia.gc_alloc_zeroinit"(i64 8, i64 %n) ]
  ret ptr addrspace(10) %obj
}

; CHECK-LABEL: define ptr addrspace(10) @empty_region(
; CHECK: store atomic ptr addrspace(10)
; CHECK-NEXT: ret
define ptr addrspace(10) @empty_region(ptr %task) {
  %obj = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10))) [ "julia.gc_alloc_zeroinit"(i64 8, i64 0), "unknown"(ptr %task) ]
  ret ptr addrspace(10) %obj
}
