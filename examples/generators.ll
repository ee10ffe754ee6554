; Made by tools/regen-examples from generators.c: see there for what it shows.
source_filename = "generators.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [23 x i8] c"even and leaning: %ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [23 x i8] c"even and shorter: %ld\0A\00", align 1
@.str.2 = private unnamed_addr constant [24 x i8] c"leaning and other: %ld\0A\00", align 1
@tree_type = internal constant %struct.lr_type { ptr @.str.3, i32 0, i32 24, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.3 = private unnamed_addr constant [12 x i8] c"struct tree\00", align 1
@.compoundliteral = internal constant [2 x i32] [i32 0, i32 1], align 4
@channel_type = internal constant %struct.lr_type { ptr @.str.4, i32 0, i32 24, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.5, ptr null, ptr null }, align 16
@.str.4 = private unnamed_addr constant [15 x i8] c"struct channel\00", align 1
@.compoundliteral.5 = internal constant [2 x i32] [i32 0, i32 1], align 4
@box_type = internal constant %struct.lr_type { ptr @.str.6, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.7, ptr null, ptr null }, align 16
@.str.6 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral.7 = internal constant [0 x i32] zeroinitializer, align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @build(i64 1, i64 40, i64 2)
  %call2 = call ptr addrspace(10) @build(i64 1, i64 40, i64 7)
  %call3 = call ptr addrspace(10) @build(i64 1, i64 39, i64 3)
  %call4 = call ptr addrspace(10) @build(i64 1, i64 25, i64 2)
  %call5 = call ptr addrspace(10) @build(i64 27, i64 14, i64 2)
  %call6 = call ptr addrspace(10) @node(ptr addrspace(10) %call4, ptr addrspace(10) %call5, i64 0)
  %call7 = call i64 @same_fringe(ptr addrspace(10) %call1, ptr addrspace(10) %call2)
  %call8 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %call7)
  %call9 = call i64 @same_fringe(ptr addrspace(10) %call1, ptr addrspace(10) %call3)
  %call10 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.1, i64 %call9)
  %call11 = call i64 @same_fringe(ptr addrspace(10) %call2, ptr addrspace(10) %call6)
  %call12 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.2, i64 %call11)
  ret i32 0
}

define internal ptr addrspace(10) @build(i64 %from, i64 %n, i64 %lean) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %cmp = icmp eq i64 %n, 1
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %mul = mul nsw i64 %from, %from
  %rem = urem i64 %mul, 101
  %call1 = call ptr addrspace(10) @node(ptr addrspace(10) null, ptr addrspace(10) null, i64 %rem)
  br label %cleanup

if.end:
  %div = sdiv i64 %n, %lean
  %div. = call i64 @llvm.smax.i64(i64 %div, i64 1)
  %call4 = call ptr addrspace(10) @build(i64 %from, i64 %div., i64 %lean)
  %add = add nsw i64 %div., %from
  %sub = sub nsw i64 %n, %div.
  %call5 = call ptr addrspace(10) @build(i64 %add, i64 %sub, i64 %lean)
  %call6 = call ptr addrspace(10) @node(ptr addrspace(10) %call4, ptr addrspace(10) %call5, i64 0)
  br label %cleanup

cleanup:
  %retval.0 = phi ptr addrspace(10) [ %call1, %if.then ], [ %call6, %if.end ]
  ret ptr addrspace(10) %retval.0
}

define internal ptr addrspace(10) @node(ptr addrspace(10) %left, ptr addrspace(10) %right, i64 %leaf) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(24) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 24, ptr addrspace(10) addrspacecast (ptr @tree_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store ptr addrspace(10) %left, ptr addrspace(11) %0, align 8
  %right3 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store ptr addrspace(10) %right, ptr addrspace(11) %right3, align 8
  %leaf4 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  store i64 %leaf, ptr addrspace(11) %leaf4, align 8
  ret ptr addrspace(10) %call1
}

define internal i64 @same_fringe(ptr addrspace(10) %s, ptr addrspace(10) %t) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @new_channel(ptr addrspace(10) %s)
  %call2 = call ptr addrspace(10) @new_channel(ptr addrspace(10) %t)
  %call3 = call ptr @lr_task_new(ptr nonnull @generate, ptr addrspace(10) %call1, i64 0)
  %call4 = call ptr @lr_task_new(ptr nonnull @generate, ptr addrspace(10) %call2, i64 0)
  br label %for.cond

