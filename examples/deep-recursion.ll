; Made by tools/regen-examples from deep-recursion.c: see there for what it shows.
source_filename = "deep-recursion.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [16 x i8] c"%d frames: %ld\0A\00", align 1
@counter_type = internal constant %struct.lr_type { ptr @.str.1, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.1 = private unnamed_addr constant [15 x i8] c"struct counter\00", align 1
@.compoundliteral = internal constant [1 x i32] zeroinitializer, align 4

define i32 @main() {
entry:
  %result = alloca ptr addrspace(10), align 8
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @count(i64 5, ptr addrspace(10) null)
  %call2 = call ptr @lr_task_new(ptr nonnull @start, ptr addrspace(10) %call1, i64 134217728)
  store ptr addrspace(10) null, ptr %result, align 8
  %cmp = icmp eq ptr %call2, null
  br i1 %cmp, label %cleanup, label %lor.lhs.false

lor.lhs.false:
  %call3 = call i32 @lr_task_switch(ptr nonnull %call2)
  %cmp4.not = icmp eq i32 %call3, 0
  br i1 %cmp4.not, label %lor.lhs.false5, label %cleanup

lor.lhs.false5:
  %call6 = call i32 @lr_task_finished(ptr nonnull %call2, ptr nonnull %result)
  %cmp7.not = icmp eq i32 %call6, 1
  br i1 %cmp7.not, label %if.end, label %cleanup

if.end:
  %0 = load ptr addrspace(10), ptr %result, align 8
  %1 = addrspacecast ptr addrspace(10) %0 to ptr addrspace(11)
  %value = getelementptr inbounds i8, ptr addrspace(11) %1, i64 8
  %2 = load i64, ptr addrspace(11) %value, align 8
  %call8 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i32 100000, i64 %2)
  %call9 = call i32 @lr_task_free(ptr nonnull %call2)
  %cmp10 = icmp ne i32 %call9, 0
  %conv = zext i1 %cmp10 to i32
  br label %cleanup

cleanup:
  %retval.0 = phi i32 [ %conv, %if.end ], [ 1, %lor.lhs.false5 ], [ 1, %lor.lhs.false ], [ 1, %entry ]
  ret i32 %retval.0
}

define internal ptr addrspace(10) @start(ptr addrspace(10) %first) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call i64 @descend(i64 0, ptr addrspace(10) %first)
  %call2 = call ptr addrspace(10) @count(i64 %call1, ptr addrspace(10) null)
  ret ptr addrspace(10) %call2
}

define internal ptr addrspace(10) @count(i64 %value, ptr addrspace(10) %below) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @counter_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store ptr addrspace(10) %below, ptr addrspace(11) %0, align 8
  %value3 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store i64 %value, ptr addrspace(11) %value3, align 8
  ret ptr addrspace(10) %call1
}

define internal i64 @descend(i64 %depth, ptr addrspace(10) %c) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %cmp = icmp eq i64 %depth, 100000
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call1 = call ptr addrspace(10) @count(i64 1, ptr addrspace(10) %c)
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %value = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %1 = load i64, ptr addrspace(11) %value, align 8
  br label %cleanup

if.end:
  %rem = srem i64 %depth, 1000
  %cmp2 = icmp eq i64 %rem, 0
  br i1 %cmp2, label %if.then3, label %if.end5

if.then3:
  %div = sdiv i64 %depth, 1000
  %call4 = call ptr addrspace(10) @count(i64 %div, ptr addrspace(10) null)
  br label %if.end5

if.end5:
  %c.addr.0 = phi ptr addrspace(10) [ %call4, %if.then3 ], [ %c, %if.end ]
  %add = add nsw i64 %depth, 1
  %call6 = call i64 @descend(i64 %add, ptr addrspace(10) %c.addr.0)
  %mul = mul nsw i64 %call6, 3
  %2 = addrspacecast ptr addrspace(10) %c.addr.0 to ptr addrspace(11)
  %value7 = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %3 = load i64, ptr addrspace(11) %value7, align 8
  %add8 = add nsw i64 %mul, %3
  %rem9 = srem i64 %add8, 1000003
  br label %cleanup

cleanup:
  %retval.0 = phi i64 [ %1, %if.then ], [ %rem9, %if.end5 ]
  ret i64 %retval.0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare ptr @lr_task_new(ptr, ptr addrspace(10), i64)
declare i32 @lr_task_switch(ptr)
declare i32 @lr_task_finished(ptr, ptr)
declare i32 @printf(ptr, ...)
declare i32 @lr_task_free(ptr)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
