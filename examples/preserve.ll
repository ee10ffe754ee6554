; Made by tools/regen-examples from preserve.c: see there for what it shows.
source_filename = "preserve.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [17 x i8] c"sorted: %ld %ld\0A\00", align 1
@.str.1 = private unnamed_addr constant [18 x i8] c"interleaved: %ld\0A\00", align 1
@buffer_type = internal constant %struct.lr_type { ptr @.str.2, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.str.2 = private unnamed_addr constant [14 x i8] c"struct buffer\00", align 1
@box_type = internal constant %struct.lr_type { ptr @.str.3, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.3 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral = internal constant [0 x i32] zeroinitializer, align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call i64 @sort(i64 60, i32 7)
  %call2 = call i64 @sort(i64 33, i32 99)
  %call3 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %call1, i64 %call2)
  %call4 = call i64 @interleave(i64 15)
  %call5 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.1, i64 %call4)
  ret i32 0
}

define internal i64 @sort(i64 %length, i32 %seed) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @random_buffer(i64 %length, i32 %seed)
  %call2 = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %call1)
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %call3 = call ptr @julia.pointer_from_objref(ptr addrspace(11) %0)
  %add.ptr = getelementptr inbounds i8, ptr %call3, i64 8
  call void @qsort(ptr nonnull %add.ptr, i64 %length, i64 4, ptr nonnull @compare)
  %call4 = call i64 @checksum(ptr nonnull %add.ptr, i64 %length)
  call void @llvm.julia.gc_preserve_end(token %call2)
  %call5 = call ptr addrspace(10) @box(i64 %call4)
  ret i64 %call4
}

define internal i64 @interleave(i64 %rounds) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @random_buffer(i64 20, i32 1)
  %call2 = call ptr addrspace(10) @random_buffer(i64 20, i32 2)
  %call3 = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %call1, ptr addrspace(10) %call2)
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %call4 = call ptr @julia.pointer_from_objref(ptr addrspace(11) %0)
  %add.ptr = getelementptr inbounds i8, ptr %call4, i64 8
  %1 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %call5 = call ptr @julia.pointer_from_objref(ptr addrspace(11) %1)
  %add.ptr6 = getelementptr inbounds i8, ptr %call5, i64 8
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %sum.0 = phi i64 [ 0, %entry ], [ %rem15, %for.body ]
  %cmp = icmp slt i64 %i.0, %rounds
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %conv = trunc i64 %i.0 to i32
  %call7 = call ptr addrspace(10) @random_buffer(i64 10, i32 %conv)
  %call8 = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %call7)
  %2 = addrspacecast ptr addrspace(10) %call7 to ptr addrspace(11)
  %call9 = call ptr @julia.pointer_from_objref(ptr addrspace(11) %2)
  %add.ptr10 = getelementptr inbounds i8, ptr %call9, i64 8
  %call11 = call ptr addrspace(10) @box(i64 %i.0)
  %rem = urem i64 %i.0, 10
  %add.ptr12 = getelementptr inbounds i32, ptr %add.ptr, i64 %rem
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 4 dereferenceable(40) %add.ptr12, ptr nonnull align 4 dereferenceable(40) %add.ptr10, i64 40, i1 false)
  %call13 = call ptr addrspace(10) @box(i64 %i.0)
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 4 dereferenceable(40) %add.ptr10, ptr nonnull align 4 dereferenceable(40) %add.ptr6, i64 40, i1 false)
  %mul = mul nsw i64 %sum.0, 7
  %call14 = call i64 @checksum(ptr nonnull %add.ptr10, i64 10)
  %add = add nsw i64 %mul, %call14
  %rem15 = srem i64 %add, 1000000007
  call void @llvm.julia.gc_preserve_end(token %call8)
  %call16 = call ptr addrspace(10) @box(i64 %i.0)
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  %call17 = call i64 @checksum(ptr nonnull %add.ptr, i64 20)
  %add18 = add nsw i64 %sum.0, %call17
  call void @llvm.julia.gc_preserve_end(token %call3)
  ret i64 %add18
}

define internal ptr addrspace(10) @random_buffer(i64 %length, i32 %seed) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %mul = shl i64 %length, 2
  %add = add i64 %mul, 8
  %call1 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 %add, ptr addrspace(10) addrspacecast (ptr @buffer_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %length, ptr addrspace(11) %0, align 8
  br label %for.cond

for.cond:
  %seed.addr.0 = phi i32 [ %seed, %entry ], [ %add4, %for.body ]
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i64 %i.0, %length
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %mul3 = mul i32 %seed.addr.0, 1103515245
  %add4 = add i32 %mul3, 12345
  %shr = lshr i32 %add4, 16
  %rem = urem i32 %shr, 1000
  %item = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %arrayidx = getelementptr inbounds [0 x i32], ptr addrspace(11) %item, i64 0, i64 %i.0
  store i32 %rem, ptr addrspace(11) %arrayidx, align 4
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  ret ptr addrspace(10) %call1
}

define internal i32 @compare(ptr %a, ptr %b) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %0 = load i32, ptr %a, align 4
  %conv = sext i32 %0 to i64
  %call1 = call ptr addrspace(10) @box(i64 %conv)
  %1 = load i32, ptr %b, align 4
  %conv2 = sext i32 %1 to i64
  %call3 = call ptr addrspace(10) @box(i64 %conv2)
  %2 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  %4 = addrspacecast ptr addrspace(10) %call3 to ptr addrspace(11)
  %5 = load i64, ptr addrspace(11) %4, align 8
  %cmp = icmp sgt i64 %3, %5
  %conv5 = zext i1 %cmp to i32
  %cmp8 = icmp slt i64 %3, %5
  %conv9.neg = sext i1 %cmp8 to i32
  %sub = add nsw i32 %conv9.neg, %conv5
  ret i32 %sub
}

define internal i64 @checksum(ptr %item, i64 %length) {
entry:
  br label %for.cond

for.cond:
  %sum.0 = phi i64 [ 0, %entry ], [ %rem, %for.body ]
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i64 %i.0, %length
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %mul = mul nsw i64 %sum.0, 31
  %arrayidx = getelementptr inbounds i32, ptr %item, i64 %i.0
  %0 = load i32, ptr %arrayidx, align 4
  %conv = sext i32 %0 to i64
  %add = add nsw i64 %mul, %conv
  %rem = srem i64 %add, 1000000007
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  ret i64 %sum.0
}

define internal ptr addrspace(10) @box(i64 %value) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %value, ptr addrspace(11) %0, align 8
  ret ptr addrspace(10) %call1
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare i32 @printf(ptr, ...)
declare token @llvm.julia.gc_preserve_begin(...)
declare ptr @julia.pointer_from_objref(ptr addrspace(11)) nosync nounwind speculatable willreturn memory(none)
declare void @qsort(ptr, i64, i64, ptr)
declare void @llvm.julia.gc_preserve_end(token)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg)
