; memory.ll -- arrays with a header: a length, the address of the data, and the data behind them.
;
; Covers what C cannot write (this file is made by hand): julia.gc_alloc_memory with constant sizes, small and big, and with computed
; ones; data that must be zero before the elements come in, each after other allocations.
source_filename = "memory.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

; struct node { int64_t value; ref next; }
@node_type = internal constant %struct.lr_type { ptr @.node, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @node_refs, ptr null, ptr null }, align 16
@node_refs = internal constant [1 x i32] [i32 1]
@.node = private unnamed_addr constant [5 x i8] c"node\00"

@memory_type = internal constant %struct.lr_type { ptr @.memory, i32 2, i32 16, i32 0, i32 8, i32 1, i32 0, i32 1, i32 0, ptr null, ptr null, ptr null }, align 16
@.memory = private unnamed_addr constant [7 x i8] c"memory\00"
@.line = private unnamed_addr constant [21 x i8] c"%s: %ld, length %ld\0A\00"
@.small = private unnamed_addr constant [6 x i8] c"small\00"
@.big = private unnamed_addr constant [4 x i8] c"big\00"
@.computed = private unnamed_addr constant [9 x i8] c"computed\00"
@.empty = private unnamed_addr constant [6 x i8] c"empty\00"

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

; Put a chain into every third element from the first on; then add up all of them.
define internal i64 @fill(ptr addrspace(10) %memory) {
entry:
  %header = addrspacecast ptr addrspace(10) %memory to ptr addrspace(11)
  %n = load i64, ptr addrspace(11) %header, align 8
  %data.at = getelementptr inbounds i8, ptr addrspace(11) %header, i64 8
  %data.raw = load ptr, ptr addrspace(11) %data.at, align 8
  %data = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %memory, ptr %data.raw)
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %store, label %done

store:
  %i = phi i64 [ 0, %entry ], [ %i.next, %store ]
  %length = add i64 %i, 1
  %chain = call ptr addrspace(10) @chain(i64 %length)
  %slot = getelementptr inbounds ptr addrspace(10), ptr addrspace(13) %data, i64 %i
  call void (ptr addrspace(10), ptr addrspace(13), ptr addrspace(10), ...) @julia.field_write_barrier.p13(ptr addrspace(10) %memory, ptr addrspace(13) %slot, ptr addrspace(10) %chain)
  store ptr addrspace(10) %chain, ptr addrspace(13) %slot, align 8
  %i.next = add i64 %i, 3
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %store, label %add

add:
  %j = phi i64 [ 0, %store ], [ %j.next, %add ]
  %total = phi i64 [ 0, %store ], [ %total.next, %add ]
  %element = getelementptr inbounds ptr addrspace(10), ptr addrspace(13) %data, i64 %j
  %list = load ptr addrspace(10), ptr addrspace(13) %element, align 8
  %s = call i64 @sum(ptr addrspace(10) %list)
  %total.next = add i64 %total, %s
  %j.next = add i64 %j, 1
  %again = icmp slt i64 %j.next, %n
  br i1 %again, label %add, label %done

done:
  %result = phi i64 [ 0, %entry ], [ %total.next, %add ]
  ret i64 %result
}

define internal void @print(ptr %name, ptr addrspace(10) %memory) {
entry:
  %sum = call i64 @fill(ptr addrspace(10) %memory)
  %header = addrspacecast ptr addrspace(10) %memory to ptr addrspace(11)
  %n = load i64, ptr addrspace(11) %header, align 8
  %p = call i32 (ptr, ...) @printf(ptr @.line, ptr %name, i64 %sum, i64 %n)
  ret void
}

define internal void @computed(i64 %n, i1 %zero) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %bytes = shl i64 %n, 3
  %memory = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %gcstack, i64 %bytes, ptr addrspace(10) addrspacecast (ptr @memory_type to ptr addrspace(10)), i64 %n, i1 %zero)
  call void @print(ptr @.computed, ptr addrspace(10) %memory)
  ret void
}

define internal void @constant() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %small = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %gcstack, i64 80, ptr addrspace(10) addrspacecast (ptr @memory_type to ptr addrspace(10)), i64 10, i1 true)
  %empty = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %gcstack, i64 0, ptr addrspace(10) addrspacecast (ptr @memory_type to ptr addrspace(10)), i64 0, i1 false)
  %big = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %gcstack, i64 2400, ptr addrspace(10) addrspacecast (ptr @memory_type to ptr addrspace(10)), i64 300, i1 true)
  call void @print(ptr @.small, ptr addrspace(10) %small)
  call void @print(ptr @.empty, ptr addrspace(10) %empty)
  %header = addrspacecast ptr addrspace(10) %big to ptr addrspace(11)
  store i64 20, ptr addrspace(11) %header, align 8
  call void @print(ptr @.big, ptr addrspace(10) %big)
  ret void
}

define i32 @main() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  call void @constant()
  call void @computed(i64 0, i1 false)
  call void @computed(i64 5, i1 true)
  call void @computed(i64 25, i1 true)
  ret i32 0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare i32 @printf(ptr, ...)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1) nounwind willreturn memory(argmem: read, inaccessiblemem: readwrite)
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr) nounwind speculatable willreturn memory(none)
declare void @julia.field_write_barrier.p13(ptr addrspace(10), ptr addrspace(13), ptr addrspace(10), ...) norecurse nounwind memory(inaccessiblemem: readwrite)
