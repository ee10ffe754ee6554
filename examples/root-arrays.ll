; Made by tools/regen-examples from root-arrays.c: see there for what it shows.
source_filename = "root-arrays.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
%struct.mixed = type { i64, ptr addrspace(10), double, ptr addrspace(10) }

@.str = private unnamed_addr constant [12 x i8] c"slide: %ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [17 x i8] c"two arrays: %ld\0A\00", align 1
@.str.2 = private unnamed_addr constant [12 x i8] c"mixed: %ld\0A\00", align 1
@.str.3 = private unnamed_addr constant [15 x i8] c"returned: %ld\0A\00", align 1
@box_type = internal constant %struct.lr_type { ptr @.str.4, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.4 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral = internal constant [1 x i32] [i32 1], align 4
@__const.mixed.m = private unnamed_addr constant %struct.mixed { i64 0, ptr addrspace(10) null, double 5.000000e-01, ptr addrspace(10) null }, align 8

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call i64 @slide(i64 40)
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %call1)
  %call3 = call i64 @two_arrays(i64 11)
  %call4 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.1, i64 %call3)
  %call5 = call i64 @mixed(i64 9)
  %call6 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.2, i64 %call5)
  %call7 = call i64 @returned(i64 731)
  %call8 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.3, i64 %call7)
  ret i32 0
}

define internal i64 @slide(i64 %n) {
entry:
  %window = alloca [5 x ptr addrspace(10)], align 16
  %call = call ptr @julia.get_pgcstack()
  call void @llvm.memset.p0.i64(ptr nonnull align 16 dereferenceable(40) %window, i8 0, i64 40, i1 false)
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %add, %cond.end ]
  %total.0 = phi i64 [ 0, %entry ], [ %rem10, %cond.end ]
  %cmp = icmp slt i64 %i.0, %n
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %add = add nuw nsw i64 %i.0, 1
  %rem = urem i64 %add, 5
  %arrayidx = getelementptr inbounds [5 x ptr addrspace(10)], ptr %window, i64 0, i64 %rem
  %0 = load ptr addrspace(10), ptr %arrayidx, align 8
  %cmp1 = icmp eq ptr addrspace(10) %0, null
  br i1 %cmp1, label %cond.end, label %cond.false

cond.false:
  %1 = addrspacecast ptr addrspace(10) %0 to ptr addrspace(11)
  %link = getelementptr inbounds i8, ptr addrspace(11) %1, i64 8
  %2 = load ptr addrspace(10), ptr addrspace(11) %link, align 8
  br label %cond.end

cond.end:
  %cond = phi ptr addrspace(10) [ %2, %cond.false ], [ null, %for.body ]
  %call5 = call ptr addrspace(10) @box(i64 %i.0, ptr addrspace(10) %cond)
  %rem6 = urem i64 %i.0, 5
  %arrayidx7 = getelementptr inbounds [5 x ptr addrspace(10)], ptr %window, i64 0, i64 %rem6
  store ptr addrspace(10) %call5, ptr %arrayidx7, align 8
  %mul = mul nsw i64 %total.0, 3
  %call8 = call i64 @sum(ptr nonnull %window, i32 5)
  %add9 = add nsw i64 %mul, %call8
  %rem10 = srem i64 %add9, 1000003
  br label %for.cond

for.end:
  ret i64 %total.0
}

define internal i64 @two_arrays(i64 %n) {
entry:
  %even = alloca [3 x ptr addrspace(10)], align 16
  %odd = alloca [3 x ptr addrspace(10)], align 16
  %call = call ptr @julia.get_pgcstack()
  call void @llvm.memset.p0.i64(ptr nonnull align 16 dereferenceable(24) %even, i8 0, i64 24, i1 false)
  call void @llvm.memset.p0.i64(ptr nonnull align 16 dereferenceable(24) %odd, i8 0, i64 24, i1 false)
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i64 %i.0, %n
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %rem = and i64 %i.0, 1
  %tobool.not = icmp eq i64 %rem, 0
  %odd.even = select i1 %tobool.not, ptr %even, ptr %odd
  %call2 = call ptr addrspace(10) @box(i64 %i.0, ptr addrspace(10) null)
  %rem3 = urem i64 %i.0, 3
  %arrayidx = getelementptr inbounds ptr addrspace(10), ptr %odd.even, i64 %rem3
  store ptr addrspace(10) %call2, ptr %arrayidx, align 8
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  %call4 = call ptr addrspace(10) @box(i64 -1, ptr addrspace(10) null)
  %call6 = call i64 @sum(ptr nonnull %even, i32 3)
  %mul = mul nsw i64 %call6, 1000
  %call8 = call i64 @sum(ptr nonnull %odd, i32 3)
  %add = add nsw i64 %mul, %call8
  ret i64 %add
}

define internal i64 @mixed(i64 %n) {
entry:
  %m = alloca %struct.mixed, align 8
  %call = call ptr @julia.get_pgcstack()
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 dereferenceable(32) %m, ptr nonnull align 8 dereferenceable(32) @__const.mixed.m, i64 32, i1 false)
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc5, %if.end ]
  %cmp = icmp slt i64 %i.0, %n
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %call1 = call ptr addrspace(10) @box(i64 %i.0, ptr addrspace(10) null)
  %first = getelementptr inbounds i8, ptr %m, i64 8
  %0 = load ptr addrspace(10), ptr %first, align 8
  %cmp2 = icmp eq ptr addrspace(10) %0, null
  br i1 %cmp2, label %if.then, label %if.end

if.then:
  store ptr addrspace(10) %call1, ptr %first, align 8
  br label %if.end

