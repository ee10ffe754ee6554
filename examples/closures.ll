; Made by tools/regen-examples from closures.c: see there for what it shows.
source_filename = "closures.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [10 x i8] c"add: %ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [12 x i8] c"twice: %ld\0A\00", align 1
@.str.2 = private unnamed_addr constant [12 x i8] c"call2: %ld\0A\00", align 1
@.str.3 = private unnamed_addr constant [11 x i8] c"fold: %ld\0A\00", align 1
@.str.4 = private unnamed_addr constant [12 x i8] c"chain: %ld\0A\00", align 1
@box_type = internal constant %struct.lr_type { ptr @.str.5, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.5 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral = internal constant [0 x i32] zeroinitializer, align 4
@closure_type = internal constant %struct.lr_type { ptr @.str.6, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.7, ptr null, ptr null }, align 16
@.str.6 = private unnamed_addr constant [15 x i8] c"struct closure\00", align 1
@.compoundliteral.7 = internal constant [1 x i32] [i32 1], align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @box(i64 1)
  %call2 = call ptr addrspace(10) @box(i64 2)
  %call3 = call ptr addrspace(10) @box(i64 10)
  %call4 = call ptr addrspace(10) @closure(ptr nonnull @add_entry, ptr addrspace(10) %call3)
  %call5 = call ptr addrspace(10) @closure(ptr nonnull @twice_entry, ptr addrspace(10) %call4)
  %call6 = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr nonnull @add_entry, ptr addrspace(10) %call4, ptr addrspace(10) %call1, ptr addrspace(10) %call2)
  %0 = addrspacecast ptr addrspace(10) %call6 to ptr addrspace(11)
  %1 = load i64, ptr addrspace(11) %0, align 8
  %call7 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %1)
  %2 = addrspacecast ptr addrspace(10) %call5 to ptr addrspace(11)
  %3 = load ptr, ptr addrspace(11) %2, align 8
  %call9 = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr %3, ptr addrspace(10) %call5, ptr addrspace(10) %call2)
  %4 = addrspacecast ptr addrspace(10) %call9 to ptr addrspace(11)
  %5 = load i64, ptr addrspace(11) %4, align 8
  %call11 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.1, i64 %5)
  %call12 = call ptr addrspace(10) (ptr, ptr addrspace(10), ptr addrspace(10), ...) @julia.call2(ptr nonnull @scaled_entry, ptr addrspace(10) %call3, ptr addrspace(10) %call4, ptr addrspace(10) %call1, ptr addrspace(10) %call2)
  %6 = addrspacecast ptr addrspace(10) %call12 to ptr addrspace(11)
  %7 = load i64, ptr addrspace(11) %6, align 8
  %call14 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.2, i64 %7)
  %call15 = call ptr addrspace(10) @map(ptr addrspace(10) %call4, i64 50, ptr addrspace(10) %call1)
  %8 = addrspacecast ptr addrspace(10) %call15 to ptr addrspace(11)
  %9 = load i64, ptr addrspace(11) %8, align 8
  %call17 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.3, i64 %9)
  br label %for.cond

for.cond:
  %f.0 = phi ptr addrspace(10) [ %call4, %entry ], [ %call18, %for.body ]
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i32 %i.0, 4
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %call18 = call ptr addrspace(10) @closure(ptr nonnull @twice_entry, ptr addrspace(10) %f.0)
  %inc = add nuw nsw i32 %i.0, 1
  br label %for.cond

for.end:
  %call19 = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr nonnull @twice_entry, ptr addrspace(10) %f.0, ptr addrspace(10) %call1)
  %10 = addrspacecast ptr addrspace(10) %call19 to ptr addrspace(11)
  %11 = load i64, ptr addrspace(11) %10, align 8
  %call21 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.4, i64 %11)
  ret i32 0
}

define internal ptr addrspace(10) @box(i64 %value) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %value, ptr addrspace(11) %0, align 8
  ret ptr addrspace(10) %call1
}

define internal ptr addrspace(10) @closure(ptr %entry1, ptr addrspace(10) %captured) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call2 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @closure_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  store ptr %entry1, ptr addrspace(11) %0, align 8
  %captured4 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store ptr addrspace(10) %captured, ptr addrspace(11) %captured4, align 8
  ret ptr addrspace(10) %call2
}

define internal ptr addrspace(10) @add_entry(ptr addrspace(10) %self, ptr %args, i32 %nargs) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %0 = addrspacecast ptr addrspace(10) %self to ptr addrspace(11)
  %captured = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %1 = load ptr addrspace(10), ptr addrspace(11) %captured, align 8
  %2 = addrspacecast ptr addrspace(10) %1 to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  %call1 = call ptr addrspace(10) @box(i64 %3)
  br label %for.cond

