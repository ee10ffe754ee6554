; RUN: %lateroot run -O0 --gc-stress %s | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O0 --gc-stress %s | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O2 --gc-stress %s | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O3 --gc-stress %s | FileCheck %s
;
; Corners of the dialect, run with a collection at every safepoint: each function would give another number if what it holds were collected,
; since @disturb takes the memory of the dead for other objects.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

; struct node { ref left, right; int64_t value; }
@node_type = internal constant %struct.lr_type { ptr @.node, i32 0, i32 24, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.node = private unnamed_addr constant [5 x i8] c"node\00"
@.line = private unnamed_addr constant [9 x i8] c"%s: %ld\0A\00"
@.n0 = private unnamed_addr constant [7 x i8] c"gather\00"
@.n1 = private unnamed_addr constant [7 x i8] c"cyclic\00"
@.n2 = private unnamed_addr constant [7 x i8] c"copied\00"
@.n3 = private unnamed_addr constant [10 x i8] c"exchanged\00"
@.n4 = private unnamed_addr constant [7 x i8] c"shared\00"
@.n5 = private unnamed_addr constant [9 x i8] c"mirrored\00"
@.n6 = private unnamed_addr constant [10 x i8] c"preserved\00"
@.n7 = private unnamed_addr constant [7 x i8] c"bundle\00"
@.n8 = private unnamed_addr constant [7 x i8] c"arrays\00"
@.n9 = private unnamed_addr constant [8 x i8] c"dynamic\00"
@.n10 = private unnamed_addr constant [7 x i8] c"unwind\00"
@.n11 = private unnamed_addr constant [7 x i8] c"callbr\00"
@.n12 = private unnamed_addr constant [6 x i8] c"owned\00"
@.n13 = private unnamed_addr constant [6 x i8] c"later\00"

define internal ptr addrspace(10) @node(ptr addrspace(10) %left, ptr addrspace(10) %right, i64 %value) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %node = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %fields = addrspacecast ptr addrspace(10) %node to ptr addrspace(11)
  store ptr addrspace(10) %left, ptr addrspace(11) %fields, align 8
  %second = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 8
  store ptr addrspace(10) %right, ptr addrspace(11) %second, align 8
  %slot = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 16
  store i64 %value, ptr addrspace(11) %slot, align 8
  ret ptr addrspace(10) %node
}

define internal ptr addrspace(10) @leaf(i64 %value) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %node = call ptr addrspace(10) @node(ptr addrspace(10) null, ptr addrspace(10) null, i64 %value)
  ret ptr addrspace(10) %node
}

define internal i64 @value(ptr addrspace(10) %node) noinline {
  %fields = addrspacecast ptr addrspace(10) %node to ptr addrspace(11)
  %slot = getelementptr inbounds i8, ptr addrspace(11) %fields, i64 16
  %value = load i64, ptr addrspace(11) %slot, align 8
  ret i64 %value
}

define internal void @disturb() noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 -1)
  %b = call ptr addrspace(10) @leaf(i64 -1)
  ret void
}

; References out of two objects at once; then nothing but the vector holds them.
; CHECK: gather: 1102
define internal i64 @gather() {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 11)
  %b = call ptr addrspace(10) @leaf(i64 2)
  %pa = call ptr addrspace(10) @node(ptr addrspace(10) %a, ptr addrspace(10) null, i64 0)
  %pb = call ptr addrspace(10) @node(ptr addrspace(10) %b, ptr addrspace(10) null, i64 0)
  %v0 = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %pa, i32 0
  %v1 = insertelement <2 x ptr addrspace(10)> %v0, ptr addrspace(10) %pb, i32 1
  %d = addrspacecast <2 x ptr addrspace(10)> %v1 to <2 x ptr addrspace(11)>
  call void @disturb()
  %g = call <2 x ptr addrspace(10)> @llvm.masked.gather.v2p10.v2p11(<2 x ptr addrspace(11)> %d, i32 8, <2 x i1> <i1 true, i1 true>, <2 x ptr addrspace(10)> poison)
  call void @disturb()
  %x = extractelement <2 x ptr addrspace(10)> %g, i32 0
  %y = extractelement <2 x ptr addrspace(10)> %g, i32 1
  %vx = call i64 @value(ptr addrspace(10) %x)
  %vy = call i64 @value(ptr addrspace(10) %y)
  %h = mul i64 %vx, 100
  %sum = add i64 %h, %vy
  ret i64 %sum
}

