; RUN: %lateroot opt --profile=%S/Inputs/object-log.profile --passes=InlineAllocation -S %s | FileCheck %s
; RUN: not %lateroot opt --profile=%S/Inputs/count.profile -S %s 2>&1 | FileCheck --check-prefix=BAD %s
; Bytes that compiled code takes itself are counted, if the profile asks for it.

@type = external constant i8, align 16
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))

; CHECK-LABEL: define ptr addrspace(10) @counted(
; CHECK: take:
; CHECK: store ptr %next_after, ptr %run, align 8
; CHECK-NEXT: %allocated_at = getelementptr i8, ptr %ptls, i64 24
; CHECK-NEXT: %allocated = load i64, ptr %allocated_at, align 8
; CHECK-NEXT: %[[N:.*]] = add i64 %allocated, 48
; CHECK-NEXT: store i64 %[[N]], ptr %allocated_at, align 8
; CHECK: refill:
; BAD: allocated_in_ptls has no meaning without runs_in_ptls
define ptr addrspace(10) @counted(ptr %t) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 40, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  ret ptr addrspace(10) %o
}
