; Made by tools/regen-examples from hash-table.c: see there for what it shows.
source_filename = "hash-table.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@table_type = internal constant %struct.lr_type { ptr @.str.1, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@buckets_type = internal constant %struct.lr_type { ptr @.str, i32 1, i32 8, i32 0, i32 8, i32 1, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.str = private unnamed_addr constant [15 x i8] c"struct buckets\00", align 1
@.str.1 = private unnamed_addr constant [13 x i8] c"struct table\00", align 1
@.compoundliteral = internal constant [1 x i32] zeroinitializer, align 4
@key_type = internal constant %struct.lr_type { ptr @.str.2, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.str.2 = private unnamed_addr constant [11 x i8] c"struct key\00", align 1
@entry_type = internal constant %struct.lr_type { ptr @.str.3, i32 0, i32 32, i32 3, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.4, ptr null, ptr null }, align 16
@.str.3 = private unnamed_addr constant [13 x i8] c"struct entry\00", align 1
@.compoundliteral.4 = internal constant [3 x i32] [i32 0, i32 1, i32 2], align 4
@box_type = internal constant %struct.lr_type { ptr @.str.5, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.6, ptr null, ptr null }, align 16
@.str.5 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral.6 = internal constant [0 x i32] zeroinitializer, align 4
@.str.7 = private unnamed_addr constant [52 x i8] c"%ld entries in %ld chains, %ld found, checksum %ld\0A\00", align 1

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @new_table()
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i64 %i.0, 150
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %mul = mul nuw nsw i64 %i.0, 37
  %rem = urem i64 %mul, 150
  %call2 = call ptr addrspace(10) @key_of(i64 %rem)
  %call3 = call ptr addrspace(10) @box(i64 %i.0)
  call void @put(ptr addrspace(10) %call1, ptr addrspace(10) %call2, ptr addrspace(10) %call3)
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  call void @report(ptr addrspace(10) %call1, i64 150)
  br label %for.cond5

for.cond5:
  %i4.0 = phi i64 [ 0, %for.end ], [ %add, %for.body8 ]
  %cmp6 = icmp ult i64 %i4.0, 150
  br i1 %cmp6, label %for.body8, label %for.end13

for.body8:
  %call10 = call ptr addrspace(10) @key_of(i64 %i4.0)
  %sub = sub nsw i64 0, %i4.0
  %call11 = call ptr addrspace(10) @box(i64 %sub)
  call void @put(ptr addrspace(10) %call1, ptr addrspace(10) %call10, ptr addrspace(10) %call11)
  %add = add nuw nsw i64 %i4.0, 3
  br label %for.cond5

for.end13:
  call void @report(ptr addrspace(10) %call1, i64 150)
  call void @thin(ptr addrspace(10) %call1)
  call void @report(ptr addrspace(10) %call1, i64 150)
  ret i32 0
}

define internal ptr addrspace(10) @new_table() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @new_buckets(i64 2)
  %call2 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @table_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  store ptr addrspace(10) %call1, ptr addrspace(11) %0, align 8
  %count = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store i64 0, ptr addrspace(11) %count, align 8
  ret ptr addrspace(10) %call2
}

define internal ptr addrspace(10) @key_of(i64 %n) {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %digits.0 = phi i64 [ 1, %entry ], [ %inc, %for.body ]
  %m.0 = phi i64 [ %n, %entry ], [ %div, %for.body ]
  %cmp = icmp sgt i64 %m.0, 9
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %inc = add nuw nsw i64 %digits.0, 1
  %div = udiv i64 %m.0, 10
  br label %for.cond

for.end:
  %add = add nuw i64 %digits.0, 9
  %call1 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 %add, ptr addrspace(10) addrspacecast (ptr @key_type to ptr addrspace(10)))
  %add2 = add nuw nsw i64 %digits.0, 1
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %add2, ptr addrspace(11) %0, align 8
  %text = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store i8 107, ptr addrspace(11) %text, align 8
  br label %for.cond3

