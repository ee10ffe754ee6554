; merge.ll -- objects that meet in phis and selects, and boxes that go round loops.
; The comment of each says what an ideal pass leaves there.
source_filename = "merge.ll"
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

@allocations = global i64 0
@.line = private unnamed_addr constant [9 x i8] c"%ld %ld\0A\00"
@opaque = global ptr @digest

; A box of each of two branches, read behind them: a phi of numbers stays.
define i64 @phi_of_two(i64 %i) noinline {
entry:
  %task = call ptr @julia.get_pgcstack()
  %odd = trunc i64 %i to i1
  br i1 %odd, label %left, label %right

left:
  %l = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %l.field = addrspacecast ptr addrspace(10) %l to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %l.field, align 8
  br label %join

right:
  %r = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %r.field = addrspacecast ptr addrspace(10) %r to ptr addrspace(11)
  %twice = shl i64 %i, 1
  store i64 %twice, ptr addrspace(11) %r.field, align 8
  br label %join

join:
  %o = phi ptr addrspace(10) [ %l, %left ], [ %r, %right ]
  call void @lr_gc_collect(i32 1)
  %field = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %field, align 8
  ret i64 %v
}

; One of two boxes: a select of numbers stays.
define i64 @select_of_two(i64 %i) noinline {
  %task = call ptr @julia.get_pgcstack()
  %l = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %l.field = addrspacecast ptr addrspace(10) %l to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %l.field, align 8
  %r = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %r.field = addrspacecast ptr addrspace(10) %r to ptr addrspace(11)
  store i64 100, ptr addrspace(11) %r.field, align 8
  %odd = trunc i64 %i to i1
  %o = select i1 %odd, ptr addrspace(10) %l, ptr addrspace(10) %r
  call void @lr_gc_collect(i32 1)
  %field = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %field, align 8
  ret i64 %v
}

; A box or null, as an optional value: a flag and a number stay.
define i64 @phi_with_null(i64 %i) noinline {
entry:
  %task = call ptr @julia.get_pgcstack()
  %some = icmp ult i64 %i, 11
  br i1 %some, label %make, label %join

make:
  %l = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %l.field = addrspacecast ptr addrspace(10) %l to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %l.field, align 8
  br label %join

join:
  %o = phi ptr addrspace(10) [ %l, %make ], [ null, %entry ]
  call void @lr_gc_collect(i32 1)
  %none = icmp eq ptr addrspace(10) %o, null
  br i1 %none, label %nothing, label %something

nothing:
  ret i64 -5

something:
  %field = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %field, align 8
  ret i64 %v
}

; An object of one of two types; its type decides what is read: a flag and numbers stay.
define i64 @union_by_type(i64 %i) noinline {
entry:
  %task = call ptr @julia.get_pgcstack()
  %odd = trunc i64 %i to i1
  br i1 %odd, label %left, label %right

left:
  %l = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %l.field = addrspacecast ptr addrspace(10) %l to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %l.field, align 8
  br label %join

right:
  %r = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @pair_type to ptr addrspace(10)))
  %r.a = addrspacecast ptr addrspace(10) %r to ptr addrspace(11)
  %r.b.base = addrspacecast ptr addrspace(10) %r to ptr addrspace(11)
  %r.b = getelementptr inbounds i8, ptr addrspace(11) %r.b.base, i64 8
  store i64 1, ptr addrspace(11) %r.a, align 8
  store i64 %i, ptr addrspace(11) %r.b, align 8
  br label %join

join:
  %o = phi ptr addrspace(10) [ %l, %left ], [ %r, %right ]
  call void @lr_gc_collect(i32 1)
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  %box = icmp eq ptr addrspace(10) %t, addrspacecast (ptr @box_type to ptr addrspace(10))
  br i1 %box, label %one, label %two

one:
  %field = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %field, align 8
  ret i64 %v

two:
  %second.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %second = getelementptr inbounds i8, ptr addrspace(11) %second.base, i64 8
  %w = load i64, ptr addrspace(11) %second, align 8
  %negative = sub i64 0, %w
  ret i64 %negative
}

; The same object made in both branches, then given away: one allocation, in front of the branches or behind them.
define i64 @equal_branches(i64 %i) noinline {
entry:
  %task = call ptr @julia.get_pgcstack()
  %odd = trunc i64 %i to i1
  br i1 %odd, label %left, label %right

left:
  %l = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %l.field = addrspacecast ptr addrspace(10) %l to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %l.field, align 8
  br label %join

right:
  %r = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %r.field = addrspacecast ptr addrspace(10) %r to ptr addrspace(11)
  store i64 3, ptr addrspace(11) %r.field, align 8
  br label %join

join:
  %o = phi ptr addrspace(10) [ %l, %left ], [ %r, %right ]
  %d.callee = load volatile ptr, ptr @opaque, align 8
  %d = call i64 %d.callee(ptr addrspace(10) %o)
  ret i64 %d
}

