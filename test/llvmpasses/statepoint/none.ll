; A statepoint that can never be reached is gone after optimisation, and with it all records: the table is there, and empty.
; RUN: %lateroot run --abi=statepoint %s
; RUN: %lateroot compile --abi=statepoint %s -o %t.o
; RUN: %lateroot tables %t.o | FileCheck %s
; CHECK: 0 calls, 0 roots
target triple = "x86_64-unknown-linux-gnu"
declare ptr @julia.get_pgcstack()
declare void @lr_safepoint()
define i32 @main() {
  %pgc = call ptr @julia.get_pgcstack()
  br i1 false, label %a, label %b
a:
  call void @lr_safepoint()
  ret i32 1
b:
  ret i32 0
}
