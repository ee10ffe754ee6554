; Calls code of the other object file that is walked like its own: by name, by pointer, with arguments on the stack.
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

%lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@node_name = private constant [5 x i8] c"Node\00"
@node_words = private constant [1 x i32] [i32 1]
@node = constant %lr_type { ptr @node_name, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @node_words, ptr null, ptr null }, align 16

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make(i64) "lateroot-walked"
declare i64 @inner(i64, ptr) "lateroot-walked"

; n + (n-1) + ... of list cells, half of them made on the other side
define i64 @outer(i64 %n, ptr %make_far) "lateroot-walked" {
  %gc = call ptr @julia.get_pgcstack()
  %done = icmp sle i64 %n, 0
  br i1 %done, label %out, label %go
go:
  %a = call ptr addrspace(10) @make(i64 %n)
  %b = call ptr addrspace(10) %make_far(i64 %n, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, ptr addrspace(10) %a) "lateroot-walked"
  %m = sub i64 %n, 1
  %rest = call i64 @inner(i64 %m, ptr %make_far)
  %b1 = getelementptr i8, ptr addrspace(10) %b, i64 8
  %again = load ptr addrspace(10), ptr addrspace(10) %b1
  %va = load i64, ptr addrspace(10) %again
  %vb = load i64, ptr addrspace(10) %b
  %vc = load i64, ptr addrspace(10) %a
  %same = icmp eq i64 %va, %vb
  %same2 = icmp eq i64 %va, %vc
  %both = and i1 %same, %same2
  %v = select i1 %both, i64 %va, i64 -1000000
  %sum = add i64 %rest, %v
  ret i64 %sum
out:
  ret i64 0
}