for.cond:
  %same.0 = phi i64 [ 0, %entry ], [ %same.1, %if.end ]
  %call5 = call i32 @lr_task_switch(ptr %call3)
  %call6 = call i32 @lr_task_switch(ptr %call4)
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %done = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  %1 = load i64, ptr addrspace(11) %done, align 8
  %tobool.not = icmp eq i64 %1, 0
  br i1 %tobool.not, label %lor.lhs.false, label %land.rhs

lor.lhs.false:
  %2 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %done7 = getelementptr inbounds i8, ptr addrspace(11) %2, i64 16
  %3 = load i64, ptr addrspace(11) %done7, align 8
  %tobool8.not = icmp eq i64 %3, 0
  br i1 %tobool8.not, label %if.end, label %if.then

if.then:
  br i1 %tobool.not, label %land.end, label %land.rhs

land.rhs:
  %4 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %done11 = getelementptr inbounds i8, ptr addrspace(11) %4, i64 16
  %5 = load i64, ptr addrspace(11) %done11, align 8
  %tobool12.not = icmp eq i64 %5, 0
  %6 = select i1 %tobool12.not, i64 0, i64 1000
  br label %land.end

land.end:
  %cond = phi i64 [ 0, %if.then ], [ %6, %land.rhs ]
  %add = add nuw nsw i64 %same.0, %cond
  br label %for.end

if.end:
  %7 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %8 = load ptr addrspace(10), ptr addrspace(11) %2, align 8
  %9 = addrspacecast ptr addrspace(10) %7 to ptr addrspace(11)
  %10 = load i64, ptr addrspace(11) %9, align 8
  %11 = addrspacecast ptr addrspace(10) %8 to ptr addrspace(11)
  %12 = load i64, ptr addrspace(11) %11, align 8
  %cmp.not = icmp eq i64 %10, %12
  %inc = zext i1 %cmp.not to i64
  %same.1 = add nuw nsw i64 %same.0, %inc
  br i1 %cmp.not, label %for.cond, label %for.end

for.end:
  %same.2 = phi i64 [ %add, %land.end ], [ %same.1, %if.end ]
  %call19 = call i32 @lr_task_free(ptr %call3)
  %call20 = call i32 @lr_task_free(ptr %call4)
  ret i64 %same.2
}

define internal ptr addrspace(10) @new_channel(ptr addrspace(10) %t) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(24) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 24, ptr addrspace(10) addrspacecast (ptr @channel_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store ptr addrspace(10) null, ptr addrspace(11) %0, align 8
  %tree = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store ptr addrspace(10) %t, ptr addrspace(11) %tree, align 8
  %done = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  store i64 0, ptr addrspace(11) %done, align 8
  ret ptr addrspace(10) %call1
}

define internal ptr addrspace(10) @generate(ptr addrspace(10) %argument) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %0 = addrspacecast ptr addrspace(10) %argument to ptr addrspace(11)
  %tree = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %1 = load ptr addrspace(10), ptr addrspace(11) %tree, align 8
  call void @yield_leaves(ptr addrspace(10) %1, ptr addrspace(10) %argument)
  %done = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  store i64 1, ptr addrspace(11) %done, align 8
  ret ptr addrspace(10) %argument
}

define internal void @yield_leaves(ptr addrspace(10) %t, ptr addrspace(10) %c) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %0 = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %cmp.not = icmp eq ptr addrspace(10) %1, null
  br i1 %cmp.not, label %if.end, label %if.then

if.then:
  call void @yield_leaves(ptr addrspace(10) nonnull %1, ptr addrspace(10) %c)
  %right = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %2 = load ptr addrspace(10), ptr addrspace(11) %right, align 8
  call void @yield_leaves(ptr addrspace(10) %2, ptr addrspace(10) %c)
  br label %cleanup.cont

if.end:
  %call2 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %leaf = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  %3 = load i64, ptr addrspace(11) %leaf, align 8
  %4 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  store i64 %3, ptr addrspace(11) %4, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %c, ptr addrspace(10) nonnull %call2)
  %5 = addrspacecast ptr addrspace(10) %c to ptr addrspace(11)
  store ptr addrspace(10) %call2, ptr addrspace(11) %5, align 8
  %call3 = call ptr @lr_task_caller()
  %call4 = call i32 @lr_task_switch(ptr %call3)
  br label %cleanup.cont

cleanup.cont:
  ret void
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare i32 @printf(ptr, ...)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare ptr @lr_task_new(ptr, ptr addrspace(10), i64)
declare i32 @lr_task_switch(ptr)
declare i32 @lr_task_free(ptr)
declare void @julia.write_barrier(ptr addrspace(10), ...) norecurse nounwind memory(inaccessiblemem: readwrite)
declare ptr @lr_task_caller()
declare i64 @llvm.smax.i64(i64, i64)
