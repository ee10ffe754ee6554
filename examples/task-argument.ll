; Made by tools/regen-examples from task-argument.c: see there for what it shows.
source_filename = "task-argument.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
%struct.parser = type { ptr }

@main.texts = internal constant [5 x ptr] [ptr @.str, ptr @.str.1, ptr @.str.2, ptr @.str.3, ptr @.str.4], align 16
@.str = private unnamed_addr constant [6 x i8] c"1+2*3\00", align 1
@.str.1 = private unnamed_addr constant [14 x i8] c"(1+2)*(3+4)*5\00", align 1
@.str.2 = private unnamed_addr constant [20 x i8] c"2*(3-(4-5*(6-7)))+8\00", align 1
@.str.3 = private unnamed_addr constant [18 x i8] c"((((((1))))))*0-1\00", align 1
@.str.4 = private unnamed_addr constant [59 x i8] c"10*10*10-9*9*9+8*8*8-7*7*7+6*6*6-5*5*5+4*4*4-3*3*3+2*2*2-1\00", align 1
@.str.5 = private unnamed_addr constant [10 x i8] c"%s = %ld\0A\00", align 1
@expr_type = internal constant %struct.lr_type { ptr @.str.6, i32 0, i32 32, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.6 = private unnamed_addr constant [12 x i8] c"struct expr\00", align 1
@.compoundliteral = internal constant [2 x i32] [i32 0, i32 1], align 4

define i32 @main() {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %i.0 = phi i32 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp ult i32 %i.0, 5
  br i1 %cmp, label %for.body, label %for.end

for.body:
  %conv = zext nneg i32 %i.0 to i64
  %arrayidx = getelementptr inbounds [5 x ptr], ptr @main.texts, i64 0, i64 %conv
  %0 = load ptr, ptr %arrayidx, align 8
  %call4 = call i64 @evaluate(ptr %0)
  %call5 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str.5, ptr %0, i64 %call4)
  %inc = add nuw nsw i32 %i.0, 1
  br label %for.cond

for.end:
  ret i32 0
}

define internal i64 @evaluate(ptr %text) {
entry:
  %p = alloca %struct.parser, align 8
  %call = call ptr @julia.get_pgcstack()
  store ptr %text, ptr %p, align 8
  %call1 = call swiftcc ptr addrspace(10) @sum(ptr "gcstack" swiftself %call, ptr nonnull %p)
  %call2 = call swiftcc ptr addrspace(10) @reduce(ptr "gcstack" swiftself %call, ptr addrspace(10) %call1)
  %0 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %value = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  %1 = load i64, ptr addrspace(11) %value, align 8
  ret i64 %1
}

define internal swiftcc ptr addrspace(10) @reduce(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %e) {
entry:
  %0 = addrspacecast ptr addrspace(10) %e to ptr addrspace(11)
  %operator = getelementptr inbounds i8, ptr addrspace(11) %0, i64 24
  %1 = load i8, ptr addrspace(11) %operator, align 8
  %cmp = icmp eq i8 %1, 0
  br i1 %cmp, label %return, label %if.end

if.end:
  %2 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %call = call swiftcc ptr addrspace(10) @reduce(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %2)
  %right = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %3 = load ptr addrspace(10), ptr addrspace(11) %right, align 8
  %call2 = call swiftcc ptr addrspace(10) @reduce(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %3)
  %4 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  %value = getelementptr inbounds i8, ptr addrspace(11) %4, i64 16
  %5 = load i64, ptr addrspace(11) %value, align 8
  %6 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  %value3 = getelementptr inbounds i8, ptr addrspace(11) %6, i64 16
  %7 = load i64, ptr addrspace(11) %value3, align 8
  %8 = load i8, ptr addrspace(11) %operator, align 8
  switch i8 %8, label %cond.false13 [
    i8 43, label %cond.true
    i8 45, label %cond.true12
  ]

cond.true:
  %add = add nsw i64 %5, %7
  br label %cond.end14

cond.true12:
  %sub = sub nsw i64 %5, %7
  br label %cond.end14

cond.false13:
  %mul = mul nsw i64 %5, %7
  br label %cond.end14

cond.end14:
  %cond15 = phi i64 [ %add, %cond.true ], [ %sub, %cond.true12 ], [ %mul, %cond.false13 ]
  %call16 = call swiftcc ptr addrspace(10) @node(ptr "gcstack" swiftself %gcstack, i8 0, i64 %cond15, ptr addrspace(10) null, ptr addrspace(10) null)
  br label %return

return:
  %retval.0 = phi ptr addrspace(10) [ %call16, %cond.end14 ], [ %e, %entry ]
  ret ptr addrspace(10) %retval.0
}

