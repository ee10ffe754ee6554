; Made by tools/regen-examples from hash-table.c: see there for what it shows.
source_filename = "hash-table.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [5 x i8] c"%ld\0A\00", align 1
@table_type = internal constant %struct.lr_type { ptr @.str.2, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@box_type = internal constant %struct.lr_type { ptr @.str.3, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.4, ptr null, ptr null }, align 16
@buckets_type = internal constant %struct.lr_type { ptr @.str.1, i32 1, i32 8, i32 0, i32 8, i32 1, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.str.1 = private unnamed_addr constant [15 x i8] c"struct buckets\00", align 1
@.str.2 = private unnamed_addr constant [13 x i8] c"struct table\00", align 1
@.compoundliteral = internal constant [1 x i32] zeroinitializer, align 4
@.str.3 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral.4 = internal constant [0 x i32] zeroinitializer, align 4
@entry_type = internal constant %struct.lr_type { ptr @.str.5, i32 0, i32 24, i32 3, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.6, ptr null, ptr null }, align 16
@.str.5 = private unnamed_addr constant [13 x i8] c"struct entry\00", align 1
@.compoundliteral.6 = internal constant [3 x i32] [i32 0, i32 1, i32 2], align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %total.0 = phi i64 [ 0, %entry ], [ %add, %for.body ]
  %round.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i32 %round.0, 140
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %call1 = call swiftcc i64 @work(ptr "gcstack" swiftself %call, i64 20000)
  %add = add nsw i64 %total.0, %call1
  call void @lr_gc_collect(i32 1)
  %inc = add nuw nsw i32 %round.0, 1
  br label %for.cond

for.end:
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %total.0)
  ret i32 0
}

define internal swiftcc i64 @work(ptr "gcstack" swiftself %gcstack, i64 %n) noinline {
entry:
  %call = call swiftcc ptr addrspace(10) @new_buckets(ptr "gcstack" swiftself %gcstack, i64 16)
  %call1 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 16, ptr addrspace(10) addrspacecast (ptr @table_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store ptr addrspace(10) %call, ptr addrspace(11) %0, align 8
  %count = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store i64 0, ptr addrspace(11) %count, align 8
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i64 %i.0, %n
  br i1 %cmp, label %for.body, label %for.cond8

for.body:
  %mul = mul nuw nsw i64 %i.0, 7
  %rem = srem i64 %mul, %n
  %call2 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %1 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  store i64 %rem, ptr addrspace(11) %1, align 8
  %call5 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %2 = addrspacecast ptr addrspace(10) %call5 to ptr addrspace(11)
  store i64 %i.0, ptr addrspace(11) %2, align 8
  call swiftcc void @put(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) nonnull %call1, ptr addrspace(10) nonnull %call2, ptr addrspace(10) nonnull %call5)
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.cond8:
  %round.0 = phi i32 [ %inc30, %for.inc29 ], [ 0, %for.cond ]
  %total.0 = phi i64 [ %total.1, %for.inc29 ], [ 0, %for.cond ]
  %cmp9 = icmp ult i32 %round.0, 4
  br i1 %cmp9, label %for.cond13, label %for.end31

for.cond13:
  %i12.0 = phi i64 [ %inc27, %cond.end ], [ 0, %for.cond8 ]
  %total.1 = phi i64 [ %add, %cond.end ], [ %total.0, %for.cond8 ]
  %cmp14 = icmp slt i64 %i12.0, %n
  br i1 %cmp14, label %for.body16, label %for.inc29

for.body16:
  %call19 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %3 = addrspacecast ptr addrspace(10) %call19 to ptr addrspace(11)
  store i64 %i12.0, ptr addrspace(11) %3, align 8
  %call22 = call swiftcc ptr addrspace(10) @find(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) nonnull %call1, ptr addrspace(10) nonnull %call19)
  %cmp23 = icmp eq ptr addrspace(10) %call22, null
  br i1 %cmp23, label %cond.end, label %cond.false

cond.false:
  %4 = addrspacecast ptr addrspace(10) %call22 to ptr addrspace(11)
  %value24 = getelementptr inbounds i8, ptr addrspace(11) %4, i64 16
  %5 = load ptr addrspace(10), ptr addrspace(11) %value24, align 8
  %6 = addrspacecast ptr addrspace(10) %5 to ptr addrspace(11)
  %7 = load i64, ptr addrspace(11) %6, align 8
  br label %cond.end

