; RUN: %lateroot run -O0 --gc-stress %s | FileCheck %s
; RUN: %lateroot run -O0 --gc-stress --passes='function(AllocOpt),lateroot' --check %s | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run -O0 --gc-stress --passes='function(AllocOpt),lateroot' %s | FileCheck %s
; RUN: %lateroot run -O2 --gc-stress --passes='function(AllocOpt),lateroot' %s | FileCheck %s
; RUN: %lateroot run -O2 --gc-stress --abi=statepoint --passes='function(AllocOpt),lateroot' %s | FileCheck %s
; RUN: %lateroot run -O2 --gc-stress --abi=framemap --passes='function(AllocOpt),lateroot' %s | FileCheck %s
; RUN: %lateroot run -O2 --gc-stress --abi=shadow-stack --passes='function(AllocOpt),lateroot' %s | FileCheck %s
;
; What AllocOpt makes, run with a collection at every safepoint.  @disturb takes the memory of the dead for other
; objects.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

; struct node { ref left, right; int64_t value; }
@node_type = internal constant %struct.lr_type { ptr @.node, i32 0, i32 24, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.node = private unnamed_addr constant [5 x i8] c"node\00"
@.line = private unnamed_addr constant [9 x i8] c"%s: %ld\0A\00"

@.cold = private unnamed_addr constant [5 x i8] c"cold\00"
@.behind = private unnamed_addr constant [7 x i8] c"behind\00"
@.loop = private unnamed_addr constant [5 x i8] c"loop\00"
@.swapped = private unnamed_addr constant [8 x i8] c"swapped\00"
@.iterator = private unnamed_addr constant [9 x i8] c"iterator\00"
@.nested = private unnamed_addr constant [7 x i8] c"nested\00"
@.preserved = private unnamed_addr constant [10 x i8] c"preserved\00"
@.bundle = private unnamed_addr constant [7 x i8] c"bundle\00"

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare i32 @printf(ptr, ...)

define internal void @print(ptr %name, i64 %value) noinline {
  %n = call i32 (ptr, ...) @printf(ptr @.line, ptr %name, i64 %value)
  ret void
}

define internal ptr addrspace(10) @leaf(i64 %value) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %o.f = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store ptr addrspace(10) null, ptr addrspace(11) %o.f, align 8
  %o.f8 = getelementptr inbounds i8, ptr addrspace(11) %o.f, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %o.f8, align 8
  %o.f16 = getelementptr inbounds i8, ptr addrspace(11) %o.f, i64 16
  store i64 %value, ptr addrspace(11) %o.f16, align 8
  ret ptr addrspace(10) %o
}

define internal void @disturb() noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 -1)
  %b = call ptr addrspace(10) @leaf(i64 -2)
  %c = call ptr addrspace(10) @leaf(i64 -3)
  ret void
}

; value + 10 * (value of left) + 100 * (value of right)
define internal i64 @digest(ptr addrspace(10) %o) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  call void @disturb()
  %v.d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v.p = getelementptr inbounds i8, ptr addrspace(11) %v.d, i64 16
  %v = load i64, ptr addrspace(11) %v.p, align 8
  %l.d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %l.p = getelementptr inbounds i8, ptr addrspace(11) %l.d, i64 0
  %l = load ptr addrspace(10), ptr addrspace(11) %l.p, align 8
  %r.d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %r.p = getelementptr inbounds i8, ptr addrspace(11) %r.d, i64 8
  %r = load ptr addrspace(10), ptr addrspace(11) %r.p, align 8
  %has = icmp ne ptr addrspace(10) %l, null
  br i1 %has, label %left, label %more
left:
  %lv.d = addrspacecast ptr addrspace(10) %l to ptr addrspace(11)
  %lv.p = getelementptr inbounds i8, ptr addrspace(11) %lv.d, i64 16
  %lv = load i64, ptr addrspace(11) %lv.p, align 8
  %lv10 = mul i64 %lv, 10
  br label %more
more:
  %x = phi i64 [ 0, %0 ], [ %lv10, %left ]
  %hasr = icmp ne ptr addrspace(10) %r, null
  br i1 %hasr, label %right, label %end
