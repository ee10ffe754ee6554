; RUN: %lateroot opt --verify-each --passes=DemoteFloat16 -S %s | FileCheck %s
; RUN: sed 's/^target triple.*/target triple = "powerpc64le-linux-gnu"/' %s | %lateroot opt --passes=DemoteFloat16 -S - | FileCheck --check-prefix=PPC %s
; Each operation on 16 bits rounds to 16 bits, where the processor does not do so.
target triple = "x86_64-linux-gnu"

; CHECK-LABEL: define half @chain(
; CHECK-NEXT: %[[X:.*]] = fpext half %x to float
; CHECK-NEXT: %[[Y:.*]] = fpext half %y to float
; CHECK-NEXT: %[[S:.*]] = fadd nnan float %[[X]], %[[Y]]
; CHECK-NEXT: %sum = fptrunc float %[[S]] to half
; CHECK-NEXT: %[[A:.*]] = fpext half %sum to float
; CHECK-NEXT: %[[B:.*]] = fpext half %y to float
; CHECK-NEXT: %[[P:.*]] = fmul float %[[A]], %[[B]], !fpmath
; CHECK-NEXT: %product = fptrunc float %[[P]] to half
; CHECK-NEXT: %[[A:.*]] = fpext half %product to float
; CHECK-NEXT: %[[N:.*]] = fneg float %[[A]]
; CHECK-NEXT: %negative = fptrunc float %[[N]] to half
; CHECK-NEXT: ret half %negative
define half @chain(half %x, half %y) #0 {
  %sum = fadd nnan half %x, %y
  %product = fmul half %sum, %y, !fpmath !0
  %negative = fneg half %product
  ret half %negative
}

; CHECK-LABEL: define <2 x i1> @compared(
; CHECK-NEXT: %[[X:.*]] = fpext <2 x half> %x to <2 x float>
; CHECK-NEXT: %[[Y:.*]] = fpext <2 x half> %y to <2 x float>
; CHECK-NEXT: %less = fcmp olt <2 x float> %[[X]], %[[Y]]
; CHECK-NEXT: ret <2 x i1> %less
define <2 x i1> @compared(<2 x half> %x, <2 x half> %y) #0 {
  %less = fcmp olt <2 x half> %x, %y
  ret <2 x i1> %less
}

; CHECK-LABEL: define <vscale x 4 x half> @scalable(
; CHECK: fdiv <vscale x 4 x float>
define <vscale x 4 x half> @scalable(<vscale x 4 x half> %x, <vscale x 4 x half> %y) #0 {
  %q = fdiv <vscale x 4 x half> %x, %y
  ret <vscale x 4 x half> %q
}

; Native by the attribute, or where nothing is said; all fast-math flags; calls; other operations.
; CHECK-LABEL: define half @native(
; CHECK-NEXT: fadd half
; PPC-LABEL: define half @native(
; PPC-NEXT: fadd half
define half @native(half %x, half %y) "julia.hasfp16"="true" {
  %sum = fadd half %x, %y
  ret half %sum
}
; CHECK-LABEL: define half @unsaid(
; CHECK-NEXT: fsub half
; PPC-LABEL: define half @unsaid(
; PPC: fsub float
define half @unsaid(half %x, half %y) {
  %d = fsub half %x, %y
  ret half %d
}
; CHECK-LABEL: define half @left_alone(
; CHECK-NEXT: %f = fadd fast half %x, %y
; CHECK-NEXT: %c = call half @llvm.fma.f16(half %f, half %x, half %y)
; CHECK-NEXT: %d = fadd double %z, %z
; CHECK-NEXT: %e = fadd float %w, %w
; CHECK-NEXT: select
define half @left_alone(half %x, half %y, double %z, float %w) #0 {
  %f = fadd fast half %x, %y
  %c = call half @llvm.fma.f16(half %f, half %x, half %y)
  %d = fadd double %z, %z
  %e = fadd float %w, %w
  %s = select i1 true, half %c, half %f
  ret half %s
}
declare half @llvm.fma.f16(half, half, half)

; CHECK-LABEL: define bfloat @brain(
; CHECK-NEXT: fpext bfloat
; CHECK-NEXT: fpext bfloat
; CHECK-NEXT: frem float
define bfloat @brain(bfloat %x, bfloat %y) {
  %r = frem bfloat %x, %y
  ret bfloat %r
}
; Each type for itself: half is native here.
; CHECK-LABEL: define half @one_of_two(
; CHECK-NEXT: fadd half
define half @one_of_two(half %x, half %y) "julia.hasbf16"="false" {
  %sum = fadd half %x, %y
  ret half %sum
}
attributes #0 = { optnone noinline "julia.hasfp16"="false" }
!0 = !{float 2.5e+00}
