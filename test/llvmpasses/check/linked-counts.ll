; A frame that is pushed with two roots on one way and with one on another: behind the join each way shows its own.
; RUN: %exits 1 %lateroot check --all %s | FileCheck %s --implicit-check-not=unknown:
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()

; CHECK: hole: the frame shows slot 1 here
; CHECK-NEXT: in function 'shown'
; CHECK: proven   linked       right
; CHECK: hole     linked       shown
define void @right(i1 %c) {
  %frame = alloca ptr addrspace(10), i32 4, align 16
  %prev = getelementptr ptr addrspace(10), ptr %frame, i32 1
  %slot0 = getelementptr ptr addrspace(10), ptr %frame, i32 2
  %slot1 = getelementptr ptr addrspace(10), ptr %frame, i32 3
  %s = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  br i1 %c, label %two, label %one
two:
  store ptr addrspace(10) null, ptr %slot1
  store i64 8, ptr %frame
  %h2 = load ptr, ptr %s
  store ptr %h2, ptr %prev
  store ptr %frame, ptr %s
  store ptr addrspace(10) %x, ptr %slot0
  br label %join
one:
  store i64 4, ptr %frame
  %h1 = load ptr, ptr %s
  store ptr %h1, ptr %prev
  store ptr %frame, ptr %s
  store ptr addrspace(10) %x, ptr %slot0
  br label %join
join:
  %y = call ptr addrspace(10) @make()
  %p = load ptr, ptr %prev
  store ptr %p, ptr %s
  ret void
}

; On one way the second root is shown and was not written.
define void @shown(i1 %c) {
  %frame = alloca ptr addrspace(10), i32 4, align 16
  %prev = getelementptr ptr addrspace(10), ptr %frame, i32 1
  %slot0 = getelementptr ptr addrspace(10), ptr %frame, i32 2
  %slot1 = getelementptr ptr addrspace(10), ptr %frame, i32 3
  %s = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  br i1 %c, label %two, label %one
two:
  store i64 8, ptr %frame
  %h2 = load ptr, ptr %s
  store ptr %h2, ptr %prev
  store ptr %frame, ptr %s
  store ptr addrspace(10) %x, ptr %slot0
  br label %join
one:
  store ptr addrspace(10) null, ptr %slot1
  store i64 4, ptr %frame
  %h1 = load ptr, ptr %s
  store ptr %h1, ptr %prev
  store ptr %frame, ptr %s
  store ptr addrspace(10) %x, ptr %slot0
  br label %join
join:
  %y = call ptr addrspace(10) @make()
  %p = load ptr, ptr %prev
  store ptr %p, ptr %s
  ret void
}