define internal swiftcc ptr addrspace(10) @sum(ptr "gcstack" swiftself %gcstack, ptr %p) {
entry:
  %call = call swiftcc ptr addrspace(10) @product(ptr "gcstack" swiftself %gcstack, ptr %p)
  br label %while.cond

while.cond:
  %e.0 = phi ptr addrspace(10) [ %call, %entry ], [ %call8, %while.body ]
  %0 = load ptr, ptr %p, align 8
  %1 = load i8, ptr %0, align 1
  switch i8 %1, label %while.end [
    i8 45, label %while.body
    i8 43, label %while.body
  ]

while.body:
  %incdec.ptr = getelementptr inbounds i8, ptr %0, i64 1
  store ptr %incdec.ptr, ptr %p, align 8
  %2 = load i8, ptr %0, align 1
  %call7 = call swiftcc ptr addrspace(10) @product(ptr "gcstack" swiftself %gcstack, ptr nonnull %p)
  %call8 = call swiftcc ptr addrspace(10) @node(ptr "gcstack" swiftself %gcstack, i8 %2, i64 0, ptr addrspace(10) %e.0, ptr addrspace(10) %call7)
  br label %while.cond

while.end:
  ret ptr addrspace(10) %e.0
}

define internal swiftcc ptr addrspace(10) @node(ptr "gcstack" swiftself %gcstack, i8 %operator, i64 %value, ptr addrspace(10) %left, ptr addrspace(10) %right) {
entry:
  %call = call dereferenceable(32) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 32, ptr addrspace(10) addrspacecast (ptr @expr_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  store ptr addrspace(10) %left, ptr addrspace(11) %0, align 8
  %right2 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store ptr addrspace(10) %right, ptr addrspace(11) %right2, align 8
  %value3 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 16
  store i64 %value, ptr addrspace(11) %value3, align 8
  %operator4 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 24
  store i8 %operator, ptr addrspace(11) %operator4, align 8
  ret ptr addrspace(10) %call
}

define internal swiftcc ptr addrspace(10) @product(ptr "gcstack" swiftself %gcstack, ptr %p) {
entry:
  %call = call swiftcc ptr addrspace(10) @atom(ptr "gcstack" swiftself %gcstack, ptr %p)
  br label %while.cond

while.cond:
  %e.0 = phi ptr addrspace(10) [ %call, %entry ], [ %call4, %while.body ]
  %0 = load ptr, ptr %p, align 8
  %1 = load i8, ptr %0, align 1
  %cmp = icmp eq i8 %1, 42
  br i1 %cmp, label %while.body, label %while.end

while.body:
  %incdec.ptr = getelementptr inbounds i8, ptr %0, i64 1
  store ptr %incdec.ptr, ptr %p, align 8
  %call3 = call swiftcc ptr addrspace(10) @atom(ptr "gcstack" swiftself %gcstack, ptr nonnull %p)
  %call4 = call swiftcc ptr addrspace(10) @node(ptr "gcstack" swiftself %gcstack, i8 42, i64 0, ptr addrspace(10) %e.0, ptr addrspace(10) %call3)
  br label %while.cond

while.end:
  ret ptr addrspace(10) %e.0
}

define internal swiftcc ptr addrspace(10) @atom(ptr "gcstack" swiftself %gcstack, ptr %p) {
entry:
  %0 = load ptr, ptr %p, align 8
  %1 = load i8, ptr %0, align 1
  %cmp = icmp eq i8 %1, 40
  br i1 %cmp, label %if.then, label %while.cond

if.then:
  %incdec.ptr = getelementptr inbounds i8, ptr %0, i64 1
  store ptr %incdec.ptr, ptr %p, align 8
  %call = call swiftcc ptr addrspace(10) @sum(ptr "gcstack" swiftself %gcstack, ptr nonnull %p)
  %2 = load ptr, ptr %p, align 8
  %incdec.ptr4 = getelementptr inbounds i8, ptr %2, i64 1
  store ptr %incdec.ptr4, ptr %p, align 8
  br label %return

while.cond:
  %3 = phi i8 [ %.pre, %while.body ], [ %1, %entry ]
  %4 = phi ptr [ %incdec.ptr14, %while.body ], [ %0, %entry ]
  %value.0 = phi i64 [ %add, %while.body ], [ 0, %entry ]
  %5 = add i8 %3, -48
  %spec.select = icmp ult i8 %5, 10
  br i1 %spec.select, label %while.body, label %while.end

while.body:
  %mul = mul nsw i64 %value.0, 10
  %incdec.ptr14 = getelementptr inbounds i8, ptr %4, i64 1
  store ptr %incdec.ptr14, ptr %p, align 8
  %6 = load i8, ptr %4, align 1
  %conv15 = sext i8 %6 to i64
  %sub = add nsw i64 %conv15, -48
  %add = add nsw i64 %mul, %sub
  %.pre = load i8, ptr %incdec.ptr14, align 1
  br label %while.cond

while.end:
  %call17 = call swiftcc ptr addrspace(10) @node(ptr "gcstack" swiftself %gcstack, i8 0, i64 %value.0, ptr addrspace(10) null, ptr addrspace(10) null)
  br label %return

return:
  %retval.0 = phi ptr addrspace(10) [ %call, %if.then ], [ %call17, %while.end ]
  ret ptr addrspace(10) %retval.0
}

declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare i32 @printf(ptr, ...)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
