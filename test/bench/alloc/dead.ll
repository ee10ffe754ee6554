; dead.ll -- objects that never leave their function.  An ideal pass leaves no allocation in this file.
source_filename = "dead.ll"
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
; struct quad { int64_t w[4]; }
@quad_type = internal constant %struct.lr_type { ptr @.quad, i32 0, i32 32, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @quad_refs, ptr null, ptr null }, align 16
@quad_refs = internal constant [0 x i32] zeroinitializer, align 4
@.quad = private unnamed_addr constant [5 x i8] c"quad\00"
; struct node { int64_t value; ref next; }
@node_type = internal constant %struct.lr_type { ptr @.node, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @node_refs, ptr null, ptr null }, align 16
@node_refs = internal constant [1 x i32] [i32 1], align 4
@.node = private unnamed_addr constant [5 x i8] c"node\00"
; struct refs { ref r[4]; }
@refs_type = internal constant %struct.lr_type { ptr @.refs, i32 0, i32 32, i32 4, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @refs_refs, ptr null, ptr null }, align 16
@refs_refs = internal constant [4 x i32] [i32 0, i32 1, i32 2, i32 3], align 4
@.refs = private unnamed_addr constant [5 x i8] c"refs\00"
; a length, the address of the data, and the data: numbers
@memory_type = internal constant %struct.lr_type { ptr @.memory, i32 2, i32 16, i32 0, i32 8, i32 0, i32 0, i32 1, i32 0, ptr null, ptr null, ptr null }, align 16
@.memory = private unnamed_addr constant [7 x i8] c"memory\00"

@allocations = global i64 0
@.line = private unnamed_addr constant [9 x i8] c"%ld %ld\0A\00"

; Stored to, never read: nothing stays.
define i64 @dead_stores(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @pair_type to ptr addrspace(10)))
  %a = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b = getelementptr inbounds i8, ptr addrspace(11) %b.base, i64 8
  store i64 %i, ptr addrspace(11) %a, align 8
  store i64 7, ptr addrspace(11) %b, align 8
  call void @lr_gc_collect(i32 1)
  ret i64 %i
}

; Read by fields, one of them a reference to an argument: two numbers and a reference stay.
define i64 @split_fields(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %value = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %next.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %next = getelementptr inbounds i8, ptr addrspace(11) %next.base, i64 8
  store i64 %i, ptr addrspace(11) %value, align 8
  store ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)), ptr addrspace(11) %next, align 8
  call void @lr_gc_collect(i32 1)
  %v = load i64, ptr addrspace(11) %value, align 8
  %r = load ptr addrspace(10), ptr addrspace(11) %next, align 8
  %same = icmp eq ptr addrspace(10) %r, addrspacecast (ptr @node_type to ptr addrspace(10))
  %one = zext i1 %same to i64
  %sum = add i64 %v, %one
  ret i64 %sum
}

; A double that is stored and loaded as an integer, too: one number stays.
define i64 @two_views(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %field = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %f = sitofp i64 %i to double
  %half = fmul double %f, 5.000000e-01
  store double %half, ptr addrspace(11) %field, align 8
  call void @lr_gc_collect(i32 1)
  %bits = load i64, ptr addrspace(11) %field, align 8
  %high = lshr i64 %bits, 48
  ret i64 %high
}

; Preserved over a call that collects: the region goes with the object.
define i64 @preserved(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %field = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %field, align 8
  %region = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  call void @lr_gc_collect(i32 1)
  %v = load i64, ptr addrspace(11) %field, align 8
  call void @llvm.julia.gc_preserve_end(token %region)
  ret i64 %v
}

; Read through its raw address while it is preserved: lies on the stack.
define i64 @raw_pointer(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @pair_type to ptr addrspace(10)))
  %a = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b = getelementptr inbounds i8, ptr addrspace(11) %b.base, i64 8
  store i64 %i, ptr addrspace(11) %a, align 8
  store i64 3, ptr addrspace(11) %b, align 8
  %region = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  %raw = call ptr @julia.pointer_from_objref(ptr addrspace(11) %a)
  %second = getelementptr inbounds i8, ptr %raw, i64 8
  store i64 5, ptr %second, align 8
  call void @llvm.julia.gc_preserve_end(token %region)
  %x = load i64, ptr addrspace(11) %a, align 8
  %y = load i64, ptr addrspace(11) %b, align 8
  %sum = add i64 %x, %y
  ret i64 %sum
}

