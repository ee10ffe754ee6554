; Made by tools/regen-examples from queens.c: see there for what it shows.
source_filename = "queens.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@empty_type = internal constant %struct.lr_type { ptr @.str.3, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@cell_type = internal constant %struct.lr_type { ptr @.str.4, i32 0, i32 16, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.5, ptr null, ptr null }, align 16
@.str = private unnamed_addr constant [5 x i8] c" %ld\00", align 1
@box_type = internal constant %struct.lr_type { ptr @.str.6, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.7, ptr null, ptr null }, align 16
@.str.1 = private unnamed_addr constant [2 x i8] c"\0A\00", align 1
@.str.2 = private unnamed_addr constant [27 x i8] c"%ld ways to put %d queens\0A\00", align 1
@.str.3 = private unnamed_addr constant [13 x i8] c"struct empty\00", align 1
@.compoundliteral = internal constant [0 x i32] zeroinitializer, align 4
@.str.4 = private unnamed_addr constant [12 x i8] c"struct cell\00", align 1
@.compoundliteral.5 = internal constant [2 x i32] [i32 0, i32 1], align 4
@.str.6 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral.7 = internal constant [0 x i32] zeroinitializer, align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @empty_type to ptr addrspace(10)))
  %call2 = call ptr addrspace(10) @range(i64 1, i64 6, ptr addrspace(10) nonnull %call1)
  %call3 = call ptr addrspace(10) @place(i64 6, ptr addrspace(10) nonnull %call1, ptr addrspace(10) %call2, ptr addrspace(10) nonnull %call1)
  br label %for.cond

for.cond:
  %found.0 = phi ptr addrspace(10) [ %call3, %entry ], [ %5, %for.end ]
  %n.0 = phi i64 [ 0, %entry ], [ %inc, %for.end ]
  %call4 = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %found.0)
  %cmp = icmp eq ptr addrspace(10) %call4, addrspacecast (ptr @cell_type to ptr addrspace(10))
  br i1 %cmp, label %for.body, label %for.end17

for.body:
  %0 = addrspacecast ptr addrspace(10) %found.0 to ptr addrspace(11)
  br label %for.cond5

for.cond5:
  %q.0.in = phi ptr addrspace(11) [ %0, %for.body ], [ %rest, %cond.end ]
  %q.0 = load ptr addrspace(10), ptr addrspace(11) %q.0.in, align 8
  %call6 = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %q.0)
  %cmp7 = icmp eq ptr addrspace(10) %call6, addrspacecast (ptr @cell_type to ptr addrspace(10))
  br i1 %cmp7, label %for.body8, label %for.end

for.body8:
  %1 = addrspacecast ptr addrspace(10) %q.0 to ptr addrspace(11)
  %2 = load ptr addrspace(10), ptr addrspace(11) %1, align 8
  %call10 = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %2)
  %cmp11 = icmp eq ptr addrspace(10) %call10, addrspacecast (ptr @box_type to ptr addrspace(10))
  br i1 %cmp11, label %cond.true, label %cond.end

cond.true:
  %3 = addrspacecast ptr addrspace(10) %2 to ptr addrspace(11)
  %4 = load i64, ptr addrspace(11) %3, align 8
  br label %cond.end

cond.end:
  %cond = phi i64 [ %4, %cond.true ], [ -1, %for.body8 ]
  %call13 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %cond)
  %rest = getelementptr inbounds i8, ptr addrspace(11) %1, i64 8
  br label %for.cond5

for.end:
  %putchar = call i32 @putchar(i32 10)
  %rest16 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %5 = load ptr addrspace(10), ptr addrspace(11) %rest16, align 8
  %inc = add nuw nsw i64 %n.0, 1
  br label %for.cond

for.end17:
  %call18 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.2, i64 %n.0, i32 6)
  ret i32 0
}

define internal ptr addrspace(10) @range(i64 %from, i64 %to, ptr addrspace(10) %nil) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %cmp = icmp sgt i64 %from, %to
  br i1 %cmp, label %cleanup, label %if.end

if.end:
  %call1 = call ptr addrspace(10) @box(i64 %from)
  %add = add nsw i64 %from, 1
  %call2 = call ptr addrspace(10) @range(i64 %add, i64 %to, ptr addrspace(10) %nil)
  %call3 = call ptr addrspace(10) @cons(ptr addrspace(10) %call1, ptr addrspace(10) %call2)
  br label %cleanup

cleanup:
  %retval.0 = phi ptr addrspace(10) [ %call3, %if.end ], [ %nil, %entry ]
  ret ptr addrspace(10) %retval.0
}

