; vectors.ll -- references in vectors and in first-class structs and arrays.
;
; Covers what C cannot write (this file is made by hand): vectors of references loaded, stored, shuffled, selected and carried
; around loops; a lane taken by a variable index; vectors of interior pointers; phis and selects of structs with references
; in them; a function that gives an array of references.
source_filename = "vectors.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

; struct node { ref left, right; int64_t value; }
@node_type = internal constant %struct.lr_type { ptr @.node, i32 0, i32 24, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.node = private unnamed_addr constant [5 x i8] c"node\00"
@.lanes = private unnamed_addr constant [12 x i8] c"lanes: %ld\0A\00"
@.rotate = private unnamed_addr constant [13 x i8] c"rotate: %ld\0A\00"
@.inside = private unnamed_addr constant [13 x i8] c"inside: %ld\0A\00"
@.structs = private unnamed_addr constant [14 x i8] c"structs: %ld\0A\00"
@.array = private unnamed_addr constant [12 x i8] c"array: %ld\0A\00"

define internal ptr addrspace(10) @node(<2 x ptr addrspace(10)> %children, i64 %value) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %node = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %fields = addrspacecast ptr addrspace(10) %node to ptr addrspace(11)
  store <2 x ptr addrspace(10)> %children, ptr addrspace(11) %fields, align 8
  %slot = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 16
  store i64 %value, ptr addrspace(11) %slot, align 8
  ret ptr addrspace(10) %node
}

define internal ptr addrspace(10) @leaf(i64 %value) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %node = call ptr addrspace(10) @node(<2 x ptr addrspace(10)> zeroinitializer, i64 %value)
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
  %node = call ptr addrspace(10) @leaf(i64 -1)
  ret void
}

; A vector of two fresh objects over one collection, into an object, and out of it again.
define internal i64 @lanes(i64 %n) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 %n)
  %twice = shl i64 %n, 1
  %b = call ptr addrspace(10) @leaf(i64 %twice)
  %half = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %a, i32 0
  %both = insertelement <2 x ptr addrspace(10)> %half, ptr addrspace(10) %b, i32 1
  call void @disturb()
  %parent = call ptr addrspace(10) @node(<2 x ptr addrspace(10)> %both, i64 0)
  call void @disturb()
  %fields = addrspacecast ptr addrspace(10) %parent to ptr addrspace(11)
  %loaded = load <2 x ptr addrspace(10)>, ptr addrspace(11) %fields, align 8
  %cut = call ptr addrspace(10) @cut(ptr addrspace(10) %parent)
  call void @disturb()
  %turned = shufflevector <2 x ptr addrspace(10)> %loaded, <2 x ptr addrspace(10)> poison, <2 x i32> <i32 1, i32 0>
  call void @disturb()
  %x = extractelement <2 x ptr addrspace(10)> %turned, i32 0
  %lane = and i64 %n, 1
  %y = extractelement <2 x ptr addrspace(10)> %loaded, i64 %lane
  call void @disturb()
  %vx = call i64 @value(ptr addrspace(10) %x)
  %vy = call i64 @value(ptr addrspace(10) %y)
  %high = mul i64 %vx, 100
  %sum = add i64 %high, %vy
  ret i64 %sum
}

; Takes the children off a node, so that the node does not keep them.
define internal ptr addrspace(10) @cut(ptr addrspace(10) %node) noinline {
entry:
  %fields = addrspacecast ptr addrspace(10) %node to ptr addrspace(11)
  store <2 x ptr addrspace(10)> zeroinitializer, ptr addrspace(11) %fields, align 8
  ret ptr addrspace(10) %node
}

; A vector around a loop: every turn swaps the lanes and replaces one of them, or keeps both, lane by lane.
define internal i64 @rotate(i64 %n) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 1)
  %b = call ptr addrspace(10) @leaf(i64 2)
  %half = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %a, i32 0
  %both = insertelement <2 x ptr addrspace(10)> %half, ptr addrspace(10) %b, i32 1
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %grown, %loop ]
  %window = phi <2 x ptr addrspace(10)> [ %both, %entry ], [ %kept, %loop ]
  %value = add i64 %i, 10
  %fresh = call ptr addrspace(10) @leaf(i64 %value)
  %swapped = shufflevector <2 x ptr addrspace(10)> %window, <2 x ptr addrspace(10)> poison, <2 x i32> <i32 1, i32 0>
  %replaced = insertelement <2 x ptr addrspace(10)> %swapped, ptr addrspace(10) %fresh, i32 0
  %third = urem i64 %i, 3
  %low = icmp ne i64 %third, 0
  %high = icmp ne i64 %third, 1
  %c0 = insertelement <2 x i1> poison, i1 %low, i32 0
  %c1 = insertelement <2 x i1> %c0, i1 %high, i32 1
  %kept = select <2 x i1> %c1, <2 x ptr addrspace(10)> %replaced, <2 x ptr addrspace(10)> %window
  call void @disturb()
  %k0 = extractelement <2 x ptr addrspace(10)> %kept, i32 0
  %k1 = extractelement <2 x ptr addrspace(10)> %kept, i32 1
  %v0 = call i64 @value(ptr addrspace(10) %k0)
  %v1 = call i64 @value(ptr addrspace(10) %k1)
  %tripled = mul i64 %sum, 3
  %with0 = add i64 %tripled, %v0
  %with1 = add i64 %with0, %v1
  %grown = urem i64 %with1, 1000003
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  ret i64 %grown
}

