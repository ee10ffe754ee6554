; Made by tools/regen-examples from tree-sum.c: see there for what it shows.
source_filename = "tree-sum.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [5 x i8] c"%ld\0A\00", align 1
@node_type = internal constant %struct.lr_type { ptr @.str.1, i32 0, i32 24, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.1 = private unnamed_addr constant [12 x i8] c"struct node\00", align 1
@.compoundliteral = internal constant [2 x i32] [i32 0, i32 1], align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %total.0 = phi i64 [ 0, %entry ], [ %add, %for.body ]
  %round.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i32 %round.0, 20
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %call1 = call swiftcc i64 @work(ptr "gcstack" swiftself %call)
  %add = add nsw i64 %total.0, %call1
  call void @lr_gc_collect(i32 1)
  %inc = add nuw nsw i32 %round.0, 1
  br label %for.cond

for.end:
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %total.0)
  ret i32 0
}

define internal swiftcc i64 @work(ptr "gcstack" swiftself %gcstack) noinline {
entry:
  %call = call swiftcc ptr addrspace(10) @grow(ptr "gcstack" swiftself %gcstack, i64 15)
  br label %for.cond

for.cond:
  %total.0 = phi i64 [ 0, %entry ], [ %add, %for.body ]
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i32 %i.0, 100
  br i1 %cmp, label %for.body, label %for.end

for.body:
  call void @opaque()
  %call1 = call swiftcc i64 @sum(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %call)
  %add = add nsw i64 %total.0, %call1
  %inc = add nuw nsw i32 %i.0, 1
  br label %for.cond

for.end:
  ret i64 %total.0
}

define internal swiftcc ptr addrspace(10) @grow(ptr "gcstack" swiftself %gcstack, i64 %depth) noinline {
entry:
  %cmp = icmp eq i64 %depth, 0
  br i1 %cmp, label %return, label %if.end

if.end:
  %sub = add nsw i64 %depth, -1
  %call = call swiftcc ptr addrspace(10) @grow(ptr "gcstack" swiftself %gcstack, i64 %sub)
  %call2 = call swiftcc ptr addrspace(10) @grow(ptr "gcstack" swiftself %gcstack, i64 %sub)
  %call3 = call dereferenceable(24) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @node_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call3 to ptr addrspace(11)
  store ptr addrspace(10) %call, ptr addrspace(11) %0, align 8
  %right5 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store ptr addrspace(10) %call2, ptr addrspace(11) %right5, align 8
  %value = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  store i64 %depth, ptr addrspace(11) %value, align 8
  br label %return

return:
  %retval.0 = phi ptr addrspace(10) [ %call3, %if.end ], [ null, %entry ]
  ret ptr addrspace(10) %retval.0
}

define internal swiftcc i64 @sum(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %n) noinline {
entry:
  %cmp = icmp eq ptr addrspace(10) %n, null
  br i1 %cmp, label %return, label %if.end

if.end:
  %0 = addrspacecast ptr addrspace(10) %n to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %call = call swiftcc i64 @sum(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %1)
  %right = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %2 = load ptr addrspace(10), ptr addrspace(11) %right, align 8
  %call1 = call swiftcc i64 @sum(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %2)
  %add = add nsw i64 %call, %call1
  %value = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  %3 = load i64, ptr addrspace(11) %value, align 8
  %add2 = add nsw i64 %add, %3
  br label %return

return:
  %retval.0 = phi i64 [ %add2, %if.end ], [ 0, %entry ]
  ret i64 %retval.0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare void @lr_gc_collect(i32)
declare i32 @printf(ptr, ...)
declare void @opaque()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
