; RUN: %lateroot opt --passes=FinalLowerGC -S %s | FileCheck %s

declare void @julia.safepoint(ptr)

; CHECK-LABEL: define void @f(
; CHECK-NEXT: load volatile i64, ptr %page, align 8
; CHECK-NEXT: ret void
define void @f(ptr %page) {
  call void @julia.safepoint(ptr %page)
  ret void
}
