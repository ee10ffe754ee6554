; Made by tools/regen-examples from cold.c: see there for what it shows.
source_filename = "cold.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [5 x i8] c"%ld\0A\00", align 1
@pair_type = internal constant %struct.lr_type { ptr @.str.1, i32 0, i32 16, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@box_type = internal constant %struct.lr_type { ptr @.str.2, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.3, ptr null, ptr null }, align 16
@.str.1 = private unnamed_addr constant [12 x i8] c"struct pair\00", align 1
@.compoundliteral = internal constant [2 x i32] [i32 0, i32 1], align 4
@.str.2 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral.3 = internal constant [0 x i32] zeroinitializer, align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %total.0 = phi i64 [ 0, %entry ], [ %add, %for.body ]
  %round.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i32 %round.0, 10
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %call1 = call swiftcc i64 @work(ptr "gcstack" swiftself %call, i64 10000000)
  %add = add nsw i64 %total.0, %call1
  call void @lr_gc_collect(i32 1)
  %inc = add nuw nsw i32 %round.0, 1
  br label %for.cond

for.end:
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %total.0)
  ret i32 0
}

define internal swiftcc i64 @work(ptr "gcstack" swiftself %gcstack, i64 %n) noinline {
entry:
  %call = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 16, ptr addrspace(10) addrspacecast (ptr @pair_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  store ptr addrspace(10) null, ptr addrspace(11) %0, align 8
  %second = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %second, align 8
  %call1 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %1 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %n, ptr addrspace(11) %1, align 8
  %call4 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %2 = addrspacecast ptr addrspace(10) %call4 to ptr addrspace(11)
  store i64 1, ptr addrspace(11) %2, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) nonnull %call, ptr addrspace(10) nonnull %call1)
  store ptr addrspace(10) %call1, ptr addrspace(11) %0, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) nonnull %call, ptr addrspace(10) nonnull %call4)
  store ptr addrspace(10) %call4, ptr addrspace(11) %second, align 8
  br label %for.cond

for.cond:
  %total.0 = phi i64 [ 0, %entry ], [ %add18, %for.body ]
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i64 %i.0, %n
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %rem = urem i64 %i.0, 100000
  %cmp14 = icmp eq i64 %rem, 99999
  %add = add nsw i64 %n, 1
  %and = and i64 %i.0, 7
  %cond = select i1 %cmp14, i64 %add, i64 %and
  %3 = load ptr addrspace(10), ptr addrspace(11) %second, align 8
  %4 = addrspacecast ptr addrspace(10) %3 to ptr addrspace(11)
  store i64 %cond, ptr addrspace(11) %4, align 8
  %call17 = call swiftcc i64 @difference(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) nonnull %call)
  %add18 = add nsw i64 %total.0, %call17
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  ret i64 %total.0
}

define internal swiftcc i64 @difference(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %p) noinline {
entry:
  %0 = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %second = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %2 = load ptr addrspace(10), ptr addrspace(11) %second, align 8
  %3 = addrspacecast ptr addrspace(10) %1 to ptr addrspace(11)
  %4 = load i64, ptr addrspace(11) %3, align 8
  %5 = addrspacecast ptr addrspace(10) %2 to ptr addrspace(11)
  %6 = load i64, ptr addrspace(11) %5, align 8
  %sub = sub nsw i64 %4, %6
  %sub.lobit = lshr i64 %sub, 63
  %expval = call i64 @llvm.expect.i64(i64 %sub.lobit, i64 0)
  %tobool.not = icmp eq i64 %expval, 0
  br i1 %tobool.not, label %cleanup, label %if.then

if.then:
  call void @opaque()
  call void @opaque_use(ptr addrspace(10) %1)
  call void @opaque()
  %7 = load i64, ptr addrspace(11) %5, align 8
  %8 = load i64, ptr addrspace(11) %3, align 8
  %sub5 = sub nsw i64 %7, %8
  br label %cleanup

cleanup:
  %retval.0 = phi i64 [ %sub5, %if.then ], [ %sub, %entry ]
  ret i64 %retval.0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare void @lr_gc_collect(i32)
declare i32 @printf(ptr, ...)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare void @julia.write_barrier(ptr addrspace(10), ...) norecurse nounwind memory(inaccessiblemem: readwrite)
declare i64 @llvm.expect.i64(i64, i64)
declare void @opaque()
declare void @opaque_use(ptr addrspace(10))