right:
  %rv.d = addrspacecast ptr addrspace(10) %r to ptr addrspace(11)
  %rv.p = getelementptr inbounds i8, ptr addrspace(11) %rv.d, i64 16
  %rv = load i64, ptr addrspace(11) %rv.p, align 8
  %rv100 = mul i64 %rv, 100
  br label %end
end:
  %y = phi i64 [ 0, %more ], [ %rv100, %right ]
  %s = add i64 %v, %x
  %t = add i64 %s, %y
  ret i64 %t
}

; The object is made where it escapes; what it refers to lives until then.
; CHECK: cold: 2
; CHECK: cold: 735
define internal i64 @cold(i64 %i) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 %i)
  %b = call ptr addrspace(10) @leaf(i64 7)
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %o.f = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store ptr addrspace(10) %a, ptr addrspace(11) %o.f, align 8
  %o.f8 = getelementptr inbounds i8, ptr addrspace(11) %o.f, i64 8
  store ptr addrspace(10) %b, ptr addrspace(11) %o.f8, align 8
  %o.f16 = getelementptr inbounds i8, ptr addrspace(11) %o.f, i64 16
  store i64 5, ptr addrspace(11) %o.f16, align 8
  call void @disturb()
  %rare = icmp eq i64 %i, 3
  br i1 %rare, label %give, label %keep, !prof !0
give:
  %d = call i64 @digest(ptr addrspace(10) %o)
  ret i64 %d
keep:
  %l.d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %l.p = getelementptr inbounds i8, ptr addrspace(11) %l.d, i64 0
  %l = load ptr addrspace(10), ptr addrspace(11) %l.p, align 8
  call void @disturb()
  %v.d = addrspacecast ptr addrspace(10) %l to ptr addrspace(11)
  %v.p = getelementptr inbounds i8, ptr addrspace(11) %v.d, i64 16
  %v = load i64, ptr addrspace(11) %v.p, align 8
  ret i64 %v
}

; The paths meet again: what the callee stored is seen.
; CHECK: behind: 2
; CHECK: behind: 10
define internal i64 @change(ptr addrspace(10) %o) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  call void @disturb()
  %n = call ptr addrspace(10) @leaf(i64 9)
  store ptr addrspace(10) %n, ptr addrspace(10) %o, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %n)
  call void @disturb()
  ret i64 1
}
define internal i64 @behind(i64 %i) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 %i)
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %o.f = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store ptr addrspace(10) %a, ptr addrspace(11) %o.f, align 8
  %o.f8 = getelementptr inbounds i8, ptr addrspace(11) %o.f, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %o.f8, align 8
  %o.f16 = getelementptr inbounds i8, ptr addrspace(11) %o.f, i64 16
  store i64 0, ptr addrspace(11) %o.f16, align 8
  call void @disturb()
  %rare = icmp eq i64 %i, 3
  br i1 %rare, label %give, label %end, !prof !0
give:
  %d = call i64 @change(ptr addrspace(10) %o)
  br label %end
end:
  %x = phi i64 [ 0, %0 ], [ %d, %give ]
  %l.d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %l.p = getelementptr inbounds i8, ptr addrspace(11) %l.d, i64 0
  %l = load ptr addrspace(10), ptr addrspace(11) %l.p, align 8
  call void @disturb()
  %v.d = addrspacecast ptr addrspace(10) %l to ptr addrspace(11)
  %v.p = getelementptr inbounds i8, ptr addrspace(11) %v.d, i64 16
  %v = load i64, ptr addrspace(11) %v.p, align 8
  %s = add i64 %v, %x
  ret i64 %s
}

