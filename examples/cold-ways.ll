; Made by tools/regen-examples from cold-ways.c: see there for what it shows.
source_filename = "cold-ways.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
%struct.lr_handler = type { [1 x %struct.__jmp_buf_tag], ptr, ptr, ptr, i8 }
%struct.__jmp_buf_tag = type { [8 x i64], i32, %struct.__sigset_t }
%struct.__sigset_t = type { [16 x i64] }

@array_type = internal constant %struct.lr_type { ptr @.str.6, i32 0, i32 72, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str = private unnamed_addr constant [4 x i8] c"get\00", align 1
@.str.1 = private unnamed_addr constant [6 x i8] c"trace\00", align 1
@.str.2 = private unnamed_addr constant [4 x i8] c"sum\00", align 1
@.str.3 = private unnamed_addr constant [8 x i8] c"explain\00", align 1
@.str.4 = private unnamed_addr constant [5 x i8] c"deep\00", align 1
@.str.5 = private unnamed_addr constant [5 x i8] c"slow\00", align 1
@.str.6 = private unnamed_addr constant [13 x i8] c"struct array\00", align 1
@.compoundliteral = internal constant [0 x i32] zeroinitializer, align 4
@.str.7 = private unnamed_addr constant [27 x i8] c"%s: %ld, frames left: %ld\0A\00", align 1
@box_type = internal constant %struct.lr_type { ptr @.str.8, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.9, ptr null, ptr null }, align 16
@.str.8 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral.9 = internal constant [0 x i32] zeroinitializer, align 4
@error_type = internal constant %struct.lr_type { ptr @.str.10, i32 0, i32 24, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.11, ptr null, ptr null }, align 16
@.str.10 = private unnamed_addr constant [13 x i8] c"struct error\00", align 1
@.compoundliteral.11 = internal constant [2 x i32] [i32 0, i32 1], align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(72) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 72, ptr addrspace(10) addrspacecast (ptr @array_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 8, ptr addrspace(11) %0, align 8
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i64 %i.0, 8
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %mul = mul nuw nsw i64 %i.0, %i.0
  %item = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %arrayidx = getelementptr inbounds [8 x i64], ptr addrspace(11) %item, i64 0, i64 %i.0
  store i64 %mul, ptr addrspace(11) %arrayidx, align 8
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  call void @many(ptr nonnull @.str, ptr nonnull @get, ptr addrspace(10) nonnull %call1, i64 -3, i64 12)
  call void @many(ptr nonnull @.str.1, ptr nonnull @trace, ptr addrspace(10) nonnull %call1, i64 0, i64 12)
  call void @many(ptr nonnull @.str.2, ptr nonnull @sum, ptr addrspace(10) nonnull %call1, i64 20, i64 60)
  call void @many(ptr nonnull @.str.3, ptr nonnull @explain, ptr addrspace(10) nonnull %call1, i64 0, i64 12)
  call void @many(ptr nonnull @.str.4, ptr nonnull @deep, ptr addrspace(10) nonnull %call1, i64 0, i64 12)
  call void @many(ptr nonnull @.str.5, ptr nonnull @slow, ptr addrspace(10) nonnull %call1, i64 0, i64 14)
  ret i32 0
}

define internal void @many(ptr %name, ptr %f, ptr addrspace(10) %a, i64 %from, i64 %to) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call i64 @frames(ptr %call)
  br label %for.cond

for.cond:
  %left.0 = phi i64 [ 0, %entry ], [ %left.1, %for.inc9 ]
  %total.0 = phi i64 [ 0, %entry ], [ %total.1, %for.inc9 ]
  %round.0 = phi i32 [ 0, %entry ], [ %inc10, %for.inc9 ]
  %cmp = icmp ult i32 %round.0, 3
  br i1 %cmp, label %for.cond2, label %for.end11

for.cond2:
  %left.1 = phi i64 [ %add8, %for.body5 ], [ %left.0, %for.cond ]
  %total.1 = phi i64 [ %add, %for.body5 ], [ %total.0, %for.cond ]
  %i.0 = phi i64 [ %inc, %for.body5 ], [ %from, %for.cond ]
  %cmp3 = icmp slt i64 %i.0, %to
  br i1 %cmp3, label %for.body5, label %for.inc9

for.body5:
  %mul = mul nsw i64 %total.1, 7
  %rem = srem i64 %mul, 1000003
  %call6 = call i64 @catch(ptr %f, ptr addrspace(10) %a, i64 %i.0)
  %add = add nsw i64 %rem, %call6
  %call7 = call i64 @frames(ptr %call)
  %sub = sub nsw i64 %call7, %call1
  %add8 = add nsw i64 %left.1, %sub
  %inc = add nsw i64 %i.0, 1
  br label %for.cond2

for.inc9:
  %inc10 = add nuw nsw i32 %round.0, 1
  br label %for.cond

for.end11:
  %call12 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.7, ptr %name, i64 %total.0, i64 %left.0)
  ret void
}