cond.end:
  %cond = phi i64 [ %7, %cond.false ], [ 0, %for.body16 ]
  %add = add nsw i64 %total.1, %cond
  %inc27 = add nuw nsw i64 %i12.0, 1
  br label %for.cond13

for.inc29:
  %inc30 = add nuw nsw i32 %round.0, 1
  br label %for.cond8

for.end31:
  ret i64 %total.0
}

define internal swiftcc ptr addrspace(10) @new_buckets(ptr "gcstack" swiftself %gcstack, i64 %length) noinline {
entry:
  %mul = shl i64 %length, 3
  %add = add i64 %mul, 8
  %call = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 %add, ptr addrspace(10) addrspacecast (ptr @buckets_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
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
  ret ptr addrspace(10) %call
}

define internal swiftcc void @put(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %t, ptr addrspace(10) %key, ptr addrspace(10) %value) noinline {
entry:
  %call = call swiftcc ptr addrspace(10) @find(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %t, ptr addrspace(10) %key)
  %cmp.not = icmp eq ptr addrspace(10) %call, null
  br i1 %cmp.not, label %if.end, label %do.body

do.body:
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) nonnull %call, ptr addrspace(10) %value)
  %0 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  %value1 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  store ptr addrspace(10) %value, ptr addrspace(11) %value1, align 8
  br label %cleanup.cont

if.end:
  %1 = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  %count = getelementptr inbounds i8, ptr addrspace(11) %1, i64 8
  %2 = load i64, ptr addrspace(11) %count, align 8
  %3 = load ptr addrspace(10), ptr addrspace(11) %1, align 8
  %4 = addrspacecast ptr addrspace(10) %3 to ptr addrspace(11)
  %5 = load i64, ptr addrspace(11) %4, align 8
  %cmp2.not = icmp slt i64 %2, %5
  br i1 %cmp2.not, label %if.end4, label %if.then3

if.then3:
  call swiftcc void @grow(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %t)
  %.pre = load ptr addrspace(10), ptr addrspace(11) %1, align 8
  %.phi.trans.insert = addrspacecast ptr addrspace(10) %.pre to ptr addrspace(11)
  %.pre24 = load i64, ptr addrspace(11) %.phi.trans.insert, align 8
  br label %if.end4

if.end4:
  %.pre-phi = phi ptr addrspace(11) [ %.phi.trans.insert, %if.then3 ], [ %4, %if.end ]
  %6 = phi i64 [ %.pre24, %if.then3 ], [ %5, %if.end ]
  %7 = phi ptr addrspace(10) [ %.pre, %if.then3 ], [ %3, %if.end ]
  %8 = addrspacecast ptr addrspace(10) %key to ptr addrspace(11)
  %9 = load i64, ptr addrspace(11) %8, align 8
  %mul = mul i64 %9, -7046029254386353131
  %shr = lshr i64 %mul, 20
  %sub = add nsw i64 %6, -1
  %and = and i64 %shr, %sub
  %call8 = call dereferenceable(24) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @entry_type to ptr addrspace(10)))
  %10 = addrspacecast ptr addrspace(10) %call8 to ptr addrspace(11)
  %key9 = getelementptr inbounds i8, ptr addrspace(11) %10, i64 8
  store ptr addrspace(10) %key, ptr addrspace(11) %key9, align 8
  %value10 = getelementptr inbounds i8, ptr addrspace(11) %10, i64 16
  store ptr addrspace(10) %value, ptr addrspace(11) %value10, align 8
  %chain = getelementptr inbounds i8, ptr addrspace(11) %.pre-phi, i64 8
  %arrayidx = getelementptr inbounds [0 x ptr addrspace(10)], ptr addrspace(11) %chain, i64 0, i64 %and
  %11 = load ptr addrspace(10), ptr addrspace(11) %arrayidx, align 8
  store ptr addrspace(10) %11, ptr addrspace(11) %10, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %7, ptr addrspace(11) %arrayidx, ptr addrspace(10) nonnull %call8)
  store ptr addrspace(10) %call8, ptr addrspace(11) %arrayidx, align 8
  %12 = load i64, ptr addrspace(11) %count, align 8
  %inc = add nsw i64 %12, 1
  store i64 %inc, ptr addrspace(11) %count, align 8
  br label %cleanup.cont

cleanup.cont:
  ret void
}

