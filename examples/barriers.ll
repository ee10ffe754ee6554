; Made by tools/regen-examples from barriers.c: see there for what it shows.
source_filename = "barriers.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
%struct.anon = type { ptr, ptr, %struct.node }
%struct.node = type { ptr addrspace(10), ptr addrspace(10), i64 }

@.str = private unnamed_addr constant [13 x i8] c"append: %ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [16 x i8] c"overwrite: %ld\0A\00", align 1
@.str.2 = private unnamed_addr constant [12 x i8] c"chain: %ld\0A\00", align 1
@.str.3 = private unnamed_addr constant [18 x i8] c"from static: %ld\0A\00", align 1
@node_type = internal constant %struct.lr_type { ptr @.str.4, i32 0, i32 24, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.4 = private unnamed_addr constant [12 x i8] c"struct node\00", align 1
@.compoundliteral = internal constant [2 x i32] [i32 0, i32 1], align 4
@array_type = internal constant %struct.lr_type { ptr @.str.5, i32 1, i32 8, i32 0, i32 8, i32 1, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.str.5 = private unnamed_addr constant [13 x i8] c"struct array\00", align 1
@permanent = internal global %struct.anon { ptr null, ptr getelementptr (i8, ptr @node_type, i64 7), %struct.node { ptr addrspace(10) null, ptr addrspace(10) null, i64 5 } }, align 16

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call i64 @append()
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %call1)
  %call3 = call i64 @overwrite()
  %call4 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.1, i64 %call3)
  %call5 = call i64 @chain()
  %call6 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.2, i64 %call5)
  %call7 = call i64 @from_static()
  %call8 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.3, i64 %call7)
  ret i32 0
}

define internal i64 @append() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @make(i64 0, ptr addrspace(10) null)
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 1, %entry ], [ %inc, %do.body ]
  %cmp = icmp ult i64 %i.0, 13
  br i1 %cmp, label %for.body, label %for.end

for.body:
  call void @collect()
  %call2 = call ptr addrspace(10) @make(i64 %i.0, ptr addrspace(10) null)
  br label %while.cond

while.cond:
  %last.0 = phi ptr addrspace(10) [ %call1, %for.body ], [ %1, %while.cond ]
  %0 = addrspacecast ptr addrspace(10) %last.0 to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %cmp3.not = icmp eq ptr addrspace(10) %1, null
  br i1 %cmp3.not, label %do.body, label %while.cond

do.body:
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %last.0, ptr addrspace(10) %call2)
  store ptr addrspace(10) %call2, ptr addrspace(11) %0, align 8
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  call void @collect()
  br label %for.cond6

for.cond6:
  %sum.0 = phi i64 [ 0, %for.end ], [ %add, %for.body9 ]
  %n.0 = phi ptr addrspace(10) [ %call1, %for.end ], [ %4, %for.body9 ]
  %cmp7.not = icmp eq ptr addrspace(10) %n.0, null
  br i1 %cmp7.not, label %for.end12, label %for.body9

for.body9:
  %mul = mul nsw i64 %sum.0, 3
  %2 = addrspacecast ptr addrspace(10) %n.0 to ptr addrspace(11)
  %value = getelementptr inbounds i8, ptr addrspace(11) %2, i64 16
  %3 = load i64, ptr addrspace(11) %value, align 8
  %add = add nsw i64 %mul, %3
  %4 = load ptr addrspace(10), ptr addrspace(11) %2, align 8
  br label %for.cond6

for.end12:
  ret i64 %sum.0
}

define internal i64 @overwrite() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(104) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 104, ptr addrspace(10) addrspacecast (ptr @array_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 12, ptr addrspace(11) %0, align 8
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i64 %i.0, 12
  br i1 %cmp, label %for.body, label %for.cond2

for.body:
  %element = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %arrayidx = getelementptr inbounds [0 x ptr addrspace(10)], ptr addrspace(11) %element, i64 0, i64 %i.0
  store ptr addrspace(10) null, ptr addrspace(11) %arrayidx, align 8
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.cond2:
  %round.0 = phi i64 [ %inc27, %for.inc26 ], [ 0, %for.cond ]
  %cmp3 = icmp ult i64 %round.0, 4
  br i1 %cmp3, label %for.cond7, label %for.end28

for.cond7:
  %i6.0 = phi i64 [ %add24, %for.body10 ], [ 0, %for.cond2 ]
  %cmp8 = icmp ult i64 %i6.0, 12
  br i1 %cmp8, label %for.body10, label %for.inc26

for.body10:
  call void @collect()
  %mul = mul nuw nsw i64 %round.0, 100
  %add = add nuw nsw i64 %mul, %i6.0
  %call11 = call ptr addrspace(10) @make(i64 %add, ptr addrspace(10) null)
  %add14 = or disjoint i64 %add, 1
  %element15 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %arrayidx16 = getelementptr inbounds [0 x ptr addrspace(10)], ptr addrspace(11) %element15, i64 0, i64 %i6.0
  %1 = load ptr addrspace(10), ptr addrspace(11) %arrayidx16, align 8
  %call17 = call ptr addrspace(10) @make(i64 %add14, ptr addrspace(10) %1)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) nonnull %call1, ptr addrspace(10) %call11, ptr addrspace(10) %call17)
  store ptr addrspace(10) %call11, ptr addrspace(11) %arrayidx16, align 8
  %add21 = or disjoint i64 %i6.0, 1
  %arrayidx22 = getelementptr inbounds [0 x ptr addrspace(10)], ptr addrspace(11) %element15, i64 0, i64 %add21
  store ptr addrspace(10) %call17, ptr addrspace(11) %arrayidx22, align 8
  %add24 = add nuw nsw i64 %i6.0, 2
  br label %for.cond7

