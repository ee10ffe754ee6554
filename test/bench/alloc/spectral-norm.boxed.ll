; Made by tools/regen-examples from spectral-norm.c: see there for what it shows.
source_filename = "spectral-norm.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [6 x i8] c"%.9f\0A\00", align 1
@u = internal global [4096 x double] zeroinitializer, align 16
@t = internal global [4096 x double] zeroinitializer, align 16
@v = internal global [4096 x double] zeroinitializer, align 16
@number_type = internal constant %struct.lr_type { ptr @.str.2, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral.3, ptr null, ptr null }, align 16
@integer_type = internal constant %struct.lr_type { ptr @.str.1, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.1 = private unnamed_addr constant [11 x i8] c"struct box\00", align 1
@.compoundliteral = internal constant [0 x i32] zeroinitializer, align 4
@.str.2 = private unnamed_addr constant [14 x i8] c"struct number\00", align 1
@.compoundliteral.3 = internal constant [0 x i32] zeroinitializer, align 4

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
  %cond = phi i64 [ %call, %cond.true ], [ 1000, %entry ]
  %call1 = call double @spectral_norm(i64 %cond)
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, double %call1)
  ret i32 0
}

define internal double @spectral_norm(i64 %n) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc, %for.body ]
  %cmp = icmp slt i64 %i.0, %n
  br i1 %cmp, label %for.body, label %for.cond1

for.body:
  %arrayidx = getelementptr inbounds [4096 x double], ptr @u, i64 0, i64 %i.0
  store double 1.000000e+00, ptr %arrayidx, align 8
  %inc = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.cond1:
  %round.0 = phi i32 [ %inc6, %for.body4 ], [ 0, %for.cond ]
  %cmp2 = icmp ult i32 %round.0, 10
  br i1 %cmp2, label %for.body4, label %for.end7

for.body4:
  call swiftcc void @times(ptr "gcstack" swiftself %call, i64 %n, ptr nonnull @u, ptr nonnull @t, i1 false)
  call swiftcc void @times(ptr "gcstack" swiftself %call, i64 %n, ptr nonnull @t, ptr nonnull @v, i1 true)
  call swiftcc void @times(ptr "gcstack" swiftself %call, i64 %n, ptr nonnull @v, ptr nonnull @t, i1 false)
  call swiftcc void @times(ptr "gcstack" swiftself %call, i64 %n, ptr nonnull @t, ptr nonnull @u, i1 true)
  %inc6 = add nuw nsw i32 %round.0, 1
  br label %for.cond1

for.end7:
  %call8 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call8 to ptr addrspace(11)
  store double 0.000000e+00, ptr addrspace(11) %0, align 8
  %call11 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %1 = addrspacecast ptr addrspace(10) %call11 to ptr addrspace(11)
  store double 0.000000e+00, ptr addrspace(11) %1, align 8
  br label %for.cond15

for.cond15:
  %i14.0 = phi i64 [ 0, %for.end7 ], [ %inc48, %for.body18 ]
  %vv.0 = phi ptr addrspace(10) [ %call11, %for.end7 ], [ %call46, %for.body18 ]
  %uv.0 = phi ptr addrspace(10) [ %call8, %for.end7 ], [ %call32, %for.body18 ]
  %cmp16 = icmp slt i64 %i14.0, %n
  br i1 %cmp16, label %for.body18, label %for.end49

for.body18:
  %arrayidx20 = getelementptr inbounds [4096 x double], ptr @u, i64 0, i64 %i14.0
  %2 = load double, ptr %arrayidx20, align 8
  %call22 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %3 = addrspacecast ptr addrspace(10) %call22 to ptr addrspace(11)
  store double %2, ptr addrspace(11) %3, align 8
  %arrayidx26 = getelementptr inbounds [4096 x double], ptr @v, i64 0, i64 %i14.0
  %4 = load double, ptr %arrayidx26, align 8
  %call28 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %5 = addrspacecast ptr addrspace(10) %call28 to ptr addrspace(11)
  store double %4, ptr addrspace(11) %5, align 8
  %call31 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call22, ptr addrspace(10) nonnull %call28)
  %call32 = call swiftcc ptr addrspace(10) @add(ptr "gcstack" swiftself %call, ptr addrspace(10) %uv.0, ptr addrspace(10) %call31)
  %6 = load double, ptr %arrayidx26, align 8
  %call36 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %7 = addrspacecast ptr addrspace(10) %call36 to ptr addrspace(11)
  store double %6, ptr addrspace(11) %7, align 8
  %call42 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %8 = addrspacecast ptr addrspace(10) %call42 to ptr addrspace(11)
  store double %6, ptr addrspace(11) %8, align 8
  %call45 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call36, ptr addrspace(10) nonnull %call42)
  %call46 = call swiftcc ptr addrspace(10) @add(ptr "gcstack" swiftself %call, ptr addrspace(10) %vv.0, ptr addrspace(10) %call45)
  %inc48 = add nuw nsw i64 %i14.0, 1
  br label %for.cond15