define internal i64 @get(ptr addrspace(10) %a, i64 %i) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %cmp = icmp slt i64 %i, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call1 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %0, align 8
  %call2 = call dereferenceable(24) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 24, ptr addrspace(10) addrspacecast (ptr @error_type to ptr addrspace(10)))
  %1 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  store ptr addrspace(10) null, ptr addrspace(11) %1, align 8
  %what = getelementptr inbounds i8, ptr addrspace(11) %1, i64 8
  store ptr addrspace(10) %call1, ptr addrspace(11) %what, align 8
  %code = getelementptr inbounds i8, ptr addrspace(11) %1, i64 16
  store i64 1, ptr addrspace(11) %code, align 8
  call void @lr_throw(ptr addrspace(10) nonnull %call2) noreturn
  unreachable

if.end:
  %2 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  %cmp3.not = icmp sgt i64 %3, %i
  br i1 %cmp3.not, label %if.end14, label %if.then4

if.then4:
  %call6 = call dereferenceable(24) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 24, ptr addrspace(10) addrspacecast (ptr @error_type to ptr addrspace(10)))
  %4 = addrspacecast ptr addrspace(10) %call6 to ptr addrspace(11)
  store ptr addrspace(10) null, ptr addrspace(11) %4, align 8
  %what8 = getelementptr inbounds i8, ptr addrspace(11) %4, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %what8, align 8
  %code9 = getelementptr inbounds i8, ptr addrspace(11) %4, i64 16
  store i64 2, ptr addrspace(11) %code9, align 8
  %call11 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %5 = addrspacecast ptr addrspace(10) %call11 to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %5, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) nonnull %call6, ptr addrspace(10) nonnull %call11)
  store ptr addrspace(10) %call11, ptr addrspace(11) %what8, align 8
  call void @lr_throw(ptr addrspace(10) nonnull %call6) noreturn
  unreachable

if.end14:
  %item = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %arrayidx = getelementptr inbounds [8 x i64], ptr addrspace(11) %item, i64 0, i64 %i
  %6 = load i64, ptr addrspace(11) %arrayidx, align 8
  ret i64 %6
}

define internal i64 @trace(ptr addrspace(10) %a, i64 %i) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %0 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %1 = load i64, ptr addrspace(11) %0, align 8
  %cmp.not = icmp sgt i64 %1, %i
  br i1 %cmp.not, label %if.end, label %for.cond

for.cond:
  %k.0 = phi i64 [ %inc, %for.body ], [ 0, %entry ]
  %e.0 = phi ptr addrspace(10) [ %call3, %for.body ], [ null, %entry ]
  %cmp1 = icmp slt i64 %k.0, %i
  br i1 %cmp1, label %for.body, label %for.end

