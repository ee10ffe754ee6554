; RUN: %lateroot opt --verify-each --passes=CombineMulAdd -S %s | FileCheck %s
; A multiplication that only a fast addition uses may be fused with it.

; CHECK-LABEL: define double @first(
; CHECK-NEXT: %m = fmul contract double
; CHECK-NEXT: %n = fmul double
define double @first(double %x, double %y, double %z) {
  %m = fmul double %x, %y
  %n = fmul double %x, %z
  %s = fadd fast double %m, %n
  ret double %s
}
; CHECK-LABEL: define float @second(
; CHECK-NEXT: %m = fmul nnan contract float
define float @second(float %x, float %y, float %z) {
  %m = fmul nnan float %x, %y
  %s = fsub fast float %z, %m
  ret float %s
}
; CHECK-LABEL: define double @not_fast(
; CHECK-NEXT: fmul double
define double @not_fast(double %x, double %y, double %z) {
  %m = fmul double %x, %y
  %s = fadd contract double %m, %z
  ret double %s
}
; CHECK-LABEL: define double @used_twice(
; CHECK-NEXT: fmul double
define double @used_twice(double %x, double %y, double %z) {
  %m = fmul double %x, %y
  %s = fadd fast double %m, %z
  %t = fadd double %m, %s
  ret double %t
}
