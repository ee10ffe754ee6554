; Made by tools/regen-examples from boxed-fib.c: see there for what it shows.
source_filename = "boxed-fib.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@box_type = internal constant %struct.lr_type { ptr @.str.1, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str = private unnamed_addr constant [5 x i8] c"%ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral = internal constant [0 x i32] zeroinitializer, align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %round.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %total.0 = phi i64 [ 0, %entry ], [ %add, %for.body ]
  %cmp = icmp ult i32 %round.0, 150
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %call1 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 24, ptr addrspace(11) %0, align 8
  %call2 = call swiftcc ptr addrspace(10) @fib(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call1)
  %1 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %2 = load i64, ptr addrspace(11) %1, align 8
  %add = add nsw i64 %total.0, %2
  call void @lr_gc_collect(i32 1)
  %inc = add nuw nsw i32 %round.0, 1
  br label %for.cond

for.end:
  %call4 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %total.0)
  ret i32 0
}

define internal swiftcc ptr addrspace(10) @fib(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %n) noinline {
entry:
  %0 = addrspacecast ptr addrspace(10) %n to ptr addrspace(11)
  %1 = load i64, ptr addrspace(11) %0, align 8
  %cmp = icmp slt i64 %1, 2
  br i1 %cmp, label %cleanup, label %if.end

if.end:
  %sub = add nsw i64 %1, -1
  %call = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %2 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  store i64 %sub, ptr addrspace(11) %2, align 8
  %call2 = call swiftcc ptr addrspace(10) @fib(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) nonnull %call)
  %sub4 = add nsw i64 %1, -2
  %call6 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %3 = addrspacecast ptr addrspace(10) %call6 to ptr addrspace(11)
  store i64 %sub4, ptr addrspace(11) %3, align 8
  %call9 = call swiftcc ptr addrspace(10) @fib(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) nonnull %call6)
  %4 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %5 = load i64, ptr addrspace(11) %4, align 8
  %6 = addrspacecast ptr addrspace(10) %call9 to ptr addrspace(11)
  %7 = load i64, ptr addrspace(11) %6, align 8
  %add = add nsw i64 %5, %7
  %call14 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %8 = addrspacecast ptr addrspace(10) %call14 to ptr addrspace(11)
  store i64 %add, ptr addrspace(11) %8, align 8
  br label %cleanup

cleanup:
  %retval.0 = phi ptr addrspace(10) [ %call14, %if.end ], [ %n, %entry ]
  ret ptr addrspace(10) %retval.0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare void @lr_gc_collect(i32)
declare i32 @printf(ptr, ...)