; Copied as a whole into another: nothing stays of either.
define i64 @copied(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %from = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 32, ptr addrspace(10) addrspacecast (ptr @quad_type to ptr addrspace(10)))
  %f0 = addrspacecast ptr addrspace(10) %from to ptr addrspace(11)
  %f3.base = addrspacecast ptr addrspace(10) %from to ptr addrspace(11)
  %f3 = getelementptr inbounds i8, ptr addrspace(11) %f3.base, i64 24
  call void @llvm.memset.p11.i64(ptr addrspace(11) align 16 %f0, i8 0, i64 32, i1 false)
  store i64 %i, ptr addrspace(11) %f0, align 8
  store i64 9, ptr addrspace(11) %f3, align 8
  %to = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 32, ptr addrspace(10) addrspacecast (ptr @quad_type to ptr addrspace(10)))
  %t0 = addrspacecast ptr addrspace(10) %to to ptr addrspace(11)
  call void @llvm.memcpy.p11.p11.i64(ptr addrspace(11) align 16 %t0, ptr addrspace(11) align 16 %f0, i64 32, i1 false)
  call void @lr_gc_collect(i32 1)
  %t3.base = addrspacecast ptr addrspace(10) %to to ptr addrspace(11)
  %t3 = getelementptr inbounds i8, ptr addrspace(11) %t3.base, i64 24
  %x = load i64, ptr addrspace(11) %t0, align 8
  %y = load i64, ptr addrspace(11) %t3, align 8
  %sum = add i64 %x, %y
  ret i64 %sum
}

; Numbers at a variable index: lies on the stack.
define i64 @variable_index(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 32, ptr addrspace(10) addrspacecast (ptr @quad_type to ptr addrspace(10)))
  %w0 = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %w1.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %w1 = getelementptr inbounds i8, ptr addrspace(11) %w1.base, i64 8
  %w2.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %w2 = getelementptr inbounds i8, ptr addrspace(11) %w2.base, i64 16
  %w3.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %w3 = getelementptr inbounds i8, ptr addrspace(11) %w3.base, i64 24
  store i64 %i, ptr addrspace(11) %w0, align 8
  store i64 11, ptr addrspace(11) %w1, align 8
  store i64 12, ptr addrspace(11) %w2, align 8
  store i64 13, ptr addrspace(11) %w3, align 8
  call void @lr_gc_collect(i32 1)
  %k = and i64 %i, 3
  %at = getelementptr inbounds i64, ptr addrspace(11) %w0, i64 %k
  %v = load i64, ptr addrspace(11) %at, align 8
  ret i64 %v
}

; References at a variable index: the references lie on the stack, as roots, and the barrier goes.
define i64 @variable_index_refs(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 32, ptr addrspace(10) addrspacecast (ptr @refs_type to ptr addrspace(10))) [ "julia.gc_alloc_zeroinit"(i64 0, i64 32) ]
  %w0 = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %k = and i64 %i, 3
  %slot = getelementptr inbounds ptr addrspace(10), ptr addrspace(11) %w0, i64 %k
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) addrspacecast (ptr @refs_type to ptr addrspace(10)))
  store ptr addrspace(10) addrspacecast (ptr @refs_type to ptr addrspace(10)), ptr addrspace(11) %slot, align 8
  call void @lr_gc_collect(i32 1)
  %j = lshr i64 %i, 2
  %j3 = and i64 %j, 3
  %other = getelementptr inbounds ptr addrspace(10), ptr addrspace(11) %w0, i64 %j3
  %r = load ptr addrspace(10), ptr addrspace(11) %other, align 8
  %none = icmp eq ptr addrspace(10) %r, null
  %v = zext i1 %none to i64
  ret i64 %v
}

; What the front end had cleared is read before it is written: zero stays.
define i64 @zeroed(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10))) [ "julia.gc_alloc_ptr_offsets"(i64 8) ]
  %value = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %next.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %next = getelementptr inbounds i8, ptr addrspace(11) %next.base, i64 8
  store i64 %i, ptr addrspace(11) %value, align 8
  call void @lr_gc_collect(i32 1)
  %r = load ptr addrspace(10), ptr addrspace(11) %next, align 8
  %none = icmp eq ptr addrspace(10) %r, null
  %one = zext i1 %none to i64
  %v = load i64, ptr addrspace(11) %value, align 8
  %sum = add i64 %v, %one
  ret i64 %sum
}

; Asked for its type: the answer is known.
define i64 @typeof_test(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %field = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %field, align 8
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  %is = icmp eq ptr addrspace(10) %t, addrspacecast (ptr @box_type to ptr addrspace(10))
  br i1 %is, label %number, label %other

number:
  %v = load i64, ptr addrspace(11) %field, align 8
  ret i64 %v

other:
  ret i64 -1
}

; Compared with an object that was there before, and with null: neither can be the same.
define i64 @compared(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %field = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %field, align 8
  %same = icmp eq ptr addrspace(10) %o, addrspacecast (ptr @box_type to ptr addrspace(10))
  %null = icmp eq ptr addrspace(10) %o, null
  %either = or i1 %same, %null
  br i1 %either, label %yes, label %no

yes:
  ret i64 -1

no:
  %v = load i64, ptr addrspace(11) %field, align 8
  ret i64 %v
}

