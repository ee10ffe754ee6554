; RUN: split-file %s %t.d
; RUN: not %lateroot opt --passes=LowerExcHandlers -S %t.d/result.ll 2>&1 | FileCheck --check-prefix=RESULT %s
; RUN: not %lateroot opt --passes=LowerExcHandlers -S %t.d/argument.ll 2>&1 | FileCheck --check-prefix=ARGUMENT %s
; RUN: not %lateroot opt --passes=LowerExcHandlers -S %t.d/task.ll 2>&1 | FileCheck --check-prefix=TASK %s
; RUN: not %lateroot opt --passes=LowerExcHandlers -S %t.d/invoke.ll 2>&1 | FileCheck --check-prefix=INVOKE %s
; RESULT: error: the result of julia.except_enter must be i32 or { i32, ptr }
; RESULT: 'f': %r = call i64 @julia.except_enter()
;--- result.ll
declare i64 @julia.except_enter() returns_twice
define void @f() {
  %r = call i64 @julia.except_enter()
  ret void
}
; ARGUMENT: error: julia.except_enter takes nothing, or the task as a pointer in address space 0
;--- argument.ll
declare i32 @julia.except_enter(i64) returns_twice
define void @f() {
  %r = call i32 @julia.except_enter(i64 1)
  ret void
}
; TASK: error: julia.except_enter has no task, and no getter of the GC stack precedes it
;--- task.ll
declare i32 @julia.except_enter() returns_twice
define void @f() {
  %r = call i32 @julia.except_enter()
  ret void
}
; INVOKE: error: julia.except_enter cannot be invoked: it does not unwind
;--- invoke.ll
declare i32 @julia.except_enter(ptr) returns_twice
declare i32 @personality(...)
define void @f(ptr %t) personality ptr @personality {
  %r = invoke i32 @julia.except_enter(ptr %t) to label %ok unwind label %bad
ok:
  ret void
bad:
  %lp = landingpad { ptr, i32 } cleanup
  ret void
}
