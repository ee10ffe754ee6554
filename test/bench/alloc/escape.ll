; escape.ll -- objects that escape on some paths only.  The comment of each says what an ideal pass leaves there.
source_filename = "escape.ll"
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

; A tuple for the message of a bounds error, made before the check: one allocation, on the path that throws.
define i64 @error_tuple(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @pair_type to ptr addrspace(10)))
  %a = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b = getelementptr inbounds i8, ptr addrspace(11) %b.base, i64 8
  store i64 %i, ptr addrspace(11) %a, align 8
  store i64 20, ptr addrspace(11) %b, align 8
  call void @lr_gc_collect(i32 1)
  %fine = icmp ult i64 %i, 20
  br i1 %fine, label %inside, label %outside

inside:
  %v = load i64, ptr addrspace(11) %a, align 8
  ret i64 %v

outside:
  call void @lr_throw(ptr addrspace(10) %o)
  unreachable
}

; An exception that holds a tuple: two allocations, on the path that throws.
define i64 @error_nested(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %tuple = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @pair_type to ptr addrspace(10)))
  %a = addrspacecast ptr addrspace(10) %tuple to ptr addrspace(11)
  %b.base = addrspacecast ptr addrspace(10) %tuple to ptr addrspace(11)
  %b = getelementptr inbounds i8, ptr addrspace(11) %b.base, i64 8
  store i64 %i, ptr addrspace(11) %a, align 8
  store i64 20, ptr addrspace(11) %b, align 8
  %error = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %value = addrspacecast ptr addrspace(10) %error to ptr addrspace(11)
  %next.base = addrspacecast ptr addrspace(10) %error to ptr addrspace(11)
  %next = getelementptr inbounds i8, ptr addrspace(11) %next.base, i64 8
  store i64 4, ptr addrspace(11) %value, align 8
  store ptr addrspace(10) %tuple, ptr addrspace(11) %next, align 8
  call void @lr_gc_collect(i32 1)
  %fine = icmp ult i64 %i, 20
  br i1 %fine, label %inside, label %outside

inside:
  %v = load i64, ptr addrspace(11) %b, align 8
  %w = load i64, ptr addrspace(11) %value, align 8
  %sum = add i64 %v, %w
  ret i64 %sum

outside:
  call void @lr_throw(ptr addrspace(10) %error)
  unreachable
}

; Given away on a cold path that goes on: one allocation, on that path.
define i64 @cold_escape(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @pair_type to ptr addrspace(10)))
  %a = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b = getelementptr inbounds i8, ptr addrspace(11) %b.base, i64 8
  store i64 %i, ptr addrspace(11) %a, align 8
  store i64 2, ptr addrspace(11) %b, align 8
  call void @lr_gc_collect(i32 1)
  %rare = icmp eq i64 %i, 13
  br i1 %rare, label %cold, label %done, !prof !0

cold:
  %d.callee = load volatile ptr, ptr @opaque, align 8
  %d = call i64 %d.callee(ptr addrspace(10) %o)
  br label %done

done:
  %extra = phi i64 [ %d, %cold ], [ 0, %0 ]
  %v = load i64, ptr addrspace(11) %b, align 8
  %sum = add i64 %v, %extra
  ret i64 %sum
}

; Given away on one path, and dead there afterwards; the other path only reads: one allocation, on the first path.
define i64 @one_path(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %field = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %field, align 8
  call void @lr_gc_collect(i32 1)
  %odd = and i64 %i, 7
  %is = icmp eq i64 %odd, 5
  br i1 %is, label %give, label %keep

give:
  %d.callee = load volatile ptr, ptr @opaque, align 8
  %d = call i64 %d.callee(ptr addrspace(10) %o)
  ret i64 %d

keep:
  %v = load i64, ptr addrspace(11) %field, align 8
  %twice = shl i64 %v, 1
  ret i64 %twice
}