for.cond3:
  %n.addr.0 = phi i64 [ %n, %for.end ], [ %div11, %for.body6 ]
  %i.0 = phi i64 [ %digits.0, %for.end ], [ %dec, %for.body6 ]
  %cmp4 = icmp sgt i64 %i.0, 0
  br i1 %cmp4, label %for.body6, label %for.end12

for.body6:
  %rem = srem i64 %n.addr.0, 10
  %1 = trunc nsw i64 %rem to i8
  %conv = add nsw i8 %1, 48
  %arrayidx9 = getelementptr inbounds [0 x i8], ptr addrspace(11) %text, i64 0, i64 %i.0
  store i8 %conv, ptr addrspace(11) %arrayidx9, align 1
  %dec = add nsw i64 %i.0, -1
  %div11 = sdiv i64 %n.addr.0, 10
  br label %for.cond3

for.end12:
  ret ptr addrspace(10) %call1
}

define internal void @put(ptr addrspace(10) %t, ptr addrspace(10) %k, ptr addrspace(10) %value) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call i64 @hash_of(ptr addrspace(10) %k)
  %0 = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %call2 = call ptr addrspace(10) @find(ptr addrspace(10) %1, ptr addrspace(10) %k, i64 %call1)
  %cmp.not = icmp eq ptr addrspace(10) %call2, null
  br i1 %cmp.not, label %if.end, label %if.then

if.then:
  %2 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %key = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %value3 = getelementptr inbounds i8, ptr addrspace(11) %2, i64 16
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) nonnull %call2, ptr addrspace(11) %key, ptr addrspace(10) %k, ptr addrspace(11) %value3, ptr addrspace(10) %value)
  store ptr addrspace(10) %k, ptr addrspace(11) %key, align 8
  store ptr addrspace(10) %value, ptr addrspace(11) %value3, align 8
  br label %cleanup.cont

if.end:
  %count = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %3 = load i64, ptr addrspace(11) %count, align 8
  %4 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %5 = addrspacecast ptr addrspace(10) %4 to ptr addrspace(11)
  %6 = load i64, ptr addrspace(11) %5, align 8
  %cmp7.not = icmp slt i64 %3, %6
  br i1 %cmp7.not, label %if.end9, label %if.then8

if.then8:
  call void @grow(ptr addrspace(10) %t)
  %.pre = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %.phi.trans.insert = addrspacecast ptr addrspace(10) %.pre to ptr addrspace(11)
  %.pre28 = load i64, ptr addrspace(11) %.phi.trans.insert, align 8
  br label %if.end9

if.end9:
  %.pre-phi = phi ptr addrspace(11) [ %.phi.trans.insert, %if.then8 ], [ %5, %if.end ]
  %7 = phi i64 [ %.pre28, %if.then8 ], [ %6, %if.end ]
  %8 = phi ptr addrspace(10) [ %.pre, %if.then8 ], [ %4, %if.end ]
  %call10 = call dereferenceable(32) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 32, ptr addrspace(10) addrspacecast (ptr @entry_type to ptr addrspace(10)))
  %chain12 = getelementptr inbounds i8, ptr addrspace(11) %.pre-phi, i64 8
  %rem = urem i64 %call1, %7
  %arrayidx = getelementptr inbounds [0 x ptr addrspace(10)], ptr addrspace(11) %chain12, i64 0, i64 %rem
  %9 = load ptr addrspace(10), ptr addrspace(11) %arrayidx, align 8
  %10 = addrspacecast ptr addrspace(10) %call10 to ptr addrspace(11)
  store ptr addrspace(10) %9, ptr addrspace(11) %10, align 8
  %key14 = getelementptr inbounds i8, ptr addrspace(11) %10, i64 8
  store ptr addrspace(10) %k, ptr addrspace(11) %key14, align 8
  %value15 = getelementptr inbounds i8, ptr addrspace(11) %10, i64 16
  store ptr addrspace(10) %value, ptr addrspace(11) %value15, align 8
  %hash16 = getelementptr inbounds i8, ptr addrspace(11) %10, i64 24
  store i64 %call1, ptr addrspace(11) %hash16, align 8
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %8, ptr addrspace(11) %arrayidx, ptr addrspace(10) nonnull %call10)
  store ptr addrspace(10) %call10, ptr addrspace(11) %arrayidx, align 8
  %11 = load i64, ptr addrspace(11) %count, align 8
  %add = add nsw i64 %11, 1
  store i64 %add, ptr addrspace(11) %count, align 8
  br label %cleanup.cont