; Two variables, and which one is written to goes round the loop.
; CHECK: cyclic: 605
define internal i64 @cyclic() {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %w = alloca [8 x i8], align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  %p = phi ptr [ %v, %top ], [ %q, %loop ]
  %o = phi ptr [ %w, %top ], [ %p, %loop ]
  %i1 = add i64 %i, 1
  %a = call ptr addrspace(10) @leaf(i64 %i1)
  store ptr addrspace(10) %a, ptr %p
  call void @disturb()
  %odd = trunc i64 %i to i1
  %q = select i1 %odd, ptr %v, ptr %w
  %more = icmp slt i64 %i1, 6
  br i1 %more, label %loop, label %exit
exit:
  call void @disturb()
  %x = load ptr addrspace(10), ptr %w
  %y = load ptr addrspace(10), ptr %v
  %vx = call i64 @value(ptr addrspace(10) %x)
  %vy = call i64 @value(ptr addrspace(10) %y)
  %h = mul i64 %vx, 100
  %sum = add i64 %h, %vy
  ret i64 %sum
}

; References copied out of an object into a variable, and moved within it.
; CHECK: copied: 334
define internal i64 @copied() {
  %gcstack = call ptr @julia.get_pgcstack()
  %v = alloca [3 x ptr addrspace(10)]
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %a = call ptr addrspace(10) @leaf(i64 3)
  %b = call ptr addrspace(10) @leaf(i64 4)
  %o = call ptr addrspace(10) @node(ptr addrspace(10) %a, ptr addrspace(10) %b, i64 0)
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  call void @llvm.memcpy.p0.p11.i64(ptr %v, ptr addrspace(11) %d, i64 16, i1 false)
  call void @disturb()
  %e = getelementptr i8, ptr %v, i64 8
  call void @llvm.memmove.p0.p0.i64(ptr %e, ptr %v, i64 16, i1 false)
  call void @disturb()
  %x = load ptr addrspace(10), ptr %v
  %y = load ptr addrspace(10), ptr %e
  %f = getelementptr i8, ptr %v, i64 16
  %z = load ptr addrspace(10), ptr %f
  %vx = call i64 @value(ptr addrspace(10) %x)
  %vy = call i64 @value(ptr addrspace(10) %y)
  %vz = call i64 @value(ptr addrspace(10) %z)
  %x100 = mul i64 %vx, 100
  %y10 = mul i64 %vy, 10
  %xy = add i64 %x100, %y10
  %sum = add i64 %xy, %vz
  ret i64 %sum
}

; The field holds something else than was expected: what it did hold is the result, and then comes out of the field.
; CHECK: exchanged: 768
define internal i64 @exchanged() {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 7)
  %o = call ptr addrspace(10) @node(ptr addrspace(10) %a, ptr addrspace(10) null, i64 0)
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %new = call ptr addrspace(10) @leaf(i64 8)
  br label %try
try:
  %tries = phi i64 [ 0, %top ], [ %tries1, %again ]
  %expect = phi ptr addrspace(10) [ null, %top ], [ %found, %again ]
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %new)
  %r = cmpxchg ptr addrspace(11) %d, ptr addrspace(10) %expect, ptr addrspace(10) %new acq_rel acquire
  %found = extractvalue { ptr addrspace(10), i1 } %r, 0
  %done = extractvalue { ptr addrspace(10), i1 } %r, 1
  %tries1 = add i64 %tries, 30
  br i1 %done, label %exit, label %again
again:
  call void @disturb()
  br label %try
