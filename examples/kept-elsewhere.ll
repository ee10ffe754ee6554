; kept-elsewhere.ll -- references that something else keeps alive, so that they need no root of their own.
;
; Covers what C cannot write (this file is made by hand): loads from immutable objects (!invariant.load), whose owner
; is the root, also through selects and around loops; constant globals and permanent objects; operands of "jl_roots" and
; of unknown bundles; julia.blackbox, julia.call3, julia.gcroot_flush and julia.safepoint.  What is left out wrongly is poisoned under stress.
source_filename = "kept-elsewhere.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
%node = type { ptr addrspace(10), ptr addrspace(10), i64 }

@node_type = internal constant %struct.lr_type { ptr @.node, i32 0, i32 24, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.node = private unnamed_addr constant [5 x i8] c"node\00"

; Permanent objects: the word before them is the tag, marked and old.
@two = internal constant { ptr, ptr, %node } { ptr null, ptr getelementptr (i8, ptr @node_type, i64 7), %node { ptr addrspace(10) null, ptr addrspace(10) null, i64 2 } }, align 16
@three = internal constant { ptr, ptr, %node } { ptr null, ptr getelementptr (i8, ptr @node_type, i64 7), %node { ptr addrspace(10) addrspacecast (ptr getelementptr (i8, ptr @two, i64 16) to ptr addrspace(10)), ptr addrspace(10) null, i64 3 } }, align 16
@permanent = internal constant ptr addrspace(10) addrspacecast (ptr getelementptr (i8, ptr @three, i64 16) to ptr addrspace(10))
@binding = internal global ptr addrspace(10) addrspacecast (ptr getelementptr (i8, ptr @two, i64 16) to ptr addrspace(10)), !julia.constgv !0

@.inner = private unnamed_addr constant [12 x i8] c"inner: %ld\0A\00"
@.chosen = private unnamed_addr constant [13 x i8] c"chosen: %ld\0A\00"
@.walk = private unnamed_addr constant [11 x i8] c"walk: %ld\0A\00"
@.outlive = private unnamed_addr constant [14 x i8] c"outlive: %ld\0A\00"
@.constants = private unnamed_addr constant [16 x i8] c"constants: %ld\0A\00"
@.bundle = private unnamed_addr constant [13 x i8] c"bundle: %ld\0A\00"
@.misc = private unnamed_addr constant [11 x i8] c"misc: %ld\0A\00"

define internal ptr addrspace(10) @node(ptr addrspace(10) %left, ptr addrspace(10) %right, i64 %value) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %node = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %fields = addrspacecast ptr addrspace(10) %node to ptr addrspace(11)
  store ptr addrspace(10) %left, ptr addrspace(11) %fields, align 8
  %right.slot = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 8
  store ptr addrspace(10) %right, ptr addrspace(11) %right.slot, align 8
  %value.slot = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 16
  store i64 %value, ptr addrspace(11) %value.slot, align 8
  ret ptr addrspace(10) %node
}

define internal i64 @value(ptr addrspace(10) %node) {
  %fields = addrspacecast ptr addrspace(10) %node to ptr addrspace(11)
  %slot = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 16
  %value = load i64, ptr addrspace(11) %slot, align 8
  ret i64 %value
}

define internal void @disturb() noinline {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %node = call ptr addrspace(10) @node(ptr addrspace(10) null, ptr addrspace(10) null, i64 -1)
  ret void
}

; depth + 1 nodes along the left fields, the outermost with value depth; the right fields hold leaves.
define internal ptr addrspace(10) @chain(i64 %depth) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %list = phi ptr addrspace(10) [ null, %entry ], [ %longer, %loop ]
  %tenfold = mul i64 %i, 10
  %leaf = call ptr addrspace(10) @node(ptr addrspace(10) null, ptr addrspace(10) null, i64 %tenfold)
  %longer = call ptr addrspace(10) @node(ptr addrspace(10) %list, ptr addrspace(10) %leaf, i64 %i)
  %next = add i64 %i, 1
  %more = icmp ule i64 %next, %depth
  br i1 %more, label %loop, label %done

done:
  ret ptr addrspace(10) %longer
}

; Only the outermost object needs a root, and it needs one as long as what was loaded out of it is in use.
define internal i64 @inner() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %outer = call ptr addrspace(10) @chain(i64 3)
  %outer.fields = addrspacecast ptr addrspace(10) %outer to ptr addrspace(11)
  %middle = load ptr addrspace(10), ptr addrspace(11) %outer.fields, align 8, !invariant.load !0
  call void @disturb()
  %middle.fields = addrspacecast ptr addrspace(10) %middle to ptr addrspace(11)
  %right.slot = getelementptr inbounds i8, ptr addrspace(11) %middle.fields, i64 8
  %leaf = load ptr addrspace(10), ptr addrspace(11) %right.slot, align 8, !invariant.load !0
  call void @disturb()
  call void @disturb()
  %value = call i64 @value(ptr addrspace(10) %leaf)
  ret i64 %value
}