define internal ptr addrspace(10) @place(i64 %columns, ptr addrspace(10) %queens, ptr addrspace(10) %rows, ptr addrspace(10) %found) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %cmp = icmp eq i64 %columns, 0
  br i1 %cmp, label %if.then, label %for.cond

if.then:
  %call1 = call ptr addrspace(10) @cons(ptr addrspace(10) %queens, ptr addrspace(10) %found)
  br label %cleanup

for.cond:
  %r.0 = phi ptr addrspace(10) [ %6, %for.inc ], [ %rows, %entry ]
  %found.addr.0 = phi ptr addrspace(10) [ %found.addr.1, %for.inc ], [ %found, %entry ]
  %call2 = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %r.0)
  %cmp3 = icmp eq ptr addrspace(10) %call2, addrspacecast (ptr @cell_type to ptr addrspace(10))
  br i1 %cmp3, label %for.body, label %cleanup

for.body:
  %0 = addrspacecast ptr addrspace(10) %r.0 to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %1 to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  %call4 = call ptr addrspace(10) @box(i64 %3)
  %4 = addrspacecast ptr addrspace(10) %call4 to ptr addrspace(11)
  %5 = load i64, ptr addrspace(11) %4, align 8
  %call6 = call zeroext i1 @safe(i64 %5, ptr addrspace(10) %queens)
  br i1 %call6, label %if.then7, label %for.inc

if.then7:
  %sub = add nsw i64 %columns, -1
  %call8 = call ptr addrspace(10) @cons(ptr addrspace(10) %call4, ptr addrspace(10) %queens)
  %call9 = call ptr addrspace(10) @place(i64 %sub, ptr addrspace(10) %call8, ptr addrspace(10) %rows, ptr addrspace(10) %found.addr.0)
  br label %for.inc

for.inc:
  %found.addr.1 = phi ptr addrspace(10) [ %call9, %if.then7 ], [ %found.addr.0, %for.body ]
  %rest = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %6 = load ptr addrspace(10), ptr addrspace(11) %rest, align 8
  br label %for.cond

cleanup:
  %retval.0 = phi ptr addrspace(10) [ %call1, %if.then ], [ %found.addr.0, %for.cond ]
  ret ptr addrspace(10) %retval.0
}

define internal ptr addrspace(10) @box(i64 %value) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %value, ptr addrspace(11) %0, align 8
  ret ptr addrspace(10) %call1
}

define internal ptr addrspace(10) @cons(ptr addrspace(10) %first, ptr addrspace(10) %rest) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @cell_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store ptr addrspace(10) %first, ptr addrspace(11) %0, align 8
  %rest3 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store ptr addrspace(10) %rest, ptr addrspace(11) %rest3, align 8
  ret ptr addrspace(10) %call1
}

define internal zeroext i1 @safe(i64 %row, ptr addrspace(10) %queens) {
entry:
  br label %for.cond

for.cond:
  %queens.addr.0 = phi ptr addrspace(10) [ %queens, %entry ], [ %4, %for.inc ]
  %distance.0 = phi i64 [ 1, %entry ], [ %inc, %for.inc ]
  %retval.0 = phi i1 [ undef, %entry ], [ %spec.select, %for.inc ]
  %call = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %queens.addr.0)
  %cmp = icmp eq ptr addrspace(10) %call, addrspacecast (ptr @cell_type to ptr addrspace(10))
  br i1 %cmp, label %for.body, label %cleanup5

for.body:
  %0 = addrspacecast ptr addrspace(10) %queens.addr.0 to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %1 to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  %cmp1 = icmp ne i64 %3, %row
  %add = add nsw i64 %distance.0, %row
  %cmp2 = icmp ne i64 %3, %add
  %or.cond.not11 = select i1 %cmp1, i1 %cmp2, i1 false
  %sub = sub nsw i64 %row, %distance.0
  %cmp4 = icmp ne i64 %3, %sub
  %or.cond9.not = select i1 %or.cond.not11, i1 %cmp4, i1 false
  %spec.select = select i1 %or.cond9.not, i1 %retval.0, i1 false
  br i1 %or.cond9.not, label %for.inc, label %cleanup5

for.inc:
  %rest = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %4 = load ptr addrspace(10), ptr addrspace(11) %rest, align 8
  %inc = add nuw nsw i64 %distance.0, 1
  br label %for.cond

cleanup5:
  %retval.2 = phi i1 [ %spec.select, %for.body ], [ true, %for.cond ]
  ret i1 %retval.2
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10)) nounwind memory(none)
declare i32 @printf(ptr, ...)
declare i32 @putchar(i32)
