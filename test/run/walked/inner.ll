; The other object file.  It calls back, and gives its place away to code of the first.
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

@node = external constant i8
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare i64 @outer(i64, ptr) "lateroot-walked"
declare void @other()

define ptr addrspace(10) @make(i64 %n) "lateroot-walked" {
  %gc = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gc, i64 16, ptr addrspace(10) addrspacecast (ptr @node to ptr addrspace(10)))
  store i64 %n, ptr addrspace(10) %a
  %a1 = getelementptr i8, ptr addrspace(10) %a, i64 8
  store ptr addrspace(10) null, ptr addrspace(10) %a1
  ret ptr addrspace(10) %a
}

; C is called in the ordinary way, around which there is an anchor.
define ptr addrspace(10) @make_far(i64 %n, i64 %2, i64 %3, i64 %4, i64 %5, i64 %6, i64 %7, i64 %8, ptr addrspace(10) %next) "lateroot-walked" {
  %gc = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make(i64 %n)
  call void @other()
  %a1 = getelementptr i8, ptr addrspace(10) %a, i64 8
  store ptr addrspace(10) %next, ptr addrspace(10) %a1
  ret ptr addrspace(10) %a
}

define i64 @inner(i64 %n, ptr %make_far) "lateroot-walked" {
  %gc = call ptr @julia.get_pgcstack()
  %half = lshr i64 %n, 1
  %stays = trunc i64 %half to i1
  br i1 %stays, label %keep, label %jump
keep:
  %a = call ptr addrspace(10) %make_far(i64 %n, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, ptr addrspace(10) null) "lateroot-walked"
  %m = sub i64 %n, 1
  %rest = call i64 @outer(i64 %m, ptr %make_far)
  %v = load i64, ptr addrspace(10) %a
  %sum = add i64 %rest, %v
  ret i64 %sum
jump:
  %r = musttail call i64 @outer(i64 %n, ptr %make_far)
  ret i64 %r
}
