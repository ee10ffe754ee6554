; The other object file: keeps objects of its own, with a stack frame of no fixed size.
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

@node = external constant i8
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare i64 @through_c(ptr, i64)
declare i64 @outer(i64)
declare void @fill(ptr, i64)

define internal ptr addrspace(10) @make(ptr "gcstack" %gc, i64 %n) noinline {
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gc, i64 16, ptr addrspace(10) addrspacecast (ptr @node to ptr addrspace(10)))
  store i64 %n, ptr addrspace(10) %a
  %a1 = getelementptr i8, ptr addrspace(10) %a, i64 8
  store ptr addrspace(10) null, ptr addrspace(10) %a1
  ret ptr addrspace(10) %a
}

define i64 @inner(i64 %n) {
  %gc = call ptr @julia.get_pgcstack()
  %size = add i64 %n, 100
  %room = alloca i8, i64 %size, align 64
  call void @fill(ptr %room, i64 %size)
  %a = call ptr addrspace(10) @make(ptr %gc, i64 %n)
  %b = call ptr addrspace(10) @make(ptr %gc, i64 %n)
  %b1 = getelementptr i8, ptr addrspace(10) %b, i64 8
  store ptr addrspace(10) %a, ptr addrspace(10) %b1
  %m = sub i64 %n, 1
  %rest = call i64 @through_c(ptr @outer, i64 %m)
  %again = load ptr addrspace(10), ptr addrspace(10) %b1
  %v = load i64, ptr addrspace(10) %again
  %sum = add i64 %rest, %v
  ret i64 %sum
}
