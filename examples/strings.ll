; Made by tools/regen-examples from strings.c: see there for what it shows.
source_filename = "strings.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [25 x i8] c"%zu bytes, checksum %ld\0A\00", align 1
@stdout = external global ptr, align 8
@string_type = internal constant %struct.lr_type { ptr @.str.1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.str.1 = private unnamed_addr constant [14 x i8] c"struct string\00", align 1
@builder_type = internal constant %struct.lr_type { ptr @.str.2, i32 0, i32 16, i32 1, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.2 = private unnamed_addr constant [15 x i8] c"struct builder\00", align 1
@.compoundliteral = internal constant [1 x i32] zeroinitializer, align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @count(i64 20)
  call void @print(ptr addrspace(10) %call1)
  %call2 = call ptr addrspace(10) @new_builder()
  %call3 = call ptr addrspace(10) @count(i64 30)
  br label %for.cond

for.cond:
  %s.0 = phi ptr addrspace(10) [ %call3, %entry ], [ %call4, %for.body ]
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i32 %i.0, 7
  br i1 %cmp, label %for.body, label %for.end

for.body:
  call void @append(ptr addrspace(10) %call2, ptr addrspace(10) %s.0)
  %call4 = call ptr addrspace(10) @finish(ptr addrspace(10) %call2)
  %inc = add nuw nsw i32 %i.0, 1
  br label %for.cond

for.end:
  %0 = addrspacecast ptr addrspace(10) %s.0 to ptr addrspace(11)
  %byte = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %add.ptr = getelementptr inbounds i8, ptr addrspace(11) %0, i64 9
  %1 = load i64, ptr addrspace(11) %0, align 8
  %sub = add i64 %1, -1
  call void @llvm.memmove.p11.p11.i64(ptr addrspace(11) %byte, ptr addrspace(11) %add.ptr, i64 %sub, i1 false)
  %2 = load i64, ptr addrspace(11) %0, align 8
  %call8 = call i64 @checksum(ptr addrspace(10) %s.0)
  %call9 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, i64 %2, i64 %call8)
  ret i32 0
}

define internal void @print(ptr addrspace(10) %s) {
entry:
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %0 = addrspacecast ptr addrspace(10) %s to ptr addrspace(11)
  %1 = load i64, ptr addrspace(11) %0, align 8
  %cmp = icmp ult i64 %i.0, %1
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %byte = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %arrayidx = getelementptr inbounds [0 x i8], ptr addrspace(11) %byte, i64 0, i64 %i.0
  %2 = load i8, ptr addrspace(11) %arrayidx, align 1
  %conv = sext i8 %2 to i32
  %call = call i32 @putchar(i32 %conv)
  %inc = add i64 %i.0, 1
  br label %for.cond

for.end:
  %call1 = call i32 @putchar(i32 10)
  ret void
}

define internal ptr addrspace(10) @count(i64 %n) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @new_builder()
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 1, %entry ], [ %inc, %for.inc ]
  %cmp.not = icmp sgt i64 %i.0, %n
  br i1 %cmp.not, label %for.end, label %for.body

for.body:
  call void @append_number(ptr addrspace(10) %call1, i64 %i.0)
  %cmp2 = icmp slt i64 %i.0, %n
  br i1 %cmp2, label %if.then, label %for.inc

if.then:
  call void @append_byte(ptr addrspace(10) %call1, i8 signext 44)
  call void @append_byte(ptr addrspace(10) %call1, i8 signext 32)
  br label %for.inc

for.inc:
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  %call3 = call ptr addrspace(10) @finish(ptr addrspace(10) %call1)
  ret ptr addrspace(10) %call3
}

define internal ptr addrspace(10) @new_builder() {
entry:
  %call = call ptr @julia.get_pgcstack()
  %call1 = call ptr addrspace(10) @string_of_length(i64 4)
  %call2 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @builder_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  store ptr addrspace(10) %call1, ptr addrspace(11) %0, align 8
  %used = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store i64 0, ptr addrspace(11) %used, align 8
  ret ptr addrspace(10) %call2
}

define internal void @append(ptr addrspace(10) %b, ptr addrspace(10) %s) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %0 = addrspacecast ptr addrspace(10) %s to ptr addrspace(11)
  %1 = load i64, ptr addrspace(11) %0, align 8
  call void @reserve(ptr addrspace(10) %b, i64 %1)
  %2 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %3 = load ptr addrspace(10), ptr addrspace(11) %2, align 8
  %4 = addrspacecast ptr addrspace(10) %3 to ptr addrspace(11)
  %byte = getelementptr inbounds i8, ptr addrspace(11) %4, i64 8
  %used = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %5 = load i64, ptr addrspace(11) %used, align 8
  %add.ptr = getelementptr inbounds i8, ptr addrspace(11) %byte, i64 %5
  %byte1 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  call void @llvm.memcpy.p11.p11.i64(ptr addrspace(11) %add.ptr, ptr addrspace(11) %byte1, i64 %1, i1 false)
  %6 = load i64, ptr addrspace(11) %used, align 8
  %add = add i64 %6, %1
  store i64 %add, ptr addrspace(11) %used, align 8
  ret void
}