; A boxed number that goes round a loop: a number goes round, no allocation stays.
define i64 @loop_box(i64 %i) noinline {
entry:
  %task = call ptr @julia.get_pgcstack()
  %first = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %first.field = addrspacecast ptr addrspace(10) %first to ptr addrspace(11)
  store i64 1, ptr addrspace(11) %first.field, align 8
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %o = phi ptr addrspace(10) [ %first, %entry ], [ %new, %loop ]
  %field = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %field, align 8
  %tripled = mul i64 %v, 3
  %grown = add i64 %tripled, %k
  %new = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %new.field = addrspacecast ptr addrspace(10) %new to ptr addrspace(11)
  store i64 %grown, ptr addrspace(11) %new.field, align 8
  %next = add i64 %k, 1
  %more = icmp ule i64 %next, %i
  br i1 %more, label %loop, label %done

done:
  %last = addrspacecast ptr addrspace(10) %new to ptr addrspace(11)
  %result = load i64, ptr addrspace(11) %last, align 8
  ret i64 %result
}

; The same, given away behind the loop: one allocation stays, behind it.
define i64 @loop_box_given(i64 %i) noinline {
entry:
  %task = call ptr @julia.get_pgcstack()
  %first = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %first.field = addrspacecast ptr addrspace(10) %first to ptr addrspace(11)
  store i64 1, ptr addrspace(11) %first.field, align 8
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %o = phi ptr addrspace(10) [ %first, %entry ], [ %new, %body ]
  %more = icmp ult i64 %k, %i
  br i1 %more, label %body, label %done

body:
  %field = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %field, align 8
  %tripled = mul i64 %v, 3
  %grown = add i64 %tripled, %k
  %new = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %new.field = addrspacecast ptr addrspace(10) %new to ptr addrspace(11)
  store i64 %grown, ptr addrspace(11) %new.field, align 8
  %next = add i64 %k, 1
  br label %loop

done:
  %d.callee = load volatile ptr, ptr @opaque, align 8
  %d = call i64 %d.callee(ptr addrspace(10) %o)
  ret i64 %d
}

; A complex number that goes round a loop, with a test that leaves early: two doubles go round.
define i64 @loop_complex(i64 %i) noinline {
entry:
  %task = call ptr @julia.get_pgcstack()
  %c = uitofp i64 %i to double
  %small = fdiv double %c, 2.000000e+01
  %first = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @pair_type to ptr addrspace(10)))
  %first.re = addrspacecast ptr addrspace(10) %first to ptr addrspace(11)
  %first.im.base = addrspacecast ptr addrspace(10) %first to ptr addrspace(11)
  %first.im = getelementptr inbounds i8, ptr addrspace(11) %first.im.base, i64 8
  store double 0.000000e+00, ptr addrspace(11) %first.re, align 8
  store double 0.000000e+00, ptr addrspace(11) %first.im, align 8
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %body ]
  %z = phi ptr addrspace(10) [ %first, %entry ], [ %new, %body ]
  %z.re = addrspacecast ptr addrspace(10) %z to ptr addrspace(11)
  %z.im.base = addrspacecast ptr addrspace(10) %z to ptr addrspace(11)
  %z.im = getelementptr inbounds i8, ptr addrspace(11) %z.im.base, i64 8
  %re = load double, ptr addrspace(11) %z.re, align 8
  %im = load double, ptr addrspace(11) %z.im, align 8
  %re2 = fmul double %re, %re
  %im2 = fmul double %im, %im
  %size = fadd double %re2, %im2
  %out = fcmp ogt double %size, 4.000000e+00
  %enough = icmp uge i64 %k, 100
  %stop = or i1 %out, %enough
  br i1 %stop, label %done, label %body

body:
  %difference = fsub double %re2, %im2
  %re.new = fadd double %difference, %small
  %product = fmul double %re, %im
  %twice = fmul double %product, 2.000000e+00
  %im.new = fadd double %twice, 2.500000e-01
  %new = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @pair_type to ptr addrspace(10)))
  %new.re = addrspacecast ptr addrspace(10) %new to ptr addrspace(11)
  %new.im.base = addrspacecast ptr addrspace(10) %new to ptr addrspace(11)
  %new.im = getelementptr inbounds i8, ptr addrspace(11) %new.im.base, i64 8
  store double %re.new, ptr addrspace(11) %new.re, align 8
  store double %im.new, ptr addrspace(11) %new.im, align 8
  %next = add i64 %k, 1
  br label %loop