for.end49:
  %call50 = call swiftcc ptr addrspace(10) @divide(ptr "gcstack" swiftself %call, ptr addrspace(10) %uv.0, ptr addrspace(10) %vv.0)
  %9 = addrspacecast ptr addrspace(10) %call50 to ptr addrspace(11)
  %10 = load double, ptr addrspace(11) %9, align 8
  %call52 = call double @sqrt(double %10)
  ret double %call52
}

define available_externally i64 @atol(ptr nonnull %__nptr) {
entry:
  %call = call i64 @strtol(ptr nocapture nonnull %__nptr, ptr null, i32 10)
  ret i64 %call
}

define internal swiftcc void @times(ptr "gcstack" swiftself %gcstack, i64 %n, ptr %from, ptr %to, i1 %transposed) {
entry:
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc31, %for.end ]
  %cmp = icmp slt i64 %i.0, %n
  br i1 %cmp, label %for.body, label %for.end32

for.body:
  %call = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  store double 0.000000e+00, ptr addrspace(11) %0, align 8
  br label %for.cond1

for.cond1:
  %j.0 = phi i64 [ 0, %for.body ], [ %inc, %for.body4 ]
  %sum.0 = phi ptr addrspace(10) [ %call, %for.body ], [ %call27, %for.body4 ]
  %cmp2 = icmp slt i64 %j.0, %n
  br i1 %cmp2, label %for.body4, label %for.end

for.body4:
  %j.0.i.0 = select i1 %transposed, i64 %j.0, i64 %i.0
  %call7 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @integer_type to ptr addrspace(10)))
  %1 = addrspacecast ptr addrspace(10) %call7 to ptr addrspace(11)
  store i64 %j.0.i.0, ptr addrspace(11) %1, align 8
  %cond15 = select i1 %transposed, i64 %i.0, i64 %j.0
  %call17 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @integer_type to ptr addrspace(10)))
  %2 = addrspacecast ptr addrspace(10) %call17 to ptr addrspace(11)
  store i64 %cond15, ptr addrspace(11) %2, align 8
  %call20 = call swiftcc ptr addrspace(10) @element(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) nonnull %call7, ptr addrspace(10) nonnull %call17)
  %arrayidx = getelementptr inbounds double, ptr %from, i64 %j.0
  %3 = load double, ptr %arrayidx, align 8
  %call23 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %4 = addrspacecast ptr addrspace(10) %call23 to ptr addrspace(11)
  store double %3, ptr addrspace(11) %4, align 8
  %call26 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %call20, ptr addrspace(10) nonnull %call23)
  %call27 = call swiftcc ptr addrspace(10) @add(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %sum.0, ptr addrspace(10) %call26)
  %inc = add nuw nsw i64 %j.0, 1
  br label %for.cond1

for.end:
  %5 = addrspacecast ptr addrspace(10) %sum.0 to ptr addrspace(11)
  %6 = load double, ptr addrspace(11) %5, align 8
  %arrayidx29 = getelementptr inbounds double, ptr %to, i64 %i.0
  store double %6, ptr %arrayidx29, align 8
  %inc31 = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end32:
  ret void
}

define internal swiftcc ptr addrspace(10) @add(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %a, ptr addrspace(10) %b) {
entry:
  %call = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %a)
  %cmp.not = icmp eq ptr addrspace(10) %call, addrspacecast (ptr @number_type to ptr addrspace(10))
  br i1 %cmp.not, label %do.body1, label %if.then

if.then:
  call void @lr_throw(ptr addrspace(10) %a) noreturn
  unreachable

