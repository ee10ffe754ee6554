; Made by tools/regen-examples from threads.c: see there for what it shows.
source_filename = "threads.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@shared_type = internal constant %struct.lr_type { ptr @.str.4, i32 0, i32 16, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str = private unnamed_addr constant [23 x i8] c"sum %ld, expected %ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [21 x i8] c"a cell was last: %s\0A\00", align 1
@.str.2 = private unnamed_addr constant [4 x i8] c"yes\00", align 1
@.str.3 = private unnamed_addr constant [3 x i8] c"no\00", align 1
@.str.4 = private unnamed_addr constant [14 x i8] c"struct shared\00", align 1
@.compoundliteral = internal constant [2 x i32] [i32 0, i32 1], align 4
@job_type = internal constant %struct.lr_type { ptr @.str.5, i32 0, i32 32, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.6, ptr null, ptr null }, align 16
@.str.5 = private unnamed_addr constant [11 x i8] c"struct job\00", align 1
@.compoundliteral.6 = internal constant [1 x i32] zeroinitializer, align 4
@cell_type = internal constant %struct.lr_type { ptr @.str.7, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.8, ptr null, ptr null }, align 16
@.str.7 = private unnamed_addr constant [12 x i8] c"struct cell\00", align 1
@.compoundliteral.8 = internal constant [1 x i32] zeroinitializer, align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @shared_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store ptr addrspace(10) null, ptr addrspace(11) %0, align 8
  %last = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %last, align 8
  %call2 = call ptr addrspace(10) @new_job(ptr addrspace(10) nonnull %call1, i64 0)
  %call3 = call ptr addrspace(10) @new_job(ptr addrspace(10) nonnull %call1, i64 10000)
  %call4 = call ptr @lr_thread_spawn(ptr nonnull @work, ptr addrspace(10) %call3)
  %cmp = icmp eq ptr %call4, null
  br i1 %cmp, label %cleanup, label %if.end

if.end:
  %call5 = call ptr addrspace(10) @work(ptr addrspace(10) %call2)
  %call6 = call ptr addrspace(10) @lr_thread_join(ptr nonnull %call4)
  %1 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %sum7 = getelementptr inbounds i8, ptr addrspace(11) %1, i64 24
  %2 = load i64, ptr addrspace(11) %sum7, align 8
  %3 = addrspacecast ptr addrspace(10) %call6 to ptr addrspace(11)
  %sum8 = getelementptr inbounds i8, ptr addrspace(11) %3, i64 24
  %4 = load i64, ptr addrspace(11) %sum8, align 8
  %add = add nsw i64 %2, %4
  %call9 = call ptr addrspace(10) @pop(ptr addrspace(10) nonnull %call1)
  br label %for.cond

for.cond:
  %sum.0 = phi i64 [ %add, %if.end ], [ %add11, %for.body ]
  %c.0 = phi ptr addrspace(10) [ %call9, %if.end ], [ %call12, %for.body ]
  %cmp10.not = icmp eq ptr addrspace(10) %c.0, null
  br i1 %cmp10.not, label %for.end, label %for.body

for.body:
  %5 = addrspacecast ptr addrspace(10) %c.0 to ptr addrspace(11)
  %value = getelementptr inbounds i8, ptr addrspace(11) %5, i64 8
  %6 = load i64, ptr addrspace(11) %value, align 8
  %add11 = add nsw i64 %sum.0, %6
  %call12 = call ptr addrspace(10) @pop(ptr addrspace(10) nonnull %call1)
  br label %for.cond

for.end:
  %call13 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %sum.0, i64 23998000)
  %call15 = atomicrmw xchg ptr addrspace(11) %last, ptr addrspace(10) null seq_cst, align 8
  %cmp16.not = icmp eq ptr addrspace(10) %call15, null
  %cond = select i1 %cmp16.not, ptr @.str.3, ptr @.str.2
  %call17 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.1, ptr nonnull %cond)
  br label %cleanup

cleanup:
  %retval.0 = phi i32 [ 0, %for.end ], [ 1, %entry ]
  ret i32 %retval.0
}

define internal ptr addrspace(10) @new_job(ptr addrspace(10) %s, i64 %first) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(32) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 32, ptr addrspace(10) addrspacecast (ptr @job_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store ptr addrspace(10) %s, ptr addrspace(11) %0, align 8
  %first2 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store i64 %first, ptr addrspace(11) %first2, align 8
  %count = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  store i64 2000, ptr addrspace(11) %count, align 8
  %sum = getelementptr inbounds i8, ptr addrspace(11) %0, i64 24
  store i64 0, ptr addrspace(11) %sum, align 8
  ret ptr addrspace(10) %call1
}

define internal ptr addrspace(10) @work(ptr addrspace(10) %argument) {
entry:
  %kept = alloca [3 x ptr addrspace(10)], align 16
  %call = call ptr @julia.get_pgcstack()
  %0 = addrspacecast ptr addrspace(10) %argument to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  call void @llvm.memset.p0.i64(ptr nonnull align 16 dereferenceable(24) %kept, i8 0, i64 24, i1 false)
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc15, %if.end10 ]
  %count = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  %2 = load i64, ptr addrspace(11) %count, align 8
  %cmp = icmp slt i64 %i.0, %2
  br i1 %cmp, label %for.body, label %for.end16