; Made by @made_sometimes, and by nobody else.
define internal ptr addrspace(10) @maybe(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %field = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %field, align 8
  call void @lr_gc_collect(i32 1)
  %big = icmp ugt i64 %i, 16
  br i1 %big, label %give, label %keep

give:
  ret ptr addrspace(10) %o

keep:
  %v = load i64, ptr addrspace(11) %field, align 8
  %even = and i64 %v, 1
  %yes = icmp eq i64 %even, 0
  %chosen = select i1 %yes, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)), ptr addrspace(10) null
  ret ptr addrspace(10) %chosen
}

; Returned on one path only: one allocation, on that path.
define i64 @returned_sometimes(i64 %i) noinline {
  %r = call ptr addrspace(10) @maybe(i64 %i)
  %none = icmp eq ptr addrspace(10) %r, null
  br i1 %none, label %nothing, label %something

nothing:
  ret i64 1

something:
  %field = addrspacecast ptr addrspace(10) %r to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %field, align 8
  %low = and i64 %v, 31
  %big = icmp ugt i64 %i, 16
  %told = select i1 %big, i64 %low, i64 2
  ret i64 %told
}

; Written in a loop, given away behind it: the loop works on a number, one allocation stays behind it.
define i64 @after_loop(i64 %i) noinline {
entry:
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %field = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store i64 0, ptr addrspace(11) %field, align 8
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %old = load i64, ptr addrspace(11) %field, align 8
  %new = add i64 %old, %k
  store i64 %new, ptr addrspace(11) %field, align 8
  %next = add i64 %k, 1
  %more = icmp ule i64 %next, %i
  br i1 %more, label %loop, label %done

done:
  %rare = icmp eq i64 %i, 17
  br i1 %rare, label %give, label %keep

give:
  %d.callee = load volatile ptr, ptr @opaque, align 8
  %d = call i64 %d.callee(ptr addrspace(10) %o)
  ret i64 %d

keep:
  %v = load i64, ptr addrspace(11) %field, align 8
  ret i64 %v
}

; In a loop with a check that never fails: no allocation in the loop, two on the path that throws.
define i64 @checked_loop(i64 %i) noinline {
entry:
  %task = call ptr @julia.get_pgcstack()
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %inside ]
  %sum = phi i64 [ 0, %entry ], [ %grown, %inside ]
  %index = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %at = addrspacecast ptr addrspace(10) %index to ptr addrspace(11)
  store i64 %k, ptr addrspace(11) %at, align 8
  %error = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %value = addrspacecast ptr addrspace(10) %error to ptr addrspace(11)
  %next.at.base = addrspacecast ptr addrspace(10) %error to ptr addrspace(11)
  %next.at = getelementptr inbounds i8, ptr addrspace(11) %next.at.base, i64 8
  store i64 20, ptr addrspace(11) %value, align 8
  store ptr addrspace(10) %index, ptr addrspace(11) %next.at, align 8
  %n = load i64, ptr addrspace(11) %value, align 8
  %fine = icmp ult i64 %k, %n
  br i1 %fine, label %inside, label %outside

inside:
  %x = load i64, ptr addrspace(11) %at, align 8
  %grown = add i64 %sum, %x
  %next = add i64 %k, 1
  %more = icmp ule i64 %next, %i
  br i1 %more, label %loop, label %done

outside:
  call void @lr_throw(ptr addrspace(10) %error)
  unreachable

done:
  ret i64 %grown
}

; Given away at once: the allocation stays.  Here to show that the figures count what must stay.
define i64 @given_away(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %field = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %field, align 8
  %d.callee = load volatile ptr, ptr @opaque, align 8
  %d = call i64 %d.callee(ptr addrspace(10) %o)
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
  call void @drive(ptr @error_tuple)
  call void @drive(ptr @error_nested)
  call void @drive(ptr @cold_escape)
  call void @drive(ptr @one_path)
  call void @drive(ptr @returned_sometimes)
  call void @drive(ptr @after_loop)
  call void @drive(ptr @checked_loop)
  call void @drive(ptr @given_away)
  ret i32 0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare void @lr_gc_collect(i32)
declare void @lr_throw(ptr addrspace(10)) noreturn
declare i32 @printf(ptr, ...)
