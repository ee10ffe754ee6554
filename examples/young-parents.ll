; young-parents.ll -- barriers that share a test, and barriers that are not needed.
;
; Covers (this file is made by hand): barriers on one old parent that are merged, with children that are null at run time; parents that are
; new, children that live for ever. What has no barrier must get through the collections of one generation all the same.
source_filename = "young-parents.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

; struct node { int64_t value; ref next; }
@node_type = internal constant %struct.lr_type { ptr @.node, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @node_refs, ptr null, ptr null }, align 16
@node_refs = internal constant [1 x i32] [i32 1]
@.node = private unnamed_addr constant [5 x i8] c"node\00"

; struct array { int64_t length; ref element[]; }
@array_type = internal constant %struct.lr_type { ptr @.array, i32 1, i32 8, i32 0, i32 8, i32 1, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.array = private unnamed_addr constant [6 x i8] c"array\00"
; An object that is static data, with its tag; and a variable that always refers to it.
@static = internal global { ptr, ptr, { i64, ptr addrspace(10) } } { ptr null, ptr getelementptr (i8, ptr @node_type, i64 7), { i64, ptr addrspace(10) } { i64 41, ptr addrspace(10) null } }, align 16
@always = internal constant ptr addrspace(10) addrspacecast (ptr getelementptr inbounds ({ ptr, ptr, { i64, ptr addrspace(10) } }, ptr @static, i64 0, i32 2) to ptr addrspace(10))
@.line = private unnamed_addr constant [16 x i8] c"pairs: %ld %ld\0A\00"

; A chain of the numbers from n down to 1.  Each node is new when it comes to refer to the chain so far: its barrier goes.
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
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %node, ptr addrspace(10) %list)
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


; An array of n elements, all null, that has become old.
define internal ptr addrspace(10) @old_array(i64 %n) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %data.bytes = shl i64 %n, 3
  %bytes = add i64 %data.bytes, 8
  %array = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 %bytes, ptr addrspace(10) addrspacecast (ptr @array_type to ptr addrspace(10))) [ "julia.gc_alloc_zeroinit"(i64 8, i64 %data.bytes) ]
  %fields = addrspacecast ptr addrspace(10) %array to ptr addrspace(11)
  store i64 %n, ptr addrspace(11) %fields, align 8
  call void @lr_gc_collect(i32 0)
  call void @lr_gc_collect(i32 0)
  ret ptr addrspace(10) %array
}

; Two elements at a time; the third of each four stays null.
define internal void @pairs(ptr addrspace(10) %array) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %fields = addrspacecast ptr addrspace(10) %array to ptr addrspace(11)
  %n = load i64, ptr addrspace(11) %fields, align 8
  %data = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 8
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %a = call ptr addrspace(10) @chain(i64 3)
  %length = add i64 %i, 1
  %b = call ptr addrspace(10) @chain(i64 %length)
  %bit = and i64 %i, 2
  %none = icmp ne i64 %bit, 0
  %c = select i1 %none, ptr addrspace(10) null, ptr addrspace(10) %a
  %j = add i64 %i, 1
  %slot.0 = getelementptr inbounds ptr addrspace(10), ptr addrspace(11) %data, i64 %i
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %array, ptr addrspace(11) %slot.0, ptr addrspace(10) %c)
  %slot.1 = getelementptr inbounds ptr addrspace(10), ptr addrspace(11) %data, i64 %j
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %array, ptr addrspace(11) %slot.1, ptr addrspace(10) %b)
  store ptr addrspace(10) %c, ptr addrspace(11) %slot.0, align 8
  store ptr addrspace(10) %b, ptr addrspace(11) %slot.1, align 8
  call void @lr_gc_collect(i32 0)
  %garbage = call ptr addrspace(10) @chain(i64 6)
  call void @lr_gc_collect(i32 0)
  %i.next = add i64 %i, 2
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %done

done:
  ret void
}

; Into the first element goes what lives for ever.
define internal void @permanent(ptr addrspace(10) %array) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %fields = addrspacecast ptr addrspace(10) %array to ptr addrspace(11)
  %slot = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 8
  %object = load ptr addrspace(10), ptr @always, align 8
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %array, ptr addrspace(11) %slot, ptr addrspace(10) %object)
  store ptr addrspace(10) %object, ptr addrspace(11) %slot, align 8
  call void @lr_gc_collect(i32 0)
  ret void
}

define internal i64 @total(ptr addrspace(10) %array) {
entry:
  %fields = addrspacecast ptr addrspace(10) %array to ptr addrspace(11)
  %n = load i64, ptr addrspace(11) %fields, align 8
  %data = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 8
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %total = phi i64 [ 0, %entry ], [ %total.next, %loop ]
  %slot = getelementptr inbounds ptr addrspace(10), ptr addrspace(11) %data, i64 %i
  %list = load ptr addrspace(10), ptr addrspace(11) %slot, align 8
  %s = call i64 @sum(ptr addrspace(10) %list)
  %doubled = shl i64 %total, 1
  %total.next = add i64 %doubled, %s
  %i.next = add i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %total.next
}

define i32 @main() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %array = call ptr addrspace(10) @old_array(i64 12)
  call void @pairs(ptr addrspace(10) %array)
  %a = call i64 @total(ptr addrspace(10) %array)
  call void @permanent(ptr addrspace(10) %array)
  %b = call i64 @total(ptr addrspace(10) %array)
  %p = call i32 (ptr, ...) @printf(ptr @.line, i64 %a, i64 %b)
  ret i32 0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare i32 @printf(ptr, ...)
declare void @julia.write_barrier(ptr addrspace(10), ...) norecurse nounwind memory(inaccessiblemem: readwrite)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) norecurse nounwind memory(inaccessiblemem: readwrite)
declare void @lr_gc_collect(i32)