; A pair that a loop carries, made behind it.
; CHECK: loop: 121
; CHECK: loop: 575
define internal i64 @loop(i64 %n) noinline {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 1)
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %o.f = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store ptr addrspace(10) %a, ptr addrspace(11) %o.f, align 8
  %o.f8 = getelementptr inbounds i8, ptr addrspace(11) %o.f, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %o.f8, align 8
  %o.f16 = getelementptr inbounds i8, ptr addrspace(11) %o.f, i64 16
  store i64 0, ptr addrspace(11) %o.f16, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %b = phi ptr addrspace(10) [ %o, %entry ], [ %q, %loop ]
  call void @disturb()
  %l.d = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %l.p = getelementptr inbounds i8, ptr addrspace(11) %l.d, i64 0
  %l = load ptr addrspace(10), ptr addrspace(11) %l.p, align 8
  %v.d = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %v.p = getelementptr inbounds i8, ptr addrspace(11) %v.d, i64 16
  %v = load i64, ptr addrspace(11) %v.p, align 8
  %lv.d = addrspacecast ptr addrspace(10) %l to ptr addrspace(11)
  %lv.p = getelementptr inbounds i8, ptr addrspace(11) %lv.d, i64 16
  %lv = load i64, ptr addrspace(11) %lv.p, align 8
  %m = add i64 %lv, 1
  %new = call ptr addrspace(10) @leaf(i64 %m)
  %w = add i64 %v, %lv
  %q = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %q.f = addrspacecast ptr addrspace(10) %q to ptr addrspace(11)
  store ptr addrspace(10) %new, ptr addrspace(11) %q.f, align 8
  %q.f8 = getelementptr inbounds i8, ptr addrspace(11) %q.f, i64 8
  store ptr addrspace(10) %l, ptr addrspace(11) %q.f8, align 8
  %q.f16 = getelementptr inbounds i8, ptr addrspace(11) %q.f, i64 16
  store i64 %w, ptr addrspace(11) %q.f16, align 8
  %i2 = add i64 %i, 1
  %d = icmp slt i64 %i2, %n
  br i1 %d, label %loop, label %end
end:
  call void @disturb()
  %r = call i64 @digest(ptr addrspace(10) %q)
  ret i64 %r
}

; Two objects that change places in each round.
; CHECK: swapped: 14
; CHECK: swapped: 23
define internal i64 @swapped(i64 %n) noinline {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 1)
  %b = call ptr addrspace(10) @leaf(i64 2)
  %x = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %x.f = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  store ptr addrspace(10) %a, ptr addrspace(11) %x.f, align 8
  %x.f8 = getelementptr inbounds i8, ptr addrspace(11) %x.f, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %x.f8, align 8
  %x.f16 = getelementptr inbounds i8, ptr addrspace(11) %x.f, i64 16
  store i64 3, ptr addrspace(11) %x.f16, align 8
  %y = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %y.f = addrspacecast ptr addrspace(10) %y to ptr addrspace(11)
  store ptr addrspace(10) %b, ptr addrspace(11) %y.f, align 8
  %y.f8 = getelementptr inbounds i8, ptr addrspace(11) %y.f, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %y.f8, align 8
  %y.f16 = getelementptr inbounds i8, ptr addrspace(11) %y.f, i64 16
  store i64 4, ptr addrspace(11) %y.f16, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %p = phi ptr addrspace(10) [ %x, %entry ], [ %q, %loop ]
  %q = phi ptr addrspace(10) [ %y, %entry ], [ %p, %loop ]
  call void @disturb()
  %i2 = add i64 %i, 1
  %d = icmp slt i64 %i2, %n
  br i1 %d, label %loop, label %end
end:
  %l.d = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  %l.p = getelementptr inbounds i8, ptr addrspace(11) %l.d, i64 0
  %l = load ptr addrspace(10), ptr addrspace(11) %l.p, align 8
  %v.d = addrspacecast ptr addrspace(10) %q to ptr addrspace(11)
  %v.p = getelementptr inbounds i8, ptr addrspace(11) %v.d, i64 16
  %v = load i64, ptr addrspace(11) %v.p, align 8
  call void @disturb()
  %lv.d = addrspacecast ptr addrspace(10) %l to ptr addrspace(11)
  %lv.p = getelementptr inbounds i8, ptr addrspace(11) %lv.d, i64 16
  %lv = load i64, ptr addrspace(11) %lv.p, align 8
  %m = mul i64 %lv, 10
  %s = add i64 %m, %v
  ret i64 %s
}

