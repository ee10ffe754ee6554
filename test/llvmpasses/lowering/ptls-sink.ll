; RUN: %lateroot opt --passes=LowerPTLSPass -S %s | FileCheck %s --implicit-check-not='call ptr @lr_get_pgcstack'
; Where only blocks that never return need the GC stack, each of them asks for it.

declare ptr @julia.get_pgcstack()
declare void @throw(ptr) noreturn
declare void @g(ptr)
declare i32 @setjmp(ptr) returns_twice
declare i32 @personality(...)

; CHECK-LABEL: define i64 @two_ends(
; CHECK: left:
; CHECK-NEXT: %p = phi i64
; CHECK-NEXT: [[L:%.+]] = call ptr @lr_get_pgcstack()
; CHECK-NEXT: call void @g(ptr [[L]])
; CHECK-NEXT: call void @throw(ptr [[L]])
; CHECK: right:
; CHECK-NEXT: [[R:%.+]] = call ptr @lr_get_pgcstack()
; CHECK-NEXT: call void @throw(ptr [[R]])
; CHECK: good:
; CHECK-NEXT: ret i64 %i
define i64 @two_ends(i64 %i, i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %next
next:
  br i1 %d, label %right, label %good
left:
  %p = phi i64 [ 0, %top ]
  call void @g(ptr %pgcstack)
  call void @throw(ptr %pgcstack)
  unreachable
right:
  call void @throw(ptr %pgcstack)
  unreachable
good:
  ret i64 %i
}

; One that returns needs it, too.
; CHECK-LABEL: define i64 @also_where_it_returns(
; CHECK-NEXT: top:
; CHECK-NEXT: %pgcstack = call ptr @lr_get_pgcstack()
; CHECK: call void @throw(ptr %pgcstack)
; CHECK: call void @g(ptr %pgcstack)
define i64 @also_where_it_returns(i64 %i, i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %bad, label %good
bad:
  call void @throw(ptr %pgcstack)
  unreachable
good:
  call void @g(ptr %pgcstack)
  ret i64 %i
}

; CHECK-LABEL: define i64 @unwound(
; CHECK-NEXT: top:
; CHECK-NEXT: %pgcstack = call ptr @lr_get_pgcstack()
define i64 @unwound(i64 %i, i1 %c) personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %bad, label %good
bad:
  call void @throw(ptr %pgcstack)
  unreachable
good:
  ret i64 %i
}

; CHECK-LABEL: define i64 @returns_twice(
; CHECK-NEXT: top:
; CHECK-NEXT: %pgcstack = call ptr @lr_get_pgcstack()
define i64 @returns_twice(i64 %i, i1 %c, ptr %b) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %t = call i32 @setjmp(ptr %b)
  br i1 %c, label %bad, label %good
bad:
  call void @throw(ptr %pgcstack)
  unreachable
good:
  ret i64 %i
}
