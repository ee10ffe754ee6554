; Made by tools/regen-examples from exceptions.c: see there for what it shows.
source_filename = "exceptions.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
%struct.lr_handler = type { [1 x %struct.__jmp_buf_tag], ptr, ptr, ptr, i8 }
%struct.__jmp_buf_tag = type { [8 x i64], i32, %struct.__sigset_t }
%struct.__sigset_t = type { [16 x i64] }

@.str = private unnamed_addr constant [18 x i8] c"protect %ld: %ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [13 x i8] c"errors: %ld\0A\00", align 1
@.str.2 = private unnamed_addr constant [17 x i8] c"nested: %ld %ld\0A\00", align 1
@box_type = internal constant %struct.lr_type { ptr @.str.3, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.3 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral = internal constant [0 x i32] zeroinitializer, align 4
@error_type = internal constant %struct.lr_type { ptr @.str.4, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.5, ptr null, ptr null }, align 16
@.str.4 = private unnamed_addr constant [13 x i8] c"struct error\00", align 1
@.compoundliteral.5 = internal constant [1 x i32] zeroinitializer, align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %n.0 = phi i64 [ 2, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i64 %n.0, 6
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %call1 = call i64 @protect(i64 %n.0)
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %n.0, i64 %call1)
  %inc = add nuw nsw i64 %n.0, 1
  br label %for.cond

for.end:
  %call3 = call i64 @collect_errors(i64 10)
  %call4 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.1, i64 %call3)
  %call5 = call i64 @nested(i64 4)
  %call6 = call i64 @nested(i64 5)
  %call7 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.2, i64 %call5, i64 %call6)
  ret i32 0
}

define internal i64 @protect(i64 %n) {
entry:
  %handler = alloca %struct.lr_handler, align 8
  %call = call ptr @julia.get_pgcstack()
  %mul = mul nsw i64 %n, 1000
  %call1 = call ptr addrspace(10) @box(i64 %mul)
  call void @lr_enter_handler(ptr %call, ptr nonnull %handler)
  %call2 = call i32 @__sigsetjmp(ptr nonnull %handler, i32 0) returns_twice
  %cmp = icmp eq i32 %call2, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call3 = call ptr addrspace(10) @box(i64 %n)
  %call4 = call i64 @descend(i64 %n, i64 5)
  %0 = addrspacecast ptr addrspace(10) %call3 to ptr addrspace(11)
  %1 = load i64, ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  %add = add nsw i64 %1, %3
  %add6 = add nsw i64 %call4, %add
  call void @lr_pop_handler_noexcept(ptr %call, i32 1)
  br label %cleanup

if.end:
  call void @lr_pop_handler(ptr %call, i32 1)
  %call7 = call ptr addrspace(10) @lr_current_exception(ptr %call)
  %call8 = call ptr addrspace(10) @box(i64 -1)
  %4 = addrspacecast ptr addrspace(10) %call7 to ptr addrspace(11)
  %code = getelementptr inbounds i8, ptr addrspace(11) %4, i64 8
  %5 = load i64, ptr addrspace(11) %code, align 8
  %6 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %7 = load i64, ptr addrspace(11) %6, align 8
  %add10 = add nsw i64 %5, %7
  %mul11 = mul i64 %add10, -10
  %8 = addrspacecast ptr addrspace(10) %call8 to ptr addrspace(11)
  %9 = load i64, ptr addrspace(11) %8, align 8
  %add13 = add nsw i64 %mul11, %9
  br label %cleanup

cleanup:
  %retval.0 = phi i64 [ %add6, %if.then ], [ %add13, %if.end ]
  ret i64 %retval.0
}

define internal i64 @collect_errors(i64 %n) {
entry:
  %handler = alloca %struct.lr_handler, align 8
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %cleanup ]
  %all.0 = phi ptr addrspace(10) [ null, %entry ], [ %all.1, %cleanup ]
  %cmp = icmp slt i64 %i.0, %n
  br i1 %cmp, label %for.body, label %for.cond8

for.body:
  call void @lr_enter_handler(ptr %call, ptr nonnull %handler)
  %call1 = call i32 @__sigsetjmp(ptr nonnull %handler, i32 0) returns_twice
  %cmp2 = icmp eq i32 %call1, 0
  br i1 %cmp2, label %if.then, label %if.end

if.then:
  %call3 = call i64 @descend(i64 %i.0, i64 2)
  call void @lr_pop_handler_noexcept(ptr %call, i32 1)
  br label %cleanup

if.end:
  call void @lr_pop_handler(ptr %call, i32 1)
  %call4 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @error_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call4 to ptr addrspace(11)
  store ptr addrspace(10) %all.0, ptr addrspace(11) %0, align 8
  %call5 = call ptr addrspace(10) @lr_current_exception(ptr %call)
  %1 = addrspacecast ptr addrspace(10) %call5 to ptr addrspace(11)
  %code = getelementptr inbounds i8, ptr addrspace(11) %1, i64 8
  %2 = load i64, ptr addrspace(11) %code, align 8
  %code6 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store i64 %2, ptr addrspace(11) %code6, align 8
  br label %cleanup

cleanup:
  %all.1 = phi ptr addrspace(10) [ %all.0, %if.then ], [ %call4, %if.end ]
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.cond8:
  %good.0 = phi i64 [ %add, %for.body10 ], [ 0, %for.cond ]
  %all.2 = phi ptr addrspace(10) [ %5, %for.body10 ], [ %all.0, %for.cond ]
  %cmp9.not = icmp eq ptr addrspace(10) %all.2, null
  br i1 %cmp9.not, label %for.end14, label %for.body10

