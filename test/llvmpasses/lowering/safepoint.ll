; RUN: %lateroot opt --passes=FinalLowerGC -S %s | FileCheck %s
; RUN: %lateroot opt "--passes=julia<level=2>" -S %s | FileCheck %s --check-prefix=OPT

declare void @julia.safepoint(ptr)

; CHECK-LABEL: define void @f(
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: load volatile i64, ptr %page, align 8
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: ret void
define void @f(ptr %page) {
  call void @julia.safepoint(ptr %page)
  ret void
}

; The front end's fences will do.
; CHECK-LABEL: define void @fenced(
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: load volatile i64, ptr %page, align 8
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: ret void
define void @fenced(ptr %page) {
  fence syncscope("singlethread") seq_cst
  call void @julia.safepoint(ptr %page)
  fence syncscope("singlethread") seq_cst
  ret void
}

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @take(ptr addrspace(10))

; Only the collector sees the frame; LLVM must not think that nobody does.
; OPT-LABEL: define {{.*}} @frame_is_seen(
; OPT: store i64 4, ptr [[FRAME:%gcframe[0-9]*]]
; OPT: store ptr [[FRAME]], ptr %gcstack
; OPT: store ptr %a, ptr %
; OPT: load volatile i64, ptr %page
define ptr addrspace(10) @frame_is_seen(ptr %page) {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @julia.safepoint(ptr %page)
  ret ptr addrspace(10) %a
}
