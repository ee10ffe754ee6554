; Made by tools/regen-examples from calls.c: see there for what it shows.
source_filename = "calls.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [5 x i8] c"%ld\0A\00", align 1
@box_type = internal constant %struct.lr_type { ptr @.str.1, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.1 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral = internal constant [0 x i32] zeroinitializer, align 4

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
  %call = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  store i64 1, ptr addrspace(11) %0, align 8
  %call3 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %1 = addrspacecast ptr addrspace(10) %call3 to ptr addrspace(11)
  store i64 2, ptr addrspace(11) %1, align 8
  %call8 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %2 = addrspacecast ptr addrspace(10) %call8 to ptr addrspace(11)
  store i64 3, ptr addrspace(11) %2, align 8
  %call13 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %3 = addrspacecast ptr addrspace(10) %call13 to ptr addrspace(11)
  store i64 4, ptr addrspace(11) %3, align 8
  call void @opaque_use(ptr addrspace(10) nonnull %call)
  call void @opaque_use(ptr addrspace(10) nonnull %call3)
  call void @opaque_use(ptr addrspace(10) nonnull %call8)
  call void @opaque_use(ptr addrspace(10) nonnull %call13)
  br label %for.cond

for.cond:
  %total.0 = phi i64 [ 0, %entry ], [ %add18, %for.body ]
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i64 %i.0, %n
  br i1 %cmp, label %for.body, label %for.end

for.body:
  call void @opaque()
  %4 = load i64, ptr addrspace(11) %0, align 8
  %5 = load i64, ptr addrspace(11) %1, align 8
  %add = add nsw i64 %4, %5
  %add18 = add nsw i64 %total.0, %add
  %6 = load i64, ptr addrspace(11) %3, align 8
  %7 = load i64, ptr addrspace(11) %2, align 8
  %add21 = add nsw i64 %7, %6
  store i64 %add21, ptr addrspace(11) %2, align 8
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  %8 = load i64, ptr addrspace(11) %2, align 8
  %add23 = add nsw i64 %total.0, %8
  ret i64 %add23
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare void @lr_gc_collect(i32)
declare i32 @printf(ptr, ...)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare void @opaque_use(ptr addrspace(10))
declare void @opaque()
