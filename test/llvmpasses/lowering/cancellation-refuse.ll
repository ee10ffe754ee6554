; RUN: split-file %s %t
; RUN: %exits 1 %lateroot opt --profile=%S/Inputs/cancel.profile --abi=shadow-stack -S %t/point.ll 2>&1 | FileCheck --check-prefix=SHADOW %s
; RUN: %exits 1 %lateroot opt --profile=%S/Inputs/cancel.profile --passes=CancellationLowering -S %t/form.ll 2>&1 | FileCheck --check-prefix=FORM %s
; RUN: %exits 1 %lateroot opt --profile=%S/Inputs/cancel.profile --passes=CancellationLowering -S %t/taken.ll 2>&1 | FileCheck --check-prefix=TAKEN %s
; RUN: sed '/^reset_bytes/d' %S/Inputs/cancel.profile > %t/bytes.profile && not %lateroot opt --profile=%t/bytes.profile -S %t/point.ll 2>&1 | FileCheck --check-prefix=BYTES %s
; RUN: sed 's/^reset_bytes.*/reset_bytes = 30/' %S/Inputs/cancel.profile > %t/odd.profile && not %lateroot opt --profile=%t/odd.profile -S %t/point.ll 2>&1 | FileCheck --check-prefix=ODD %s
; RUN: sed '/^reset_ctx/d' %S/Inputs/cancel.profile > %t/ctx.profile && not %lateroot opt --profile=%t/ctx.profile -S %t/point.ll 2>&1 | FileCheck --check-prefix=CTX %s
; RUN: sed 's/^reset_bytes.*/&\nreset_align = 24/' %S/Inputs/cancel.profile > %t/align.profile && not %lateroot opt --profile=%t/align.profile -S %t/point.ll 2>&1 | FileCheck --check-prefix=ALIGN %s
; Points that cannot be lowered, and profiles that contradict themselves.

; SHADOW: a reset cannot put back the chain of the ABI 'shadow-stack'
; FORM: julia.cancellation_point is called with `call`, takes nothing, and gives an i32
; TAKEN: '__sigsetjmp' is a function of the runtime, but the module has a variable of this name
; BYTES: reset_ctx_in_task needs eh_in_task and reset_bytes
; ODD: reset_bytes must be a multiple of 8
; CTX: eh_in_task has no meaning without reset_ctx_in_task
; ALIGN: reset_align must be a power of two from 8 to 4096

;--- point.ll
declare ptr @julia.get_pgcstack()
declare i32 @julia.cancellation_point() returns_twice
define void @f() {
  %g = call ptr @julia.get_pgcstack()
  call i32 @julia.cancellation_point()
  ret void
}
;--- form.ll
declare i64 @julia.cancellation_point() returns_twice
define void @f() {
  call i64 @julia.cancellation_point()
  ret void
}
;--- taken.ll
@__sigsetjmp = global i32 0
declare i32 @julia.cancellation_point() returns_twice
define void @f() {
  call i32 @julia.cancellation_point()
  ret void
}
