; Made by tools/regen-examples from callee-rooted.c: see there for what it shows.
source_filename = "callee-rooted.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [12 x i8] c"fresh: %ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [17 x i8] c"used again: %ld\0A\00", align 1
@keeper = internal global ptr @keep_both, align 8
@box_type = internal constant %struct.lr_type { ptr @.str.2, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.2 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral = internal constant [1 x i32] [i32 1], align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %sum.0 = phi i64 [ 0, %entry ], [ %add, %for.body ]
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i64 %i.0, 10
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %mul = shl nsw i64 %sum.0, 1
  %call1 = call i64 @fresh(i64 %i.0)
  %add = add nsw i64 %mul, %call1
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %sum.0)
  br label %for.cond4

for.cond4:
  %sum.1 = phi i64 [ 0, %for.end ], [ %add10, %for.body7 ]
  %i3.0 = phi i64 [ 0, %for.end ], [ %inc12, %for.body7 ]
  %cmp5 = icmp ult i64 %i3.0, 10
  br i1 %cmp5, label %for.body7, label %for.end13

for.body7:
  %mul8 = shl nsw i64 %sum.1, 1
  %call9 = call i64 @used_again(i64 %i3.0)
  %add10 = add nsw i64 %mul8, %call9
  %inc12 = add nuw nsw i64 %i3.0, 1
  br label %for.cond4

for.end13:
  %call14 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.1, i64 %sum.1)
  ret i32 0
}

define internal i64 @fresh(i64 %i) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %0 = load volatile ptr, ptr @keeper, align 8
  %call1 = call ptr addrspace(10) @box(i64 %i, ptr addrspace(10) null)
  %mul = mul nsw i64 %i, 10
  %call2 = call ptr addrspace(10) @box(i64 %mul, ptr addrspace(10) null)
  %1 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(12)
  %2 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(12)
  %call3 = call ptr addrspace(10) %0(ptr addrspace(12) %1, ptr addrspace(12) %2)
  %3 = addrspacecast ptr addrspace(10) %call3 to ptr addrspace(11)
  %4 = load i64, ptr addrspace(11) %3, align 8
  ret i64 %4
}

define internal i64 @used_again(i64 %i) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %0 = load volatile ptr, ptr @keeper, align 8
  %call1 = call ptr addrspace(10) @box(i64 %i, ptr addrspace(10) null)
  %mul = mul nsw i64 %i, 10
  %call2 = call ptr addrspace(10) @box(i64 %mul, ptr addrspace(10) %call1)
  %1 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(12)
  %2 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(12)
  %call3 = call ptr addrspace(10) %0(ptr addrspace(12) %1, ptr addrspace(12) %2)
  call void @disturb()
  %3 = addrspacecast ptr addrspace(10) %call3 to ptr addrspace(11)
  %4 = load i64, ptr addrspace(11) %3, align 8
  %mul4 = mul nsw i64 %4, 1000
  %5 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %6 = load i64, ptr addrspace(11) %5, align 8
  %add = add nsw i64 %mul4, %6
  ret i64 %add
}

define internal ptr addrspace(10) @box(i64 %value, ptr addrspace(10) %link) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %value, ptr addrspace(11) %0, align 8
  %link3 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store ptr addrspace(10) %link, ptr addrspace(11) %link3, align 8
  ret ptr addrspace(10) %call1
}

define internal ptr @keep_both(ptr %a, ptr %b) {
entry:
  %a.addr = alloca ptr, align 8
  %b.addr = alloca ptr, align 8
  %lr_gc_frame_ = alloca [4 x ptr], align 16
  store ptr %a, ptr %a.addr, align 8
  store ptr %b, ptr %b.addr, align 8
  store ptr null, ptr %lr_gc_frame_, align 8
  %arrayinit.element = getelementptr inbounds i8, ptr %lr_gc_frame_, i64 8
  store ptr null, ptr %arrayinit.element, align 8
  %arrayinit.element1 = getelementptr inbounds i8, ptr %lr_gc_frame_, i64 16
  store ptr %a.addr, ptr %arrayinit.element1, align 8
  %arrayinit.element2 = getelementptr inbounds i8, ptr %lr_gc_frame_, i64 24
  store ptr %b.addr, ptr %arrayinit.element2, align 8
  call void @lr_gc_push_indirect(ptr nonnull %lr_gc_frame_, i64 2)
  call void @disturb()
  call void @disturb()
  %0 = load ptr, ptr %b.addr, align 8
  %1 = load i64, ptr %0, align 8
  %2 = load ptr, ptr %a.addr, align 8
  %3 = load i64, ptr %2, align 8
  %add = add nsw i64 %3, %1
  store i64 %add, ptr %2, align 8
  call void @lr_gc_pop(ptr nonnull %lr_gc_frame_)
  %4 = load ptr, ptr %a.addr, align 8
  ret ptr %4
}

define internal void @lr_gc_push_indirect(ptr %words, i64 %nroots) {
entry:
  %call = call ptr @lr_get_pgcstack()
  %shl = shl i64 %nroots, 2
  %or = or disjoint i64 %shl, 1
  store i64 %or, ptr %words, align 8
  %0 = load ptr, ptr %call, align 8
  %prev = getelementptr inbounds i8, ptr %words, i64 8
  store ptr %0, ptr %prev, align 8
  fence syncscope("singlethread") release
  store ptr %words, ptr %call, align 8
  ret void
}

define internal void @disturb() noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @box(i64 -1, ptr addrspace(10) null)
  ret void
}

define internal void @lr_gc_pop(ptr %frame) {
entry:
  %prev = getelementptr inbounds i8, ptr %frame, i64 8
  %0 = load ptr, ptr %prev, align 8
  %call = call ptr @lr_get_pgcstack()
  store ptr %0, ptr %call, align 8
  ret void
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare i32 @printf(ptr, ...)
declare ptr @lr_get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
