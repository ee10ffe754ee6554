; RUN: %lateroot opt -S --passes=CPUFeatures -o - %s | FileCheck %s
; RUN: sed 's/^target triple.*/target triple = "aarch64-linux-gnu"/' %s | %lateroot opt -S --passes=CPUFeatures -o - - | FileCheck %s --check-prefix=ARM64
; RUN: sed 's/^target triple.*/target triple = "sparcv9-linux-gnu"/' %s | %lateroot opt -S --passes=CPUFeatures -o - - | FileCheck %s --check-prefix=OTHER

; Questions about the processor are answered for the function that asks.

target triple = "x86_64-unknown-linux-gnu"

declare i1 @julia.cpu.have_fma.f32()
declare i32 @julia.cpu.have_fma.f64()
declare i1 @julia.cpu.have_fma.f80()
declare i1 @julia.cpu.supports.avx2()
declare i1 @julia.cpu.supports.sse2()
declare i1 @"julia.cpu.supports.avx2,bmi2"()
declare i1 @"julia.cpu.supports.avx2,"()
declare i1 @julia.cpu.supports.warp-drive()
declare i1 @julia.cpu.supports.sve()
declare i1 @julia.cpu.unknown()

; CHECK-NOT: declare {{.*}}have_fma
; CHECK-NOT: declare {{.*}}supports
; CHECK: declare i1 @julia.cpu.unknown()

; CHECK-LABEL: define i1 @generic(
; CHECK-NEXT: ret i1 false
; ARM64-LABEL: define i1 @generic(
; ARM64-NEXT: ret i1 true
; OTHER-LABEL: define i1 @generic(
; OTHER-NEXT: ret i1 false
define i1 @generic() {
  %a = call i1 @julia.cpu.have_fma.f32()
  ret i1 %a
}

; CHECK-LABEL: define i32 @by_feature(
; CHECK-NEXT: ret i32 1
define i32 @by_feature() "target-features"="+fma" {
  %a = call i32 @julia.cpu.have_fma.f64()
  ret i32 %a
}

; CHECK-LABEL: define i32 @by_other_feature(
; CHECK-NEXT: ret i32 1
define i32 @by_other_feature() "target-features"="+fma4" {
  %a = call i32 @julia.cpu.have_fma.f64()
  ret i32 %a
}

; CHECK-LABEL: define i32 @by_implied_feature(
; CHECK-NEXT: ret i32 1
define i32 @by_implied_feature() "target-features"="+avx512f" {
  %a = call i32 @julia.cpu.have_fma.f64()
  ret i32 %a
}

; CHECK-LABEL: define i32 @by_processor(
; CHECK-NEXT: ret i32 1
define i32 @by_processor() "target-cpu"="haswell" {
  %a = call i32 @julia.cpu.have_fma.f64()
  ret i32 %a
}

; CHECK-LABEL: define i32 @taken_from_the_processor(
; CHECK-NEXT: ret i32 0
define i32 @taken_from_the_processor() "target-cpu"="haswell" "target-features"="-fma" {
  %a = call i32 @julia.cpu.have_fma.f64()
  ret i32 %a
}

; CHECK-LABEL: define i1 @of_a_type_that_has_none(
; CHECK-NEXT: ret i1 false
define i1 @of_a_type_that_has_none() "target-cpu"="haswell" {
  %a = call i1 @julia.cpu.have_fma.f80()
  ret i1 %a
}

; What -avx takes away with it.
; CHECK-LABEL: define i1 @implied_taken_away(
; CHECK-NEXT: ret i1 false
define i1 @implied_taken_away() "target-cpu"="skylake" "target-features"="-avx" {
  %a = call i1 @julia.cpu.supports.avx2()
  ret i1 %a
}

; CHECK-LABEL: define i1 @by_level(
; CHECK-NEXT: ret i1 true
define i1 @by_level() "target-cpu"="x86-64-v3" {
  %a = call i1 @"julia.cpu.supports.avx2,bmi2"()
  ret i1 %a
}

; CHECK-LABEL: define i1 @one_of_two(
; CHECK-NEXT: ret i1 false
define i1 @one_of_two() "target-features"="+avx2" {
  %a = call i1 @"julia.cpu.supports.avx2,bmi2"()
  ret i1 %a
}

; CHECK-LABEL: define i1 @empty_name(
; CHECK-NEXT: ret i1 false
define i1 @empty_name() "target-features"="+avx2" {
  %a = call i1 @"julia.cpu.supports.avx2,"()
  ret i1 %a
}

; CHECK-LABEL: define i1 @unknown_name(
; CHECK-NEXT: ret i1 false
define i1 @unknown_name() "target-cpu"="haswell" {
  %a = call i1 @julia.cpu.supports.warp-drive()
  ret i1 %a
}

; CHECK-LABEL: define i1 @always_there(
; CHECK-NEXT: ret i1 true
; ARM64-LABEL: define i1 @always_there(
; ARM64-NEXT: ret i1 false
define i1 @always_there() {
  %a = call i1 @julia.cpu.supports.sse2()
  ret i1 %a
}

; CHECK-LABEL: define i1 @of_another_target(
; CHECK-NEXT: ret i1 false
; ARM64-LABEL: define i1 @of_another_target(
; ARM64-NEXT: ret i1 true
define i1 @of_another_target() "target-features"="+sve2" {
  %a = call i1 @julia.cpu.supports.sve()
  ret i1 %a
}

; CHECK-LABEL: define i1 @also_without_optimisation(
; CHECK-NEXT: ret i1 true
define i1 @also_without_optimisation() optnone noinline "target-cpu"="znver3" {
  %a = call i1 @julia.cpu.have_fma.f32()
  ret i1 %a
}

; CHECK-LABEL: define i1 @left_alone(
; CHECK-NEXT: call i1 @julia.cpu.unknown()
define i1 @left_alone() {
  %a = call i1 @julia.cpu.unknown()
  ret i1 %a
}
