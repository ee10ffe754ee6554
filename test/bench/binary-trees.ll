; Made by tools/regen-examples from binary-trees.c: see there for what it shows.
source_filename = "binary-trees.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [5 x i8] c"%ld\0A\00", align 1
@tree_type = internal constant %struct.lr_type { ptr @.str.1, i32 0, i32 16, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.1 = private unnamed_addr constant [12 x i8] c"struct tree\00", align 1
@.compoundliteral = internal constant [2 x i32] [i32 0, i32 1], align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %total.0 = phi i64 [ 0, %entry ], [ %add, %for.body ]
  %round.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i32 %round.0, 80
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
  %call = call swiftcc ptr addrspace(10) @grow(ptr "gcstack" swiftself %gcstack, i32 14)
  br label %for.cond

for.cond:
  %total.0 = phi i64 [ 0, %entry ], [ %total.1, %for.inc7 ]
  %depth.0 = phi i32 [ 4, %entry ], [ %add8, %for.inc7 ]
  %cmp = icmp ult i32 %depth.0, 15
  br i1 %cmp, label %for.cond1, label %for.end9

for.cond1:
  %total.1 = phi i64 [ %add, %for.body4 ], [ %total.0, %for.cond ]
  %i.0 = phi i32 [ %inc, %for.body4 ], [ 0, %for.cond ]
  %sub = sub nuw nsw i32 14, %depth.0
  %i.0.highbits = lshr i32 %i.0, %sub
  %cmp2 = icmp eq i32 %i.0.highbits, 0
  br i1 %cmp2, label %for.body4, label %for.inc7

for.body4:
  %call5 = call swiftcc ptr addrspace(10) @grow(ptr "gcstack" swiftself %gcstack, i32 %depth.0)
  %call6 = call swiftcc i64 @count(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %call5)
  %add = add nsw i64 %total.1, %call6
  %inc = add nuw nsw i32 %i.0, 1
  br label %for.cond1

for.inc7:
  %add8 = add nuw nsw i32 %depth.0, 2
  br label %for.cond

for.end9:
  %call10 = call swiftcc i64 @count(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %call)
  %add11 = add nsw i64 %total.0, %call10
  ret i64 %add11
}

define internal swiftcc ptr addrspace(10) @grow(ptr "gcstack" swiftself %gcstack, i32 %depth) noinline {
entry:
  %cmp = icmp sgt i32 %depth, 0
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %sub = add nsw i32 %depth, -1
  %call = call swiftcc ptr addrspace(10) @grow(ptr "gcstack" swiftself %gcstack, i32 %sub)
  %call2 = call swiftcc ptr addrspace(10) @grow(ptr "gcstack" swiftself %gcstack, i32 %sub)
  br label %if.end

if.end:
  %right.0 = phi ptr addrspace(10) [ %call2, %if.then ], [ null, %entry ]
  %left.0 = phi ptr addrspace(10) [ %call, %if.then ], [ null, %entry ]
  %call3 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 16, ptr addrspace(10) addrspacecast (ptr @tree_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call3 to ptr addrspace(11)
  store ptr addrspace(10) %left.0, ptr addrspace(11) %0, align 8
  %right5 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store ptr addrspace(10) %right.0, ptr addrspace(11) %right5, align 8
  ret ptr addrspace(10) %call3
}

define internal swiftcc i64 @count(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %t) noinline {
entry:
  %0 = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %cmp = icmp eq ptr addrspace(10) %1, null
  br i1 %cmp, label %cond.end, label %cond.false

cond.false:
  %call = call swiftcc i64 @count(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) nonnull %1)
  %add = add nsw i64 %call, 1
  %right = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %2 = load ptr addrspace(10), ptr addrspace(11) %right, align 8
  %call2 = call swiftcc i64 @count(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %2)
  %add3 = add nsw i64 %add, %call2
  br label %cond.end

cond.end:
  %cond = phi i64 [ %add3, %cond.false ], [ 1, %entry ]
  ret i64 %cond
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare void @lr_gc_collect(i32)
declare i32 @printf(ptr, ...)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