for.cond:
  %total.0 = phi ptr addrspace(10) [ %call1, %entry ], [ %call4, %for.body ]
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i32 %i.0, %nargs
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %4 = addrspacecast ptr addrspace(10) %total.0 to ptr addrspace(11)
  %5 = load i64, ptr addrspace(11) %4, align 8
  %idxprom = zext i32 %i.0 to i64
  %arrayidx = getelementptr inbounds ptr addrspace(10), ptr %args, i64 %idxprom
  %6 = load ptr addrspace(10), ptr %arrayidx, align 8
  %7 = addrspacecast ptr addrspace(10) %6 to ptr addrspace(11)
  %8 = load i64, ptr addrspace(11) %7, align 8
  %add = add nsw i64 %5, %8
  %call4 = call ptr addrspace(10) @box(i64 %add)
  %inc = add i32 %i.0, 1
  br label %for.cond

for.end:
  ret ptr addrspace(10) %total.0
}

define internal ptr addrspace(10) @twice_entry(ptr addrspace(10) %self, ptr %args, i32 %nargs) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %cmp = icmp eq i32 %nargs, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call1 = call ptr addrspace(10) @box(i64 1000)
  br label %cleanup

if.end:
  %0 = addrspacecast ptr addrspace(10) %self to ptr addrspace(11)
  %captured = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %1 = load ptr addrspace(10), ptr addrspace(11) %captured, align 8
  %2 = load ptr addrspace(10), ptr %args, align 8
  %3 = load ptr, ptr addrspace(11) %0, align 8
  %call3 = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr %3, ptr addrspace(10) %self)
  %4 = addrspacecast ptr addrspace(10) %1 to ptr addrspace(11)
  %5 = load ptr, ptr addrspace(11) %4, align 8
  %call5 = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr %5, ptr addrspace(10) %1, ptr addrspace(10) %2, ptr addrspace(10) %call3)
  %6 = load ptr, ptr addrspace(11) %4, align 8
  %call7 = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr %6, ptr addrspace(10) %1, ptr addrspace(10) %call5, ptr addrspace(10) %2, ptr addrspace(10) %call3)
  br label %cleanup

cleanup:
  %retval.0 = phi ptr addrspace(10) [ %call1, %if.then ], [ %call7, %if.end ]
  ret ptr addrspace(10) %retval.0
}

define internal ptr addrspace(10) @scaled_entry(ptr addrspace(10) %self, ptr %args, i32 %nargs, ptr addrspace(10) %extra) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %0 = load ptr addrspace(10), ptr %args, align 8
  %sub = add i32 %nargs, -1
  %idxprom = zext i32 %sub to i64
  %arrayidx1 = getelementptr inbounds ptr addrspace(10), ptr %args, i64 %idxprom
  %1 = load ptr addrspace(10), ptr %arrayidx1, align 8
  %call2 = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr nonnull @add_entry, ptr addrspace(10) %self, ptr addrspace(10) %0, ptr addrspace(10) %1)
  %2 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  %4 = addrspacecast ptr addrspace(10) %extra to ptr addrspace(11)
  %5 = load i64, ptr addrspace(11) %4, align 8
  %mul = mul nsw i64 %3, %5
  %call4 = call ptr addrspace(10) @box(i64 %mul)
  ret ptr addrspace(10) %call4
}

define internal ptr addrspace(10) @map(ptr addrspace(10) %f, i64 %n, ptr addrspace(10) %acc) {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 1, %entry ], [ %inc, %for.body ]
  %acc.addr.0 = phi ptr addrspace(10) [ %acc, %entry ], [ %call3, %for.body ]
  %cmp.not = icmp sgt i64 %i.0, %n
  br i1 %cmp.not, label %for.end, label %for.body

for.body:
  %call1 = call ptr addrspace(10) @box(i64 %i.0)
  %0 = addrspacecast ptr addrspace(10) %f to ptr addrspace(11)
  %1 = load ptr, ptr addrspace(11) %0, align 8
  %call3 = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr %1, ptr addrspace(10) %f, ptr addrspace(10) %acc.addr.0, ptr addrspace(10) %call1)
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  ret ptr addrspace(10) %acc.addr.0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare i32 @printf(ptr, ...)
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call2(ptr, ptr addrspace(10), ptr addrspace(10), ...)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