cleanup.cont:
  ret void
}

define internal ptr addrspace(10) @box(i64 %value) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %value, ptr addrspace(11) %0, align 8
  ret ptr addrspace(10) %call1
}

define internal void @report(ptr addrspace(10) %t, i64 %n) {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %sum.0 = phi i64 [ 0, %entry ], [ %sum.1, %for.inc ]
  %i.0 = phi i64 [ 0, %entry ], [ %inc6, %for.inc ]
  %found.0 = phi i64 [ 0, %entry ], [ %found.1, %for.inc ]
  %cmp = icmp slt i64 %i.0, %n
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %call1 = call ptr addrspace(10) @key_of(i64 %i.0)
  %call2 = call ptr addrspace(10) @get(ptr addrspace(10) %t, ptr addrspace(10) %call1)
  %cmp3 = icmp eq ptr addrspace(10) %call2, null
  br i1 %cmp3, label %for.inc, label %if.end

if.end:
  %inc = add nsw i64 %found.0, 1
  %mul = mul nsw i64 %sum.0, 31
  %mul4 = mul nuw nsw i64 %i.0, 7
  %add = add nsw i64 %mul, %mul4
  %0 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %1 = load i64, ptr addrspace(11) %0, align 8
  %add5 = add nsw i64 %add, %1
  %rem = srem i64 %add5, 1000000007
  br label %for.inc

for.inc:
  %sum.1 = phi i64 [ %rem, %if.end ], [ %sum.0, %for.body ]
  %found.1 = phi i64 [ %inc, %if.end ], [ %found.0, %for.body ]
  %inc6 = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  %2 = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  %count = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %3 = load i64, ptr addrspace(11) %count, align 8
  %4 = load ptr addrspace(10), ptr addrspace(11) %2, align 8
  %5 = addrspacecast ptr addrspace(10) %4 to ptr addrspace(11)
  %6 = load i64, ptr addrspace(11) %5, align 8
  %call8 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.7, i64 %3, i64 %6, i64 %found.0, i64 %sum.0)
  ret void
}

define internal void @thin(ptr addrspace(10) %t) {
entry:
  %0 = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.inc ]
  %2 = addrspacecast ptr addrspace(10) %1 to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  %cmp = icmp slt i64 %i.0, %3
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %chain = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %arrayidx = getelementptr inbounds [0 x ptr addrspace(10)], ptr addrspace(11) %chain, i64 0, i64 %i.0
  %4 = load ptr addrspace(10), ptr addrspace(11) %arrayidx, align 8
  %cmp1 = icmp eq ptr addrspace(10) %4, null
  br i1 %cmp1, label %for.inc, label %if.end

if.end:
  %5 = addrspacecast ptr addrspace(10) %4 to ptr addrspace(11)
  %6 = load ptr addrspace(10), ptr addrspace(11) %5, align 8
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %1, ptr addrspace(10) %6, ptr addrspace(10) null)
  store ptr addrspace(10) %6, ptr addrspace(11) %arrayidx, align 8
  %count = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %7 = load i64, ptr addrspace(11) %count, align 8
  %sub = add nsw i64 %7, -1
  store i64 %sub, ptr addrspace(11) %count, align 8
  br label %for.inc

for.inc:
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  ret void
}

