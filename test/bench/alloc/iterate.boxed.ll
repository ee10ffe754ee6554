; Made by tools/regen-examples from iterate.c: see there for what it shows.
source_filename = "iterate.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [6 x i8] c"%.9f\0A\00", align 1
@integer_type = internal constant %struct.lr_type { ptr @.str.1, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.1 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral = internal constant [0 x i32] zeroinitializer, align 4
@step_type = internal constant %struct.lr_type { ptr @.str.2, i32 0, i32 16, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.3, ptr null, ptr null }, align 16
@.str.2 = private unnamed_addr constant [12 x i8] c"struct step\00", align 1
@.compoundliteral.3 = internal constant [2 x i32] [i32 0, i32 1], align 4

define i32 @main(i32 %argc, ptr %argv) {
entry:
  %cmp = icmp sgt i32 %argc, 1
  br i1 %cmp, label %cond.true, label %cond.end

cond.true:
  %arrayidx = getelementptr inbounds i8, ptr %argv, i64 8
  %0 = load ptr, ptr %arrayidx, align 8
  %call = call i64 @atol(ptr nocapture %0)
  br label %cond.end

cond.end:
  %cond = phi i64 [ %call, %cond.true ], [ 400000, %entry ]
  %call1 = call double @iterate(i64 %cond)
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, double %call1)
  ret i32 0
}

define internal double @iterate(i64 %n) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %round.0 = phi i32 [ 0, %entry ], [ %inc, %for.inc30 ]
  %sum.0 = phi i64 [ 0, %entry ], [ %sum.2, %for.inc30 ]
  %cmp = icmp ult i32 %round.0, 100
  br i1 %cmp, label %for.body, label %for.end31

for.body:
  %conv = zext nneg i32 %round.0 to i64
  %add = add nsw i64 %conv, %n
  %call1 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @integer_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store i64 %add, ptr addrspace(11) %0, align 8
  %call4 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @integer_type to ptr addrspace(10)))
  %1 = addrspacecast ptr addrspace(10) %call4 to ptr addrspace(11)
  store i64 0, ptr addrspace(11) %1, align 8
  %call7 = call swiftcc ptr addrspace(10) @range_step(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call1, ptr addrspace(10) nonnull %call4)
  br label %for.cond8

for.cond8:
  %sum.1 = phi i64 [ %sum.0, %for.body ], [ %add15, %for.body12 ]
  %s.0 = phi ptr addrspace(10) [ %call7, %for.body ], [ %call16, %for.body12 ]
  %cmp9.not = icmp eq ptr addrspace(10) %s.0, null
  br i1 %cmp9.not, label %for.end, label %for.body12

for.body12:
  %mul = mul nsw i64 %sum.1, 3
  %2 = addrspacecast ptr addrspace(10) %s.0 to ptr addrspace(11)
  %3 = load ptr addrspace(10), ptr addrspace(11) %2, align 8
  %4 = addrspacecast ptr addrspace(10) %3 to ptr addrspace(11)
  %5 = load i64, ptr addrspace(11) %4, align 8
  %add15 = add nsw i64 %mul, %5
  %state = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %6 = load ptr addrspace(10), ptr addrspace(11) %state, align 8
  %call16 = call swiftcc ptr addrspace(10) @range_step(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call1, ptr addrspace(10) %6)
  br label %for.cond8

for.end:
  %call18 = call swiftcc ptr addrspace(10) @square_step(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call1, ptr addrspace(10) nonnull %call4)
  br label %for.cond19

for.cond19:
  %sum.2 = phi i64 [ %sum.1, %for.end ], [ %xor, %for.body23 ]
  %s17.0 = phi ptr addrspace(10) [ %call18, %for.end ], [ %call28, %for.body23 ]
  %cmp20.not = icmp eq ptr addrspace(10) %s17.0, null
  br i1 %cmp20.not, label %for.inc30, label %for.body23