done:
  ret i64 %k
}

; Iteration as Julia writes it: each step makes a pair of value and state, or nothing (null): numbers go round.
define i64 @iterator(i64 %i) noinline {
entry:
  %task = call ptr @julia.get_pgcstack()
  %any = icmp ugt i64 %i, 0
  br i1 %any, label %start, label %test

start:
  %first = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @pair_type to ptr addrspace(10)))
  %first.value = addrspacecast ptr addrspace(10) %first to ptr addrspace(11)
  %first.state.base = addrspacecast ptr addrspace(10) %first to ptr addrspace(11)
  %first.state = getelementptr inbounds i8, ptr addrspace(11) %first.state.base, i64 8
  store i64 1, ptr addrspace(11) %first.value, align 8
  store i64 1, ptr addrspace(11) %first.state, align 8
  br label %test

test:
  %o = phi ptr addrspace(10) [ null, %entry ], [ %first, %start ], [ %step, %advance ], [ null, %body ]
  %sum = phi i64 [ 0, %entry ], [ 0, %start ], [ %grown, %advance ], [ %grown, %body ]
  %nothing = icmp eq ptr addrspace(10) %o, null
  br i1 %nothing, label %done, label %body

body:
  %o.value = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %o.state.base = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %o.state = getelementptr inbounds i8, ptr addrspace(11) %o.state.base, i64 8
  %value = load i64, ptr addrspace(11) %o.value, align 8
  %state = load i64, ptr addrspace(11) %o.state, align 8
  %square = mul i64 %value, %value
  %grown = add i64 %sum, %square
  %more = icmp ult i64 %state, %i
  br i1 %more, label %advance, label %test

advance:
  %following = add i64 %state, 1
  %step = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr @pair_type to ptr addrspace(10)))
  %step.value = addrspacecast ptr addrspace(10) %step to ptr addrspace(11)
  %step.state.base = addrspacecast ptr addrspace(10) %step to ptr addrspace(11)
  %step.state = getelementptr inbounds i8, ptr addrspace(11) %step.state.base, i64 8
  store i64 %following, ptr addrspace(11) %step.value, align 8
  store i64 %following, ptr addrspace(11) %step.state, align 8
  br label %test

done:
  ret i64 %sum
}

; Two boxes that change places each round: two numbers go round.
define i64 @loop_exchange(i64 %i) noinline {
entry:
  %task = call ptr @julia.get_pgcstack()
  %a0 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %a0.field = addrspacecast ptr addrspace(10) %a0 to ptr addrspace(11)
  store i64 0, ptr addrspace(11) %a0.field, align 8
  %b0 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %b0.field = addrspacecast ptr addrspace(10) %b0 to ptr addrspace(11)
  store i64 1, ptr addrspace(11) %b0.field, align 8
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = phi ptr addrspace(10) [ %a0, %entry ], [ %b, %loop ]
  %b = phi ptr addrspace(10) [ %b0, %entry ], [ %new, %loop ]
  %a.field = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %b.field = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %x = load i64, ptr addrspace(11) %a.field, align 8
  %y = load i64, ptr addrspace(11) %b.field, align 8
  %z = add i64 %x, %y
  %new = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %new.field = addrspacecast ptr addrspace(10) %new to ptr addrspace(11)
  store i64 %z, ptr addrspace(11) %new.field, align 8
  %next = add i64 %k, 1
  %more = icmp ule i64 %next, %i
  br i1 %more, label %loop, label %done

done:
  ret i64 %z
}

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
  call void @drive(ptr @phi_of_two)
  call void @drive(ptr @select_of_two)
  call void @drive(ptr @phi_with_null)
  call void @drive(ptr @union_by_type)
  call void @drive(ptr @equal_branches)
  call void @drive(ptr @loop_box)
  call void @drive(ptr @loop_box_given)
  call void @drive(ptr @loop_complex)
  call void @drive(ptr @iterator)
  call void @drive(ptr @loop_exchange)
  ret i32 0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare nonnull ptr addrspace(10) @julia.typeof(ptr addrspace(10)) nounwind willreturn memory(argmem: read)
declare void @lr_gc_collect(i32)
declare i32 @printf(ptr, ...)