; A select of two loads, one from each of two owners.
define internal i64 @chosen(i1 %first) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @chain(i64 4)
  %b = call ptr addrspace(10) @chain(i64 6)
  %a.fields = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %a.left = load ptr addrspace(10), ptr addrspace(11) %a.fields, align 8, !invariant.load !0
  %b.fields = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %b.left = load ptr addrspace(10), ptr addrspace(11) %b.fields, align 8, !invariant.load !0
  %c = select i1 %first, ptr addrspace(10) %a.left, ptr addrspace(10) %b.left
  call void @disturb()
  %c.fields = addrspacecast ptr addrspace(10) %c to ptr addrspace(11)
  %right.slot = getelementptr inbounds i8, ptr addrspace(11) %c.fields, i64 8
  %leaf = load ptr addrspace(10), ptr addrspace(11) %right.slot, align 8, !invariant.load !0
  call void @disturb()
  %value = call i64 @value(ptr addrspace(10) %leaf)
  ret i64 %value
}

; Down the chain: the node at hand is reachable from the first, which nobody uses after the start of the loop.
define internal i64 @walk() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %first = call ptr addrspace(10) @chain(i64 9)
  br label %loop

loop:
  %at = phi ptr addrspace(10) [ %first, %entry ], [ %left, %next ]
  %sum = phi i64 [ 0, %entry ], [ %grown, %next ]
  call void @disturb()
  %tripled = mul i64 %sum, 3
  %value = call i64 @value(ptr addrspace(10) %at)
  %grown = add i64 %tripled, %value
  %fields = addrspacecast ptr addrspace(10) %at to ptr addrspace(11)
  %left = load ptr addrspace(10), ptr addrspace(11) %fields, align 8, !invariant.load !0
  %end = icmp eq ptr addrspace(10) %left, null
  br i1 %end, label %done, label %next

next:
  call void @disturb()
  br label %loop

done:
  ret i64 %grown
}

; The owner is used once more in one arm only; in the other the loaded value outlives its last use.
define internal i64 @outlive(i1 %again) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %owner = call ptr addrspace(10) @chain(i64 2)
  %fields = addrspacecast ptr addrspace(10) %owner to ptr addrspace(11)
  %left = load ptr addrspace(10), ptr addrspace(11) %fields, align 8, !invariant.load !0
  br i1 %again, label %use, label %skip

use:
  call void @disturb()
  %own = call i64 @value(ptr addrspace(10) %owner)
  br label %join

skip:
  call void @disturb()
  br label %join

join:
  %first = phi i64 [ %own, %use ], [ 7, %skip ]
  %kept = phi ptr addrspace(10) [ %left, %use ], [ %left, %skip ]
  call void @disturb()
  %second = call i64 @value(ptr addrspace(10) %kept)
  %tenfold = mul i64 %first, 10
  %sum = add i64 %tenfold, %second
  ret i64 %sum
}

; Permanent objects, however they are come by; and one of them or a fresh object.
define internal i64 @constants(i1 %fresh) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %constant = load ptr addrspace(10), ptr @permanent, align 8
  %bound = load ptr addrspace(10), ptr @binding, align 8
  %fields = addrspacecast ptr addrspace(10) %constant to ptr addrspace(11)
  %inside = load ptr addrspace(10), ptr addrspace(11) %fields, align 8, !invariant.load !0
  %heap = call ptr addrspace(10) @node(ptr addrspace(10) %constant, ptr addrspace(10) %bound, i64 4)
  %either = select i1 %fresh, ptr addrspace(10) %heap, ptr addrspace(10) %bound
  call void @disturb()
  %a = call i64 @value(ptr addrspace(10) %constant)
  %b = call i64 @value(ptr addrspace(10) %inside)
  %c = call i64 @value(ptr addrspace(10) %either)
  %x = mul i64 %a, 100
  %y = mul i64 %b, 10
  %xy = add i64 %x, %y
  %sum = add i64 %xy, %c
  ret i64 %sum
}

; Reads a node through a plain pointer, after a collection.
define internal i64 @peek(ptr %raw) noinline {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  call void @disturb()
  %slot = getelementptr inbounds i8, ptr %raw, i64 16
  %value = load i64, ptr %slot, align 8
  ret i64 %value
}