define internal ptr addrspace(10) @new_buckets(i64 %length) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %mul = shl i64 %length, 3
  %add = add i64 %mul, 8
  %call1 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 %add, ptr addrspace(10) addrspacecast (ptr @buckets_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %length, ptr addrspace(11) %0, align 8
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i64 %i.0, %length
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %chain = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %arrayidx = getelementptr inbounds [0 x ptr addrspace(10)], ptr addrspace(11) %chain, i64 0, i64 %i.0
  store ptr addrspace(10) null, ptr addrspace(11) %arrayidx, align 8
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  ret ptr addrspace(10) %call1
}

define internal i64 @hash_of(ptr addrspace(10) %k) {
entry:
  %.phi.trans.insert = addrspacecast ptr addrspace(10) %k to ptr addrspace(11)
  %.pre = load i64, ptr addrspace(11) %.phi.trans.insert, align 8
  br label %for.cond

for.cond:
  %h.0 = phi i64 [ -3750763034362895579, %entry ], [ %mul, %for.body ]
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i64 %i.0, %.pre
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %text = getelementptr inbounds i8, ptr addrspace(11) %.phi.trans.insert, i64 8
  %arrayidx = getelementptr inbounds [0 x i8], ptr addrspace(11) %text, i64 0, i64 %i.0
  %0 = load i8, ptr addrspace(11) %arrayidx, align 1
  %conv = zext i8 %0 to i64
  %xor = xor i64 %h.0, %conv
  %mul = mul i64 %xor, 1099511628211
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  ret i64 %h.0
}

define internal ptr addrspace(10) @find(ptr addrspace(10) %b, ptr addrspace(10) %k, i64 %hash) {
entry:
  %0 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %chain = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %1 = load i64, ptr addrspace(11) %0, align 8
  %rem = urem i64 %hash, %1
  %arrayidx = getelementptr inbounds [0 x ptr addrspace(10)], ptr addrspace(11) %chain, i64 0, i64 %rem
  br label %while.cond

while.cond:
  %e.0.in = phi ptr addrspace(11) [ %arrayidx, %entry ], [ %2, %while.body ]
  %e.0 = load ptr addrspace(10), ptr addrspace(11) %e.0.in, align 8
  %cmp.not = icmp eq ptr addrspace(10) %e.0, null
  br i1 %cmp.not, label %while.end, label %land.rhs

land.rhs:
  %2 = addrspacecast ptr addrspace(10) %e.0 to ptr addrspace(11)
  %hash1 = getelementptr inbounds i8, ptr addrspace(11) %2, i64 24
  %3 = load i64, ptr addrspace(11) %hash1, align 8
  %cmp2 = icmp eq i64 %3, %hash
  br i1 %cmp2, label %land.rhs3, label %while.body

land.rhs3:
  %key = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %4 = load ptr addrspace(10), ptr addrspace(11) %key, align 8
  %call = call zeroext i1 @same(ptr addrspace(10) %4, ptr addrspace(10) %k)
  br i1 %call, label %while.end, label %while.body

while.body:
  br label %while.cond

while.end:
  ret ptr addrspace(10) %e.0
}

define internal void @grow(ptr addrspace(10) %t) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %0 = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %1 to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  %mul = shl nsw i64 %3, 1
  %call1 = call ptr addrspace(10) @new_buckets(i64 %mul)
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.inc14 ]
  %4 = load i64, ptr addrspace(11) %2, align 8
  %cmp = icmp slt i64 %i.0, %4
  br i1 %cmp, label %for.body, label %for.end15

for.body:
  %chain = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %arrayidx = getelementptr inbounds [0 x ptr addrspace(10)], ptr addrspace(11) %chain, i64 0, i64 %i.0
  %5 = load ptr addrspace(10), ptr addrspace(11) %arrayidx, align 8
  br label %for.cond3