do.body1:
  %call2 = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %b)
  %cmp3.not = icmp eq ptr addrspace(10) %call2, addrspacecast (ptr @number_type to ptr addrspace(10))
  br i1 %cmp3.not, label %do.end6, label %if.then4

if.then4:
  call void @lr_throw(ptr addrspace(10) %b) noreturn
  unreachable

do.end6:
  %0 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %1 = load double, ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %3 = load double, ptr addrspace(11) %2, align 8
  %add = fadd double %1, %3
  %call8 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %4 = addrspacecast ptr addrspace(10) %call8 to ptr addrspace(11)
  store double %add, ptr addrspace(11) %4, align 8
  ret ptr addrspace(10) %call8
}

define internal swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %a, ptr addrspace(10) %b) {
entry:
  %call = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %a)
  %cmp.not = icmp eq ptr addrspace(10) %call, addrspacecast (ptr @number_type to ptr addrspace(10))
  br i1 %cmp.not, label %do.body1, label %if.then

if.then:
  call void @lr_throw(ptr addrspace(10) %a) noreturn
  unreachable

do.body1:
  %call2 = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %b)
  %cmp3.not = icmp eq ptr addrspace(10) %call2, addrspacecast (ptr @number_type to ptr addrspace(10))
  br i1 %cmp3.not, label %do.end6, label %if.then4

if.then4:
  call void @lr_throw(ptr addrspace(10) %b) noreturn
  unreachable

do.end6:
  %0 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %1 = load double, ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %3 = load double, ptr addrspace(11) %2, align 8
  %mul = fmul double %1, %3
  %call8 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %4 = addrspacecast ptr addrspace(10) %call8 to ptr addrspace(11)
  store double %mul, ptr addrspace(11) %4, align 8
  ret ptr addrspace(10) %call8
}

define internal swiftcc ptr addrspace(10) @divide(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %a, ptr addrspace(10) %b) {
entry:
  %call = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %a)
  %cmp.not = icmp eq ptr addrspace(10) %call, addrspacecast (ptr @number_type to ptr addrspace(10))
  br i1 %cmp.not, label %do.body1, label %if.then

if.then:
  call void @lr_throw(ptr addrspace(10) %a) noreturn
  unreachable

do.body1:
  %call2 = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %b)
  %cmp3.not = icmp eq ptr addrspace(10) %call2, addrspacecast (ptr @number_type to ptr addrspace(10))
  br i1 %cmp3.not, label %do.end6, label %if.then4

if.then4:
  call void @lr_throw(ptr addrspace(10) %b) noreturn
  unreachable

do.end6:
  %0 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %1 = load double, ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %3 = load double, ptr addrspace(11) %2, align 8
  %div = fdiv double %1, %3
  %call8 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %4 = addrspacecast ptr addrspace(10) %call8 to ptr addrspace(11)
  store double %div, ptr addrspace(11) %4, align 8
  ret ptr addrspace(10) %call8
}

define internal swiftcc ptr addrspace(10) @element(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %i, ptr addrspace(10) %j) {
entry:
  %0 = addrspacecast ptr addrspace(10) %i to ptr addrspace(11)
  %1 = load i64, ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %j to ptr addrspace(11)
  %3 = load i64, ptr addrspace(11) %2, align 8
  %add = add nsw i64 %1, %3
  %add6 = add nsw i64 %add, 1
  %mul = mul nsw i64 %add, %add6
  %div = sdiv i64 %mul, 2
  %add8 = add nsw i64 %div, %1
  %add9 = add nsw i64 %add8, 1
  %call16 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %4 = addrspacecast ptr addrspace(10) %call16 to ptr addrspace(11)
  store double 1.000000e+00, ptr addrspace(11) %4, align 8
  %conv = sitofp i64 %add9 to double
  %call22 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %5 = addrspacecast ptr addrspace(10) %call22 to ptr addrspace(11)
  store double %conv, ptr addrspace(11) %5, align 8
  %call25 = call swiftcc ptr addrspace(10) @divide(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) nonnull %call16, ptr addrspace(10) nonnull %call22)
  ret ptr addrspace(10) %call25
}

declare i32 @printf(ptr, ...)
declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare double @sqrt(double)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10)) nounwind memory(none)
declare void @lr_throw(ptr addrspace(10))
declare i64 @strtol(ptr, ptr, i32)