; Interior pointers, two at once: one base for both lanes, then a base for each.
define internal i64 @inside(i64 %n) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 %n)
  %b = call ptr addrspace(10) @leaf(i64 77)
  %half = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %a, i32 0
  %both = insertelement <2 x ptr addrspace(10)> %half, ptr addrspace(10) %b, i32 1
  %fields = addrspacecast <2 x ptr addrspace(10)> %both to <2 x ptr addrspace(11)>
  %slots = getelementptr inbounds i8, <2 x ptr addrspace(11)> %fields, i64 16
  %c = call ptr addrspace(10) @leaf(i64 5)
  %whole = addrspacecast ptr addrspace(10) %c to ptr addrspace(11)
  %places = getelementptr inbounds i8, ptr addrspace(11) %whole, <2 x i64> <i64 0, i64 16>
  %odd = trunc i64 %n to i1
  %mixed = select i1 %odd, <2 x ptr addrspace(11)> %slots, <2 x ptr addrspace(11)> %places
  call void @disturb()
  %s0 = extractelement <2 x ptr addrspace(11)> %slots, i32 0
  %s1 = extractelement <2 x ptr addrspace(11)> %slots, i32 1
  %m1 = extractelement <2 x ptr addrspace(11)> %mixed, i32 1
  %v0 = load i64, ptr addrspace(11) %s0, align 8
  %v1 = load i64, ptr addrspace(11) %s1, align 8
  %v2 = load i64, ptr addrspace(11) %m1, align 8
  %x = mul i64 %v0, 10000
  %y = mul i64 %v1, 100
  %xy = add i64 %x, %y
  %sum = add i64 %xy, %v2
  ret i64 %sum
}

; {reference, number, reference} through a loop and a select, never taken apart but at the end.
define internal i64 @structs(i64 %n) {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %first = call ptr addrspace(10) @leaf(i64 3)
  %s0 = insertvalue { ptr addrspace(10), i64, ptr addrspace(10) } zeroinitializer, ptr addrspace(10) %first, 0
  br label %loop

loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi { ptr addrspace(10), i64, ptr addrspace(10) } [ %s0, %entry ], [ %chosen, %loop ]
  %fresh = call ptr addrspace(10) @leaf(i64 %i)
  %counted = insertvalue { ptr addrspace(10), i64, ptr addrspace(10) } %s, i64 %i, 1
  %renewed = insertvalue { ptr addrspace(10), i64, ptr addrspace(10) } %counted, ptr addrspace(10) %fresh, 2
  %bit = trunc i64 %i to i1
  %chosen = select i1 %bit, { ptr addrspace(10), i64, ptr addrspace(10) } %s, { ptr addrspace(10), i64, ptr addrspace(10) } %renewed
  call void @disturb()
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done

done:
  %left = extractvalue { ptr addrspace(10), i64, ptr addrspace(10) } %chosen, 0
  %count = extractvalue { ptr addrspace(10), i64, ptr addrspace(10) } %chosen, 1
  %right = extractvalue { ptr addrspace(10), i64, ptr addrspace(10) } %chosen, 2
  %vl = call i64 @value(ptr addrspace(10) %left)
  %vr = call i64 @value(ptr addrspace(10) %right)
  %a = mul i64 %vl, 10000
  %b = mul i64 %count, 100
  %ab = add i64 %a, %b
  %sum = add i64 %ab, %vr
  ret i64 %sum
}

define internal [3 x ptr addrspace(10)] @three(i64 %n) noinline {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 %n)
  %r0 = insertvalue [3 x ptr addrspace(10)] poison, ptr addrspace(10) %a, 0
  %n1 = add i64 %n, 1
  %b = call ptr addrspace(10) @leaf(i64 %n1)
  %r1 = insertvalue [3 x ptr addrspace(10)] %r0, ptr addrspace(10) %b, 1
  %n2 = add i64 %n, 2
  %c = call ptr addrspace(10) @leaf(i64 %n2)
  %r2 = insertvalue [3 x ptr addrspace(10)] %r1, ptr addrspace(10) %c, 2
  ret [3 x ptr addrspace(10)] %r2
}

define internal i64 @array() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %t = call [3 x ptr addrspace(10)] @three(i64 4)
  %u = call [3 x ptr addrspace(10)] @three(i64 7)
  call void @disturb()
  %t0 = extractvalue [3 x ptr addrspace(10)] %t, 0
  %t2 = extractvalue [3 x ptr addrspace(10)] %t, 2
  %u1 = extractvalue [3 x ptr addrspace(10)] %u, 1
  %v0 = call i64 @value(ptr addrspace(10) %t0)
  %v2 = call i64 @value(ptr addrspace(10) %t2)
  %w1 = call i64 @value(ptr addrspace(10) %u1)
  %x = mul i64 %v0, 100
  %y = mul i64 %v2, 10
  %xy = add i64 %x, %y
  %sum = add i64 %xy, %w1
  ret i64 %sum
}

define i32 @main() {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %even = call i64 @lanes(i64 12)
  %p0 = call i32 (ptr, ...) @printf(ptr @.lanes, i64 %even)
  %odd = call i64 @lanes(i64 13)
  %p1 = call i32 (ptr, ...) @printf(ptr @.lanes, i64 %odd)
  %rotated = call i64 @rotate(i64 20)
  %p2 = call i32 (ptr, ...) @printf(ptr @.rotate, i64 %rotated)
  %in6 = call i64 @inside(i64 6)
  %p3 = call i32 (ptr, ...) @printf(ptr @.inside, i64 %in6)
  %in7 = call i64 @inside(i64 7)
  %p4 = call i32 (ptr, ...) @printf(ptr @.inside, i64 %in7)
  %structs = call i64 @structs(i64 8)
  %p5 = call i32 (ptr, ...) @printf(ptr @.structs, i64 %structs)
  %array = call i64 @array()
  %p6 = call i32 (ptr, ...) @printf(ptr @.array, i64 %array)
  ret i32 0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare i32 @printf(ptr, ...)