define internal ptr addrspace(10) @finish(ptr addrspace(10) %b) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %0 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %used = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %1 = load i64, ptr addrspace(11) %used, align 8
  %call1 = call ptr addrspace(10) @string_of_length(i64 %1)
  %2 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  %byte = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %3 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %4 = addrspacecast ptr addrspace(10) %3 to ptr addrspace(11)
  %byte2 = getelementptr inbounds i8, ptr addrspace(11) %4, i64 8
  %5 = load i64, ptr addrspace(11) %used, align 8
  call void @llvm.memcpy.p11.p11.i64(ptr addrspace(11) %byte, ptr addrspace(11) %byte2, i64 %5, i1 false)
  ret ptr addrspace(10) %call1
}

define internal i64 @checksum(ptr addrspace(10) %s) {
entry:
  %.phi.trans.insert = addrspacecast ptr addrspace(10) %s to ptr addrspace(11)
  %.pre = load i64, ptr addrspace(11) %.phi.trans.insert, align 8
  br label %for.cond

for.cond:
  %h.0 = phi i64 [ 5381, %entry ], [ %rem, %for.body ]
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i64 %i.0, %.pre
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %mul = mul nuw nsw i64 %h.0, 33
  %byte = getelementptr inbounds i8, ptr addrspace(11) %.phi.trans.insert, i64 8
  %arrayidx = getelementptr inbounds [0 x i8], ptr addrspace(11) %byte, i64 0, i64 %i.0
  %0 = load i8, ptr addrspace(11) %arrayidx, align 1
  %conv = zext i8 %0 to i64
  %add = add nuw nsw i64 %mul, %conv
  %rem = urem i64 %add, 1000000007
  %inc = add i64 %i.0, 1
  br label %for.cond

for.end:
  ret i64 %h.0
}

define available_externally i32 @putchar(i32 %__c) {
entry:
  %0 = load ptr, ptr @stdout, align 8
  %call = call i32 @putc(i32 %__c, ptr %0)
  ret i32 %call
}

define internal void @append_number(ptr addrspace(10) %b, i64 %n) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %cmp = icmp sgt i64 %n, 9
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %div = udiv i64 %n, 10
  call void @append_number(ptr addrspace(10) %b, i64 %div)
  br label %if.end

if.end:
  %rem = srem i64 %n, 10
  %0 = trunc nsw i64 %rem to i8
  %conv = add nsw i8 %0, 48
  call void @append_byte(ptr addrspace(10) %b, i8 signext %conv)
  ret void
}

define internal void @append_byte(ptr addrspace(10) %b, i8 signext %c) {
entry:
  %call = call ptr @julia.get_pgcstack()
  call void @reserve(ptr addrspace(10) %b, i64 1)
  %0 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %1 to ptr addrspace(11)
  %byte = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %used = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %3 = load i64, ptr addrspace(11) %used, align 8
  %arrayidx = getelementptr inbounds [0 x i8], ptr addrspace(11) %byte, i64 0, i64 %3
  store i8 %c, ptr addrspace(11) %arrayidx, align 1
  %4 = load i64, ptr addrspace(11) %used, align 8
  %add = add i64 %4, 1
  store i64 %add, ptr addrspace(11) %used, align 8
  ret void
}

define internal void @reserve(ptr addrspace(10) %b, i64 %more) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %0 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %used = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %1 = load i64, ptr addrspace(11) %used, align 8
  %add = add i64 %1, %more
  %2 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %3 = addrspacecast ptr addrspace(10) %2 to ptr addrspace(11)
  %4 = load i64, ptr addrspace(11) %3, align 8
  %cmp.not = icmp ugt i64 %add, %4
  br i1 %cmp.not, label %if.end, label %cleanup.cont

if.end:
  %mul = shl i64 %add, 1
  %call2 = call ptr addrspace(10) @string_of_length(i64 %mul)
  %5 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %byte = getelementptr inbounds i8, ptr addrspace(11) %5, i64 8
  %byte3 = getelementptr inbounds i8, ptr addrspace(11) %3, i64 8
  %6 = load i64, ptr addrspace(11) %used, align 8
  call void @llvm.memcpy.p11.p11.i64(ptr addrspace(11) %byte, ptr addrspace(11) %byte3, i64 %6, i1 false)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %b, ptr addrspace(10) %call2)
  store ptr addrspace(10) %call2, ptr addrspace(11) %0, align 8
  br label %cleanup.cont

cleanup.cont:
  ret void
}

define internal ptr addrspace(10) @string_of_length(i64 %length) {
entry:
  %call = call ptr @julia.get_pgcstack()
  %add = add i64 %length, 8
  %call1 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 %add, ptr addrspace(10) addrspacecast (ptr @string_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %length, ptr addrspace(11) %0, align 8
  ret ptr addrspace(10) %call1
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare void @llvm.memmove.p11.p11.i64(ptr addrspace(11), ptr addrspace(11), i64, i1 immarg)
declare i32 @printf(ptr, ...)
declare i32 @putc(i32, ptr)
declare void @llvm.memcpy.p11.p11.i64(ptr addrspace(11), ptr addrspace(11), i64, i1 immarg)
declare void @julia.write_barrier(ptr addrspace(10), ...) norecurse nounwind memory(inaccessiblemem: readwrite)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
