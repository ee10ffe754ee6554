; What cannot be is refused, and nothing changes; what cannot be cloned is left alone.

; RUN: rm -rf %t && split-file %s %t
; RUN: %exits 1 %lateroot opt -S --passes=JuliaMultiVersioning '--clone-targets=generic;haswel' -o - %t/plain.ll 2>&1 | FileCheck %s --check-prefix=CPU
; RUN: %exits 1 %lateroot opt -S --passes=JuliaMultiVersioning '--clone-targets=generic;haswell,+warp' -o - %t/plain.ll 2>&1 | FileCheck %s --check-prefix=FEATURE
; RUN: %exits 1 %lateroot opt -S --passes=JuliaMultiVersioning '--clone-targets=generic;haswell,base(1)' -o - %t/plain.ll 2>&1 | FileCheck %s --check-prefix=BASE
; RUN: %exits 1 %lateroot opt -S --passes=JuliaMultiVersioning '--clone-targets=generic;haswell;znver3,base(1)' -o - %t/plain.ll 2>&1 | FileCheck %s --check-prefix=PARTIAL
; RUN: %exits 1 %lateroot opt -S --passes=JuliaMultiVersioning '--clone-targets=' -o - %t/plain.ll 2>&1 | FileCheck %s --check-prefix=EMPTY
; RUN: %exits 1 %lateroot opt -S --passes=JuliaMultiVersioning '--clone-targets=generic;haswell' -o - %t/other-target.ll 2>&1 | FileCheck %s --check-prefix=TARGET
; RUN: %exits 1 %lateroot opt -S --passes=JuliaMultiVersioning -o - %t/absent.ll 2>&1 | FileCheck %s --check-prefix=ABSENT
; RUN: %exits 1 %lateroot opt -S --passes=JuliaMultiVersioning -o - %t/specs.ll 2>&1 | FileCheck %s --check-prefix=SPECS
; RUN: %exits 1 %lateroot opt -S --passes=JuliaMultiVersioning -o - %t/unknown.ll 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: %exits 1 %lateroot opt -S --passes=JuliaMultiVersioning -o - %t/fvars.ll 2>&1 | FileCheck %s --check-prefix=FVARS
; RUN: %lateroot opt -S '--passes=JuliaMultiVersioning<external>' -o - %t/fvars.ll | FileCheck %s --check-prefix=TOLERANT
; RUN: %exits 1 %lateroot opt -S --passes=JuliaMultiVersioning -o - %t/set.ll 2>&1 | FileCheck %s --check-prefix=SET
; RUN: %exits 1 %lateroot opt -S --passes=JuliaMultiVersioning -o - %t/weak.ll 2>&1 | FileCheck %s --check-prefix=WEAK
; RUN: %exits 1 %lateroot opt -S --passes=JuliaMultiVersioning '--clone-targets=generic;haswell' -o - %t/label.ll 2>&1 | FileCheck %s --check-prefix=LABEL
; RUN: %exits 1 %lateroot opt -S --passes=JuliaMultiVersioning '--clone-targets=generic;haswell' -o - %t/taken.ll 2>&1 | FileCheck %s --check-prefix=TAKEN
; RUN: %lateroot opt -S --passes=JuliaMultiVersioning -o - %t/plain.ll | FileCheck %s --check-prefix=OFF
; RUN: %lateroot opt -S --passes=JuliaMultiVersioning '--clone-targets=generic;haswell,clone_all' -o - %t/obstacles.ll | FileCheck %s --check-prefix=LEFT

