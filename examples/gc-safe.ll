; gc-safe.ll -- C functions that block, called so that others may collect meanwhile.
;
; Covers what C cannot write (this file is made by hand): "gc-transition" bundles. The first thread waits for a semaphore while the second,
; which holds it, collects again and again; neither could go on if the wait did not leave the GC-unsafe state. What the first
; thread holds meanwhile must be in its frame.
source_filename = "gc-safe.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

; struct node { int64_t value; ref next; }
@node_type = internal constant %struct.lr_type { ptr @.node, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @node_refs, ptr null, ptr null }, align 16
@node_refs = internal constant [1 x i32] [i32 1]
@.node = private unnamed_addr constant [5 x i8] c"node\00"

@.waited = private unnamed_addr constant [13 x i8] c"waited: %ld\0A\00"
@.nested = private unnamed_addr constant [19 x i8] c"given: %ld, later\0A\00"
@done = internal global [8 x i64] zeroinitializer, align 16
@go = internal global [8 x i64] zeroinitializer, align 16

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

; Collects, allocates, and says so; twice.
define internal ptr addrspace(10) @worker(ptr addrspace(10) %given) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %ptls.at = getelementptr inbounds i8, ptr %gcstack, i64 8
  %ptls = load ptr, ptr %ptls.at, align 8
  call void @lr_gc_collect(i32 1)
  %garbage = call ptr addrspace(10) @chain(i64 30)
  call void @lr_gc_collect(i32 0)
  %r0 = call i32 @sem_post(ptr @done)
  %r1 = call i32 @sem_wait(ptr @go) [ "gc-transition"(ptr %ptls) ]
  call void @lr_gc_collect(i32 1)
  %list = call ptr addrspace(10) @chain(i64 9)
  call void @lr_gc_collect(i32 1)
  %s = call i64 @sum(ptr addrspace(10) %given)
  %t = call i64 @sum(ptr addrspace(10) %list)
  %u = add i64 %s, %t
  %box = call ptr addrspace(10) @chain(i64 1)
  %fields = addrspacecast ptr addrspace(10) %box to ptr addrspace(11)
  store i64 %u, ptr addrspace(11) %fields, align 8
  %r2 = call i32 @sem_post(ptr @done)
  ret ptr addrspace(10) %box
}

define internal i64 @wait() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %ptls.at = getelementptr inbounds i8, ptr %gcstack, i64 8
  %ptls = load ptr, ptr %ptls.at, align 8
  %given = call ptr addrspace(10) @chain(i64 7)
  %thread = call ptr @lr_thread_spawn(ptr @worker, ptr addrspace(10) %given)
  %held = call ptr addrspace(10) @chain(i64 12)
  %r0 = call i32 @sem_wait(ptr @done) [ "gc-transition"(ptr %ptls) ]
  %a = call i64 @sum(ptr addrspace(10) %held)
  %later = call ptr addrspace(10) @chain(i64 5)
  %r1 = call i32 @sem_post(ptr @go)
  %r2 = call i32 @sem_wait(ptr @done) [ "gc-transition"(ptr %ptls), "jl_roots"(ptr addrspace(10) %held) ]
  %b = call i64 @sum(ptr addrspace(10) %later)
  %result = call ptr addrspace(10) @lr_thread_join(ptr %thread)
  %fields = addrspacecast ptr addrspace(10) %result to ptr addrspace(11)
  %c = load i64, ptr addrspace(11) %fields, align 8
  %p = call i32 (ptr, ...) @printf(ptr @.nested, i64 %c)
  %ab = add i64 %a, %b
  ret i64 %ab
}

define i32 @main() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %r0 = call i32 @sem_init(ptr @done, i32 0, i32 0)
  %r1 = call i32 @sem_init(ptr @go, i32 0, i32 0)
  %a = call i64 @wait()
  %p0 = call i32 (ptr, ...) @printf(ptr @.waited, i64 %a)
  ret i32 0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare i32 @printf(ptr, ...)
declare i32 @sem_init(ptr, i32, i32)
declare i32 @sem_wait(ptr)
declare i32 @sem_post(ptr)
declare void @lr_gc_collect(i32)
declare ptr @lr_thread_spawn(ptr, ptr addrspace(10))
declare ptr addrspace(10) @lr_thread_join(ptr)
