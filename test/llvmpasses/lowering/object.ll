; RUN: %lateroot opt --passes=LateLowerGCFrame -S %s | FileCheck %s
; Intrinsics that look at an object or pass its address on.

declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare ptr addrspace(10) @julia.blackbox(ptr addrspace(10))

; Volatile and atomic: two loads of a tag are not one, for the collector writes to it.
; CHECK-LABEL: define ptr addrspace(10) @typeof(
; CHECK: [[P:%.*]] = getelementptr i8, ptr addrspace(10) %a, i64 -8
; CHECK: [[TAG:%.*]] = load atomic volatile i64, ptr addrspace(10) [[P]] unordered, align 8, !tbaa !{{[0-9]+}}, !range ![[RANGE:[0-9]+]]
; CHECK: [[BITS:%.*]] = and i64 [[TAG]], -16
; CHECK: [[RAW:%.*]] = inttoptr i64 [[BITS]] to ptr
; CHECK: %t = addrspacecast ptr [[RAW]] to ptr addrspace(10)
define ptr addrspace(10) @typeof(ptr addrspace(10) %a) {
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %a)
  ret ptr addrspace(10) %t
}

; CHECK-LABEL: define ptr @address(
; CHECK: %p = addrspacecast ptr addrspace(11) %a to ptr
; CHECK-NEXT: ret ptr %p
define ptr @address(ptr addrspace(11) %a) {
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %a)
  ret ptr %p
}

; CHECK-LABEL: define i64 @loaded(
; CHECK: %p = addrspacecast ptr %data to ptr addrspace(13)
; CHECK-NEXT: load i64, ptr addrspace(13) %p
define i64 @loaded(ptr addrspace(10) %owner, ptr %data) {
  %p = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %owner, ptr %data)
  %x = load i64, ptr addrspace(13) %p
  ret i64 %x
}

; CHECK-LABEL: define ptr addrspace(10) @blackbox(
; CHECK: [[RAW:%.*]] = addrspacecast ptr addrspace(10) %a to ptr
; CHECK-NEXT: [[OUT:%.*]] = call ptr asm "", "=r,0"(ptr [[RAW]])
; CHECK-NEXT: %b = addrspacecast ptr [[OUT]] to ptr addrspace(10)
define ptr addrspace(10) @blackbox(ptr addrspace(10) %a) {
  %b = call ptr addrspace(10) @julia.blackbox(ptr addrspace(10) %a)
  ret ptr addrspace(10) %b
}

; A result that folds to a constant.
; CHECK-LABEL: define ptr @constant(
; CHECK: ret ptr addrspacecast (ptr addrspace(11) null to ptr)
define ptr @constant() {
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) null)
  ret ptr %p
}

; CHECK: ![[RANGE]] = !{i64 16, i64 0}