if.end:
  %last = getelementptr inbounds i8, ptr %m, i64 24
  store ptr addrspace(10) %call1, ptr %last, align 8
  %1 = load i64, ptr %m, align 8
  %inc = add nsw i64 %1, 1
  store i64 %inc, ptr %m, align 8
  %weight = getelementptr inbounds i8, ptr %m, i64 16
  %2 = load double, ptr %weight, align 8
  %add = fadd double %2, 5.000000e-01
  store double %add, ptr %weight, align 8
  %call4 = call ptr addrspace(10) @box(i64 -2, ptr addrspace(10) null)
  %inc5 = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  %call6 = call i64 @weigh(ptr nonnull %m)
  ret i64 %call6
}

define internal i64 @returned(i64 %v) {
entry:
  %parts = alloca [3 x ptr addrspace(10)], align 16
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @box(i64 %v, ptr addrspace(10) null)
  call void @split(ptr addrspace(10) %call1, ptr "julia.return_roots"="3" nonnull %parts)
  %call2 = call ptr addrspace(10) @box(i64 -3, ptr addrspace(10) null)
  %arrayidx = getelementptr inbounds i8, ptr %parts, i64 16
  %0 = load ptr addrspace(10), ptr %arrayidx, align 16
  %1 = addrspacecast ptr addrspace(10) %0 to ptr addrspace(11)
  %2 = load i64, ptr addrspace(11) %1, align 8
  %mul = mul nsw i64 %2, 100
  %arrayidx3 = getelementptr inbounds i8, ptr %parts, i64 8
  %3 = load ptr addrspace(10), ptr %arrayidx3, align 8
  %4 = addrspacecast ptr addrspace(10) %3 to ptr addrspace(11)
  %5 = load i64, ptr addrspace(11) %4, align 8
  %mul5 = mul nsw i64 %5, 10
  %add = add nsw i64 %mul, %mul5
  %6 = load ptr addrspace(10), ptr %parts, align 16
  %7 = addrspacecast ptr addrspace(10) %6 to ptr addrspace(11)
  %8 = load i64, ptr addrspace(11) %7, align 8
  %add8 = add nsw i64 %add, %8
  ret i64 %add8
}

define internal ptr addrspace(10) @box(i64 %value, ptr addrspace(10) %link) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %value, ptr addrspace(11) %0, align 8
  %link3 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store ptr addrspace(10) %link, ptr addrspace(11) %link3, align 8
  ret ptr addrspace(10) %call1
}

define internal i64 @sum(ptr %boxes, i32 %n) noinline {
entry:
  br label %for.cond

for.cond:
  %total.0 = phi i64 [ 0, %entry ], [ %total.1, %for.inc ]
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc ]
  %cmp = icmp slt i32 %i.0, %n
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %idxprom = zext nneg i32 %i.0 to i64
  %arrayidx = getelementptr inbounds ptr addrspace(10), ptr %boxes, i64 %idxprom
  %0 = load ptr addrspace(10), ptr %arrayidx, align 8
  %cmp1.not = icmp eq ptr addrspace(10) %0, null
  br i1 %cmp1.not, label %for.inc, label %if.then

if.then:
  %1 = addrspacecast ptr addrspace(10) %0 to ptr addrspace(11)
  %2 = load i64, ptr addrspace(11) %1, align 8
  %add = add nsw i64 %total.0, %2
  br label %for.inc

for.inc:
  %total.1 = phi i64 [ %add, %if.then ], [ %total.0, %for.body ]
  %inc = add nuw nsw i32 %i.0, 1
  br label %for.cond

for.end:
  ret i64 %total.0
}

define internal i64 @weigh(ptr %m) noinline {
entry:
  %0 = load i64, ptr %m, align 8
  %mul = mul nsw i64 %0, 100
  %weight = getelementptr inbounds i8, ptr %m, i64 16
  %1 = load double, ptr %weight, align 8
  %mul1 = fmul double %1, 2.000000e+00
  %conv = fptosi double %mul1 to i64
  %add = add nsw i64 %mul, %conv
  %first = getelementptr inbounds i8, ptr %m, i64 8
  %2 = load ptr addrspace(10), ptr %first, align 8
  %3 = addrspacecast ptr addrspace(10) %2 to ptr addrspace(11)
  %4 = load i64, ptr addrspace(11) %3, align 8
  %add2 = add nsw i64 %add, %4
  %last = getelementptr inbounds i8, ptr %m, i64 24
  %5 = load ptr addrspace(10), ptr %last, align 8
  %6 = addrspacecast ptr addrspace(10) %5 to ptr addrspace(11)
  %7 = load i64, ptr addrspace(11) %6, align 8
  %mul4 = mul nsw i64 %7, 10
  %add5 = add nsw i64 %add2, %mul4
  ret i64 %add5
}

define internal void @split(ptr addrspace(10) %b, ptr "julia.return_roots"="3" %parts) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %0 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %1 = load i64, ptr addrspace(11) %0, align 8
  %div = sdiv i64 %1, 100
  %call1 = call ptr addrspace(10) @box(i64 %div, ptr addrspace(10) null)
  store ptr addrspace(10) %call1, ptr %parts, align 8
  %div2 = sdiv i64 %1, 10
  %rem = srem i64 %div2, 10
  %call3 = call ptr addrspace(10) @box(i64 %rem, ptr addrspace(10) null)
  %arrayidx4 = getelementptr inbounds i8, ptr %parts, i64 8
  store ptr addrspace(10) %call3, ptr %arrayidx4, align 8
  %rem5 = srem i64 %1, 10
  %call6 = call ptr addrspace(10) @box(i64 %rem5, ptr addrspace(10) null)
  %arrayidx7 = getelementptr inbounds i8, ptr %parts, i64 16
  store ptr addrspace(10) %call6, ptr %arrayidx7, align 8
  ret void
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare i32 @printf(ptr, ...)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg)
