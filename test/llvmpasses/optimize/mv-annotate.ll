; RUN: %lateroot opt -S --passes=JuliaMultiVersioning -o - %s | FileCheck %s
; RUN: sed 's,julia.mv.enable,julia.mv.off,' %s | %lateroot opt -S --passes=JuliaMultiVersioning -o - - | FileCheck %s --check-prefix=ABSENT

; Which functions are cloned for which of five targets, and what else their attributes say: 1 clones for the processor
; and mathematics, 2 for loops, 3 for vectors, 4 for half, 5 all.

; ABSENT-NOT: julia.mv.clones

target triple = "x86_64-unknown-linux-gnu"

@table = global [2 x ptr] [ptr @loop, ptr @plain]
@other = alias void (ptr), ptr @aliased

declare double @llvm.fma.f64(double, double, double)
declare i1 @julia.cpu.have_fma.f64()

; CHECK: @table = global [2 x ptr] [ptr @loop, ptr @plain]
; CHECK: @other = alias void (ptr), ptr @aliased

; CHECK: define void @plain() [[LISTED:#[0-9]+]] {
define void @plain() {
  ret void
}

; CHECK: define double @fused(double %x) [[MATH:#[0-9]+]] {
define double @fused(double %x) {
  %a = call double @llvm.fma.f64(double %x, double %x, double %x)
  ret double %a
}

; CHECK: define double @fast(double %x) [[MATH]] {
define double @fast(double %x) {
  %a = fadd contract double %x, %x
  ret double %a
}

; CHECK: define i1 @asks() [[MATH]] {
define i1 @asks() {
  %a = call i1 @julia.cpu.have_fma.f64()
  ret i1 %a
}

; CHECK: define void @loop(ptr %p) [[LOOP:#[0-9]+]] {
define void @loop(ptr %p) {
  br label %l
l:
  %c = load volatile i1, ptr %p
  br i1 %c, label %l, label %e
e:
  ret void
}

; CHECK: define void @vector(ptr %p) [[SIMD:#[0-9]+]] {
define void @vector(ptr %p) {
  store <4 x i32> zeroinitializer, ptr %p
  ret void
}

; CHECK: define void @half(ptr %p) [[HALF:#[0-9]+]] {
define void @half(ptr %p) {
  store half 1.0, ptr %p
  ret void
}

; Loop and mathematics, and called by an instruction.
; CHECK: define double @several(double %x, ptr %p) [[SEVERAL:#[0-9]+]] {
define double @several(double %x, ptr %p) {
  br label %l
l:
  %c = load volatile i1, ptr %p
  %a = fmul fast double %x, %x
  br i1 %c, label %l, label %e
e:
  ret double %a
}

; Clones of all: nothing else.
; CHECK: define double @calls(double %x, ptr %p) [[PLAIN:#[0-9]+]] {
define double @calls(double %x, ptr %p) {
  %a = call double @several(double %x, ptr %p)
  ret double %a
}

; Between two members in the call graph: @top loops, and @middle calls @several.
; CHECK: define double @top(double %x, ptr %p) [[TOP:#[0-9]+]] {
define double @top(double %x, ptr %p) {
  br label %l
l:
  %a = call double @middle(double %x, ptr %p)
  %c = load volatile i1, ptr %p
  br i1 %c, label %l, label %e
e:
  ret double %a
}

; CHECK: define double @middle(double %x, ptr %p) [[MIDDLE:#[0-9]+]] {
define double @middle(double %x, ptr %p) {
  %a = call double @several(double %x, ptr %p)
  ret double %a
}

; CHECK: define void @aliased(ptr %p) [[ALIASED:#[0-9]+]] {
define void @aliased(ptr %p) {
  store <4 x i32> zeroinitializer, ptr %p
  ret void
}

; Vectors in registers that not all processors have: such functions, and those that call them, stay as they are.
; CHECK: define <8 x float> @wide(<8 x float> %x) {
define <8 x float> @wide(<8 x float> %x) {
  %a = fadd fast <8 x float> %x, %x
  ret <8 x float> %a
}

; CHECK: define void @calls_wide(ptr %p) {
define void @calls_wide(ptr %p) {
  %x = load <8 x float>, ptr %p
  %y = call <8 x float> @wide(<8 x float> %x)
  store <8 x float> %y, ptr %p
  ret void
}

; The linker may choose another body.
; CHECK: define weak void @weak(ptr %p) {
define weak void @weak(ptr %p) {
  store <4 x i32> zeroinitializer, ptr %p
  ret void
}

; CHECK-DAG: attributes [[LISTED]] = { "julia.mv.clones"="20" "julia.mv.fvar" }
; CHECK-DAG: attributes [[PLAIN]] = { "julia.mv.clones"="20" }
; CHECK-DAG: attributes [[MATH]] = { "julia.mv.clones"="22" }
; CHECK-DAG: attributes [[LOOP]] = { "julia.mv.clones"="24" "julia.mv.fvar" }
; CHECK-DAG: attributes [[SIMD]] = { "julia.mv.clones"="28" }
; CHECK-DAG: attributes [[HALF]] = { "julia.mv.clones"="30" }
; CHECK-DAG: attributes [[SEVERAL]] = { "julia.mv.clones"="26" "julia.mv.reloc" }
; CHECK-DAG: attributes [[TOP]] = { "julia.mv.clones"="24" }
; CHECK-DAG: attributes [[MIDDLE]] = { "julia.mv.clones"="24" "julia.mv.reloc" }
; CHECK-DAG: attributes [[ALIASED]] = { "julia.mv.clones"="28" "julia.mv.reloc" }
; CHECK: !{i32 2, !"julia.mv.annotated", i32 1}

!llvm.module.flags = !{!7, !8, !0}
!7 = !{i32 1, !"julia.mv.enable", i32 1}
!8 = !{i32 1, !"julia.mv.skipcloning", i32 1}
!0 = !{i32 1, !"julia.mv.specs", !1}
!1 = !{!2, !3, !4, !5, !6, !10}
!2 = !{!"x86-64", !"", i32 0, i32 0}
!3 = !{!"haswell", !"+fma", i32 0, i32 260}
!4 = !{!"haswell", !"", i32 0, i32 8}
!5 = !{!"haswell", !"", i32 0, i32 16}
!6 = !{!"sapphirerapids", !"", i32 0, i32 512}
!10 = !{!"znver4", !"", i32 0, i32 2}