; The protocol of iterators: an object or null.
; CHECK: iterator: 0
; CHECK: iterator: 1234
define internal i64 @iterator(i64 %n) noinline {
entry:
  %gcstack = call ptr @julia.get_pgcstack()
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %start, label %test
start:
  %a = call ptr addrspace(10) @leaf(i64 1)
  %first = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %first.f = addrspacecast ptr addrspace(10) %first to ptr addrspace(11)
  store ptr addrspace(10) %a, ptr addrspace(11) %first.f, align 8
  %first.f8 = getelementptr inbounds i8, ptr addrspace(11) %first.f, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %first.f8, align 8
  %first.f16 = getelementptr inbounds i8, ptr addrspace(11) %first.f, i64 16
  store i64 1, ptr addrspace(11) %first.f16, align 8
  br label %test
test:
  %o = phi ptr addrspace(10) [ null, %entry ], [ %first, %start ], [ %step, %advance ], [ null, %body ]
  %sum = phi i64 [ 0, %entry ], [ 0, %start ], [ %grown, %advance ], [ %grown, %body ]
  call void @disturb()
  %none = icmp eq ptr addrspace(10) %o, null
  br i1 %none, label %done, label %body
body:
  %l.d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %l.p = getelementptr inbounds i8, ptr addrspace(11) %l.d, i64 0
  %l = load ptr addrspace(10), ptr addrspace(11) %l.p, align 8
  %state.d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %state.p = getelementptr inbounds i8, ptr addrspace(11) %state.d, i64 16
  %state = load i64, ptr addrspace(11) %state.p, align 8
  call void @disturb()
  %lv.d = addrspacecast ptr addrspace(10) %l to ptr addrspace(11)
  %lv.p = getelementptr inbounds i8, ptr addrspace(11) %lv.d, i64 16
  %lv = load i64, ptr addrspace(11) %lv.p, align 8
  %sum10 = mul i64 %sum, 10
  %grown = add i64 %sum10, %lv
  %more = icmp slt i64 %state, %n
  br i1 %more, label %advance, label %test
advance:
  %next = add i64 %state, 1
  %b = call ptr addrspace(10) @leaf(i64 %next)
  %step = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %step.f = addrspacecast ptr addrspace(10) %step to ptr addrspace(11)
  store ptr addrspace(10) %b, ptr addrspace(11) %step.f, align 8
  %step.f8 = getelementptr inbounds i8, ptr addrspace(11) %step.f, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %step.f8, align 8
  %step.f16 = getelementptr inbounds i8, ptr addrspace(11) %step.f, i64 16
  store i64 %next, ptr addrspace(11) %step.f16, align 8
  br label %test
done:
  ret i64 %sum
}

; An object in an object, both made where the outer one escapes.
; CHECK: nested: 6
; CHECK: nested: 63632
define internal i64 @nested(i64 %i) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 6)
  %inner = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %inner.f = addrspacecast ptr addrspace(10) %inner to ptr addrspace(11)
  store ptr addrspace(10) %a, ptr addrspace(11) %inner.f, align 8
  %inner.f8 = getelementptr inbounds i8, ptr addrspace(11) %inner.f, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %inner.f8, align 8
  %inner.f16 = getelementptr inbounds i8, ptr addrspace(11) %inner.f, i64 16
  store i64 %i, ptr addrspace(11) %inner.f16, align 8
  %outer = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %outer.f = addrspacecast ptr addrspace(10) %outer to ptr addrspace(11)
  store ptr addrspace(10) %inner, ptr addrspace(11) %outer.f, align 8
  %outer.f8 = getelementptr inbounds i8, ptr addrspace(11) %outer.f, i64 8
  store ptr addrspace(10) %a, ptr addrspace(11) %outer.f8, align 8
  %outer.f16 = getelementptr inbounds i8, ptr addrspace(11) %outer.f, i64 16
  store i64 2, ptr addrspace(11) %outer.f16, align 8
  call void @disturb()
  %rare = icmp eq i64 %i, 3
  br i1 %rare, label %give, label %keep, !prof !0
give:
  %d = call i64 @digest(ptr addrspace(10) %outer)
  %e = call i64 @digest(ptr addrspace(10) %inner)
  %m = mul i64 %e, 1000
  %s = add i64 %d, %m
  ret i64 %s
