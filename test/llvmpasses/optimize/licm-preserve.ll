; JuliaLICM: preserve regions.  Every spelling gives the same.
; RUN: lateroot opt -S --passes='function(JuliaLICM)' %s -o %t.ll && FileCheck %s <%t.ll
; RUN: lateroot opt -S --passes='function(loop-mssa(JuliaLICM))' %s | FileCheck %s
; RUN: lateroot opt -S --passes='lateroot' --check %t.ll -o /dev/null

declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare void @work()
declare void @throw() noreturn
declare i1 @more()
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()

; The begin goes to the preheader, and each block behind the loop gets an end.
define void @two_exits(ptr addrspace(10) %o) {
; CHECK-LABEL: define void @two_exits(
; CHECK: entry:
; CHECK: [[T:%.*]] = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NOT: preserve
; CHECK: left:
; CHECK-NEXT: call void @llvm.julia.gc_preserve_end(token [[T]])
; CHECK: right:
; CHECK-NEXT: %n = phi i64
; CHECK-NEXT: call void @llvm.julia.gc_preserve_end(token [[T]])
; CHECK-NOT: preserve
; CHECK: ret void
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  call void @work()
  call void @llvm.julia.gc_preserve_end(token %t)
  %c = call i1 @more()
  br i1 %c, label %next, label %left
next:
  %i1 = add i64 %i, 1
  %d = icmp ult i64 %i1, 100
  br i1 %d, label %loop, label %right
left:
  ret void
right:
  %n = phi i64 [ %i1, %next ]
  ret void
}

; Out of two loops at once, and over branches in the loop.
define void @nest(ptr addrspace(10) %o, i1 %b) {
; CHECK-LABEL: define void @nest(
; CHECK: call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o, ptr addrspace(10) null)
; CHECK-NEXT: br label %outer
; CHECK: outer:
; CHECK-NOT: preserve
; CHECK: out:
; CHECK-NEXT: call void @llvm.julia.gc_preserve_end(
; CHECK-NOT: preserve
; CHECK: ret void
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %outer
outer:
  br label %inner
inner:
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o, ptr addrspace(10) null)
  br i1 %b, label %one, label %other
one:
  call void @work()
  call void @llvm.julia.gc_preserve_end(token %t)
  br label %latch
other:
  call void @llvm.julia.gc_preserve_end(token %t)
  br label %latch
latch:
  %c = call i1 @more()
  br i1 %c, label %inner, label %outer.latch
outer.latch:
  %d = call i1 @more()
  br i1 %d, label %outer, label %out
out:
  ret void
}

; The way to code that does not return leaves the region open, which it stays.  Two regions end at one place.
define void @error(ptr addrspace(10) %o, ptr addrspace(10) %p) {
; CHECK-LABEL: define void @error(
; CHECK: call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
; CHECK-NEXT: call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %p)
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NOT: preserve
; CHECK: bad:
; CHECK-NEXT: call void @throw()
; CHECK: out:
; CHECK-NEXT: call void @llvm.julia.gc_preserve_end(
; CHECK-NEXT: call void @llvm.julia.gc_preserve_end(
; CHECK-NEXT: ret void
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  %u = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %p)
  %c = call i1 @more()
  br i1 %c, label %good, label %bad
good:
  call void @llvm.julia.gc_preserve_end(token %u)
  call void @llvm.julia.gc_preserve_end(token %t)
  %d = call i1 @more()
  br i1 %d, label %loop, label %out
bad:
  call void @throw()
  unreachable
out:
  ret void
}

; The region is left open on one way out of the loop, and ends behind it: no end in front of that one.
define void @ends_behind(ptr addrspace(10) %o) {
; CHECK-LABEL: define void @ends_behind(
; CHECK: [[T:%.*]] = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
; CHECK-NEXT: br label %loop
; CHECK: early:
; CHECK-NEXT: call void @work()
; CHECK-NEXT: call void @llvm.julia.gc_preserve_end(token [[T]])
; CHECK: out:
; CHECK-NEXT: call void @llvm.julia.gc_preserve_end(token [[T]])
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  %c = call i1 @more()
  br i1 %c, label %good, label %early
good:
  call void @llvm.julia.gc_preserve_end(token %t)
  %d = call i1 @more()
  br i1 %d, label %loop, label %out
early:
  call void @work()
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
out:
  ret void
}

; A region with nothing in it.
define void @empty(ptr addrspace(10) %o) {
; CHECK-LABEL: define void @empty(
; CHECK: call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NEXT: %c = call i1 @more()
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  call void @llvm.julia.gc_preserve_end(token %t)
  %c = call i1 @more()
  br i1 %c, label %loop, label %out
out:
  ret void
}

; A loop without a way out needs no end.
define void @forever(ptr addrspace(10) %o) {
; CHECK-LABEL: define void @forever(
; CHECK: call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NEXT: call void @work()
; CHECK-NEXT: br label %loop
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  call void @work()
  call void @llvm.julia.gc_preserve_end(token %t)
  br label %loop
}

; ---- what stays ----

; The object is made in the loop.
define void @own_object() {
; CHECK-LABEL: define void @own_object(
; CHECK: loop:
; CHECK-NEXT: %o = call ptr addrspace(10) @make()
; CHECK-NEXT: %t = call token (...) @llvm.julia.gc_preserve_begin
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %o = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  call void @work()
  call void @llvm.julia.gc_preserve_end(token %t)
  %c = call i1 @more()
  br i1 %c, label %loop, label %out
out:
  ret void
}

; The block behind the loop is reached from elsewhere, too: an end there would have no begin on that way.
define void @shared_exit(ptr addrspace(10) %o, i1 %b) {
; CHECK-LABEL: define void @shared_exit(
; CHECK: loop:
; CHECK-NEXT: %t = call token (...) @llvm.julia.gc_preserve_begin
; CHECK: gc_preserve_end
; CHECK: out:
; CHECK-NEXT: ret void
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %b, label %before, label %out
before:
  br label %loop
loop:
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  call void @work()
  call void @llvm.julia.gc_preserve_end(token %t)
  %c = call i1 @more()
  br i1 %c, label %loop, label %out
out:
  ret void
}

; No block alone enters the loop.
define void @no_preheader(ptr addrspace(10) %o, i1 %b) {
; CHECK-LABEL: define void @no_preheader(
; CHECK: loop:
; CHECK-NEXT: %t = call token (...) @llvm.julia.gc_preserve_begin
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %b, label %loop, label %away
loop:
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  call void @work()
  call void @llvm.julia.gc_preserve_end(token %t)
  %c = call i1 @more()
  br i1 %c, label %loop, label %out
out:
  ret void
away:
  ret void
}

; The region is hardly ever entered.
define void @cold(ptr addrspace(10) %o, i1 %b) {
; CHECK-LABEL: define void @cold(
; CHECK: rarely:
; CHECK-NEXT: %t = call token (...) @llvm.julia.gc_preserve_begin
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  br i1 %b, label %rarely, label %latch, !prof !0
rarely:
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  call void @work()
  call void @llvm.julia.gc_preserve_end(token %t)
  br label %latch
latch:
  %c = call i1 @more()
  br i1 %c, label %loop, label %out
out:
  ret void
}

; Functions that ask not to be optimised.
define void @unoptimised(ptr addrspace(10) %o) noinline optnone {
; CHECK-LABEL: define void @unoptimised(
; CHECK: loop:
; CHECK-NEXT: %t = call token (...) @llvm.julia.gc_preserve_begin
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  call void @work()
  call void @llvm.julia.gc_preserve_end(token %t)
  %c = call i1 @more()
  br i1 %c, label %loop, label %out
out:
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 2000}
