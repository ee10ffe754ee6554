; A question that is not a plain call is refused, and nothing changes.

; RUN: rm -rf %t && split-file %s %t
; RUN: %exits 1 %lateroot opt -S --passes=CPUFeatures -o - %t/taken.ll 2>&1 | FileCheck %s --check-prefix=TAKEN
; RUN: %exits 1 %lateroot opt -S --passes=CPUFeatures -o - %t/invoked.ll 2>&1 | FileCheck %s --check-prefix=INVOKED
; RUN: %exits 1 %lateroot opt -S --passes=CPUFeatures -o - %t/double.ll 2>&1 | FileCheck %s --check-prefix=DOUBLE

;--- taken.ll
; TAKEN: 'julia.cpu.have_fma.f32' may only be called, without arguments
declare i1 @julia.cpu.have_fma.f32()
define ptr @taken() {
  ret ptr @julia.cpu.have_fma.f32
}
;--- invoked.ll
; INVOKED: error: 'julia.cpu.supports.avx' may only be called, without arguments
declare i1 @julia.cpu.supports.avx()
declare i32 @p(...)
define i1 @invoked() personality ptr @p {
  %a = invoke i1 @julia.cpu.supports.avx() to label %b unwind label %c
b:
  ret i1 %a
c:
  %l = landingpad { ptr, i32 } cleanup
  ret i1 false
}
;--- double.ll
; DOUBLE: error: 'julia.cpu.supports.avx' must return an integer
declare double @julia.cpu.supports.avx()
define double @double() {
  %a = call double @julia.cpu.supports.avx()
  ret double %a
}