for.body:
  %call2 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %2 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  store i64 %k.0, ptr addrspace(11) %2, align 8
  %call3 = call dereferenceable(24) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 24, ptr addrspace(10) addrspacecast (ptr @error_type to ptr addrspace(10)))
  %3 = addrspacecast ptr addrspace(10) %call3 to ptr addrspace(11)
  store ptr addrspace(10) %e.0, ptr addrspace(11) %3, align 8
  %what = getelementptr inbounds i8, ptr addrspace(11) %3, i64 8
  store ptr addrspace(10) %call2, ptr addrspace(11) %what, align 8
  %code = getelementptr inbounds i8, ptr addrspace(11) %3, i64 16
  store i64 2, ptr addrspace(11) %code, align 8
  %inc = add nuw nsw i64 %k.0, 1
  br label %for.cond

for.end:
  call void @lr_throw(ptr addrspace(10) %e.0) noreturn
  unreachable

if.end:
  %item = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %arrayidx = getelementptr inbounds [8 x i64], ptr addrspace(11) %item, i64 0, i64 %i
  %4 = load i64, ptr addrspace(11) %arrayidx, align 8
  ret i64 %4
}

define internal i64 @sum(ptr addrspace(10) %a, i64 %limit) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %.phi.trans.insert = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %.pre = load i64, ptr addrspace(11) %.phi.trans.insert, align 8
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %if.end ]
  %total.0 = phi i64 [ 0, %entry ], [ %add, %if.end ]
  %cmp = icmp slt i64 %i.0, %.pre
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %item = getelementptr inbounds i8, ptr addrspace(11) %.phi.trans.insert, i64 8
  %arrayidx = getelementptr inbounds [8 x i64], ptr addrspace(11) %item, i64 0, i64 %i.0
  %0 = load i64, ptr addrspace(11) %arrayidx, align 8
  %cmp1 = icmp sgt i64 %0, %limit
  br i1 %cmp1, label %if.then, label %if.end

if.then:
  %call2 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %1 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  store i64 %total.0, ptr addrspace(11) %1, align 8
  %call3 = call dereferenceable(24) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 24, ptr addrspace(10) addrspacecast (ptr @error_type to ptr addrspace(10)))
  %2 = addrspacecast ptr addrspace(10) %call3 to ptr addrspace(11)
  store ptr addrspace(10) null, ptr addrspace(11) %2, align 8
  %what = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  store ptr addrspace(10) %call2, ptr addrspace(11) %what, align 8
  %code = getelementptr inbounds i8, ptr addrspace(11) %2, i64 16
  store i64 3, ptr addrspace(11) %code, align 8
  call void @lr_throw(ptr addrspace(10) nonnull %call3) noreturn
  unreachable

if.end:
  %add = add nsw i64 %total.0, %0
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  ret i64 %total.0
}

define internal i64 @explain(ptr addrspace(10) %a, i64 %i) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %rem = srem i64 %i, 4
  %cmp.not = icmp eq i64 %rem, 0
  br i1 %cmp.not, label %if.end, label %if.then

if.then:
  %call1 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %mul = mul nsw i64 %i, 1000
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %mul, ptr addrspace(11) %0, align 8
  %cmp3 = icmp eq i64 %rem, 1
  %add = add nsw i64 %i, 100
  %cond = select i1 %cmp3, i64 %i, i64 %add
  %call4 = call i64 @get(ptr addrspace(10) %a, i64 %cond)
  %call5 = call dereferenceable(24) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 24, ptr addrspace(10) addrspacecast (ptr @error_type to ptr addrspace(10)))
  %1 = addrspacecast ptr addrspace(10) %call5 to ptr addrspace(11)
  store ptr addrspace(10) null, ptr addrspace(11) %1, align 8
  %what = getelementptr inbounds i8, ptr addrspace(11) %1, i64 8
  store ptr addrspace(10) %call1, ptr addrspace(11) %what, align 8
  %code = getelementptr inbounds i8, ptr addrspace(11) %1, i64 16
  store i64 %call4, ptr addrspace(11) %code, align 8
  call void @lr_throw(ptr addrspace(10) nonnull %call5) noreturn
  unreachable

if.end:
  ret i64 %i
}

