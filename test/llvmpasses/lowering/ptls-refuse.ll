; RUN: split-file %s %t.d
; RUN: not %lateroot opt --passes=LowerPTLSPass -S %t.d/block.ll 2>&1 | FileCheck --check-prefix=BLOCK %s
; RUN: not %lateroot opt --profile=julia-1.5 --passes=LowerPTLSPass -S %t.d/adopt.ll 2>&1 | FileCheck --check-prefix=ADOPT %s
; RUN: not %lateroot opt --passes=LowerPTLSPass -S %t.d/musttail.ll 2>&1 | FileCheck --check-prefix=MUSTTAIL %s
; RUN: not %lateroot opt --passes=LowerPTLSPass -S %t.d/signature.ll 2>&1 | FileCheck --check-prefix=SIGNATURE %s
; BLOCK: error: julia.get_pgcstack_or_new must be in the entry block
; BLOCK: 'f': %p = call ptr @julia.get_pgcstack_or_new()
;--- block.ll
declare ptr @julia.get_pgcstack_or_new()
define ptr @f() {
  br label %next
next:
  %p = call ptr @julia.get_pgcstack_or_new()
  ret ptr %p
}
; MUSTTAIL: error: a musttail call in a function with julia.get_pgcstack_or_new
;--- musttail.ll
declare ptr @julia.get_pgcstack_or_new()
declare ptr @g()
define ptr @f() {
  %p = call ptr @julia.get_pgcstack_or_new()
  %r = musttail call ptr @g()
  ret ptr %r
}
; SIGNATURE: error: julia.get_pgcstack takes 0 arguments, not 1
;--- signature.ll
declare ptr @julia.get_pgcstack(i32)
define ptr @f() {
  %p = call ptr @julia.get_pgcstack(i32 1)
  ret ptr %p
}
; ADOPT: error: profile 'julia-1.5' names no function of the runtime for this
;--- adopt.ll
declare ptr @julia.get_pgcstack_or_new()
define ptr @f() {
  %p = call ptr @julia.get_pgcstack_or_new()
  ret ptr %p
}
