; Made by tools/regen-examples from array-data.c: see there for what it shows.
source_filename = "array-data.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [12 x i8] c"fresh: %ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [17 x i8] c"either: %ld %ld\0A\00", align 1
@.str.2 = private unnamed_addr constant [11 x i8] c"fill: %ld\0A\00", align 1
@numbers_type = internal constant %struct.lr_type { ptr @.str.3, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 1, ptr null, ptr null, ptr null }, align 16
@.str.3 = private unnamed_addr constant [15 x i8] c"struct numbers\00", align 1
@box_type = internal constant %struct.lr_type { ptr @.str.4, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.4 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral = internal constant [0 x i32] zeroinitializer, align 4
@slots_type = internal constant %struct.lr_type { ptr @.str.5, i32 1, i32 8, i32 0, i32 8, i32 1, i32 0, i32 0, i32 1, ptr null, ptr null, ptr null }, align 16
@vector_type = internal constant %struct.lr_type { ptr @.str.6, i32 0, i32 24, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.7, ptr null, ptr null }, align 16
@.str.5 = private unnamed_addr constant [13 x i8] c"struct slots\00", align 1
@.str.6 = private unnamed_addr constant [14 x i8] c"struct vector\00", align 1
@.compoundliteral.7 = internal constant [1 x i32] [i32 1], align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call i64 @sum_fresh(i64 40)
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %call1)
  %call3 = call i64 @sum_either(i1 zeroext true)
  %call4 = call i64 @sum_either(i1 zeroext false)
  %call5 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.1, i64 %call3, i64 %call4)
  %call6 = call i64 @fill(i64 25)
  %call7 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.2, i64 %call6)
  ret i32 0
}

define internal i64 @sum_fresh(i64 %length) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @numbers(i64 %length)
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %data2 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %1 = load ptr, ptr addrspace(11) %data2, align 8
  %call3 = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %call1, ptr %1)
  br label %for.cond

for.cond:
  %sum.0 = phi i64 [ 0, %entry ], [ %add5, %for.body ]
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i64 %i.0, %length
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %arrayidx = getelementptr inbounds i64, ptr addrspace(13) %call3, i64 %i.0
  %2 = load i64, ptr addrspace(13) %arrayidx, align 8
  %call4 = call ptr addrspace(10) @box(i64 %i.0)
  %3 = addrspacecast ptr addrspace(10) %call4 to ptr addrspace(11)
  %4 = load i64, ptr addrspace(11) %3, align 8
  %add = add nsw i64 %2, %4
  %add5 = add nsw i64 %sum.0, %add
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  ret i64 %sum.0
}

define internal i64 @sum_either(i1 zeroext %first) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @numbers(i64 7)
  %call2 = call ptr addrspace(10) @numbers(i64 9)
  %call1.call2 = select i1 %first, ptr addrspace(10) %call1, ptr addrspace(10) %call2
  %0 = addrspacecast ptr addrspace(10) %call1.call2 to ptr addrspace(11)
  %data3 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %1 = load ptr, ptr addrspace(11) %data3, align 8
  %call4 = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %call1.call2, ptr %1)
  %conv = select i1 %first, i64 6, i64 8
  br label %for.cond

for.cond:
  %sum.0 = phi i64 [ 0, %entry ], [ %add, %for.body ]
  %i.0 = phi i64 [ %conv, %entry ], [ %sub, %for.body ]
  %cmp = icmp sgt i64 %i.0, -1
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %mul = mul nsw i64 %sum.0, 10
  %arrayidx = getelementptr inbounds i64, ptr addrspace(13) %call4, i64 %i.0
  %2 = load i64, ptr addrspace(13) %arrayidx, align 8
  %add = add nsw i64 %mul, %2
  %call8 = call ptr addrspace(10) @box(i64 %add)
  %3 = addrspacecast ptr addrspace(10) %call8 to ptr addrspace(11)
  %4 = load i64, ptr addrspace(11) %3, align 8
  store i64 %4, ptr addrspace(13) %arrayidx, align 8
  %sub = add nsw i64 %i.0, -2
  br label %for.cond

for.end:
  %5 = load i64, ptr addrspace(13) %call4, align 8
  %add11 = add nsw i64 %sum.0, %5
  ret i64 %add11
}

define internal i64 @fill(i64 %length) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @vector(i64 %length)
  br label %for.cond

for.cond:
  %round.0 = phi i64 [ 1, %entry ], [ %inc8, %for.inc7 ]
  %cmp = icmp ult i64 %round.0, 4
  br i1 %cmp, label %for.cond2, label %for.cond11

for.cond2:
  %i.0 = phi i64 [ %inc, %for.body5 ], [ 0, %for.cond ]
  %cmp3 = icmp slt i64 %i.0, %length
  br i1 %cmp3, label %for.body5, label %for.inc7