for.inc26:
  %inc27 = add nuw nsw i64 %round.0, 1
  br label %for.cond2

for.end28:
  call void @collect()
  %.pre = load i64, ptr addrspace(11) %0, align 8
  br label %for.cond30

for.cond30:
  %sum.0 = phi i64 [ 0, %for.end28 ], [ %add42, %cond.end ]
  %i29.0 = phi i64 [ 0, %for.end28 ], [ %inc44, %cond.end ]
  %cmp32 = icmp slt i64 %i29.0, %.pre
  br i1 %cmp32, label %for.body34, label %for.end45

for.body34:
  %element35 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %arrayidx36 = getelementptr inbounds [0 x ptr addrspace(10)], ptr addrspace(11) %element35, i64 0, i64 %i29.0
  %2 = load ptr addrspace(10), ptr addrspace(11) %arrayidx36, align 8
  %mul37 = mul nsw i64 %sum.0, 3
  %rem = srem i64 %mul37, 1000003
  %3 = addrspacecast ptr addrspace(10) %2 to ptr addrspace(11)
  %value = getelementptr inbounds i8, ptr addrspace(11) %3, i64 16
  %4 = load i64, ptr addrspace(11) %value, align 8
  %add38 = add nsw i64 %rem, %4
  %5 = load ptr addrspace(10), ptr addrspace(11) %3, align 8
  %cmp39 = icmp eq ptr addrspace(10) %5, null
  br i1 %cmp39, label %cond.end, label %cond.false

cond.false:
  %6 = addrspacecast ptr addrspace(10) %5 to ptr addrspace(11)
  %value41 = getelementptr inbounds i8, ptr addrspace(11) %6, i64 16
  %7 = load i64, ptr addrspace(11) %value41, align 8
  br label %cond.end

cond.end:
  %cond = phi i64 [ %7, %cond.false ], [ 0, %for.body34 ]
  %add42 = add nsw i64 %add38, %cond
  %inc44 = add nuw nsw i64 %i29.0, 1
  br label %for.cond30

for.end45:
  ret i64 %sum.0
}

define internal i64 @chain() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @make(i64 7, ptr addrspace(10) null)
  call void @collect()
  %call2 = call ptr addrspace(10) @make(i64 3, ptr addrspace(10) null)
  %call3 = call ptr addrspace(10) @make(i64 2, ptr addrspace(10) %call2)
  %call4 = call ptr addrspace(10) @make(i64 1, ptr addrspace(10) %call3)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %call1, ptr addrspace(10) %call4)
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store ptr addrspace(10) %call4, ptr addrspace(11) %0, align 8
  call void @collect()
  %call7 = call ptr addrspace(10) @make(i64 4, ptr addrspace(10) null)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %1 to ptr addrspace(11)
  %3 = load ptr addrspace(10), ptr addrspace(11) %2, align 8
  %4 = addrspacecast ptr addrspace(10) %3 to ptr addrspace(11)
  %5 = load ptr addrspace(10), ptr addrspace(11) %4, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %5, ptr addrspace(10) %call7)
  %6 = addrspacecast ptr addrspace(10) %5 to ptr addrspace(11)
  %other = getelementptr inbounds i8, ptr addrspace(11) %6, i64 8
  store ptr addrspace(10) %call7, ptr addrspace(11) %other, align 8
  call void @collect()
  %7 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %call1, ptr addrspace(10) %7)
  %other18 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store ptr addrspace(10) %7, ptr addrspace(11) %other18, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %call1, ptr addrspace(10) null)
  store ptr addrspace(10) null, ptr addrspace(11) %0, align 8
  call void @collect()
  %8 = load ptr addrspace(10), ptr addrspace(11) %other18, align 8
  %9 = addrspacecast ptr addrspace(10) %8 to ptr addrspace(11)
  %value = getelementptr inbounds i8, ptr addrspace(11) %9, i64 16
  %10 = load i64, ptr addrspace(11) %value, align 8
  %mul = mul nsw i64 %10, 1000
  %11 = load ptr addrspace(10), ptr addrspace(11) %9, align 8
  %12 = addrspacecast ptr addrspace(10) %11 to ptr addrspace(11)
  %value29 = getelementptr inbounds i8, ptr addrspace(11) %12, i64 16
  %13 = load i64, ptr addrspace(11) %value29, align 8
  %mul30 = mul nsw i64 %13, 100
  %add = add nsw i64 %mul, %mul30
  %14 = load ptr addrspace(10), ptr addrspace(11) %12, align 8
  %15 = addrspacecast ptr addrspace(10) %14 to ptr addrspace(11)
  %value33 = getelementptr inbounds i8, ptr addrspace(11) %15, i64 16
  %16 = load i64, ptr addrspace(11) %value33, align 8
  %mul34 = mul nsw i64 %16, 10
  %add35 = add nsw i64 %add, %mul34
  %other38 = getelementptr inbounds i8, ptr addrspace(11) %15, i64 8
  %17 = load ptr addrspace(10), ptr addrspace(11) %other38, align 8
  %18 = addrspacecast ptr addrspace(10) %17 to ptr addrspace(11)
  %value39 = getelementptr inbounds i8, ptr addrspace(11) %18, i64 16
  %19 = load i64, ptr addrspace(11) %value39, align 8
  %add40 = add nsw i64 %add35, %19
  ret i64 %add40
}

