; handlers.ll -- exceptions in the older form of the dialect.
;
; Covers what C cannot write (this file is made by hand): julia.except_enter, of which LowerExcHandlers makes a handler and setjmp; one in
; a loop, one within another, and values that live across both returns.
source_filename = "handlers.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

; struct node { int64_t value; ref next; }
@node_type = internal constant %struct.lr_type { ptr @.node, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @node_refs, ptr null, ptr null }, align 16
@node_refs = internal constant [1 x i32] [i32 1]
@.node = private unnamed_addr constant [5 x i8] c"node\00"

@.loop = private unnamed_addr constant [11 x i8] c"loop: %ld\0A\00"
@.nested = private unnamed_addr constant [13 x i8] c"nested: %ld\0A\00"

; A chain of the numbers from n down to 1.
define internal ptr addrspace(10) @chain(i64 %n) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %loop

loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %list = phi ptr addrspace(10) [ null, %entry ], [ %node, %loop ]
  %node = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 16, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %fields = addrspacecast ptr addrspace(10) %node to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %fields, align 8
  %rest = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 8
  store ptr addrspace(10) %list, ptr addrspace(11) %rest, align 8
  %next = add i64 %i, 1
  %more = icmp ule i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret ptr addrspace(10) %node
}

define internal i64 @sum(ptr addrspace(10) %list) {
entry:
  br label %loop

loop:
  %node = phi ptr addrspace(10) [ %list, %entry ], [ %rest, %body ]
  %sum = phi i64 [ 0, %entry ], [ %grown, %body ]
  %end = icmp eq ptr addrspace(10) %node, null
  br i1 %end, label %done, label %body

body:
  %fields = addrspacecast ptr addrspace(10) %node to ptr addrspace(11)
  %at = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 8
  %value = load i64, ptr addrspace(11) %fields, align 8
  %tripled = mul i64 %sum, 3
  %grown = add i64 %tripled, %value
  %rest = load ptr addrspace(10), ptr addrspace(11) %at, align 8
  br label %loop

done:
  ret i64 %sum
}

; Throws a chain of i if i is odd.
define internal i64 @perhaps(i64 %i) noinline {
entry:
  %odd = and i64 %i, 1
  %list = call ptr addrspace(10) @chain(i64 %i)
  %throws = icmp ne i64 %odd, 0
  br i1 %throws, label %throw, label %return

throw:
  call void @lr_throw(ptr addrspace(10) %list)
  unreachable

return:
  %s = call i64 @sum(ptr addrspace(10) %list)
  ret i64 %s
}

define internal i64 @loop(i64 %n) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %before = call ptr addrspace(10) @chain(i64 4)
  br label %head

head:
  %i = phi i64 [ 1, %entry ], [ %i.next, %next ]
  %total = phi i64 [ 0, %entry ], [ %total.next, %next ]
  %thrown = call i32 @julia.except_enter() returns_twice
  %first = icmp eq i32 %thrown, 0
  br i1 %first, label %try, label %catch

try:
  %a = call i64 @perhaps(i64 %i)
  call void @lr_pop_handler_noexcept(ptr %gcstack, i32 1)
  br label %next

catch:
  call void @lr_pop_handler(ptr %gcstack, i32 1)
  %exception = call ptr addrspace(10) @lr_current_exception(ptr %gcstack)
  %other = call ptr addrspace(10) @chain(i64 2)
  %b = call i64 @sum(ptr addrspace(10) %exception)
  %c = call i64 @sum(ptr addrspace(10) %before)
  %d = call i64 @sum(ptr addrspace(10) %other)
  %bc = add i64 %b, %c
  %bcd = add i64 %bc, %d
  br label %next

next:
  %result = phi i64 [ %a, %try ], [ %bcd, %catch ]
  %doubled = shl i64 %total, 1
  %total.next = add i64 %doubled, %result
  %i.next = add i64 %i, 1
  %more = icmp ule i64 %i.next, %n
  br i1 %more, label %head, label %done

done:
  ret i64 %total.next
}

; The inner handler catches, and what it calls then throws into the outer one.
define internal i64 @nested() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %kept = call ptr addrspace(10) @chain(i64 6)
  %outer = call i32 @julia.except_enter() returns_twice
  %outer.first = icmp eq i32 %outer, 0
  br i1 %outer.first, label %enter, label %outer.catch

enter:
  %inner = call i32 @julia.except_enter() returns_twice
  %inner.first = icmp eq i32 %inner, 0
  br i1 %inner.first, label %try, label %inner.catch

try:
  %a = call i64 @perhaps(i64 3)
  ret i64 %a

inner.catch:
  call void @lr_pop_handler(ptr %gcstack, i32 1)
  %b = call i64 @perhaps(i64 2)
  %c = call i64 @perhaps(i64 5)
  ret i64 %c

outer.catch:
  call void @lr_pop_handler(ptr %gcstack, i32 1)
  %exception = call ptr addrspace(10) @lr_current_exception(ptr %gcstack)
  %garbage = call ptr addrspace(10) @chain(i64 3)
  %d = call i64 @sum(ptr addrspace(10) %exception)
  %e = call i64 @sum(ptr addrspace(10) %kept)
  %de = add i64 %d, %e
  ret i64 %de
}

define i32 @main() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call i64 @loop(i64 6)
  %p0 = call i32 (ptr, ...) @printf(ptr @.loop, i64 %a)
  %b = call i64 @nested()
  %p1 = call i32 (ptr, ...) @printf(ptr @.nested, i64 %b)
  ret i32 0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare i32 @printf(ptr, ...)
declare i32 @julia.except_enter() returns_twice
declare void @lr_throw(ptr addrspace(10)) noreturn
declare void @lr_pop_handler(ptr, i32)
declare void @lr_pop_handler_noexcept(ptr, i32)
declare ptr addrspace(10) @lr_current_exception(ptr)