for.body5:
  %mul = mul nuw nsw i64 %i.0, %round.0
  %call6 = call ptr addrspace(10) @box(i64 %mul)
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %data = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  %1 = load ptr addrspace(13), ptr addrspace(11) %data, align 8
  %add.ptr = getelementptr inbounds ptr addrspace(10), ptr addrspace(13) %1, i64 %i.0
  %slots = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %2 = load ptr addrspace(10), ptr addrspace(11) %slots, align 8
  call void (ptr addrspace(10), ptr addrspace(13), ptr addrspace(10), ...) @julia.field_write_barrier.p13(ptr addrspace(10) %2, ptr addrspace(13) %add.ptr, ptr addrspace(10) %call6)
  store ptr addrspace(10) %call6, ptr addrspace(13) %add.ptr, align 8
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond2

for.inc7:
  %inc8 = add nuw nsw i64 %round.0, 1
  br label %for.cond

for.cond11:
  %sum.0 = phi i64 [ %add, %for.body14 ], [ 0, %for.cond ]
  %i10.0 = phi i64 [ %inc18, %for.body14 ], [ 0, %for.cond ]
  %cmp12 = icmp slt i64 %i10.0, %length
  br i1 %cmp12, label %for.body14, label %for.end19

for.body14:
  %mul15 = mul nsw i64 %sum.0, 3
  %rem = srem i64 %mul15, 1000003
  %3 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %data16 = getelementptr inbounds i8, ptr addrspace(11) %3, i64 16
  %4 = load ptr addrspace(13), ptr addrspace(11) %data16, align 8
  %arrayidx = getelementptr inbounds ptr addrspace(10), ptr addrspace(13) %4, i64 %i10.0
  %5 = load ptr addrspace(10), ptr addrspace(13) %arrayidx, align 8
  %6 = addrspacecast ptr addrspace(10) %5 to ptr addrspace(11)
  %7 = load i64, ptr addrspace(11) %6, align 8
  %add = add nsw i64 %rem, %7
  %inc18 = add nuw nsw i64 %i10.0, 1
  br label %for.cond11

for.end19:
  ret i64 %sum.0
}

define internal ptr addrspace(10) @numbers(i64 %length) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %mul = shl i64 %length, 3
  %add = add i64 %mul, 16
  %call1 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 %add, ptr addrspace(10) addrspacecast (ptr @numbers_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %length, ptr addrspace(11) %0, align 8
  %call3 = call ptr @julia.pointer_from_objref(ptr addrspace(11) %0)
  %add.ptr = getelementptr inbounds i8, ptr %call3, i64 16
  %data = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store ptr %add.ptr, ptr addrspace(11) %data, align 8
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i64 %i.0, %length
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %mul4 = mul nuw nsw i64 %i.0, %i.0
  %inside = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  %arrayidx = getelementptr inbounds [0 x i64], ptr addrspace(11) %inside, i64 0, i64 %i.0
  store i64 %mul4, ptr addrspace(11) %arrayidx, align 8
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  ret ptr addrspace(10) %call1
}

define internal ptr addrspace(10) @box(i64 %value) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %value, ptr addrspace(11) %0, align 8
  ret ptr addrspace(10) %call1
}

define internal ptr addrspace(10) @vector(i64 %length) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %mul = shl i64 %length, 3
  %add = add i64 %mul, 8
  %call1 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 %add, ptr addrspace(10) addrspacecast (ptr @slots_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %length, ptr addrspace(11) %0, align 8
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i64 %i.0, %length
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %element = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %arrayidx = getelementptr inbounds [0 x ptr addrspace(10)], ptr addrspace(11) %element, i64 0, i64 %i.0
  store ptr addrspace(10) null, ptr addrspace(11) %arrayidx, align 8
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  %call3 = call dereferenceable(24) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 24, ptr addrspace(10) addrspacecast (ptr @vector_type to ptr addrspace(10)))
  %1 = addrspacecast ptr addrspace(10) %call3 to ptr addrspace(11)
  store i64 %length, ptr addrspace(11) %1, align 8
  %slots = getelementptr inbounds i8, ptr addrspace(11) %1, i64 8
  store ptr addrspace(10) %call1, ptr addrspace(11) %slots, align 8
  %call5 = call ptr @julia.pointer_from_objref(ptr addrspace(11) %0)
  %add.ptr = getelementptr inbounds i8, ptr %call5, i64 8
  %call6 = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) nonnull %call1, ptr nonnull %add.ptr)
  %data = getelementptr inbounds i8, ptr addrspace(11) %1, i64 16
  store ptr addrspace(13) %call6, ptr addrspace(11) %data, align 8
  ret ptr addrspace(10) %call3
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare i32 @printf(ptr, ...)
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr) nounwind speculatable willreturn memory(none)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare ptr @julia.pointer_from_objref(ptr addrspace(11)) nosync nounwind speculatable willreturn memory(none)
declare void @julia.field_write_barrier.p13(ptr addrspace(10), ptr addrspace(13), ptr addrspace(10), ...) norecurse nounwind memory(inaccessiblemem: readwrite)
