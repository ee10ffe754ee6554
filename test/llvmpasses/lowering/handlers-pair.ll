; RUN: %lateroot opt --verify-each --passes=LowerExcHandlers -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.5 --passes=LowerExcHandlers -S %s | FileCheck --check-prefix=OLD %s
; The form that is told the task and gives the handler, too.

declare { i32, ptr } @julia.except_enter(ptr) returns_twice
declare void @keep(ptr)

; CHECK-LABEL: define i32 @f(
; CHECK: %handler = alloca [256 x i8], align 16
; CHECK: call void @lr_enter_handler(ptr %task, ptr %handler)
; CHECK-NEXT: [[R:%.*]] = call i32 @__sigsetjmp(ptr %handler, i32 0)
; CHECK-NEXT: [[A:%.*]] = insertvalue { i32, ptr } poison, i32 [[R]], 0
; CHECK-NEXT: %e = insertvalue { i32, ptr } [[A]], ptr %handler, 1
; OLD: call void @jl_enter_handler(ptr %handler)
define i32 @f(ptr %task) {
  %e = call { i32, ptr } @julia.except_enter(ptr %task)
  %h = extractvalue { i32, ptr } %e, 1
  call void @keep(ptr %h)
  %r = extractvalue { i32, ptr } %e, 0
  ret i32 %r
}
