; RUN: %lateroot run -O0 --profile=%S/Inputs/cancel-run.profile --check %s | FileCheck %s
; RUN: %lateroot run -O2 --profile=%S/Inputs/cancel-run.profile --check %s | FileCheck %s
; RUN: %lateroot run -O2 --abi=framemap --profile=%S/Inputs/cancel-run.profile --check %s | FileCheck %s
; A program with a task of its own, whose `signal` jumps to the published buffer, if there is one.

; Twice back to the point, from within a call that may be abandoned; then nothing is published in an unsafe call; nor
; behind the return.
; CHECK: reset 1
; CHECK-NEXT: reset 1
; CHECK-NEXT: not published
; CHECK-NEXT: done 2
; CHECK-NEXT: not published

@task = internal global [8 x ptr] zeroinitializer, align 16
@ptls = internal global [64 x ptr] zeroinitializer, align 16
@page = internal global i64 0
@rounds = internal global i32 0
@reset = private constant [10 x i8] c"reset %d\0A\00"
@missing = private constant [15 x i8] c"not published\0A\00"
@done = private constant [9 x i8] c"done %d\0A\00"
declare i32 @printf(ptr, ...)
declare void @siglongjmp(ptr, i32) noreturn
declare ptr @julia.get_pgcstack()
declare i32 @julia.cancellation_point() returns_twice

define ptr @my_pgcstack() noinline {
  store ptr @ptls, ptr getelementptr (i8, ptr @task, i64 8)
  store ptr @page, ptr @ptls
  ret ptr @task
}

; Takes the buffer out of the task, and jumps.
define internal void @signal() noinline {
  %at = getelementptr i8, ptr @task, i64 32
  %buffer = load volatile ptr, ptr %at
  store volatile ptr null, ptr %at
  %none = icmp eq ptr %buffer, null
  br i1 %none, label %missing, label %jump
missing:
  call i32 (ptr, ...) @printf(ptr @missing)
  ret void
jump:
  %self = load ptr, ptr %buffer
  %valid = icmp eq ptr %self, %buffer
  %context = getelementptr i8, ptr %buffer, i64 8
  %code = zext i1 %valid to i32
  call void @siglongjmp(ptr %context, i32 %code)
  unreachable
}

define internal i32 @work() noinline {
  %g = call ptr @julia.get_pgcstack()
  %r = call i32 @julia.cancellation_point()
  %again = icmp ne i32 %r, 0
  br i1 %again, label %back, label %first
first:
  call void @signal(), !julia.reset_safe !0
  ret i32 -1
back:
  call i32 (ptr, ...) @printf(ptr @reset, i32 %r)
  %n = load volatile i32, ptr @rounds
  %n1 = add i32 %n, 1
  store volatile i32 %n1, ptr @rounds
  %enough = icmp eq i32 %n1, 2
  br i1 %enough, label %end, label %more
more:
  %s = call i32 @julia.cancellation_point()
  %other = icmp ne i32 %s, 0
  br i1 %other, label %back, label %first
end:
  call i32 @julia.cancellation_point()
  call void @signal()
  ret i32 %n1
}

define i32 @main() {
  %n = call i32 @work()
  call i32 (ptr, ...) @printf(ptr @done, i32 %n)
  call void @signal()
  ret i32 0
}
!0 = !{}
