; The processor that the command line names is the one that questions are answered for, and so is the host's in memory.
; RUN: %lateroot compile --mcpu=haswell --filetype=asm %s -o - | FileCheck %s --check-prefix=YES
; RUN: %lateroot compile --mattr=+fma --filetype=asm %s -o - | FileCheck %s --check-prefix=YES
; RUN: %lateroot compile --mcpu=haswell --mattr=-fma --filetype=asm %s -o - | FileCheck %s --check-prefix=NO
; RUN: %lateroot compile --filetype=asm %s -o - | FileCheck %s --check-prefix=NO
; RUN: %lateroot compile --mcpu=haswell '--clone-targets=generic' --filetype=asm %s -o - | FileCheck %s --check-prefix=NO
; RUN: sh -c 'if grep -qw fma /proc/cpuinfo; then echo has 1; else echo has 0; fi' > %t.host
; RUN: %lateroot run %s | diff %t.host -
; The function's own processor counts before that.
; RUN: sed 's/fused() {/fused() "target-cpu"="x86-64" {/' %s | %lateroot compile --mcpu=haswell --filetype=asm - -o - | FileCheck %s --check-prefix=NO
; YES-LABEL: fused:
; YES: movl $1, %eax
; NO-LABEL: fused:
; NO: xorl %eax, %eax
target triple = "x86_64-unknown-linux-gnu"
declare i1 @julia.cpu.have_fma.f64()
declare i32 @printf(ptr, ...)
@text = private constant [8 x i8] c"has %d\0A\00"

define i32 @fused() {
  %has = call i1 @julia.cpu.have_fma.f64()
  %n = zext i1 %has to i32
  ret i32 %n
}

define i32 @main() {
  %n = call i32 @fused()
  %k = call i32 (ptr, ...) @printf(ptr @text, i32 %n)
  ret i32 0
}