for.body:
  %first = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %3 = load i64, ptr addrspace(11) %first, align 8
  %add = add nsw i64 %3, %i.0
  call void @push(ptr addrspace(10) %1, i64 %add)
  %rem = and i64 %i.0, 3
  %cmp1 = icmp eq i64 %rem, 3
  br i1 %cmp1, label %for.cond2, label %if.end10

for.cond2:
  %k.0 = phi i32 [ %inc, %if.end ], [ 0, %for.body ]
  %cmp3 = icmp ult i32 %k.0, 3
  br i1 %cmp3, label %for.body5, label %if.end10

for.body5:
  %call6 = call ptr addrspace(10) @pop(ptr addrspace(10) %1)
  %cmp7.not = icmp eq ptr addrspace(10) %call6, null
  br i1 %cmp7.not, label %if.end, label %if.then8

if.then8:
  %4 = addrspacecast ptr addrspace(10) %call6 to ptr addrspace(11)
  %value = getelementptr inbounds i8, ptr addrspace(11) %4, i64 8
  %5 = load i64, ptr addrspace(11) %value, align 8
  %sum = getelementptr inbounds i8, ptr addrspace(11) %0, i64 24
  %6 = load i64, ptr addrspace(11) %sum, align 8
  %add9 = add nsw i64 %6, %5
  store i64 %add9, ptr addrspace(11) %sum, align 8
  br label %if.end

if.end:
  %idxprom = zext nneg i32 %k.0 to i64
  %arrayidx = getelementptr inbounds [3 x ptr addrspace(10)], ptr %kept, i64 0, i64 %idxprom
  store ptr addrspace(10) %call6, ptr %arrayidx, align 8
  %inc = add nuw nsw i32 %k.0, 1
  br label %for.cond2

if.end10:
  %rem11 = urem i64 %i.0, 3
  %arrayidx12 = getelementptr inbounds [3 x ptr addrspace(10)], ptr %kept, i64 0, i64 %rem11
  %7 = load ptr addrspace(10), ptr %arrayidx12, align 8
  %call13 = call ptr addrspace(10) @cons(i64 %i.0, ptr addrspace(10) %7)
  %inc15 = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end16:
  ret ptr addrspace(10) %argument
}

define internal ptr addrspace(10) @pop(ptr addrspace(10) %s) {
entry:
  br label %for.cond

for.cond:
  %retval.0 = phi ptr addrspace(10) [ undef, %entry ], [ %retval.2, %cleanup8 ]
  %0 = addrspacecast ptr addrspace(10) %s to ptr addrspace(11)
  %call = load atomic ptr addrspace(10), ptr addrspace(11) %0 acquire, align 8
  %cmp = icmp eq ptr addrspace(10) %call, null
  br i1 %cmp, label %cleanup8, label %if.end

if.end:
  %1 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  %2 = load ptr addrspace(10), ptr addrspace(11) %1, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %s, ptr addrspace(10) %2)
  %pair1 = cmpxchg ptr addrspace(11) %0, ptr addrspace(10) %call, ptr addrspace(10) %2 seq_cst seq_cst, align 8
  %call4 = extractvalue { ptr addrspace(10), i1 } %pair1, 0
  %cmp5 = icmp eq ptr addrspace(10) %call4, %call
  %call.retval.0 = select i1 %cmp5, ptr addrspace(10) %call, ptr addrspace(10) %retval.0
  br label %cleanup8

cleanup8:
  %cleanup.dest.slot.1 = phi i1 [ %cmp5, %if.end ], [ true, %for.cond ]
  %retval.2 = phi ptr addrspace(10) [ %call.retval.0, %if.end ], [ null, %for.cond ]
  switch i1 %cleanup.dest.slot.1, label %unreachable [
    i1 false, label %for.cond
    i1 true, label %return
  ]

return:
  ret ptr addrspace(10) %retval.2

unreachable:
  unreachable
}

define internal void @push(ptr addrspace(10) %s, i64 %value) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @cons(i64 %value, ptr addrspace(10) null)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %s, ptr addrspace(10) %call1)
  br label %do.body

do.body:
  %0 = addrspacecast ptr addrspace(10) %s to ptr addrspace(11)
  %call3 = load atomic ptr addrspace(10), ptr addrspace(11) %0 acquire, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %call1, ptr addrspace(10) %call3)
  %1 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store ptr addrspace(10) %call3, ptr addrspace(11) %1, align 8
  %pair2 = cmpxchg ptr addrspace(11) %0, ptr addrspace(10) %call3, ptr addrspace(10) %call1 seq_cst seq_cst, align 8
  %call7 = extractvalue { ptr addrspace(10), i1 } %pair2, 0
  %cmp.not = icmp eq ptr addrspace(10) %call7, %call3
  br i1 %cmp.not, label %do.end8, label %do.body

do.end8:
  %last = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %call9 = atomicrmw xchg ptr addrspace(11) %last, ptr addrspace(10) %call1 seq_cst, align 8
  ret void
}

define internal ptr addrspace(10) @cons(i64 %value, ptr addrspace(10) %next) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @cell_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store ptr addrspace(10) %next, ptr addrspace(11) %0, align 8
  %value3 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store i64 %value, ptr addrspace(11) %value3, align 8
  ret ptr addrspace(10) %call1
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare ptr @lr_thread_spawn(ptr, ptr addrspace(10))
declare ptr addrspace(10) @lr_thread_join(ptr)
declare i32 @printf(ptr, ...)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg)
declare void @julia.write_barrier(ptr addrspace(10), ...) norecurse nounwind memory(inaccessiblemem: readwrite)