define internal swiftcc ptr addrspace(10) @find(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %t, ptr addrspace(10) %key) noinline {
entry:
  %0 = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %1 to ptr addrspace(11)
  %chain = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %3 = addrspacecast ptr addrspace(10) %key to ptr addrspace(11)
  %4 = load i64, ptr addrspace(11) %3, align 8
  %mul = mul i64 %4, -7046029254386353131
  %shr = lshr i64 %mul, 20
  %5 = load i64, ptr addrspace(11) %2, align 8
  %sub = add nsw i64 %5, -1
  %and = and i64 %shr, %sub
  %arrayidx = getelementptr inbounds [0 x ptr addrspace(10)], ptr addrspace(11) %chain, i64 0, i64 %and
  br label %while.cond

while.cond:
  %e.0.in = phi ptr addrspace(11) [ %arrayidx, %entry ], [ %6, %land.rhs ]
  %e.0 = load ptr addrspace(10), ptr addrspace(11) %e.0.in, align 8
  %cmp.not = icmp eq ptr addrspace(10) %e.0, null
  br i1 %cmp.not, label %while.end, label %land.rhs

land.rhs:
  %6 = addrspacecast ptr addrspace(10) %e.0 to ptr addrspace(11)
  %key1 = getelementptr inbounds i8, ptr addrspace(11) %6, i64 8
  %7 = load ptr addrspace(10), ptr addrspace(11) %key1, align 8
  %8 = addrspacecast ptr addrspace(10) %7 to ptr addrspace(11)
  %9 = load i64, ptr addrspace(11) %8, align 8
  %cmp4.not = icmp eq i64 %9, %4
  br i1 %cmp4.not, label %while.end, label %while.cond

while.end:
  ret ptr addrspace(10) %e.0
}

define internal swiftcc void @grow(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %t) noinline {
entry:
  %0 = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %1 to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  %mul = shl nsw i64 %3, 2
  %call = call swiftcc ptr addrspace(10) @new_buckets(ptr "gcstack" swiftself %gcstack, i64 %mul)
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.inc19 ]
  %4 = load i64, ptr addrspace(11) %2, align 8
  %cmp = icmp slt i64 %i.0, %4
  br i1 %cmp, label %for.body, label %do.body21

for.body:
  %chain = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %arrayidx = getelementptr inbounds [0 x ptr addrspace(10)], ptr addrspace(11) %chain, i64 0, i64 %i.0
  %5 = load ptr addrspace(10), ptr addrspace(11) %arrayidx, align 8
  br label %for.cond2

for.cond2:
  %e.0 = phi ptr addrspace(10) [ %5, %for.body ], [ %12, %for.body5 ]
  %cmp3.not = icmp eq ptr addrspace(10) %e.0, null
  br i1 %cmp3.not, label %for.inc19, label %for.body5

for.body5:
  %6 = addrspacecast ptr addrspace(10) %e.0 to ptr addrspace(11)
  %key = getelementptr inbounds i8, ptr addrspace(11) %6, i64 8
  %7 = load ptr addrspace(10), ptr addrspace(11) %key, align 8
  %8 = addrspacecast ptr addrspace(10) %7 to ptr addrspace(11)
  %9 = load i64, ptr addrspace(11) %8, align 8
  %mul6 = mul i64 %9, -7046029254386353131
  %shr = lshr i64 %mul6, 20
  %10 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  %11 = load i64, ptr addrspace(11) %10, align 8
  %sub = add nsw i64 %11, -1
  %and = and i64 %shr, %sub
  %12 = load ptr addrspace(10), ptr addrspace(11) %6, align 8
  %chain9 = getelementptr inbounds i8, ptr addrspace(11) %10, i64 8
  %arrayidx10 = getelementptr inbounds [0 x ptr addrspace(10)], ptr addrspace(11) %chain9, i64 0, i64 %and
  %13 = load ptr addrspace(10), ptr addrspace(11) %arrayidx10, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) nonnull %e.0, ptr addrspace(10) %13)
  store ptr addrspace(10) %13, ptr addrspace(11) %6, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %call, ptr addrspace(11) %arrayidx10, ptr addrspace(10) nonnull %e.0)
  store ptr addrspace(10) %e.0, ptr addrspace(11) %arrayidx10, align 8
  br label %for.cond2

for.inc19:
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

do.body21:
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %t, ptr addrspace(10) %call)
  store ptr addrspace(10) %call, ptr addrspace(11) %0, align 8
  ret void
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare void @lr_gc_collect(i32)
declare i32 @printf(ptr, ...)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare void @julia.write_barrier(ptr addrspace(10), ...) norecurse nounwind memory(inaccessiblemem: readwrite)