for.body23:
  %7 = addrspacecast ptr addrspace(10) %s17.0 to ptr addrspace(11)
  %8 = load ptr addrspace(10), ptr addrspace(11) %7, align 8
  %9 = addrspacecast ptr addrspace(10) %8 to ptr addrspace(11)
  %10 = load i64, ptr addrspace(11) %9, align 8
  %xor = xor i64 %sum.2, %10
  %state27 = getelementptr inbounds i8, ptr addrspace(11) %7, i64 8
  %11 = load ptr addrspace(10), ptr addrspace(11) %state27, align 8
  %call28 = call swiftcc ptr addrspace(10) @square_step(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call1, ptr addrspace(10) %11)
  br label %for.cond19

for.inc30:
  %inc = add nuw nsw i32 %round.0, 1
  br label %for.cond

for.end31:
  %and = and i64 %sum.0, 1099511627775
  %conv32 = uitofp nneg i64 %and to double
  ret double %conv32
}

define available_externally i64 @atol(ptr nonnull %__nptr) {
entry:
  %call = call i64 @strtol(ptr nocapture nonnull %__nptr, ptr null, i32 10)
  ret i64 %call
}

define internal swiftcc ptr addrspace(10) @range_step(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %n, ptr addrspace(10) %state) {
entry:
  %0 = addrspacecast ptr addrspace(10) %state to ptr addrspace(11)
  %1 = load i64, ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %n to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  %cmp = icmp eq i64 %1, %3
  br i1 %cmp, label %return, label %if.end

if.end:
  %add = add nsw i64 %1, 1
  %call = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @integer_type to ptr addrspace(10)))
  %4 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  store i64 %add, ptr addrspace(11) %4, align 8
  %call4 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 16, ptr addrspace(10) addrspacecast (ptr @step_type to ptr addrspace(10)))
  %5 = addrspacecast ptr addrspace(10) %call4 to ptr addrspace(11)
  store ptr addrspace(10) %call, ptr addrspace(11) %5, align 8
  %state6 = getelementptr inbounds i8, ptr addrspace(11) %5, i64 8
  store ptr addrspace(10) %call, ptr addrspace(11) %state6, align 8
  br label %return

return:
  %retval.0 = phi ptr addrspace(10) [ %call4, %if.end ], [ null, %entry ]
  ret ptr addrspace(10) %retval.0
}

define internal swiftcc ptr addrspace(10) @square_step(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %n, ptr addrspace(10) %state) {
entry:
  %call = call swiftcc ptr addrspace(10) @range_step(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %n, ptr addrspace(10) %state)
  %cmp.not = icmp eq ptr addrspace(10) %call, null
  br i1 %cmp.not, label %cleanup, label %if.end

if.end:
  %0 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  %1 = load ptr addrspace(10), ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %1 to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  %mul = mul nsw i64 %3, %3
  %call3 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @integer_type to ptr addrspace(10)))
  %4 = addrspacecast ptr addrspace(10) %call3 to ptr addrspace(11)
  store i64 %mul, ptr addrspace(11) %4, align 8
  %state5 = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %5 = load ptr addrspace(10), ptr addrspace(11) %state5, align 8
  %call6 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 16, ptr addrspace(10) addrspacecast (ptr @step_type to ptr addrspace(10)))
  %6 = addrspacecast ptr addrspace(10) %call6 to ptr addrspace(11)
  store ptr addrspace(10) %call3, ptr addrspace(11) %6, align 8
  %state8 = getelementptr inbounds i8, ptr addrspace(11) %6, i64 8
  store ptr addrspace(10) %5, ptr addrspace(11) %state8, align 8
  br label %cleanup

cleanup:
  %retval.0 = phi ptr addrspace(10) [ %call6, %if.end ], [ null, %entry ]
  ret ptr addrspace(10) %retval.0
}

declare i32 @printf(ptr, ...)
declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare i64 @strtol(ptr, ptr, i32)
