; RUN: %lateroot opt -S --passes=CPUFeatures -o - %s | FileCheck %s
; RUN: sed 's/riscv64-/armv7-/; s/"+d"/"+vfp4"/; s/"-d"/"+fp16"/; s/"+zfh"/"+v8"/; s/^target datalayout.*/target datalayout = "e-m:e-p:32:32"/' %s | %lateroot opt -S --passes=CPUFeatures -o - - | FileCheck %s --check-prefix=ARM

target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"
target triple = "riscv64-unknown-linux-gnu"

declare i1 @julia.cpu.have_fma.f16()
declare i1 @julia.cpu.have_fma.f32()
declare i1 @julia.cpu.have_fma.f64()

; A double needs a float.
; CHECK-LABEL: define i1 @implied(
; CHECK-NEXT: ret i1 true
; ARM-LABEL: define i1 @implied(
; ARM-NEXT: ret i1 true
define i1 @implied() "target-features"="+d" {
  %a = call i1 @julia.cpu.have_fma.f32()
  ret i1 %a
}

; CHECK-LABEL: define i1 @taken(
; CHECK-NEXT: ret i1 false
; ARM-LABEL: define i1 @taken(
; ARM-NEXT: ret i1 false
define i1 @taken() "target-cpu"="generic" "target-features"="-d" {
  %a = call i1 @julia.cpu.have_fma.f64()
  ret i1 %a
}

; CHECK-LABEL: define i1 @half(
; CHECK-NEXT: ret i1 true
; ARM-LABEL: define i1 @half(
; ARM-NEXT: ret i1 false
define i1 @half() "target-features"="+zfh" {
  %a = call i1 @julia.cpu.have_fma.f16()
  ret i1 %a
}
