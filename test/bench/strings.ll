; Made by tools/regen-examples from strings.c: see there for what it shows.
source_filename = "strings.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [5 x i8] c"%ld\0A\00", align 1
@string_type = internal constant %struct.lr_type { ptr @.str.1, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.str.1 = private unnamed_addr constant [14 x i8] c"struct string\00", align 1

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %total.0 = phi i64 [ 0, %entry ], [ %add, %for.body ]
  %round.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i32 %round.0, 300
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
  %call = call swiftcc ptr addrspace(10) @numbers(ptr "gcstack" swiftself %gcstack, i64 0, i64 20000)
  %.phi.trans.insert = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  %.pre = load i64, ptr addrspace(11) %.phi.trans.insert, align 8
  br label %for.cond

for.cond:
  %total.0 = phi i64 [ 0, %entry ], [ %add, %for.body ]
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i64 %i.0, %.pre
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %mul = mul nsw i64 %total.0, 31
  %text = getelementptr inbounds i8, ptr addrspace(11) %.phi.trans.insert, i64 8
  %arrayidx = getelementptr inbounds [0 x i8], ptr addrspace(11) %text, i64 0, i64 %i.0
  %0 = load i8, ptr addrspace(11) %arrayidx, align 1
  %conv = sext i8 %0 to i64
  %add = add nsw i64 %mul, %conv
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end:
  %and = and i64 %total.0, 65535
  ret i64 %and
}

define internal swiftcc ptr addrspace(10) @numbers(ptr "gcstack" swiftself %gcstack, i64 %low, i64 %high) noinline {
entry:
  %sub = sub nsw i64 %high, %low
  %cmp = icmp eq i64 %sub, 1
  br i1 %cmp, label %if.then, label %if.end

if.then:
  %call = call swiftcc ptr addrspace(10) @number(ptr "gcstack" swiftself %gcstack, i64 %low)
  br label %return

if.end:
  %add = add nsw i64 %low, %high
  %div = sdiv i64 %add, 2
  %call1 = call swiftcc ptr addrspace(10) @numbers(ptr "gcstack" swiftself %gcstack, i64 %low, i64 %div)
  %call2 = call swiftcc ptr addrspace(10) @numbers(ptr "gcstack" swiftself %gcstack, i64 %div, i64 %high)
  %call3 = call swiftcc ptr addrspace(10) @concatenate(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %call1, ptr addrspace(10) %call2)
  br label %return

return:
  %retval.0 = phi ptr addrspace(10) [ %call, %if.then ], [ %call3, %if.end ]
  ret ptr addrspace(10) %retval.0
}

define internal swiftcc ptr addrspace(10) @number(ptr "gcstack" swiftself %gcstack, i64 %n) noinline {
entry:
  br label %for.cond

for.cond:
  %digits.0 = phi i64 [ 1, %entry ], [ %inc, %for.body ]
  %m.0 = phi i64 [ %n, %entry ], [ %div, %for.body ]
  %cmp = icmp sgt i64 %m.0, 9
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %inc = add nuw nsw i64 %digits.0, 1
  %div = udiv i64 %m.0, 10
  br label %for.cond

for.end:
  %call = call swiftcc ptr addrspace(10) @new_string(ptr "gcstack" swiftself %gcstack, i64 %digits.0)
  br label %for.cond1

for.cond1:
  %n.addr.0 = phi i64 [ %n, %for.end ], [ %div6, %for.body4 ]
  %i.0 = phi i64 [ %digits.0, %for.end ], [ %dec, %for.body4 ]
  %cmp2 = icmp sgt i64 %i.0, 0
  br i1 %cmp2, label %for.body4, label %for.end7

for.body4:
  %dec = add nsw i64 %i.0, -1
  %rem = srem i64 %n.addr.0, 10
  %0 = trunc nsw i64 %rem to i8
  %conv = add nsw i8 %0, 48
  %1 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  %text = getelementptr inbounds i8, ptr addrspace(11) %1, i64 8
  %arrayidx = getelementptr inbounds [0 x i8], ptr addrspace(11) %text, i64 0, i64 %dec
  store i8 %conv, ptr addrspace(11) %arrayidx, align 1
  %div6 = sdiv i64 %n.addr.0, 10
  br label %for.cond1

for.end7:
  ret ptr addrspace(10) %call
}

define internal swiftcc ptr addrspace(10) @concatenate(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %a, ptr addrspace(10) %b) noinline {
entry:
  %0 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %1 = load i64, ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  %add = add nsw i64 %1, %3
  %call = call swiftcc ptr addrspace(10) @new_string(ptr "gcstack" swiftself %gcstack, i64 %add)
  %4 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  %text = getelementptr inbounds i8, ptr addrspace(11) %4, i64 8
  %text2 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  call void @llvm.memcpy.p11.p11.i64(ptr addrspace(11) %text, ptr addrspace(11) %text2, i64 %1, i1 false)
  %add.ptr = getelementptr inbounds i8, ptr addrspace(11) %text, i64 %1
  %text6 = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  call void @llvm.memcpy.p11.p11.i64(ptr addrspace(11) %add.ptr, ptr addrspace(11) %text6, i64 %3, i1 false)
  ret ptr addrspace(10) %call
}

define internal swiftcc ptr addrspace(10) @new_string(ptr "gcstack" swiftself %gcstack, i64 %length) noinline {
entry:
  %add = add i64 %length, 8
  %call = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 %add, ptr addrspace(10) addrspacecast (ptr @string_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  store i64 %length, ptr addrspace(11) %0, align 8
  ret ptr addrspace(10) %call
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare void @lr_gc_collect(i32)
declare i32 @printf(ptr, ...)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare void @llvm.memcpy.p11.p11.i64(ptr addrspace(11), ptr addrspace(11), i64, i1 immarg)
