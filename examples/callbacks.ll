; callbacks.ll -- functions that are called from outside: by threads that the runtime does not know, and out of GC-safe calls.
;
; Covers what C cannot write (this file is made by hand): julia.get_pgcstack_or_new. A thread that was adopted goes on outside
; afterwards and holds up nobody's collection; a comparison function that qsort calls enters the GC-unsafe state and
; leaves it again.
source_filename = "callbacks.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

; struct node { int64_t value; ref next; }
@node_type = internal constant %struct.lr_type { ptr @.node, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @node_refs, ptr null, ptr null }, align 16
@node_refs = internal constant [1 x i32] [i32 1]
@.node = private unnamed_addr constant [5 x i8] c"node\00"

@.foreign = private unnamed_addr constant [18 x i8] c"foreign: %ld %ld\0A\00"
@.sorted = private unnamed_addr constant [21 x i8] c"sorted: %ld %ld %ld\0A\00"
@done = internal global [8 x i64] zeroinitializer, align 16
@go = internal global [8 x i64] zeroinitializer, align 16
@result = internal global [2 x i64] zeroinitializer, align 16
@numbers = internal global [9 x i64] [i64 5, i64 3, i64 8, i64 1, i64 9, i64 2, i64 7, i64 4, i64 6], align 16

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

; For anybody to call.
define internal i64 @work(i64 %n) noinline {
entry:
  %gcstack = call ptr @julia.get_pgcstack_or_new()
  %a = call ptr addrspace(10) @chain(i64 %n)
  %small = icmp ult i64 %n, 5
  br i1 %small, label %little, label %more

little:
  %s = call i64 @sum(ptr addrspace(10) %a)
  ret i64 %s

more:
  %b = call ptr addrspace(10) @chain(i64 4)
  %t = call i64 @sum(ptr addrspace(10) %a)
  %u = call i64 @sum(ptr addrspace(10) %b)
  %v = add i64 %t, %u
  ret i64 %v
}

; Knows nothing of collectors.
define internal ptr @thread(ptr %unused) {
entry:
  %a = call i64 @work(i64 6)
  store i64 %a, ptr @result, align 8
  %r0 = call i32 @sem_post(ptr @done)
  %r1 = call i32 @sem_wait(ptr @go)
  %b = call i64 @work(i64 3)
  %second = getelementptr inbounds [2 x i64], ptr @result, i64 0, i64 1
  store i64 %b, ptr %second, align 8
  ret ptr null
}

define internal void @foreign() {
entry:
  %id = alloca i64, align 8
  %gcstack = call ptr @julia.get_pgcstack()
  %ptls.at = getelementptr inbounds i8, ptr %gcstack, i64 8
  %ptls = load ptr, ptr %ptls.at, align 8
  %held = call ptr addrspace(10) @chain(i64 8)
  %r0 = call i32 @pthread_create(ptr %id, ptr null, ptr @thread, ptr null)
  %r1 = call i32 @sem_wait(ptr @done) [ "gc-transition"(ptr %ptls) ]
  call void @lr_gc_collect(i32 1)
  %garbage = call ptr addrspace(10) @chain(i64 20)
  call void @lr_gc_collect(i32 1)
  %r2 = call i32 @sem_post(ptr @go)
  %handle = load i64, ptr %id, align 8
  %r3 = call i32 @pthread_join(i64 %handle, ptr null) [ "gc-transition"(ptr %ptls) ]
  %a = load i64, ptr @result, align 8
  %second = getelementptr inbounds [2 x i64], ptr @result, i64 0, i64 1
  %b = load i64, ptr %second, align 8
  %s = call i64 @sum(ptr addrspace(10) %held)
  %as = add i64 %a, %s
  %p = call i32 (ptr, ...) @printf(ptr @.foreign, i64 %as, i64 %b)
  ret void
}

define internal i32 @compare(ptr %x, ptr %y) {
entry:
  %gcstack = call ptr @julia.get_pgcstack_or_new()
  %a = load i64, ptr %x, align 8
  %b = load i64, ptr %y, align 8
  %p = call ptr addrspace(10) @chain(i64 %a)
  %q = call ptr addrspace(10) @chain(i64 %b)
  %s = call i64 @sum(ptr addrspace(10) %p)
  %t = call i64 @sum(ptr addrspace(10) %q)
  %less = icmp ult i64 %s, %t
  %greater = icmp ugt i64 %s, %t
  %l = zext i1 %less to i32
  %g = zext i1 %greater to i32
  %d = sub i32 %g, %l
  ret i32 %d
}

define internal void @sorted() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %ptls.at = getelementptr inbounds i8, ptr %gcstack, i64 8
  %ptls = load ptr, ptr %ptls.at, align 8
  %held = call ptr addrspace(10) @chain(i64 5)
  call void @qsort(ptr @numbers, i64 9, i64 8, ptr @compare) [ "gc-transition"(ptr %ptls) ]
  %s = call i64 @sum(ptr addrspace(10) %held)
  %first = load i64, ptr @numbers, align 8
  %last.at = getelementptr inbounds [9 x i64], ptr @numbers, i64 0, i64 8
  %last = load i64, ptr %last.at, align 8
  %p = call i32 (ptr, ...) @printf(ptr @.sorted, i64 %first, i64 %last, i64 %s)
  ret void
}

define i32 @main() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %r0 = call i32 @sem_init(ptr @done, i32 0, i32 0)
  %r1 = call i32 @sem_init(ptr @go, i32 0, i32 0)
  call void @foreign()
  call void @sorted()
  ret i32 0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare i32 @printf(ptr, ...)
declare ptr @julia.get_pgcstack_or_new() nounwind memory(inaccessiblemem: read)
declare i32 @sem_init(ptr, i32, i32)
declare i32 @sem_wait(ptr)
declare i32 @sem_post(ptr)
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i64, ptr)
declare void @qsort(ptr, i64, i64, ptr)
declare void @lr_gc_collect(i32)
