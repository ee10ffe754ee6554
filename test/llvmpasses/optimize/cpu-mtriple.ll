; The target that the command line names is the one that passes ask for processors, whatever the module says.
; RUN: %lateroot compile --mtriple=aarch64-linux-gnu --filetype=asm %s -o - | FileCheck %s
; RUN: %lateroot compile --mtriple=aarch64-linux-gnu --passes='CPUFeatures,lateroot' --filetype=asm %s -o - | FileCheck %s
; RUN: %lateroot compile --mtriple=aarch64-linux-gnu --passes='CPUFeatures,lateroot' --filetype=ll %s -o - | FileCheck %s --check-prefix=IR
; RUN: %lateroot compile --mtriple=aarch64-linux-gnu --clone-targets='generic;cortex-a72,clone_all' --filetype=asm %s -o - | FileCheck %s --check-prefix=CLONES
; RUN: not %lateroot compile --mtriple=aarch64-linux-gnu --clone-targets='generic;haswell,clone_all' --filetype=asm %s -o - 2>&1 | FileCheck %s --check-prefix=OTHER
; OTHER: error: clone targets: target 'aarch64-{{.*}}' has no processor 'haswell'
target triple = "x86_64-unknown-linux-gnu"
declare i1 @julia.cpu.have_fma.f64()

; CHECK-LABEL: fused:
; CHECK: mov w0, #1
; IR: target triple = "aarch64-unknown-linux-gnu"
; IR-LABEL: define {{.*}} @fused
; IR-NEXT: ret i32 1
; CLONES: fused.1:
; CLONES: cortex-a72
define i32 @fused() {
  %has = call i1 @julia.cpu.have_fma.f64()
  %n = zext i1 %has to i32
  ret i32 %n
}
