; Made by tools/regen-examples from derived.c: see there for what it shows.
source_filename = "derived.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [13 x i8] c"either: %ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [18 x i8] c"one of many: %ld\0A\00", align 1
@.str.2 = private unnamed_addr constant [11 x i8] c"walk: %ld\0A\00", align 1
@.str.3 = private unnamed_addr constant [11 x i8] c"swap: %ld\0A\00", align 1
@column_type = internal constant %struct.lr_type { ptr @.str.4, i32 0, i32 80, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.4 = private unnamed_addr constant [14 x i8] c"struct column\00", align 1
@.compoundliteral = internal constant [1 x i32] zeroinitializer, align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %sum.0 = phi i64 [ 0, %entry ], [ %add, %for.body ]
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i64 %i.0, 12
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %mul = mul nsw i64 %sum.0, 3
  %call1 = call i64 @either(i64 %i.0)
  %add = add nsw i64 %mul, %call1
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %sum.0)
  br label %for.cond4

for.cond4:
  %sum.1 = phi i64 [ 0, %for.end ], [ %add10, %for.body7 ]
  %i3.0 = phi i64 [ 0, %for.end ], [ %inc12, %for.body7 ]
  %cmp5 = icmp ult i64 %i3.0, 10
  br i1 %cmp5, label %for.body7, label %for.end13

for.body7:
  %mul8 = mul nsw i64 %sum.1, 3
  %call9 = call i64 @one_of_many(i64 %i3.0)
  %add10 = add nsw i64 %mul8, %call9
  %inc12 = add nuw nsw i64 %i3.0, 1
  br label %for.cond4

for.end13:
  %call14 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.1, i64 %sum.1)
  br label %for.cond16

for.cond16:
  %chain.0 = phi ptr addrspace(10) [ null, %for.end13 ], [ %call21, %for.body19 ]
  %i15.0 = phi i64 [ 0, %for.end13 ], [ %inc23, %for.body19 ]
  %cmp17 = icmp ult i64 %i15.0, 5
  br i1 %cmp17, label %for.body19, label %for.end24

for.body19:
  %mul20 = mul nuw nsw i64 %i15.0, 100
  %call21 = call ptr addrspace(10) @column(i64 %mul20, ptr addrspace(10) %chain.0)
  %inc23 = add nuw nsw i64 %i15.0, 1
  br label %for.cond16

for.end24:
  %call25 = call i64 @walk(ptr addrspace(10) %chain.0, i64 3)
  %call26 = call i64 @walk(ptr addrspace(10) %chain.0, i64 1)
  %add27 = add nsw i64 %call25, %call26
  %call28 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.2, i64 %add27)
  %call29 = call i64 @swap()
  %call30 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.3, i64 %call29)
  ret i32 0
}

define internal i64 @either(i64 %i) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @column(i64 100, ptr addrspace(10) null)
  %call2 = call ptr addrspace(10) @column(i64 200, ptr addrspace(10) null)
  %rem = srem i64 %i, 3
  %cmp = icmp eq i64 %rem, 0
  br i1 %cmp, label %cond.true, label %cond.false

cond.true:
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %row = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %rem3 = srem i64 %i, 9
  %arrayidx = getelementptr inbounds [9 x i64], ptr addrspace(11) %row, i64 0, i64 %rem3
  br label %cond.end

cond.false:
  %1 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %row4 = getelementptr inbounds i8, ptr addrspace(11) %1, i64 8
  %add = add nsw i64 %i, 1
  %rem5 = srem i64 %add, 9
  %arrayidx6 = getelementptr inbounds [9 x i64], ptr addrspace(11) %row4, i64 0, i64 %rem5
  br label %cond.end

cond.end:
  %cond = phi ptr addrspace(11) [ %arrayidx, %cond.true ], [ %arrayidx6, %cond.false ]
  call void @disturb()
  %2 = load i64, ptr addrspace(11) %cond, align 8
  ret i64 %2
}

define internal i64 @one_of_many(i64 %i) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @column(i64 1000, ptr addrspace(10) null)
  %call2 = call ptr addrspace(10) @column(i64 2000, ptr addrspace(10) %call1)
  switch i64 %i, label %sw.default [
    i64 0, label %sw.bb
    i64 3, label %sw.bb
    i64 5, label %sw.bb
    i64 1, label %sw.bb3
    i64 2, label %sw.epilog
    i64 4, label %sw.epilog
  ]

sw.bb:
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %row = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  br label %sw.epilog

sw.bb3:
  call void @disturb()
  %1 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %arrayidx = getelementptr inbounds i8, ptr addrspace(11) %1, i64 24
  br label %sw.epilog

sw.default:
  %2 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %3 = load ptr addrspace(10), ptr addrspace(11) %2, align 8
  %4 = addrspacecast ptr addrspace(10) %3 to ptr addrspace(11)
  %row6 = getelementptr inbounds i8, ptr addrspace(11) %4, i64 8
  %rem = srem i64 %i, 9
  %arrayidx7 = getelementptr inbounds [9 x i64], ptr addrspace(11) %row6, i64 0, i64 %rem
  br label %sw.epilog

