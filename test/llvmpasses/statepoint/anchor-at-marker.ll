; The anchor is linked at the top of a block that begins with a marker of a lifetime, or of invariant memory, which goes.
; RUN: %lateroot opt --abi=statepoint --check -S %s | FileCheck %s
; RUN: %lateroot opt --reload --check -S %s -o /dev/null
; RUN: %lateroot opt --abi=framemap --reload --check -S %s -o /dev/null
declare ptr @julia.get_pgcstack()
declare void @llvm.lifetime.start.p0(i64, ptr)
declare ptr @llvm.invariant.start.p10(i64, ptr addrspace(10))
declare ptr addrspace(10) @other(i64)

; CHECK-LABEL: @lifetime(
; CHECK: rare:
; CHECK-NOT: gcanchor
; CHECK: ret ptr null
; CHECK: common:
; CHECK: store ptr %gcanchor, ptr %gc
; CHECK: @llvm.experimental.gc.statepoint
; CHECK: store ptr %anchor.prev, ptr %gc
; CHECK: ret
define ptr addrspace(10) @lifetime(i1 %c) {
  %a = alloca ptr addrspace(10), align 8
  %b = alloca ptr addrspace(10), align 8
  %gc = call ptr @julia.get_pgcstack()
  br i1 %c, label %rare, label %common
rare:
  store ptr addrspace(10) null, ptr %a, align 8
  ret ptr addrspace(10) null
common:
  call void @llvm.lifetime.start.p0(i64 8, ptr %b)
  %v = call ptr addrspace(10) @other(i64 0)
  ret ptr addrspace(10) %v
}

; CHECK-LABEL: @invariant(
; CHECK: rare:
; CHECK-NOT: gcanchor
; CHECK: ret ptr null
; CHECK: common:
; CHECK: store ptr %gcanchor, ptr %gc
; CHECK: store ptr %anchor.prev, ptr %gc
define ptr addrspace(10) @invariant(i1 %c, ptr addrspace(10) %o) {
  %a = alloca ptr addrspace(10), align 8
  %gc = call ptr @julia.get_pgcstack()
  br i1 %c, label %rare, label %common
rare:
  store ptr addrspace(10) null, ptr %a, align 8
  ret ptr addrspace(10) null
common:
  %mark = call ptr @llvm.invariant.start.p10(i64 8, ptr addrspace(10) %o)
  %v = call ptr addrspace(10) @other(i64 0)
  ret ptr addrspace(10) %o
}
