; RUN: %lateroot opt --memory=typed --abi=statepoint --passes=LateLowerGCFrame,PlaceStatepoints -S %s | FileCheck %s
;
; A mapped frame is outside of the function's own anchor: linked before it, and taken out of the chain behind it.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"
%value = type { ptr addrspace(10), i64 }
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)

; CHECK-LABEL: define void @left(
; CHECK: store ptr %gcmapped, ptr %pgcstack
; CHECK: store ptr %gcanchor, ptr %pgcstack
; CHECK: @llvm.experimental.gc.statepoint{{.*}} @fill, {{.*}}ptr %v,
; CHECK-NOT: "gc-live"
; CHECK: [[MAPPED:%[0-9]+]] = load ptr
; CHECK: %anchor.prev = load ptr
; CHECK-NEXT: store ptr %anchor.prev, ptr %pgcstack
; CHECK-NEXT: store ptr [[MAPPED]], ptr %pgcstack
; CHECK-NEXT: ret void
define void @left() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca %value, align 8
  call void @fill(ptr %v)
  ret void
}
