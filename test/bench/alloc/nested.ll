; nested.ll -- objects that refer to each other, closures, and objects that are passed to functions.
; The comment of each says what an ideal pass leaves there.
source_filename = "nested.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

; struct box { int64_t value; }
@box_type = internal constant %struct.lr_type { ptr @.box, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @box_refs, ptr null, ptr null }, align 16
@box_refs = internal constant [0 x i32] zeroinitializer, align 4
@.box = private unnamed_addr constant [4 x i8] c"box\00"
; struct pair { int64_t a, b; }, or two doubles
@pair_type = internal constant %struct.lr_type { ptr @.pair, i32 0, i32 16, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @pair_refs, ptr null, ptr null }, align 16
@pair_refs = internal constant [0 x i32] zeroinitializer, align 4
@.pair = private unnamed_addr constant [5 x i8] c"pair\00"
; struct node { int64_t value; ref next; }
@node_type = internal constant %struct.lr_type { ptr @.node, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @node_refs, ptr null, ptr null }, align 16
@node_refs = internal constant [1 x i32] [i32 1], align 4
@.node = private unnamed_addr constant [5 x i8] c"node\00"

@allocations = global i64 0
@.line = private unnamed_addr constant [9 x i8] c"%ld %ld\0A\00"
@opaque = global ptr @digest

; A box in a node, loaded back: nothing stays of either.
define i64 @in_a_node(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %inner = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %inner.field = addrspacecast ptr addrspace(10) %inner to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %inner.field, align 8
  %outer = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %value = addrspacecast ptr addrspace(10) %outer to ptr addrspace(11)
  %next.base = addrspacecast ptr addrspace(10) %outer to ptr addrspace(11)
  %next = getelementptr inbounds i8, ptr addrspace(11) %next.base, i64 8
  store i64 6, ptr addrspace(11) %value, align 8
  store ptr addrspace(10) %inner, ptr addrspace(11) %next, align 8
  call void @lr_gc_collect(i32 1)
  %r = load ptr addrspace(10), ptr addrspace(11) %next, align 8
  %r.field = addrspacecast ptr addrspace(10) %r to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %r.field, align 8
  ret i64 %v
}

; A list of three nodes, walked: nothing stays.
define i64 @list_of_three(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %third = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %third.value = addrspacecast ptr addrspace(10) %third to ptr addrspace(11)
  %third.next.base = addrspacecast ptr addrspace(10) %third to ptr addrspace(11)
  %third.next = getelementptr inbounds i8, ptr addrspace(11) %third.next.base, i64 8
  store i64 %i, ptr addrspace(11) %third.value, align 8
  store ptr addrspace(10) null, ptr addrspace(11) %third.next, align 8
  %second = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %second.value = addrspacecast ptr addrspace(10) %second to ptr addrspace(11)
  %second.next.base = addrspacecast ptr addrspace(10) %second to ptr addrspace(11)
  %second.next = getelementptr inbounds i8, ptr addrspace(11) %second.next.base, i64 8
  store i64 20, ptr addrspace(11) %second.value, align 8
  store ptr addrspace(10) %third, ptr addrspace(11) %second.next, align 8
  %first = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %first.value = addrspacecast ptr addrspace(10) %first to ptr addrspace(11)
  %first.next.base = addrspacecast ptr addrspace(10) %first to ptr addrspace(11)
  %first.next = getelementptr inbounds i8, ptr addrspace(11) %first.next.base, i64 8
  store i64 300, ptr addrspace(11) %first.value, align 8
  store ptr addrspace(10) %second, ptr addrspace(11) %first.next, align 8
  call void @lr_gc_collect(i32 1)
  %a = load i64, ptr addrspace(11) %first.value, align 8
  %p = load ptr addrspace(10), ptr addrspace(11) %first.next, align 8
  %p.value = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  %p.next.base = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  %p.next = getelementptr inbounds i8, ptr addrspace(11) %p.next.base, i64 8
  %b = load i64, ptr addrspace(11) %p.value, align 8
  %q = load ptr addrspace(10), ptr addrspace(11) %p.next, align 8
  %q.value = addrspacecast ptr addrspace(10) %q to ptr addrspace(11)
  %c = load i64, ptr addrspace(11) %q.value, align 8
  %ab = add i64 %a, %b
  %abc = add i64 %ab, %c
  ret i64 %abc
}