exit:
  call void @disturb()
  %out = atomicrmw xchg ptr addrspace(11) %d, ptr addrspace(10) null acq_rel
  call void @disturb()
  %x = call i64 @value(ptr addrspace(10) %found)
  %y = call i64 @value(ptr addrspace(10) %out)
  %x100 = mul i64 %x, 100
  %xy = add i64 %x100, %y
  %sum = add i64 %xy, %tries1
  ret i64 %sum
}

; Variables that have words in common with each other and with values.
; CHECK: shared: 123
define internal i64 @shared() {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  %w = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @leaf(i64 1)
  store ptr addrspace(10) %a, ptr %v
  call void @disturb()
  %x = load ptr addrspace(10), ptr %v
  %vx = call i64 @value(ptr addrspace(10) %x)
  br label %second
second:
  %b = call ptr addrspace(10) @leaf(i64 2)
  store ptr addrspace(10) %b, ptr %w
  call void @disturb()
  %y = load ptr addrspace(10), ptr %w
  %vy = call i64 @value(ptr addrspace(10) %y)
  br label %third
third:
  %z = call ptr addrspace(10) @leaf(i64 3)
  call void @disturb()
  %vz = call i64 @value(ptr addrspace(10) %z)
  %x100 = mul i64 %vx, 100
  %y10 = mul i64 %vy, 10
  %xy = add i64 %x100, %y10
  %sum = add i64 %xy, %vz
  ret i64 %sum
}

; Bytes that a loop fills with references at computed places.
; CHECK: mirrored: 12345678
define internal i64 @mirrored() {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %v = alloca [64 x i8], align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 64, i1 false)
  br label %fill
fill:
  %i = phi i64 [ 0, %top ], [ %i1, %fill ]
  %i1 = add i64 %i, 1
  %a = call ptr addrspace(10) @leaf(i64 %i1)
  %p = getelementptr ptr, ptr %v, i64 %i
  store ptr addrspace(10) %a, ptr %p
  %m = icmp slt i64 %i1, 8
  br i1 %m, label %fill, label %mid
mid:
  call void @disturb()
  br label %read
read:
  %j = phi i64 [ 0, %mid ], [ %j1, %read ]
  %s = phi i64 [ 0, %mid ], [ %s1, %read ]
  %j1 = add i64 %j, 1
  %q = getelementptr ptr, ptr %v, i64 %j
  %x = load ptr addrspace(10), ptr %q
  %vx = call i64 @value(ptr addrspace(10) %x)
  %s10 = mul i64 %s, 10
  %s1 = add i64 %s10, %vx
  %m2 = icmp slt i64 %j1, 8
  br i1 %m2, label %read, label %exit
exit:
  ret i64 %s1
}

; A raw address into a preserved object, and a region that a `break` leaves.
; CHECK: preserved: 4
define internal i64 @preserved() {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %next ]
  %i1 = add i64 %i, 1
  %a = call ptr addrspace(10) @leaf(i64 %i1)
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %raw = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @disturb()
  %stop = icmp eq i64 %i1, 4
  br i1 %stop, label %exit, label %next
next:
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @disturb()
  br label %loop
exit:
  call void @disturb()
  %place = getelementptr i8, ptr %raw, i64 16
  %x = load volatile i64, ptr %place
  ret i64 %x
}

; A callee that only knows the address, and a bundle that keeps the object.
; CHECK: bundle: 21
define internal i64 @bundle() {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 21)
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %raw = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  %x = call i64 @reads_raw(ptr %raw) [ "jl_roots"(ptr addrspace(10) %a) ]
  ret i64 %x
}
define internal i64 @reads_raw(ptr %raw) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  call void @disturb()
  %place = getelementptr i8, ptr %raw, i64 16
  %x = load volatile i64, ptr %place
  ret i64 %x
}

; Interior pointers in an array that comes over one of two ways.
; CHECK: arrays: 56
define internal i64 @arrays(i64 %n) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 %n)
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %ea = getelementptr i8, ptr addrspace(11) %da, i64 16
  %v0 = insertvalue [2 x ptr addrspace(11)] poison, ptr addrspace(11) %ea, 0
  %v1 = insertvalue [2 x ptr addrspace(11)] %v0, ptr addrspace(11) %ea, 1
  %c = icmp eq i64 %n, 5
  br i1 %c, label %left, label %join