sw.epilog:
  %p.0 = phi ptr addrspace(11) [ %arrayidx7, %sw.default ], [ %arrayidx, %sw.bb3 ], [ %row, %sw.bb ], [ null, %entry ], [ null, %entry ]
  call void @disturb()
  %cmp = icmp eq ptr addrspace(11) %p.0, null
  br i1 %cmp, label %cond.end, label %cond.false

cond.false:
  %5 = load i64, ptr addrspace(11) %p.0, align 8
  br label %cond.end

cond.end:
  %cond = phi i64 [ %5, %cond.false ], [ -1, %sw.epilog ]
  ret i64 %cond
}

define internal ptr addrspace(10) @column(i64 %first, ptr addrspace(10) %next) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(80) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 80, ptr addrspace(10) addrspacecast (ptr @column_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store ptr addrspace(10) %next, ptr addrspace(11) %0, align 8
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i32 %i.0, 9
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %conv = zext nneg i32 %i.0 to i64
  %add = add nsw i64 %conv, %first
  %row = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %arrayidx = getelementptr inbounds [9 x i64], ptr addrspace(11) %row, i64 0, i64 %conv
  store i64 %add, ptr addrspace(11) %arrayidx, align 8
  %inc = add nuw nsw i32 %i.0, 1
  br label %for.cond

for.end:
  ret ptr addrspace(10) %call1
}

define internal i64 @walk(ptr addrspace(10) %c, i64 %stride) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %0 = addrspacecast ptr addrspace(10) %c to ptr addrspace(11)
  %row = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %add.ptr = getelementptr inbounds i8, ptr addrspace(11) %0, i64 80
  br label %for.cond

for.cond:
  %c.addr.0 = phi ptr addrspace(10) [ %c, %entry ], [ %c.addr.1, %if.end7 ]
  %p.0 = phi ptr addrspace(11) [ %row, %entry ], [ %p.1, %if.end7 ]
  %end.0 = phi ptr addrspace(11) [ %add.ptr, %entry ], [ %end.1, %if.end7 ]
  %sum.0 = phi i64 [ 0, %entry ], [ %add, %if.end7 ]
  call void @disturb()
  %mul = mul nsw i64 %sum.0, 7
  %rem = srem i64 %mul, 1000003
  %1 = load i64, ptr addrspace(11) %p.0, align 8
  %add = add nsw i64 %rem, %1
  %add.ptr1 = getelementptr inbounds i64, ptr addrspace(11) %p.0, i64 %stride
  %cmp.not = icmp ult ptr addrspace(11) %add.ptr1, %end.0
  br i1 %cmp.not, label %if.end7, label %if.then

if.then:
  %2 = addrspacecast ptr addrspace(10) %c.addr.0 to ptr addrspace(11)
  %3 = load ptr addrspace(10), ptr addrspace(11) %2, align 8
  %cmp2 = icmp eq ptr addrspace(10) %3, null
  br i1 %cmp2, label %if.then3, label %if.end

if.then3:
  ret i64 %add

if.end:
  %4 = addrspacecast ptr addrspace(10) %3 to ptr addrspace(11)
  %row4 = getelementptr inbounds i8, ptr addrspace(11) %4, i64 8
  %add.ptr6 = getelementptr inbounds i8, ptr addrspace(11) %4, i64 80
  br label %if.end7

if.end7:
  %c.addr.1 = phi ptr addrspace(10) [ %3, %if.end ], [ %c.addr.0, %for.cond ]
  %p.1 = phi ptr addrspace(11) [ %row4, %if.end ], [ %add.ptr1, %for.cond ]
  %end.1 = phi ptr addrspace(11) [ %add.ptr6, %if.end ], [ %end.0, %for.cond ]
  br label %for.cond
}

define internal i64 @swap() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @column(i64 10, ptr addrspace(10) null)
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %row = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %call2 = call ptr addrspace(10) @column(i64 50, ptr addrspace(10) null)
  %1 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %row3 = getelementptr inbounds i8, ptr addrspace(11) %1, i64 8
  br label %for.cond

for.cond:
  %q.0 = phi ptr addrspace(11) [ %row3, %entry ], [ %cond, %for.body ]
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %p.0 = phi ptr addrspace(11) [ %row, %entry ], [ %q.0, %for.body ]
  %cmp = icmp ult i32 %i.0, 9
  br i1 %cmp, label %for.body, label %for.end

for.body:
  call void @disturb()
  %2 = load i64, ptr addrspace(11) %q.0, align 8
  %3 = load i64, ptr addrspace(11) %p.0, align 8
  %add = add nsw i64 %3, %2
  store i64 %add, ptr addrspace(11) %p.0, align 8
  %rem = shl nuw nsw i32 %i.0, 3
  %4 = and i32 %rem, 8
  %5 = xor i32 %4, 8
  %cond.idx = zext nneg i32 %5 to i64
  %cond = getelementptr inbounds i8, ptr addrspace(11) %p.0, i64 %cond.idx
  %inc = add nuw nsw i32 %i.0, 1
  br label %for.cond

for.end:
  %6 = load i64, ptr addrspace(11) %p.0, align 8
  %mul = mul nsw i64 %6, 1000
  %7 = load i64, ptr addrspace(11) %q.0, align 8
  %add5 = add nsw i64 %mul, %7
  ret i64 %add5
}

define internal void @disturb() noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @column(i64 -1, ptr addrspace(10) null)
  ret void
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare i32 @printf(ptr, ...)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