keep:
  %x.d = addrspacecast ptr addrspace(10) %outer to ptr addrspace(11)
  %x.p = getelementptr inbounds i8, ptr addrspace(11) %x.d, i64 0
  %x = load ptr addrspace(10), ptr addrspace(11) %x.p, align 8
  %l.d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %l.p = getelementptr inbounds i8, ptr addrspace(11) %l.d, i64 0
  %l = load ptr addrspace(10), ptr addrspace(11) %l.p, align 8
  call void @disturb()
  %v.d = addrspacecast ptr addrspace(10) %l to ptr addrspace(11)
  %v.p = getelementptr inbounds i8, ptr addrspace(11) %v.d, i64 16
  %v = load i64, ptr addrspace(11) %v.p, align 8
  ret i64 %v
}

; A region keeps what the object refers to, though nothing else does.
; CHECK: preserved: 4
define internal i64 @preserved(i64 %i) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 %i)
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %o.f = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store ptr addrspace(10) %a, ptr addrspace(11) %o.f, align 8
  %o.f8 = getelementptr inbounds i8, ptr addrspace(11) %o.f, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %o.f8, align 8
  %o.f16 = getelementptr inbounds i8, ptr addrspace(11) %o.f, i64 16
  store i64 0, ptr addrspace(11) %o.f16, align 8
  %ad = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %raw = call ptr @julia.pointer_from_objref(ptr addrspace(11) %ad)
  %r = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  call void @disturb()
  %at = getelementptr i8, ptr %raw, i64 16
  %v = load i64, ptr %at, align 8
  call void @llvm.julia.gc_preserve_end(token %r)
  ret i64 %v
}

; A call does.
; CHECK: bundle: 8
define internal i64 @read(ptr %raw) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  call void @disturb()
  %at = getelementptr i8, ptr %raw, i64 16
  %v = load i64, ptr %at, align 8
  ret i64 %v
}
define internal i64 @bundle(i64 %i) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @leaf(i64 %i)
  %b = call ptr addrspace(10) @leaf(i64 8)
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %o.f = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store ptr addrspace(10) %a, ptr addrspace(11) %o.f, align 8
  %o.f8 = getelementptr inbounds i8, ptr addrspace(11) %o.f, i64 8
  store ptr addrspace(10) %b, ptr addrspace(11) %o.f8, align 8
  %o.f16 = getelementptr inbounds i8, ptr addrspace(11) %o.f, i64 16
  store i64 0, ptr addrspace(11) %o.f16, align 8
  %bd = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %raw = call ptr @julia.pointer_from_objref(ptr addrspace(11) %bd)
  %v = call i64 @read(ptr %raw) [ "jl_roots"(ptr addrspace(10) %o) ]
  ret i64 %v
}

define i32 @main() {
  %gcstack = call ptr @julia.get_pgcstack()
  %r0 = call i64 @cold(i64 2)
  call void @print(ptr @.cold, i64 %r0)
  %r1 = call i64 @cold(i64 3)
  call void @print(ptr @.cold, i64 %r1)
  %r2 = call i64 @behind(i64 2)
  call void @print(ptr @.behind, i64 %r2)
  %r3 = call i64 @behind(i64 3)
  call void @print(ptr @.behind, i64 %r3)
  %r4 = call i64 @loop(i64 1)
  call void @print(ptr @.loop, i64 %r4)
  %r5 = call i64 @loop(i64 5)
  call void @print(ptr @.loop, i64 %r5)
  %r6 = call i64 @swapped(i64 1)
  call void @print(ptr @.swapped, i64 %r6)
  %r7 = call i64 @swapped(i64 2)
  call void @print(ptr @.swapped, i64 %r7)
  %r8 = call i64 @iterator(i64 0)
  call void @print(ptr @.iterator, i64 %r8)
  %r9 = call i64 @iterator(i64 4)
  call void @print(ptr @.iterator, i64 %r9)
  %r10 = call i64 @nested(i64 2)
  call void @print(ptr @.nested, i64 %r10)
  %r11 = call i64 @nested(i64 3)
  call void @print(ptr @.nested, i64 %r11)
  %r12 = call i64 @preserved(i64 4)
  call void @print(ptr @.preserved, i64 %r12)
  %r13 = call i64 @bundle(i64 4)
  call void @print(ptr @.bundle, i64 %r13)
  ret i32 0
}

!0 = !{!"branch_weights", i32 1, i32 2000}