left:
  %b = call ptr addrspace(10) @leaf(i64 6)
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %eb = getelementptr i8, ptr addrspace(11) %db, i64 16
  %w1 = insertvalue [2 x ptr addrspace(11)] %v0, ptr addrspace(11) %eb, 1
  br label %join
join:
  %p = phi [2 x ptr addrspace(11)] [ %v1, %top ], [ %w1, %left ]
  call void @disturb()
  %f = extractvalue [2 x ptr addrspace(11)] %p, 0
  %g = extractvalue [2 x ptr addrspace(11)] %p, 1
  %x = load volatile i64, ptr addrspace(11) %f
  %y = load volatile i64, ptr addrspace(11) %g
  %h = mul i64 %x, 10
  %sum = add i64 %h, %y
  ret i64 %sum
}

; A lane of a phi of vectors of interior pointers, at an index that is not known.
; CHECK: dynamic: 42
define internal i64 @dynamic(i64 %k) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 41)
  %b = call ptr addrspace(10) @leaf(i64 42)
  %v0 = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %a, i32 0
  %v1 = insertelement <2 x ptr addrspace(10)> %v0, ptr addrspace(10) %b, i32 1
  %dv = addrspacecast <2 x ptr addrspace(10)> %v1 to <2 x ptr addrspace(11)>
  %c = icmp eq i64 %k, 7
  br i1 %c, label %left, label %join
left:
  %e = call ptr addrspace(10) @leaf(i64 43)
  %w1 = insertelement <2 x ptr addrspace(10)> %v1, ptr addrspace(10) %e, i32 0
  %dw = addrspacecast <2 x ptr addrspace(10)> %w1 to <2 x ptr addrspace(11)>
  br label %join
join:
  %p = phi <2 x ptr addrspace(11)> [ %dv, %top ], [ %dw, %left ]
  %lane = and i64 %k, 1
  %f = freeze <2 x ptr addrspace(11)> %p
  %l = extractelement <2 x ptr addrspace(11)> %f, i64 %lane
  call void @disturb()
  %place = getelementptr i8, ptr addrspace(11) %l, i64 16
  %x = load volatile i64, ptr addrspace(11) %place
  ret i64 %x
}

; Unwound by the machine's own exceptions: the landing pad puts the head of the chain of frames back.
; CHECK: unwind: 89
define internal i64 @unwind() personality ptr @__gxx_personality_v0 {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 89)
  invoke void @throws(i64 3) to label %next unwind label %pad
next:
  ret i64 0
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  %e = extractvalue { ptr, i32 } %l, 0
  %begun = call ptr @__cxa_begin_catch(ptr %e)
  call void @__cxa_end_catch()
  call void @disturb()
  %x = call i64 @value(ptr addrspace(10) %a)
  ret i64 %x
}
define internal void @throws(i64 %deep) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 %deep)
  call void @disturb()
  %x = call i64 @value(ptr addrspace(10) %a)
  %left = sub i64 %x, 1
  %bottom = icmp eq i64 %left, 0
  br i1 %bottom, label %now, label %deeper
deeper:
  call void @throws(i64 %left)
  %y = call i64 @value(ptr addrspace(10) %a)
  ret void
now:
  %e = call ptr @__cxa_allocate_exception(i64 8)
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr null)
  unreachable
}

; Assembly that might jump.
; CHECK: callbr: 90
define internal i64 @callbr() {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 90)
  callbr void asm sideeffect "", "!i"() to label %on [label %off]
on:
  call void @disturb()
  %x = call i64 @value(ptr addrspace(10) %a)
  ret i64 %x
off:
  ret i64 0
}

