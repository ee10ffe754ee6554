; Made by tools/regen-examples from binary-trees.c: see there for what it shows.
source_filename = "binary-trees.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [33 x i8] c"%d trees of depth %d: %ld nodes\0A\00", align 1
@.str.1 = private unnamed_addr constant [28 x i8] c"long-lived tree: %ld nodes\0A\00", align 1
@tree_type = internal constant %struct.lr_type { ptr @.str.2, i32 0, i32 16, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.2 = private unnamed_addr constant [12 x i8] c"struct tree\00", align 1
@.compoundliteral = internal constant [2 x i32] [i32 0, i32 1], align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @grow(i32 9)
  br label %for.cond

for.cond:
  %depth.0 = phi i32 [ 2, %entry ], [ %add10, %for.end ]
  %cmp = icmp ult i32 %depth.0, 8
  br i1 %cmp, label %for.body, label %for.end11

for.body:
  %sub = sub nuw nsw i32 7, %depth.0
  %div8 = lshr i32 %sub, 1
  %shl = shl nuw nsw i32 2, %div8
  br label %for.cond2

for.cond2:
  %nodes.0 = phi i64 [ 0, %for.body ], [ %add, %for.body5 ]
  %i.0 = phi i32 [ 0, %for.body ], [ %inc, %for.body5 ]
  %cmp3 = icmp ult i32 %i.0, %shl
  br i1 %cmp3, label %for.body5, label %for.end

for.body5:
  %call6 = call ptr addrspace(10) @grow(i32 %depth.0)
  %call7 = call i64 @count(ptr addrspace(10) %call6)
  %add = add nsw i64 %nodes.0, %call7
  %inc = add nuw nsw i32 %i.0, 1
  br label %for.cond2

for.end:
  %call8 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i32 %shl, i32 %depth.0, i64 %nodes.0)
  %add10 = add nuw nsw i32 %depth.0, 1
  br label %for.cond

for.end11:
  %call12 = call i64 @count(ptr addrspace(10) %call1)
  %call13 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.1, i64 %call12)
  ret i32 0
}

define internal ptr addrspace(10) @grow(i32 %depth) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %cmp = icmp slt i32 %depth, 0
  br i1 %cmp, label %cleanup, label %if.end

if.end:
  %sub = add nsw i32 %depth, -1
  %call1 = call ptr addrspace(10) @grow(i32 %sub)
  %call3 = call ptr addrspace(10) @grow(i32 %sub)
  %call4 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @tree_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call4 to ptr addrspace(11)
  store ptr addrspace(10) %call1, ptr addrspace(11) %0, align 8
  %right6 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store ptr addrspace(10) %call3, ptr addrspace(11) %right6, align 8
  br label %cleanup

cleanup:
  %retval.0 = phi ptr addrspace(10) [ %call4, %if.end ], [ null, %entry ]
  ret ptr addrspace(10) %retval.0
}

define internal i64 @count(ptr addrspace(10) %t) {
entry:
  %cmp = icmp eq ptr addrspace(10) %t, null
  br i1 %cmp, label %cond.end, label %cond.false

cond.false:
  %0 = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %call = call i64 @count(ptr addrspace(10) %1)
  %add = add nsw i64 %call, 1
  %right = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %2 = load ptr addrspace(10), ptr addrspace(11) %right, align 8
  %call1 = call i64 @count(ptr addrspace(10) %2)
  %add2 = add nsw i64 %add, %call1
  br label %cond.end

cond.end:
  %cond = phi i64 [ %add2, %cond.false ], [ 0, %entry ]
  ret i64 %cond
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare i32 @printf(ptr, ...)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