for.cond3:
  %e.0 = phi ptr addrspace(10) [ %5, %for.body ], [ %7, %for.body6 ]
  %cmp4.not = icmp eq ptr addrspace(10) %e.0, null
  br i1 %cmp4.not, label %for.inc14, label %for.body6

for.body6:
  %6 = addrspacecast ptr addrspace(10) %e.0 to ptr addrspace(11)
  %7 = load ptr addrspace(10), ptr addrspace(11) %6, align 8
  %8 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %chain9 = getelementptr inbounds i8, ptr addrspace(11) %8, i64 8
  %hash = getelementptr inbounds i8, ptr addrspace(11) %6, i64 24
  %9 = load i64, ptr addrspace(11) %hash, align 8
  %10 = load i64, ptr addrspace(11) %8, align 8
  %rem = urem i64 %9, %10
  %arrayidx11 = getelementptr inbounds [0 x ptr addrspace(10)], ptr addrspace(11) %chain9, i64 0, i64 %rem
  %11 = load ptr addrspace(10), ptr addrspace(11) %arrayidx11, align 8
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) nonnull %e.0, ptr addrspace(11) %6, ptr addrspace(10) %11)
  store ptr addrspace(10) %11, ptr addrspace(11) %6, align 8
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %call1, ptr addrspace(11) %arrayidx11, ptr addrspace(10) nonnull %e.0)
  store ptr addrspace(10) %e.0, ptr addrspace(11) %arrayidx11, align 8
  br label %for.cond3

for.inc14:
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end15:
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %t, ptr addrspace(10) %call1)
  store ptr addrspace(10) %call1, ptr addrspace(11) %0, align 8
  ret void
}

define internal zeroext i1 @same(ptr addrspace(10) %a, ptr addrspace(10) %b) {
entry:
  %0 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %1 = load i64, ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  %cmp.not = icmp eq i64 %1, %3
  br i1 %cmp.not, label %for.cond, label %return

for.cond:
  %i.0 = phi i64 [ %inc, %for.inc ], [ 0, %entry ]
  %cmp3 = icmp sge i64 %i.0, %1
  br i1 %cmp3, label %return, label %for.body

for.body:
  %text = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %arrayidx = getelementptr inbounds [0 x i8], ptr addrspace(11) %text, i64 0, i64 %i.0
  %4 = load i8, ptr addrspace(11) %arrayidx, align 1
  %text4 = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %arrayidx5 = getelementptr inbounds [0 x i8], ptr addrspace(11) %text4, i64 0, i64 %i.0
  %5 = load i8, ptr addrspace(11) %arrayidx5, align 1
  %cmp7.not = icmp eq i8 %4, %5
  br i1 %cmp7.not, label %for.inc, label %return

for.inc:
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

return:
  %retval.1 = phi i1 [ false, %entry ], [ %cmp3, %for.body ], [ %cmp3, %for.cond ]
  ret i1 %retval.1
}

define internal ptr addrspace(10) @get(ptr addrspace(10) %t, ptr addrspace(10) %k) {
entry:
  %0 = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %call = call i64 @hash_of(ptr addrspace(10) %k)
  %call1 = call ptr addrspace(10) @find(ptr addrspace(10) %1, ptr addrspace(10) %k, i64 %call)
  %cmp = icmp eq ptr addrspace(10) %call1, null
  br i1 %cmp, label %cond.end, label %cond.false

cond.false:
  %2 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %value = getelementptr inbounds i8, ptr addrspace(11) %2, i64 16
  %3 = load ptr addrspace(10), ptr addrspace(11) %value, align 8
  br label %cond.end

cond.end:
  %cond = phi ptr addrspace(10) [ %3, %cond.false ], [ null, %entry ]
  ret ptr addrspace(10) %cond
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) norecurse nounwind memory(inaccessiblemem: readwrite)
declare void @julia.object_write_barrier(ptr addrspace(10), ...) norecurse nounwind memory(inaccessiblemem: readwrite)
declare i32 @printf(ptr, ...)