; Fields that never change keep nothing in the frame but their owner, by type and by region.
; CHECK: owned: 1213
define internal i64 @owned() {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 12)
  %b = call ptr addrspace(10) @leaf(i64 13)
  %o = call ptr addrspace(10) @node(ptr addrspace(10) %a, ptr addrspace(10) %b, i64 1)
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %x = load ptr addrspace(10), ptr addrspace(11) %d, !tbaa !3
  %e = getelementptr i8, ptr addrspace(11) %d, i64 8
  %y = load ptr addrspace(10), ptr addrspace(11) %e, !alias.scope !12
  call void @disturb()
  %vx = call i64 @value(ptr addrspace(10) %x)
  call void @disturb()
  %one = call i64 @value(ptr addrspace(10) %o)
  call void @disturb()
  %vy = call i64 @value(ptr addrspace(10) %y)
  %x100 = mul i64 %vx, 100
  %xy = mul i64 %x100, %one
  %sum = add i64 %xy, %vy
  ret i64 %sum
}

; A variable that is made when control gets there, and one whose size is not known before.
; CHECK: later: 3132
define internal i64 @later(i64 %n) {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  %c = icmp sgt i64 %n, 0
  br i1 %c, label %make, label %exit
make:
  %v = alloca ptr addrspace(10)
  %w = alloca i8, i64 %n, align 8
  %a = call ptr addrspace(10) @leaf(i64 31)
  store volatile ptr addrspace(10) %a, ptr %v
  %b = call ptr addrspace(10) @leaf(i64 32)
  store volatile ptr addrspace(10) %b, ptr %w
  call void @disturb()
  %x = load volatile ptr addrspace(10), ptr %v
  %y = load volatile ptr addrspace(10), ptr %w
  %vx = call i64 @value(ptr addrspace(10) %x)
  %x100 = mul i64 %vx, 100
  %vy = call i64 @value(ptr addrspace(10) %y)
  %sum = add i64 %x100, %vy
  br label %exit
exit:
  %r = phi i64 [ 0, %top ], [ %sum, %make ]
  ret i64 %r
}

define internal void @print(ptr %name, i64 %x) {
  %p = call i32 (ptr, ...) @printf(ptr @.line, ptr %name, i64 %x)
  ret void
}

define i32 @main() {
  %gcstack = call ptr @julia.get_pgcstack()
  %r0 = call i64 @gather()
  call void @print(ptr @.n0, i64 %r0)
  %r1 = call i64 @cyclic()
  call void @print(ptr @.n1, i64 %r1)
  %r2 = call i64 @copied()
  call void @print(ptr @.n2, i64 %r2)
  %r3 = call i64 @exchanged()
  call void @print(ptr @.n3, i64 %r3)
  %r4 = call i64 @shared()
  call void @print(ptr @.n4, i64 %r4)
  %r5 = call i64 @mirrored()
  call void @print(ptr @.n5, i64 %r5)
  %r6 = call i64 @preserved()
  call void @print(ptr @.n6, i64 %r6)
  %r7 = call i64 @bundle()
  call void @print(ptr @.n7, i64 %r7)
  %r8 = call i64 @arrays(i64 5)
  call void @print(ptr @.n8, i64 %r8)
  %r9 = call i64 @dynamic(i64 7)
  call void @print(ptr @.n9, i64 %r9)
  %r10 = call i64 @unwind()
  call void @print(ptr @.n10, i64 %r10)
  %r11 = call i64 @callbr()
  call void @print(ptr @.n11, i64 %r11)
  %r12 = call i64 @owned()
  call void @print(ptr @.n12, i64 %r12)
  %r13 = call i64 @later(i64 16)
  call void @print(ptr @.n13, i64 %r13)
  ret i32 0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare ptr @julia.pointer_from_objref(ptr addrspace(11)) nounwind memory(none)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare <2 x ptr addrspace(10)> @llvm.masked.gather.v2p10.v2p11(<2 x ptr addrspace(11)>, i32, <2 x i1>, <2 x ptr addrspace(10)>)
declare void @llvm.memcpy.p0.p11.i64(ptr, ptr addrspace(11), i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i32 @printf(ptr, ...)
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr) noreturn
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
@_ZTIi = external constant ptr

!0 = !{!"jtbaa"}
!1 = !{!"jtbaa_const", !0, i64 0}
!3 = !{!1, !1, i64 0, i64 1}
!10 = !{!"jnoalias"}
!11 = !{!"jnoalias_immutdata", !10}
!12 = !{!11}