;--- plain.ll
; CPU: clone targets: target 'x86_64-unknown-linux-gnu' has no processor 'haswel'
; FEATURE: clone targets: target 'x86_64-unknown-linux-gnu' has no feature 'warp'
; BASE: the base of target 1 is target 1, which is not 0 or one before it with clone_all
; PARTIAL: the base of target 2 is target 1
; EMPTY: has no processor ''
; OFF-NOT: julia.mv
; OFF-NOT: jl_clone
target triple = "x86_64-unknown-linux-gnu"
define void @f() {
  ret void
}
;--- other-target.ll
; TARGET: clone targets: nothing is known of processors of 'sparcv9-unknown-linux-gnu'
target triple = "sparcv9-unknown-linux-gnu"
define void @f() {
  ret void
}
;--- absent.ll
; ABSENT: "julia.mv.enable" is set, and there are no targets
define void @f() {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"julia.mv.enable", i32 1}
;--- specs.ll
; SPECS: target 1 of "julia.mv.specs" must be {cpu, features, i32 base, i32 flags}
define void @f() {
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"julia.mv.enable", i32 1}
!1 = !{i32 1, !"julia.mv.specs", !2}
!2 = !{!3, !4}
!3 = !{!"x86-64", !"", i32 0, i32 0}
!4 = !{!"haswell", !"", i64 0, i32 0}
;--- unknown.ll
; UNKNOWN: target 1 of "julia.mv.specs": target 'x86_64-unknown-linux-gnu' has no processor 'has well'
target triple = "x86_64-unknown-linux-gnu"
define void @f() {
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"julia.mv.enable", i32 1}
!1 = !{i32 1, !"julia.mv.specs", !2}
!2 = !{!3, !4}
!3 = !{!"x86-64", !"", i32 0, i32 0}
!4 = !{!"has well", !"", i32 0, i32 0}
;--- fvars.ll
; FVARS: jl_fvars must be an array of functions, each once, that nothing else refers to
; TOLERANT: @jl_fvars = global [2 x ptr] [ptr @f, ptr @f]
; TOLERANT-NOT: jl_clone
; TOLERANT-NOT: "julia.mv.clones"
target triple = "x86_64-unknown-linux-gnu"
@jl_fvars = global [2 x ptr] [ptr @f, ptr @f]
define void @f() {
  ret void
}
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !"julia.mv.enable", i32 1}
!1 = !{i32 1, !"julia.mv.specs", !2}
!2 = !{!3, !4}
!3 = !{!"x86-64", !"", i32 0, i32 0}
!4 = !{!"haswell", !"", i32 0, i32 2}
;--- set.ll
; SET: "julia.mv.clones" is not a set of the 2 targets without target 0, in hexadecimal
target triple = "x86_64-unknown-linux-gnu"
define void @f() "julia.mv.clones"="4" {
  ret void
}
!llvm.module.flags = !{!0, !1, !5}
!0 = !{i32 1, !"julia.mv.enable", i32 1}
!1 = !{i32 1, !"julia.mv.specs", !2}
!2 = !{!3, !4}
!3 = !{!"x86-64", !"", i32 0, i32 0}
!4 = !{!"haswell", !"", i32 0, i32 2}
!5 = !{i32 1, !"julia.mv.annotated", i32 1}
;--- weak.ll
; WEAK: "julia.mv.clones": this function cannot be cloned: the linker may replace it
target triple = "x86_64-unknown-linux-gnu"
define weak void @f() "julia.mv.clones"="2" {
  ret void
}
!llvm.module.flags = !{!0, !1, !5}
!0 = !{i32 1, !"julia.mv.enable", i32 1}
!1 = !{i32 1, !"julia.mv.specs", !2}
!2 = !{!3, !4}
!3 = !{!"x86-64", !"", i32 0, i32 0}
!4 = !{!"haswell", !"", i32 0, i32 2}
!5 = !{i32 1, !"julia.mv.annotated", i32 1}
;--- label.ll
; LABEL: a module with addresses of labels cannot have clones for several processors
target triple = "x86_64-unknown-linux-gnu"
define void @f() {
  br label %b
b:
  indirectbr ptr blockaddress(@f, %b), [label %b]
}
;--- taken.ll
; TAKEN: the name 'f.1' is needed for a clone or table, and is taken
target triple = "x86_64-unknown-linux-gnu"
@f.1 = global i32 0
define void @f() {
  br label %l
l:
  br label %l
}
;--- obstacles.ll
; Uses that no slot reaches.
; LEFT: @thread = thread_local global ptr @in_thread
; LEFT: @number = global i64 ptrtoint (ptr @in_number to i64)
; LEFT: @list = constant ptr @in_section, section "mine"
; LEFT-NOT: @{{in_|replaceable|of_filter|of_asm|resolver}}{{.*}}.1
; LEFT: define hidden void @plain.1(
target triple = "x86_64-unknown-linux-gnu"
@thread = thread_local global ptr @in_thread
@number = global i64 ptrtoint (ptr @in_number to i64)
@list = constant ptr @in_section, section "mine"
@part = alias i8, getelementptr (i8, ptr @in_alias, i64 1)
@chosen = ifunc void (), ptr @resolver
define void @in_thread() {
  ret void
}
define void @in_number() {
  ret void
}
define void @in_section() {
  ret void
}
define void @in_alias() {
  ret void
}
define ptr @resolver() {
  ret ptr null
}
define linkonce_odr void @replaceable() {
  ret void
}
define void @of_asm() {
  ret void
}
define i32 @in_personality(...) {
  ret i32 0
}
define void @plain() personality ptr @in_personality {
  call void asm sideeffect "call ${0:P}", "i"(ptr @of_asm)
  ret void
}