; A cell that a closure counts in; the closure is inlined: nothing stays of cell and closure.
define i64 @closure(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %cell = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %count = addrspacecast ptr addrspace(10) %cell to ptr addrspace(11)
  store i64 0, ptr addrspace(11) %count, align 8
  %closure = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %step = addrspacecast ptr addrspace(10) %closure to ptr addrspace(11)
  %captured.base = addrspacecast ptr addrspace(10) %closure to ptr addrspace(11)
  %captured = getelementptr inbounds i8, ptr addrspace(11) %captured.base, i64 8
  store i64 %i, ptr addrspace(11) %step, align 8
  store ptr addrspace(10) %cell, ptr addrspace(11) %captured, align 8
  %one = call i64 @count(ptr addrspace(10) %closure)
  %two = call i64 @count(ptr addrspace(10) %closure)
  %all = load i64, ptr addrspace(11) %count, align 8
  %some = add i64 %one, %two
  %sum = add i64 %some, %all
  ret i64 %sum
}

; The body of the closure.
define internal i64 @count(ptr addrspace(10) %closure) alwaysinline {
  %step.at = addrspacecast ptr addrspace(10) %closure to ptr addrspace(11)
  %captured.base = addrspacecast ptr addrspace(10) %closure to ptr addrspace(11)
  %captured = getelementptr inbounds i8, ptr addrspace(11) %captured.base, i64 8
  %step = load i64, ptr addrspace(11) %step.at, align 8
  %cell = load ptr addrspace(10), ptr addrspace(11) %captured, align 8
  %count = addrspacecast ptr addrspace(10) %cell to ptr addrspace(11)
  %old = load i64, ptr addrspace(11) %count, align 8
  %new = add i64 %old, %step
  store i64 %new, ptr addrspace(11) %count, align 8
  call void @lr_gc_collect(i32 1)
  ret i64 %new
}

; An object in another that is preserved over a call: nothing stays of either.
define i64 @nested_preserved(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %inner = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %inner.field = addrspacecast ptr addrspace(10) %inner to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %inner.field, align 8
  %outer = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %value = addrspacecast ptr addrspace(10) %outer to ptr addrspace(11)
  %next.base = addrspacecast ptr addrspace(10) %outer to ptr addrspace(11)
  %next = getelementptr inbounds i8, ptr addrspace(11) %next.base, i64 8
  store i64 6, ptr addrspace(11) %value, align 8
  store ptr addrspace(10) %inner, ptr addrspace(11) %next, align 8
  %region = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %outer)
  call void @lr_gc_collect(i32 1)
  call void @llvm.julia.gc_preserve_end(token %region)
  %v = load i64, ptr addrspace(11) %inner.field, align 8
  ret i64 %v
}

; An object in one that is given away on a cold path: two allocations, on that path.
define i64 @nested_cold(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %inner = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %inner.field = addrspacecast ptr addrspace(10) %inner to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %inner.field, align 8
  %outer = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %value = addrspacecast ptr addrspace(10) %outer to ptr addrspace(11)
  %next.base = addrspacecast ptr addrspace(10) %outer to ptr addrspace(11)
  %next = getelementptr inbounds i8, ptr addrspace(11) %next.base, i64 8
  store i64 6, ptr addrspace(11) %value, align 8
  store ptr addrspace(10) %inner, ptr addrspace(11) %next, align 8
  call void @lr_gc_collect(i32 1)
  %rare = icmp eq i64 %i, 13
  br i1 %rare, label %cold, label %hot, !prof !0

cold:
  %d.callee = load volatile ptr, ptr @opaque, align 8
  %d = call i64 %d.callee(ptr addrspace(10) %outer)
  ret i64 %d

hot:
  %v = load i64, ptr addrspace(11) %inner.field, align 8
  ret i64 %v
}

; An object passed to a function that only reads it and is not inlined: nothing stays, the fields are passed.
define i64 @passed_to_reader(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @pair_type to ptr addrspace(10)))
  %a = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b = getelementptr inbounds i8, ptr addrspace(11) %b.base, i64 8
  store i64 %i, ptr addrspace(11) %a, align 8
  store i64 1000, ptr addrspace(11) %b, align 8
  %r = call i64 @reader(ptr addrspace(10) %o)
  %again = call i64 @reader(ptr addrspace(10) %o)
  %sum = add i64 %r, %again
  ret i64 %sum
}

