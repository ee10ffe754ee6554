; RUN: %lateroot run --check %s | FileCheck %s
; RUN: %lateroot run --gc-stress --check %s | FileCheck %s
; RUN: %lateroot run --gc-stress --check --abi=framemap %s | FileCheck %s
; RUN: %lateroot run --gc-stress --check --abi=statepoint %s | FileCheck %s
; The anchor of a function that allocates stack has no stack pointer until it leaves; the second walker needs none.
; RUN: env LATEROOT_GC_VERIFY=1 %lateroot run --gc-stress --check --abi=statepoint %s | FileCheck %s
; RUN: %lateroot run --gc-stress --check --abi=shadow-stack %s | FileCheck %s
; RUN: %lateroot run --gc-stress --check --reload %s | FileCheck %s
; A number and a reference in memory that functions change, one of which allocates; two numbers that two threads change.

; CHECK: 3 10 7 105
; CHECK: 45 10
; CHECK: 40000 20000

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
%node = type { ptr addrspace(10), i64 }
@node_name = private constant [5 x i8] c"node\00"
@node_refs = internal constant [1 x i32] [i32 0]
@node_type = internal constant %struct.lr_type { ptr @node_name, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @node_refs, ptr null, ptr null }, align 16
@numbers = private constant [17 x i8] c"%ld %ld %ld %ld\0A\00"
@format = private constant [9 x i8] c"%ld %ld\0A\00"

declare ptr @julia.get_pgcstack()
declare i32 @printf(ptr, ...)
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare { i64, i64 } @julia.atomicmodify.i64.p0(ptr, ptr, i8, i8, ...)
declare { ptr addrspace(10), ptr addrspace(10) } @julia.atomicmodify.p10.p11(ptr addrspace(11), ptr, i8, i8, ...)

define internal i64 @add(i64 %x, i64 %y) noinline {
  %n = add i64 %x, %y
  ret i64 %n
}

define internal i64 @times(i64 %x, i64 %y) noinline {
  %n = mul i64 %x, %y
  ret i64 %n
}

; A longer list: { tail, value }.
define internal ptr addrspace(10) @longer(ptr addrspace(10) %list, i64 %v, ptr addrspace(10) %owner) noinline {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 16, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store ptr addrspace(10) %list, ptr addrspace(11) %d
  %f = getelementptr i8, ptr addrspace(11) %d, i64 8
  store i64 %v, ptr addrspace(11) %f
  ret ptr addrspace(10) %o
}
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(ptr, ptr)

; Adds by one instruction, and by a loop: a definition that may be replaced is none.
define weak i64 @add_weak(i64 %x, i64 %y) noinline {
  %n = add i64 %x, %y
  ret i64 %n
}
define ptr @adder(ptr %words) noinline {
top:
  %second = getelementptr i8, ptr %words, i64 8
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  call { i64, i64 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i64.p0(ptr align 8 %words, ptr @add, i8 2, i8 1, i64 2)
  call { i64, i64 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i64.p0(ptr align 8 %second, ptr @add_weak, i8 2, i8 1, i64 1)
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, 10000
  br i1 %more, label %loop, label %done
done:
  ret ptr null
}

define i32 @main() {
top:
  %g = call ptr @julia.get_pgcstack()
  %word = alloca i64
  store i64 3, ptr %word
  %a = call { i64, i64 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i64.p0(ptr align 8 %word, ptr @add, i8 7, i8 1, i64 7)
  %a.old = extractvalue { i64, i64 } %a, 0
  %a.new = extractvalue { i64, i64 } %a, 1
  store i64 7, ptr %word
  %b = call { i64, i64 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i64.p0(ptr align 8 %word, ptr @times, i8 7, i8 1, i64 15)
  %b.old = extractvalue { i64, i64 } %b, 0
  %b.now = load i64, ptr %word
  call i32 (ptr, ...) @printf(ptr @numbers, i64 %a.old, i64 %a.new, i64 %b.old, i64 %b.now)
  %head = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 16, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %field = addrspacecast ptr addrspace(10) %head to ptr addrspace(11)
  store ptr addrspace(10) null, ptr addrspace(11) %field
  %n = getelementptr i8, ptr addrspace(11) %field, i64 8
  store i64 0, ptr addrspace(11) %n
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  %at = addrspacecast ptr addrspace(10) %head to ptr addrspace(11)
  %r = call { ptr addrspace(10), ptr addrspace(10) } (ptr addrspace(11), ptr, i8, i8, ...) @julia.atomicmodify.p10.p11(ptr addrspace(11) align 8 %at, ptr @longer, i8 7, i8 1, i64 %i, ptr addrspace(10) %head)
  %new = extractvalue { ptr addrspace(10), ptr addrspace(10) } %r, 1
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %head, ptr addrspace(10) %new)
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, 10
  br i1 %more, label %loop, label %sum
sum:
  %list.at = addrspacecast ptr addrspace(10) %head to ptr addrspace(11)
  %list = load ptr addrspace(10), ptr addrspace(11) %list.at
  br label %walk
walk:
  %l = phi ptr addrspace(10) [ %list, %sum ], [ %next, %walk ]
  %s = phi i64 [ 0, %sum ], [ %s1, %walk ]
  %c = phi i64 [ 0, %sum ], [ %c1, %walk ]
  %l.at = addrspacecast ptr addrspace(10) %l to ptr addrspace(11)
  %v.at = getelementptr i8, ptr addrspace(11) %l.at, i64 8
  %v = load i64, ptr addrspace(11) %v.at
  %s1 = add i64 %s, %v
  %c1 = add i64 %c, 1
  %next = load ptr addrspace(10), ptr addrspace(11) %l.at
  %end = icmp eq ptr addrspace(10) %next, null
  br i1 %end, label %done, label %walk
done:
  call i32 (ptr, ...) @printf(ptr @format, i64 %s1, i64 %c1)
  %words = alloca [2 x i64], align 8
  %thread = alloca ptr
  store [2 x i64] zeroinitializer, ptr %words
  call i32 @pthread_create(ptr %thread, ptr null, ptr @adder, ptr %words)
  call ptr @adder(ptr %words)
  %t = load ptr, ptr %thread
  call i32 @pthread_join(ptr %t, ptr null)
  %w0 = load i64, ptr %words
  %second = getelementptr i8, ptr %words, i64 8
  %w1 = load i64, ptr %second
  call i32 (ptr, ...) @printf(ptr @format, i64 %w0, i64 %w1)
  ret i32 0
}