; A cell that a loop counts in: one number stays, in a register.
define i64 @counted_cell(i64 %i) noinline {
entry:
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %field = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store i64 0, ptr addrspace(11) %field, align 8
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %old = load i64, ptr addrspace(11) %field, align 8
  %square = mul i64 %k, %k
  %new = add i64 %old, %square
  store i64 %new, ptr addrspace(11) %field, align 8
  %next = add i64 %k, 1
  %more = icmp ule i64 %next, %i
  br i1 %more, label %loop, label %done

done:
  %v = load i64, ptr addrspace(11) %field, align 8
  ret i64 %v
}

; A fresh object in each round of a loop, read in the same round: no allocation stays in the loop.
define i64 @fresh_each_round(i64 %i) noinline {
entry:
  %task = call ptr @julia.get_pgcstack()
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %grown, %loop ]
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @pair_type to ptr addrspace(10)))
  %a = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b = getelementptr inbounds i8, ptr addrspace(11) %b.base, i64 8
  store i64 %k, ptr addrspace(11) %a, align 8
  store i64 %sum, ptr addrspace(11) %b, align 8
  call void @lr_gc_collect(i32 1)
  %x = load i64, ptr addrspace(11) %a, align 8
  %y = load i64, ptr addrspace(11) %b, align 8
  %grown = add i64 %x, %y
  %next = add i64 %k, 1
  %more = icmp ule i64 %next, %i
  br i1 %more, label %loop, label %done

done:
  ret i64 %grown
}

; An array of four numbers with a header, read by a variable index through the address in the header: lies on the stack.
define i64 @memory(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %task, i64 32, ptr addrspace(10) addrspacecast (ptr @memory_type to ptr addrspace(10)), i64 4, i1 true)
  %at.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %at = getelementptr inbounds i8, ptr addrspace(11) %at.base, i64 8
  %raw = load ptr, ptr addrspace(11) %at, align 8
  %data = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %o, ptr %raw)
  %k = and i64 %i, 3
  %slot = getelementptr inbounds i64, ptr addrspace(13) %data, i64 %k
  store i64 %i, ptr addrspace(13) %slot, align 8
  call void @lr_gc_collect(i32 1)
  %first = load i64, ptr addrspace(13) %data, align 8
  %size = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %n = load i64, ptr addrspace(11) %size, align 8
  %sum = add i64 %first, %n
  ret i64 %sum
}

; The same in a loop: each round sees zeros.
define i64 @memory_loop(i64 %i) noinline {
entry:
  %task = call ptr @julia.get_pgcstack()
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %grown, %loop ]
  %o = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %task, i64 32, ptr addrspace(10) addrspacecast (ptr @memory_type to ptr addrspace(10)), i64 4, i1 true)
  %at.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %at = getelementptr inbounds i8, ptr addrspace(11) %at.base, i64 8
  %raw = load ptr, ptr addrspace(11) %at, align 8
  %data = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %o, ptr %raw)
  %w = and i64 %k, 3
  %slot = getelementptr inbounds i64, ptr addrspace(13) %data, i64 %w
  store i64 %k, ptr addrspace(13) %slot, align 8
  %first = load i64, ptr addrspace(13) %data, align 8
  %grown = add i64 %sum, %first
  %next = add i64 %k, 1
  %more = icmp ule i64 %next, %i
  br i1 %more, label %loop, label %done

done:
  ret i64 %grown
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
  call void @drive(ptr @dead_stores)
  call void @drive(ptr @split_fields)
  call void @drive(ptr @two_views)
  call void @drive(ptr @preserved)
  call void @drive(ptr @raw_pointer)
  call void @drive(ptr @copied)
  call void @drive(ptr @variable_index)
  call void @drive(ptr @variable_index_refs)
  call void @drive(ptr @zeroed)
  call void @drive(ptr @typeof_test)
  call void @drive(ptr @compared)
  call void @drive(ptr @counted_cell)
  call void @drive(ptr @fresh_each_round)
  call void @drive(ptr @memory)
  call void @drive(ptr @memory_loop)
  ret i32 0
}

declare void @llvm.memset.p11.i64(ptr addrspace(11) writeonly, i8, i64, i1 immarg)
declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1)
declare noundef nonnull ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) nocapture noundef nonnull readnone, ptr noundef nonnull readnone) nounwind willreturn memory(none)
declare nonnull ptr addrspace(10) @julia.typeof(ptr addrspace(10)) nounwind willreturn memory(argmem: read)
declare void @julia.write_barrier(ptr addrspace(10), ...) nounwind memory(inaccessiblemem: readwrite, argmem: readwrite)
declare nonnull ptr @julia.pointer_from_objref(ptr addrspace(11)) nounwind willreturn memory(none)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare void @llvm.memcpy.p11.p11.i64(ptr addrspace(11) noalias writeonly, ptr addrspace(11) noalias readonly, i64, i1 immarg)
declare void @lr_gc_collect(i32)
declare i32 @printf(ptr, ...)