define internal i64 @reader(ptr addrspace(10) %o) noinline {
  %a = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b = getelementptr inbounds i8, ptr addrspace(11) %b.base, i64 8
  %x = load i64, ptr addrspace(11) %a, align 8
  %y = load i64, ptr addrspace(11) %b, align 8
  %sum = add i64 %x, %y
  ret i64 %sum
}

; A function that returns a pair, inlined: nothing stays.
define i64 @returned_pair(i64 %i) noinline {
  %o = call ptr addrspace(10) @divide(i64 %i, i64 7)
  %a = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b = getelementptr inbounds i8, ptr addrspace(11) %b.base, i64 8
  %x = load i64, ptr addrspace(11) %a, align 8
  %y = load i64, ptr addrspace(11) %b, align 8
  %ten = mul i64 %x, 10
  %sum = add i64 %ten, %y
  ret i64 %sum
}

define internal ptr addrspace(10) @divide(i64 %n, i64 %by) alwaysinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @pair_type to ptr addrspace(10)))
  %a = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b = getelementptr inbounds i8, ptr addrspace(11) %b.base, i64 8
  %q = udiv i64 %n, %by
  %r = urem i64 %n, %by
  store i64 %q, ptr addrspace(11) %a, align 8
  store i64 %r, ptr addrspace(11) %b, align 8
  ret ptr addrspace(10) %o
}

; A fresh object stored into an object of the heap: the inner one stays, and the barrier goes, for the outer one is fresh, too.
define i64 @stored_and_given(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %inner = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %inner.field = addrspacecast ptr addrspace(10) %inner to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %inner.field, align 8
  %outer = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10))) [ "julia.gc_alloc_ptr_offsets"(i64 8) ]
  %value = addrspacecast ptr addrspace(10) %outer to ptr addrspace(11)
  %next.base = addrspacecast ptr addrspace(10) %outer to ptr addrspace(11)
  %next = getelementptr inbounds i8, ptr addrspace(11) %next.base, i64 8
  store i64 6, ptr addrspace(11) %value, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %outer, ptr addrspace(10) %inner)
  store ptr addrspace(10) %inner, ptr addrspace(11) %next, align 8
  %d.callee = load volatile ptr, ptr @opaque, align 8
  %d = call i64 %d.callee(ptr addrspace(10) %outer)
  ret i64 %d
}

!0 = !{!"branch_weights", i32 1, i32 2000}

; Code that no optimiser sees through: it collects, and reads the first word.
define internal i64 @digest(ptr addrspace(10) %object) noinline {
  call void @lr_gc_collect(i32 1)
  %fields = addrspacecast ptr addrspace(10) %object to ptr addrspace(11)
  %word = load i64, ptr addrspace(11) %fields, align 8
  ret i64 %word
}

; Calls a shape with 0 to 19 and prints a checksum, and how many allocations were counted (if they are).
define internal void @drive(ptr %shape) noinline {
entry:
  %before = load i64, ptr @allocations, align 8
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %grown, %loop ]
  %result = call i64 %shape(i64 %i)
  %times = mul i64 %sum, 31
  %grown = add i64 %times, %result
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 20
  br i1 %more, label %loop, label %done

done:
  %after = load i64, ptr @allocations, align 8
  %made = sub i64 %after, %before
  %printed = call i32 (ptr, ...) @printf(ptr @.line, i64 %grown, i64 %made)
  ret void
}

define i32 @main() {
  call void @drive(ptr @in_a_node)
  call void @drive(ptr @list_of_three)
  call void @drive(ptr @closure)
  call void @drive(ptr @nested_preserved)
  call void @drive(ptr @nested_cold)
  call void @drive(ptr @passed_to_reader)
  call void @drive(ptr @returned_pair)
  call void @drive(ptr @stored_and_given)
  ret i32 0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare void @julia.write_barrier(ptr addrspace(10), ...) nounwind memory(inaccessiblemem: readwrite, argmem: readwrite)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare void @lr_gc_collect(i32)
declare i32 @printf(ptr, ...)
