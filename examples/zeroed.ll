; zeroed.ll -- objects whose reference fields are stored late, after other allocations.
;
; Covers what C cannot write (this file is made by hand): the bundles on julia.gc_alloc_obj by which a front end has fields
; cleared at once, "julia.gc_alloc_ptr_offsets" and "julia.gc_alloc_zeroinit" (constant and computed sizes).  Without
; them a collection would meet what was in the memory before; LLVM brings stores into this order by itself.
source_filename = "zeroed.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

; struct node { int64_t value; ref left, right; }    struct array { int64_t length; ref element[]; }
@node_type = internal constant %struct.lr_type { ptr @.node, i32 0, i32 24, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @node_refs, ptr null, ptr null }, align 16
@node_refs = internal constant [2 x i32] [i32 1, i32 2]
@array_type = internal constant %struct.lr_type { ptr @.array, i32 1, i32 8, i32 0, i32 8, i32 1, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.node = private unnamed_addr constant [5 x i8] c"node\00"
@.array = private unnamed_addr constant [6 x i8] c"array\00"
@.offsets = private unnamed_addr constant [14 x i8] c"offsets: %ld\0A\00"
@.region = private unnamed_addr constant [13 x i8] c"region: %ld\0A\00"
@.elements = private unnamed_addr constant [15 x i8] c"elements: %ld\0A\00"

; A chain of n nodes, each allocated before its children are known: the left one is the chain so far, the right one a leaf.
define internal ptr addrspace(10) @chain(i64 %n) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %list = phi ptr addrspace(10) [ null, %entry ], [ %node, %loop ]
  %node = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10))) [ "julia.gc_alloc_ptr_offsets"(i64 8, i64 16) ]
  %leaf = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10))) [ "julia.gc_alloc_ptr_offsets"(i64 8, i64 16) ]
  %garbage = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10))) [ "julia.gc_alloc_ptr_offsets"(i64 8, i64 16) ]
  %leaf.fields = addrspacecast ptr addrspace(10) %leaf to ptr addrspace(11)
  %square = mul i64 %i, %i
  store i64 %square, ptr addrspace(11) %leaf.fields, align 8
  %fields = addrspacecast ptr addrspace(10) %node to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %fields, align 8
  %left = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 8
  %right = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 16
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %node, ptr addrspace(10) %list, ptr addrspace(10) %leaf)
  store ptr addrspace(10) %list, ptr addrspace(11) %left, align 8
  store ptr addrspace(10) %leaf, ptr addrspace(11) %right, align 8
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
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
  %left = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 8
  %right = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 16
  %value = load i64, ptr addrspace(11) %fields, align 8
  %leaf = load ptr addrspace(10), ptr addrspace(11) %right, align 8
  %leaf.fields = addrspacecast ptr addrspace(10) %leaf to ptr addrspace(11)
  %square = load i64, ptr addrspace(11) %leaf.fields, align 8
  %doubled = shl i64 %sum, 1
  %with = add i64 %doubled, %value
  %grown = add i64 %with, %square
  %rest = load ptr addrspace(10), ptr addrspace(11) %left, align 8
  br label %loop

done:
  ret i64 %sum
}

; The same with a region from the front of the object; only the left field is ever stored to.
define internal i64 @region(i64 %n) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %node = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10))) [ "julia.gc_alloc_zeroinit"(i64 0, i64 24) ]
  %list = call ptr addrspace(10) @chain(i64 %n)
  %fields = addrspacecast ptr addrspace(10) %node to ptr addrspace(11)
  %left = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %node, ptr addrspace(10) %list)
  store ptr addrspace(10) %list, ptr addrspace(11) %left, align 8
  %more = call ptr addrspace(10) @chain(i64 2)
  %value = load i64, ptr addrspace(11) %fields, align 8
  %back = load ptr addrspace(10), ptr addrspace(11) %left, align 8
  %right = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 16
  %none = load ptr addrspace(10), ptr addrspace(11) %right, align 8
  %is.null = icmp eq ptr addrspace(10) %none, null
  %flag = zext i1 %is.null to i64
  %s = call i64 @sum(ptr addrspace(10) %back)
  %tenfold = mul i64 %s, 10
  %x = add i64 %tenfold, %flag
  %y = add i64 %x, %value
  ret i64 %y
}

; An array of n references, filled one allocation after the other; then read back.
define internal i64 @elements(i64 %n) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %data.bytes = shl i64 %n, 3
  %bytes = add i64 %data.bytes, 8
  %array = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 %bytes, ptr addrspace(10) addrspacecast (ptr @array_type to ptr addrspace(10))) [ "julia.gc_alloc_zeroinit"(i64 8, i64 %data.bytes) ]
  %fields = addrspacecast ptr addrspace(10) %array to ptr addrspace(11)
  store i64 %n, ptr addrspace(11) %fields, align 8
  %data = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 8
  br label %fill

fill:
  %i = phi i64 [ 0, %entry ], [ %next, %fill ]
  %length = add i64 %i, 1
  %chain = call ptr addrspace(10) @chain(i64 %length)
  %slot = getelementptr inbounds ptr addrspace(10), ptr addrspace(11) %data, i64 %i
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %array, ptr addrspace(10) %chain)
  store ptr addrspace(10) %chain, ptr addrspace(11) %slot, align 8
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %fill, label %read

read:
  %j = phi i64 [ 0, %fill ], [ %j.next, %read ]
  %total = phi i64 [ 0, %fill ], [ %total.next, %read ]
  %element = getelementptr inbounds ptr addrspace(10), ptr addrspace(11) %data, i64 %j
  %c = load ptr addrspace(10), ptr addrspace(11) %element, align 8
  %s = call i64 @sum(ptr addrspace(10) %c)
  %total.next = add i64 %total, %s
  %j.next = add i64 %j, 1
  %again = icmp ult i64 %j.next, %n
  br i1 %again, label %read, label %done

done:
  ret i64 %total.next
}

define i32 @main() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %chain = call ptr addrspace(10) @chain(i64 12)
  %a = call i64 @sum(ptr addrspace(10) %chain)
  %p0 = call i32 (ptr, ...) @printf(ptr @.offsets, i64 %a)
  %b = call i64 @region(i64 5)
  %p1 = call i32 (ptr, ...) @printf(ptr @.region, i64 %b)
  %c = call i64 @elements(i64 9)
  %p2 = call i32 (ptr, ...) @printf(ptr @.elements, i64 %c)
  ret i32 0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare void @julia.write_barrier(ptr addrspace(10), ...) norecurse nounwind memory(inaccessiblemem: readwrite)
declare i32 @printf(ptr, ...)