define internal i64 @deep(ptr addrspace(10) %a, i64 %n) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %cmp = icmp sgt i64 %n, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call1 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %n, ptr addrspace(11) %0, align 8
  %sub = add nsw i64 %n, -1
  %call2 = call i64 @deep(ptr addrspace(10) %a, i64 %sub)
  %call3 = call dereferenceable(24) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 24, ptr addrspace(10) addrspacecast (ptr @error_type to ptr addrspace(10)))
  %1 = addrspacecast ptr addrspace(10) %call3 to ptr addrspace(11)
  store ptr addrspace(10) null, ptr addrspace(11) %1, align 8
  %what = getelementptr inbounds i8, ptr addrspace(11) %1, i64 8
  store ptr addrspace(10) %call1, ptr addrspace(11) %what, align 8
  %code = getelementptr inbounds i8, ptr addrspace(11) %1, i64 16
  store i64 %call2, ptr addrspace(11) %code, align 8
  call void @lr_throw(ptr addrspace(10) nonnull %call3) noreturn
  unreachable

if.end:
  %2 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  ret i64 %3
}

define internal i64 @slow(ptr addrspace(10) %a, i64 %i) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %0 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %item = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %and = and i64 %i, 7
  %arrayidx = getelementptr inbounds [8 x i64], ptr addrspace(11) %item, i64 0, i64 %and
  %1 = load i64, ptr addrspace(11) %arrayidx, align 8
  %rem = srem i64 %i, 3
  %cmp = icmp eq i64 %rem, 0
  br i1 %cmp, label %if.then, label %if.end22

if.then:
  %add = add nsw i64 %i, 1000
  %call1 = call i64 @sum(ptr addrspace(10) %a, i64 %add)
  %add2 = add nsw i64 %1, %call1
  br label %for.cond

for.cond:
  %k.0 = phi i64 [ 0, %if.then ], [ %inc, %for.body ]
  %list.0 = phi ptr addrspace(10) [ null, %if.then ], [ %call4, %for.body ]
  %cmp3.not = icmp sgt i64 %k.0, %i
  br i1 %cmp3.not, label %for.end, label %for.body

for.body:
  %call4 = call dereferenceable(24) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 24, ptr addrspace(10) addrspacecast (ptr @error_type to ptr addrspace(10)))
  %2 = addrspacecast ptr addrspace(10) %call4 to ptr addrspace(11)
  store ptr addrspace(10) %list.0, ptr addrspace(11) %2, align 8
  %what = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %what, align 8
  %code = getelementptr inbounds i8, ptr addrspace(11) %2, i64 16
  store i64 %k.0, ptr addrspace(11) %code, align 8
  %call5 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %sub = sub nsw i64 %i, %k.0
  %3 = addrspacecast ptr addrspace(10) %call5 to ptr addrspace(11)
  store i64 %sub, ptr addrspace(11) %3, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) nonnull %call4, ptr addrspace(10) nonnull %call5)
  store ptr addrspace(10) %call5, ptr addrspace(11) %what, align 8
  %inc = add nuw nsw i64 %k.0, 1
  br label %for.cond

for.end:
  %cmp7 = icmp eq i64 %i, 9
  br i1 %cmp7, label %if.then8, label %for.cond9

if.then8:
  call void @lr_throw(ptr addrspace(10) %list.0) noreturn
  unreachable

for.cond9:
  %list.1 = phi ptr addrspace(10) [ %9, %for.body11 ], [ %list.0, %for.end ]
  %result.0 = phi i64 [ %add16, %for.body11 ], [ %add2, %for.end ]
  %cmp10.not = icmp eq ptr addrspace(10) %list.1, null
  br i1 %cmp10.not, label %for.end19, label %for.body11

for.body11:
  %mul = mul nsw i64 %result.0, 3
  %4 = addrspacecast ptr addrspace(10) %list.1 to ptr addrspace(11)
  %code12 = getelementptr inbounds i8, ptr addrspace(11) %4, i64 16
  %5 = load i64, ptr addrspace(11) %code12, align 8
  %what13 = getelementptr inbounds i8, ptr addrspace(11) %4, i64 8
  %6 = load ptr addrspace(10), ptr addrspace(11) %what13, align 8
  %7 = addrspacecast ptr addrspace(10) %6 to ptr addrspace(11)
  %8 = load i64, ptr addrspace(11) %7, align 8
  %mul15 = mul nsw i64 %5, %8
  %add16 = add nsw i64 %mul, %mul15
  %9 = load ptr addrspace(10), ptr addrspace(11) %4, align 8
  br label %for.cond9