for.body10:
  %mul = mul nsw i64 %good.0, 11
  %3 = addrspacecast ptr addrspace(10) %all.2 to ptr addrspace(11)
  %code11 = getelementptr inbounds i8, ptr addrspace(11) %3, i64 8
  %4 = load i64, ptr addrspace(11) %code11, align 8
  %add = add nsw i64 %mul, %4
  %5 = load ptr addrspace(10), ptr addrspace(11) %3, align 8
  br label %for.cond8

for.end14:
  ret i64 %good.0
}

define internal i64 @nested(i64 %n) {
entry:
  %handler = alloca %struct.lr_handler, align 8
  %call = call ptr @julia.get_pgcstack()
  call void @lr_enter_handler(ptr %call, ptr nonnull %handler)
  %call1 = call i32 @__sigsetjmp(ptr nonnull %handler, i32 0) returns_twice
  %cmp = icmp eq i32 %call1, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call2 = call i64 @wrap(i64 %n, i64 4)
  call void @lr_pop_handler_noexcept(ptr %call, i32 1)
  br label %cleanup

if.end:
  call void @lr_pop_handler(ptr %call, i32 1)
  %call3 = call ptr addrspace(10) @box(i64 100000000)
  %call4 = call ptr addrspace(10) @lr_current_exception(ptr %call)
  br label %for.cond

for.cond:
  %trace.0 = phi i64 [ 0, %if.end ], [ %add, %for.body ]
  %e.0 = phi ptr addrspace(10) [ %call4, %if.end ], [ %2, %for.body ]
  %cmp5.not = icmp eq ptr addrspace(10) %e.0, null
  br i1 %cmp5.not, label %for.end, label %for.body

for.body:
  %mul = mul nsw i64 %trace.0, 20
  %0 = addrspacecast ptr addrspace(10) %e.0 to ptr addrspace(11)
  %code = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %1 = load i64, ptr addrspace(11) %code, align 8
  %add = add nsw i64 %mul, %1
  %2 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  br label %for.cond

for.end:
  %3 = addrspacecast ptr addrspace(10) %call3 to ptr addrspace(11)
  %4 = load i64, ptr addrspace(11) %3, align 8
  %add6 = add nsw i64 %trace.0, %4
  br label %cleanup

cleanup:
  %retval.0 = phi i64 [ %call2, %if.then ], [ %add6, %for.end ]
  ret i64 %retval.0
}

define internal ptr addrspace(10) @box(i64 %value) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %value, ptr addrspace(11) %0, align 8
  ret ptr addrspace(10) %call1
}

define internal i64 @descend(i64 %n, i64 %depth) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %add = add nsw i64 %n, %depth
  %call1 = call ptr addrspace(10) @box(i64 %add)
  %cmp = icmp sgt i64 %depth, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %sub = add nsw i64 %depth, -1
  %call2 = call i64 @descend(i64 %n, i64 %sub)
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %1 = load i64, ptr addrspace(11) %0, align 8
  %add3 = add nsw i64 %call2, %1
  br label %cleanup

if.end:
  %2 = and i64 %n, 1
  %tobool.not = icmp eq i64 %2, 0
  br i1 %tobool.not, label %if.end5, label %if.then4

if.then4:
  call void @fail(i64 %n, ptr addrspace(10) null) noreturn
  unreachable

if.end5:
  %3 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %4 = load i64, ptr addrspace(11) %3, align 8
  br label %cleanup

cleanup:
  %retval.0 = phi i64 [ %add3, %if.then ], [ %4, %if.end5 ]
  ret i64 %retval.0
}

define internal void @fail(i64 %code, ptr addrspace(10) %cause) noreturn {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @error_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store ptr addrspace(10) %cause, ptr addrspace(11) %0, align 8
  %code3 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store i64 %code, ptr addrspace(11) %code3, align 8
  call void @lr_throw(ptr addrspace(10) nonnull %call1) noreturn
  unreachable
}

define internal i64 @wrap(i64 %n, i64 %levels) noinline {
entry:
  %handler = alloca %struct.lr_handler, align 8
  %call = call ptr @julia.get_pgcstack()
  %cmp = icmp eq i64 %levels, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call1 = call i64 @descend(i64 %n, i64 3)
  br label %cleanup

if.end:
  call void @lr_enter_handler(ptr %call, ptr nonnull %handler)
  %call2 = call i32 @__sigsetjmp(ptr nonnull %handler, i32 0) returns_twice
  %cmp3 = icmp eq i32 %call2, 0
  br i1 %cmp3, label %if.then4, label %if.end6

if.then4:
  %sub = add nsw i64 %levels, -1
  %call5 = call i64 @wrap(i64 %n, i64 %sub)
  call void @lr_pop_handler_noexcept(ptr %call, i32 1)
  br label %cleanup

if.end6:
  call void @lr_pop_handler(ptr %call, i32 1)
  %call7 = call ptr addrspace(10) @lr_current_exception(ptr %call)
  %0 = addrspacecast ptr addrspace(10) %call7 to ptr addrspace(11)
  %code = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %1 = load i64, ptr addrspace(11) %code, align 8
  %add = add nsw i64 %1, %levels
  call void @fail(i64 %add, ptr addrspace(10) %call7) noreturn
  unreachable

cleanup:
  %retval.0 = phi i64 [ %call1, %if.then ], [ %call5, %if.then4 ]
  ret i64 %retval.0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare i32 @printf(ptr, ...)
declare void @lr_enter_handler(ptr, ptr)
declare i32 @__sigsetjmp(ptr, i32)
declare void @lr_pop_handler_noexcept(ptr, i32)
declare void @lr_pop_handler(ptr, i32)
declare ptr addrspace(10) @lr_current_exception(ptr)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare void @lr_throw(ptr addrspace(10))
