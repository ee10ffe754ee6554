; Holds objects while control is in C without frame pointers, which calls back into the other object file.
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

%lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@node_name = private constant [5 x i8] c"Node\00"
@node_words = private constant [1 x i32] [i32 1]
@node = constant %lr_type { ptr @node_name, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @node_words, ptr null, ptr null }, align 16

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare i64 @through_c(ptr, i64)
declare i64 @inner(i64)

; n + (n-1) + ... of list cells, half of them made on the other side of C
define i64 @outer(i64 %n) {
  %gc = call ptr @julia.get_pgcstack()
  %done = icmp sle i64 %n, 0
  br i1 %done, label %out, label %go
go:
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gc, i64 16, ptr addrspace(10) addrspacecast (ptr @node to ptr addrspace(10)))
  store i64 %n, ptr addrspace(10) %a
  %a1 = getelementptr i8, ptr addrspace(10) %a, i64 8
  store ptr addrspace(10) null, ptr addrspace(10) %a1
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gc, i64 16, ptr addrspace(10) addrspacecast (ptr @node to ptr addrspace(10)))
  store i64 %n, ptr addrspace(10) %b
  %b1 = getelementptr i8, ptr addrspace(10) %b, i64 8
  store ptr addrspace(10) %a, ptr addrspace(10) %b1
  %m = sub i64 %n, 1
  %rest = call i64 @through_c(ptr @inner, i64 %m)
  %again = load ptr addrspace(10), ptr addrspace(10) %b1
  %va = load i64, ptr addrspace(10) %again
  %vb = load i64, ptr addrspace(10) %b
  %same = icmp eq i64 %va, %vb
  %v = select i1 %same, i64 %va, i64 -1000000
  %sum = add i64 %rest, %v
  ret i64 %sum
out:
  ret i64 0
}
