; RUN: %lateroot opt -S --passes=JuliaMultiVersioning,CPUFeatures '--clone-targets=generic;haswell,-movbe;x86-64-v4,clone_all,opt_size' -o - %s | FileCheck %s
; RUN: %lateroot opt -S --passes=JuliaMultiVersioning,CPUFeatures '--clone-targets=generic;haswell,-movbe;x86-64-v4,clone_all,opt_size' -o - %s | %lateroot opt -S --passes=CPUFeatures -o - - | FileCheck %s

; From end to end: targets as users give them, and questions answered in each clone by itself.

target triple = "x86_64-unknown-linux-gnu"

declare i1 @julia.cpu.have_fma.f64()
declare double @llvm.fma.f64(double, double, double)

; CHECK: @asks.reloc_slot = hidden global ptr @asks.0
; CHECK: @plain.reloc_slot = hidden global ptr @plain
; CHECK: @jl_fvar_count = hidden constant i64 2
; CHECK: @jl_fvar_ptrs = hidden constant [2 x ptr] [ptr @asks.0, ptr @plain]
; CHECK: @jl_clone_slots = hidden constant [5 x i32] [i32 2, i32 0, i32 trunc
; CHECK: @jl_clone_idxs = hidden constant [10 x i32] [i32 -2147483646, i32 0, i32 1, i32 2, i32 0, i32 -2147483648, i32 -2147483647, i32 -2147483646, i32 0, i32 1]
; CHECK: @jl_clone_ptrs = hidden constant [4 x ptr] [ptr @asks.1, ptr @plain, ptr @asks.2, ptr @plain.2]
; CHECK: c"-movbe\00"
; CHECK: c",avx,avx2,bmi,bmi2,{{.*}},fma,
; CHECK: @lr_image_targets = hidden constant [3 x { ptr, ptr, ptr, i32, i32 }]
; CHECK-SAME: i32 0, i32 0 }
; CHECK-SAME: i32 0, i32 284 }
; CHECK-SAME: i32 2, i32 66 }
; CHECK: @lr_image = hidden constant { i32, i32, ptr, ptr, ptr, ptr, ptr, ptr } { i32 1, i32 3, ptr @lr_image_targets, ptr @jl_fvar_count, ptr @jl_fvar_ptrs, ptr @jl_clone_slots, ptr @jl_clone_idxs, ptr @jl_clone_ptrs }

; What nobody calls by its address has its name for callers outside, and is NAME.0.
; CHECK: define hidden i1 @asks.0() [[BASE:#[0-9]+]] {
; CHECK-NEXT: ret i1 false
define i1 @asks() {
  %a = call i1 @julia.cpu.have_fma.f64()
  ret i1 %a
}

; CHECK: define i1 @plain()
; CHECK-NEXT: load ptr, ptr @asks.reloc_slot
; CHECK: icmp eq ptr %{{.*}}, null
define i1 @plain() {
  %a = call i1 @asks()
  %b = icmp eq ptr @plain, null
  ret i1 %a
}

; CHECK: define hidden i1 @asks.1() [[HASWELL:#[0-9]+]] {
; CHECK-NEXT: ret i1 true
; CHECK: define hidden i1 @asks.2() [[V4:#[0-9]+]] {
; CHECK-NEXT: ret i1 true
; CHECK: define hidden i1 @plain.2() [[V4]] {
; CHECK-NEXT: call i1 @asks.2()
; CHECK-NEXT: icmp eq ptr @plain.2, null

; CHECK: define i1 @asks() {{.*}} {
; CHECK-NEXT: top:
; CHECK-NEXT: [[F:%.*]] = load ptr, ptr @asks.reloc_slot
; CHECK-NEXT: [[R:%.*]] = tail call i1 [[F]]()
; CHECK-NEXT: ret i1 [[R]]

; CHECK: attributes [[BASE]] = {{.*}}"target-cpu"="generic"
; CHECK: attributes [[HASWELL]] = { "julia.mv.clone"="1" "target-cpu"="haswell" "target-features"="-movbe" }
; CHECK: attributes [[V4]] = { optsize "julia.mv.clone"="2" "target-cpu"="x86-64-v4" "target-features" }