for.end19:
  %call20 = call i64 @sum(ptr addrspace(10) %a, i64 1000)
  %sub21 = sub nsw i64 %result.0, %call20
  br label %if.end22

if.end22:
  %result.1 = phi i64 [ %sub21, %for.end19 ], [ %1, %entry ]
  ret i64 %result.1
}

define internal i64 @frames(ptr %gcstack) noinline {
entry:
  br label %for.cond

for.cond:
  %n.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %frame.0.in = phi ptr [ %gcstack, %entry ], [ %arrayidx, %for.body ]
  %frame.0 = load ptr, ptr %frame.0.in, align 8
  %cmp.not = icmp eq ptr %frame.0, null
  br i1 %cmp.not, label %for.end, label %for.body

for.body:
  %inc = add nuw nsw i64 %n.0, 1
  %arrayidx = getelementptr inbounds i8, ptr %frame.0, i64 8
  br label %for.cond

for.end:
  ret i64 %n.0
}

define internal i64 @catch(ptr %f, ptr addrspace(10) %a, i64 %i) noinline {
entry:
  %handler = alloca %struct.lr_handler, align 8
  %call = call ptr @julia.get_pgcstack()
  call void @lr_enter_handler(ptr %call, ptr nonnull %handler)
  %call1 = call i32 @__sigsetjmp(ptr nonnull %handler, i32 0) returns_twice
  %cmp = icmp eq i32 %call1, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call2 = call i64 %f(ptr addrspace(10) %a, i64 %i)
  call void @lr_pop_handler_noexcept(ptr %call, i32 1)
  br label %cleanup

if.end:
  call void @lr_pop_handler(ptr %call, i32 1)
  %call3 = call ptr addrspace(10) @lr_current_exception(ptr %call)
  %call5 = call i64 @weigh(ptr addrspace(10) %call3)
  %add = sub i64 -7, %call5
  br label %cleanup

cleanup:
  %retval.0 = phi i64 [ %call2, %if.then ], [ %add, %if.end ]
  ret i64 %retval.0
}

define internal i64 @weigh(ptr addrspace(10) %e) {
entry:
  br label %for.cond

for.cond:
  %e.addr.0 = phi ptr addrspace(10) [ %e, %entry ], [ %5, %for.body ]
  %weight.0 = phi i64 [ 0, %entry ], [ %add2, %for.body ]
  %cmp.not = icmp eq ptr addrspace(10) %e.addr.0, null
  br i1 %cmp.not, label %for.end, label %for.body

for.body:
  %mul = mul nsw i64 %weight.0, 5
  %rem = srem i64 %mul, 1000003
  %0 = addrspacecast ptr addrspace(10) %e.addr.0 to ptr addrspace(11)
  %code = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  %1 = load i64, ptr addrspace(11) %code, align 8
  %mul1 = mul nsw i64 %1, 100
  %add = add nsw i64 %rem, %mul1
  %what = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %2 = load ptr addrspace(10), ptr addrspace(11) %what, align 8
  %3 = addrspacecast ptr addrspace(10) %2 to ptr addrspace(11)
  %4 = load i64, ptr addrspace(11) %3, align 8
  %add2 = add nsw i64 %add, %4
  %5 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  br label %for.cond

for.end:
  ret i64 %weight.0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare i32 @printf(ptr, ...)
declare void @lr_enter_handler(ptr, ptr)
declare i32 @__sigsetjmp(ptr, i32)
declare void @lr_pop_handler_noexcept(ptr, i32)
declare void @lr_pop_handler(ptr, i32)
declare ptr addrspace(10) @lr_current_exception(ptr)
declare void @lr_throw(ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...) norecurse nounwind memory(inaccessiblemem: readwrite)
