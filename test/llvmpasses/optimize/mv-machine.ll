; With clones each function is compiled for its own target, whatever the command line says of the machine: the program
; chooses a target by what it needs.
; RUN: %lateroot compile --mattr=+avx512f '--clone-targets=generic;x86-64-v2' --filetype=asm %s -o - | FileCheck %s
; RUN: %lateroot compile --mattr=+avx512f --filetype=asm %s -o - | FileCheck %s --check-prefix=ALONE
; CHECK-LABEL: axpy.0:
; CHECK-NOT: {{[yz]mm}}
; CHECK: addps
; CHECK-LABEL: axpy.1:
; CHECK-NOT: {{[yz]mm}}
; CHECK: addps
; ALONE: {{[yz]mm}}
target triple = "x86_64-unknown-linux-gnu"
define void @axpy(ptr noalias %p, ptr noalias %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %a = getelementptr float, ptr %p, i64 %i
  %b = getelementptr float, ptr %q, i64 %i
  %x = load float, ptr %a
  %y = load float, ptr %b
  %z = fadd float %x, %y
  store float %z, ptr %a
  %j = add i64 %i, 1
  %c = icmp eq i64 %j, %n
  br i1 %c, label %end, label %loop
end:
  ret void
}
