; A target with hot_only has no clones of functions that hardly ever run.
; RUN: not %lateroot opt -S --passes=JuliaMultiVersioning '--clone-targets=generic;haswell,hot_only,clone_all' %s 2>&1 | FileCheck %s --check-prefix=ALL
; RUN: not %lateroot opt -S --passes=JuliaMultiVersioning '--clone-targets=generic,hot_only;haswell' %s 2>&1 | FileCheck %s --check-prefix=FIRST
; ALL: error: clone targets: target 1 has all functions, and cannot be hot_only
; FIRST: error: clone targets: target 0 has all functions, and cannot be hot_only
; RUN: %lateroot opt -S --passes=JuliaMultiVersioning '--clone-targets=generic;haswell,hot_only;x86-64-v4' %s | grep -o '^define hidden.*\.[12](' | FileCheck %s --check-prefix=CLONES
; CLONES: @hot.1(
; CLONES-NEXT: @ran.1(
; CLONES-NEXT: @hot.2(
; CLONES-NEXT: @ran.2(
; CLONES-NEXT: @is_cold.2(
; CLONES-NEXT: @is_not_optimised.2(
; CLONES-NEXT: @never_ran.2(
; CLONES-NEXT: @between.2(
target triple = "x86_64-unknown-linux-gnu"
@table = global [6 x ptr] [ptr @hot, ptr @ran, ptr @is_cold, ptr @is_not_optimised, ptr @never_ran, ptr @between]
define double @hot(double %x) {
  %y = fadd contract double %x, %x
  %z = call double @between(double %y)
  ret double %z
}
define double @ran(double %x) !prof !0 {
  %y = fadd contract double %x, %x
  ret double %y
}
define double @is_cold(double %x) cold {
  %y = fadd contract double %x, %x
  ret double %y
}
define double @is_not_optimised(double %x) noinline optnone {
  %y = fadd contract double %x, %x
  ret double %y
}
define double @never_ran(double %x) !prof !1 {
  %y = fadd contract double %x, %x
  ret double %y
}
; It calls a clone, and a clone calls it.
define double @between(double %x) cold {
  %y = call double @ran(double %x)
  ret double %y
}
!0 = !{!"function_entry_count", i64 12}
!1 = !{!"function_entry_count", i64 0}