; The call keeps what its bundles name.
define internal i64 @bundle() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @node(ptr addrspace(10) null, ptr addrspace(10) null, i64 31)
  %a.inside = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %a.raw = call ptr @julia.pointer_from_objref(ptr addrspace(11) %a.inside)
  %va = call i64 @peek(ptr %a.raw) [ "jl_roots"(ptr addrspace(10) %a) ]
  %b = call ptr addrspace(10) @node(ptr addrspace(10) null, ptr addrspace(10) null, i64 42)
  %b.inside = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %b.raw = call ptr @julia.pointer_from_objref(ptr addrspace(11) %b.inside)
  %vb = call i64 @peek(ptr %b.raw) [ "unheard_of"(ptr addrspace(11) %b.inside, i32 1) ]
  %x = mul i64 %va, 100
  %sum = add i64 %x, %vb
  ret i64 %sum
}

; f is the value field of a node here, an interior pointer.
define internal ptr addrspace(10) @through_field(ptr addrspace(11) %f, ptr %args, i32 %nargs) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %first = load ptr addrspace(10), ptr %args, align 8
  call void @disturb()
  %captured = load i64, ptr addrspace(11) %f, align 8
  %argument = call i64 @value(ptr addrspace(10) %first)
  %sum = add i64 %captured, %argument
  %count = zext i32 %nargs to i64
  %result = mul i64 %sum, %count
  %box = call ptr addrspace(10) @node(ptr addrspace(10) %first, ptr addrspace(10) null, i64 %result)
  ret ptr addrspace(10) %box
}

define internal i64 @misc() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @node(ptr addrspace(10) null, ptr addrspace(10) null, i64 5)
  %b = call ptr addrspace(10) @node(ptr addrspace(10) null, ptr addrspace(10) null, i64 6)
  %opaque = call ptr addrspace(10) @julia.blackbox(ptr addrspace(10) %b)
  call void @julia.gcroot_flush()
  %ptls.slot = getelementptr inbounds i8, ptr %gcstack, i64 8
  %ptls = load ptr, ptr %ptls.slot, align 8
  %page = load atomic ptr, ptr %ptls monotonic, align 8
  fence syncscope("singlethread") seq_cst
  call void @julia.safepoint(ptr %page)
  fence syncscope("singlethread") seq_cst
  call void @disturb()
  %frozen = freeze ptr addrspace(10) %a
  %inside = addrspacecast ptr addrspace(10) %frozen to ptr addrspace(11)
  %f = getelementptr inbounds i8, ptr addrspace(11) %inside, i64 16
  %r = call ptr addrspace(10) (ptr, ptr addrspace(11), ...) @julia.call3(ptr @through_field, ptr addrspace(11) %f, ptr addrspace(10) %opaque, ptr addrspace(10) %opaque)
  %v = call i64 @value(ptr addrspace(10) %r)
  ret i64 %v
}

define i32 @main() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %inner = call i64 @inner()
  %p0 = call i32 (ptr, ...) @printf(ptr @.inner, i64 %inner)
  %chosen.a = call i64 @chosen(i1 true)
  %p1 = call i32 (ptr, ...) @printf(ptr @.chosen, i64 %chosen.a)
  %chosen.b = call i64 @chosen(i1 false)
  %p2 = call i32 (ptr, ...) @printf(ptr @.chosen, i64 %chosen.b)
  %walk = call i64 @walk()
  %p3 = call i32 (ptr, ...) @printf(ptr @.walk, i64 %walk)
  %outlive.a = call i64 @outlive(i1 true)
  %p4 = call i32 (ptr, ...) @printf(ptr @.outlive, i64 %outlive.a)
  %outlive.b = call i64 @outlive(i1 false)
  %p5 = call i32 (ptr, ...) @printf(ptr @.outlive, i64 %outlive.b)
  %constants.a = call i64 @constants(i1 true)
  %p6 = call i32 (ptr, ...) @printf(ptr @.constants, i64 %constants.a)
  %constants.b = call i64 @constants(i1 false)
  %p7 = call i32 (ptr, ...) @printf(ptr @.constants, i64 %constants.b)
  %bundle = call i64 @bundle()
  %p8 = call i32 (ptr, ...) @printf(ptr @.bundle, i64 %bundle)
  %misc = call i64 @misc()
  %p9 = call i32 (ptr, ...) @printf(ptr @.misc, i64 %misc)
  ret i32 0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare ptr @julia.pointer_from_objref(ptr addrspace(11)) nosync nounwind speculatable willreturn memory(none)
declare ptr addrspace(10) @julia.blackbox(ptr addrspace(10)) nosync nounwind willreturn memory(none)
declare ptr addrspace(10) @julia.call3(ptr, ptr addrspace(11), ...)
declare void @julia.gcroot_flush()
declare void @julia.safepoint(ptr) memory(argmem: readwrite, inaccessiblemem: readwrite)
declare i32 @printf(ptr, ...)

!0 = !{}