define internal i64 @from_static() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @make(i64 6, ptr addrspace(10) null)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) addrspacecast (ptr getelementptr inbounds (i8, ptr @permanent, i64 16) to ptr addrspace(10)), ptr addrspace(10) %call1)
  store ptr addrspace(10) %call1, ptr addrspace(11) addrspacecast (ptr getelementptr inbounds (i8, ptr @permanent, i64 16) to ptr addrspace(11)), align 8
  call void @collect()
  %0 = load ptr addrspace(10), ptr addrspace(11) addrspacecast (ptr getelementptr inbounds (i8, ptr @permanent, i64 16) to ptr addrspace(11)), align 8
  %call5 = call ptr addrspace(10) @make(i64 8, ptr addrspace(10) %0)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) addrspacecast (ptr getelementptr inbounds (i8, ptr @permanent, i64 16) to ptr addrspace(10)), ptr addrspace(10) %call5)
  store ptr addrspace(10) %call5, ptr addrspace(11) getelementptr inbounds (i8, ptr addrspace(11) addrspacecast (ptr getelementptr inbounds (i8, ptr @permanent, i64 16) to ptr addrspace(11)), i64 8), align 8
  call void @collect()
  %1 = load i64, ptr addrspace(11) getelementptr inbounds (i8, ptr addrspace(11) addrspacecast (ptr getelementptr inbounds (i8, ptr @permanent, i64 16) to ptr addrspace(11)), i64 16), align 8
  %mul = mul nsw i64 %1, 100
  %2 = load ptr addrspace(10), ptr addrspace(11) addrspacecast (ptr getelementptr inbounds (i8, ptr @permanent, i64 16) to ptr addrspace(11)), align 8
  %3 = addrspacecast ptr addrspace(10) %2 to ptr addrspace(11)
  %value10 = getelementptr inbounds i8, ptr addrspace(11) %3, i64 16
  %4 = load i64, ptr addrspace(11) %value10, align 8
  %mul11 = mul nsw i64 %4, 10
  %add = add nsw i64 %mul, %mul11
  %5 = load ptr addrspace(10), ptr addrspace(11) getelementptr inbounds (i8, ptr addrspace(11) addrspacecast (ptr getelementptr inbounds (i8, ptr @permanent, i64 16) to ptr addrspace(11)), i64 8), align 8
  %6 = addrspacecast ptr addrspace(10) %5 to ptr addrspace(11)
  %value13 = getelementptr inbounds i8, ptr addrspace(11) %6, i64 16
  %7 = load i64, ptr addrspace(11) %value13, align 8
  %add14 = add nsw i64 %add, %7
  ret i64 %add14
}

define internal ptr addrspace(10) @make(i64 %value, ptr addrspace(10) %next) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(24) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store ptr addrspace(10) %next, ptr addrspace(11) %0, align 8
  %other = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %other, align 8
  %value3 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  store i64 %value, ptr addrspace(11) %value3, align 8
  ret ptr addrspace(10) %call1
}

define internal void @collect() noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  call void @lr_gc_collect(i32 0)
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i32 %i.0, 3
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %call1 = call ptr addrspace(10) @make(i64 -1, ptr addrspace(10) null)
  %inc = add nuw nsw i32 %i.0, 1
  br label %for.cond

for.end:
  ret void
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare i32 @printf(ptr, ...)
declare void @julia.write_barrier(ptr addrspace(10), ...) norecurse nounwind memory(inaccessiblemem: readwrite)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare void @lr_gc_collect(i32)
