; Made by tools/regen-examples from spectral-norm.c: see there for what it shows.
source_filename = "spectral-norm.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [6 x i8] c"%.9f\0A\00", align 1
@u = internal global [4096 x double] zeroinitializer, align 16
@t = internal global [4096 x double] zeroinitializer, align 16
@v = internal global [4096 x double] zeroinitializer, align 16

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
  br i1 %cmp2, label %for.body4, label %for.cond9

for.body4:
  call void @times(i64 %n, ptr nonnull @u, ptr nonnull @t, i1 zeroext false)
  call void @times(i64 %n, ptr nonnull @t, ptr nonnull @v, i1 zeroext true)
  call void @times(i64 %n, ptr nonnull @v, ptr nonnull @t, i1 zeroext false)
  call void @times(i64 %n, ptr nonnull @t, ptr nonnull @u, i1 zeroext true)
  %inc6 = add nuw nsw i32 %round.0, 1
  br label %for.cond1

for.cond9:
  %uv.0 = phi double [ %call15, %for.body12 ], [ 0.000000e+00, %for.cond1 ]
  %vv.0 = phi double [ %call19, %for.body12 ], [ 0.000000e+00, %for.cond1 ]
  %i8.0 = phi i64 [ %inc21, %for.body12 ], [ 0, %for.cond1 ]
  %cmp10 = icmp slt i64 %i8.0, %n
  br i1 %cmp10, label %for.body12, label %for.end22

for.body12:
  %arrayidx13 = getelementptr inbounds [4096 x double], ptr @u, i64 0, i64 %i8.0
  %0 = load double, ptr %arrayidx13, align 8
  %arrayidx14 = getelementptr inbounds [4096 x double], ptr @v, i64 0, i64 %i8.0
  %1 = load double, ptr %arrayidx14, align 8
  %call = call double @multiply(double %0, double %1)
  %call15 = call double @add(double %uv.0, double %call)
  %2 = load double, ptr %arrayidx14, align 8
  %call18 = call double @multiply(double %2, double %2)
  %call19 = call double @add(double %vv.0, double %call18)
  %inc21 = add nuw nsw i64 %i8.0, 1
  br label %for.cond9

for.end22:
  %call23 = call double @divide(double %uv.0, double %vv.0)
  %call24 = call double @sqrt(double %call23)
  ret double %call24
}

define available_externally i64 @atol(ptr nonnull %__nptr) {
entry:
  %call = call i64 @strtol(ptr nocapture nonnull %__nptr, ptr null, i32 10)
  ret i64 %call
}

define internal void @times(i64 %n, ptr %from, ptr %to, i1 zeroext %transposed) {
entry:
  br label %for.cond

for.cond:
  %i.0 = phi i64 [ 0, %entry ], [ %inc14, %for.end ]
  %cmp = icmp slt i64 %i.0, %n
  br i1 %cmp, label %for.cond1, label %for.end15

for.cond1:
  %sum.0 = phi double [ %call11, %for.body4 ], [ 0.000000e+00, %for.cond ]
  %j.0 = phi i64 [ %inc, %for.body4 ], [ 0, %for.cond ]
  %cmp2 = icmp slt i64 %j.0, %n
  br i1 %cmp2, label %for.body4, label %for.end

for.body4:
  %j.0.i.0 = select i1 %transposed, i64 %j.0, i64 %i.0
  %cond9 = select i1 %transposed, i64 %i.0, i64 %j.0
  %call = call double @element(i64 %j.0.i.0, i64 %cond9)
  %arrayidx = getelementptr inbounds double, ptr %from, i64 %j.0
  %0 = load double, ptr %arrayidx, align 8
  %call10 = call double @multiply(double %call, double %0)
  %call11 = call double @add(double %sum.0, double %call10)
  %inc = add nuw nsw i64 %j.0, 1
  br label %for.cond1

for.end:
  %arrayidx12 = getelementptr inbounds double, ptr %to, i64 %i.0
  store double %sum.0, ptr %arrayidx12, align 8
  %inc14 = add nuw nsw i64 %i.0, 1
  br label %for.cond

for.end15:
  ret void
}

define internal double @add(double %a, double %b) {
entry:
  %add = fadd double %a, %b
  ret double %add
}

define internal double @multiply(double %a, double %b) {
entry:
  %mul = fmul double %a, %b
  ret double %mul
}

define internal double @divide(double %a, double %b) {
entry:
  %div = fdiv double %a, %b
  ret double %div
}

define internal double @element(i64 %i, i64 %j) {
entry:
  %add = add nsw i64 %i, %j
  %add1 = add nsw i64 %add, 1
  %mul = mul nsw i64 %add, %add1
  %div = sdiv i64 %mul, 2
  %add2 = add nsw i64 %div, %i
  %add3 = add nsw i64 %add2, 1
  %conv = sitofp i64 %add3 to double
  %call = call double @divide(double 1.000000e+00, double %conv)
  ret double %call
}

declare i32 @printf(ptr, ...)
declare double @sqrt(double)
declare i64 @strtol(ptr, ptr, i32)
