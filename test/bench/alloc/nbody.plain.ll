; Made by tools/regen-examples from nbody.c: see there for what it shows.
source_filename = "nbody.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [6 x i8] c"%.9f\0A\00", align 1
@px = internal global [5 x double] [double 0.000000e+00, double 0x40135DA0343CD92C, double 0x4020AFCDC332CA67, double 0x4029C9EACEA7D9CF, double 0x402EC267A905572A], align 16
@py = internal global [5 x double] [double 0.000000e+00, double 0xBFF290ABC01FDB7C, double 0x40107FCB31DE01B0, double 0xC02E38E8D626667E, double 0xC039EB5833C8A220], align 16
@pz = internal global [5 x double] [double 0.000000e+00, double 0xBFBA86F96C25EBF0, double 0xBFD9D353E1EB467C, double 0xBFCC9557BE257DA0, double 0x3FC6F1F393ABE540], align 16
@mass = internal constant [5 x double] [double 0x4043BD3CC9BE45DA, double 0x3FA34C95DA019262, double 0x3F871D490D07C64A, double 0x3F5C3DD29CF41EAE, double 0x3F60A8F3531799AB], align 16
@vx = internal global [5 x double] [double 0.000000e+00, double 0x3FE367069B93CCBC, double 0xBFF02C21B8879437, double 0x3FF1531CA9911C04, double 0x3FEF54B61659BC4A], align 16
@vy = internal global [5 x double] [double 0.000000e+00, double 0x40067EF2F57D949B, double 0x3FFD35E9BF1F8F0B, double 0x3FEBCC7F3E54BBC3, double 0x3FE307C631C4FBA1], align 16
@vz = internal global [5 x double] [double 0.000000e+00, double 0xBF99D2D79A5A070D, double 0x3F813C485F1123B2, double 0xBF862F6BFAF23E67, double 0xBFA1CB88587665F5], align 16

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
  %cond = phi i64 [ %call, %cond.true ], [ 1000000, %entry ]
  %call1 = call double @simulate(i64 %cond)
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, double %call1)
  ret i32 0
}

define internal double @simulate(i64 %steps) noinline {
entry:
  br label %for.cond

for.cond:
  %step.0 = phi i64 [ 0, %entry ], [ %inc79, %for.inc78 ]
  %cmp = icmp slt i64 %step.0, %steps
  br i1 %cmp, label %for.cond1, label %for.cond82

for.cond1:
  %i.0 = phi i64 [ 0, %for.cond ], [ %add, %for.cond5 ]
  %cmp2 = icmp ult i64 %i.0, 5
  br i1 %cmp2, label %for.body4, label %for.cond56

for.body4:
  %add = add nuw nsw i64 %i.0, 1
  br label %for.cond5

for.cond5:
  %j.0 = phi i64 [ %add, %for.body4 ], [ %inc, %for.body8 ]
  %cmp6 = icmp ult i64 %j.0, 5
  br i1 %cmp6, label %for.body8, label %for.cond1

for.body8:
  %arrayidx = getelementptr inbounds [5 x double], ptr @px, i64 0, i64 %i.0
  %0 = load double, ptr %arrayidx, align 8
  %arrayidx9 = getelementptr inbounds [5 x double], ptr @px, i64 0, i64 %j.0
  %1 = load double, ptr %arrayidx9, align 8
  %call = call double @subtract(double %0, double %1)
  %arrayidx10 = getelementptr inbounds [5 x double], ptr @py, i64 0, i64 %i.0
  %2 = load double, ptr %arrayidx10, align 8
  %arrayidx11 = getelementptr inbounds [5 x double], ptr @py, i64 0, i64 %j.0
  %3 = load double, ptr %arrayidx11, align 8
  %call12 = call double @subtract(double %2, double %3)
  %arrayidx13 = getelementptr inbounds [5 x double], ptr @pz, i64 0, i64 %i.0
  %4 = load double, ptr %arrayidx13, align 8
  %arrayidx14 = getelementptr inbounds [5 x double], ptr @pz, i64 0, i64 %j.0
  %5 = load double, ptr %arrayidx14, align 8
  %call15 = call double @subtract(double %4, double %5)
  %call16 = call double @multiply(double %call, double %call)
  %call17 = call double @multiply(double %call12, double %call12)
  %call18 = call double @add(double %call16, double %call17)
  %call19 = call double @multiply(double %call15, double %call15)
  %call20 = call double @add(double %call18, double %call19)
  %call21 = call double @square_root(double %call20)
  %call22 = call double @multiply(double %call20, double %call21)
  %call23 = call double @divide(double 1.000000e-02, double %call22)
  %arrayidx24 = getelementptr inbounds [5 x double], ptr @mass, i64 0, i64 %i.0
  %6 = load double, ptr %arrayidx24, align 8
  %call25 = call double @multiply(double %6, double %call23)
  %arrayidx26 = getelementptr inbounds [5 x double], ptr @mass, i64 0, i64 %j.0
  %7 = load double, ptr %arrayidx26, align 8
  %call27 = call double @multiply(double %7, double %call23)
  %arrayidx28 = getelementptr inbounds [5 x double], ptr @vx, i64 0, i64 %i.0
  %8 = load double, ptr %arrayidx28, align 8
  %call29 = call double @multiply(double %call, double %call27)
  %call30 = call double @subtract(double %8, double %call29)
  store double %call30, ptr %arrayidx28, align 8
  %arrayidx32 = getelementptr inbounds [5 x double], ptr @vy, i64 0, i64 %i.0
  %9 = load double, ptr %arrayidx32, align 8
  %call33 = call double @multiply(double %call12, double %call27)
  %call34 = call double @subtract(double %9, double %call33)
  store double %call34, ptr %arrayidx32, align 8
  %arrayidx36 = getelementptr inbounds [5 x double], ptr @vz, i64 0, i64 %i.0
  %10 = load double, ptr %arrayidx36, align 8
  %call37 = call double @multiply(double %call15, double %call27)
  %call38 = call double @subtract(double %10, double %call37)
  store double %call38, ptr %arrayidx36, align 8
  %arrayidx40 = getelementptr inbounds [5 x double], ptr @vx, i64 0, i64 %j.0
  %11 = load double, ptr %arrayidx40, align 8
  %call41 = call double @multiply(double %call, double %call25)
  %call42 = call double @add(double %11, double %call41)
  store double %call42, ptr %arrayidx40, align 8
  %arrayidx44 = getelementptr inbounds [5 x double], ptr @vy, i64 0, i64 %j.0
  %12 = load double, ptr %arrayidx44, align 8
  %call45 = call double @multiply(double %call12, double %call25)
  %call46 = call double @add(double %12, double %call45)
  store double %call46, ptr %arrayidx44, align 8
  %arrayidx48 = getelementptr inbounds [5 x double], ptr @vz, i64 0, i64 %j.0
  %13 = load double, ptr %arrayidx48, align 8
  %call49 = call double @multiply(double %call15, double %call25)
  %call50 = call double @add(double %13, double %call49)
  store double %call50, ptr %arrayidx48, align 8
  %inc = add nuw nsw i64 %j.0, 1
  br label %for.cond5

for.cond56:
  %i55.0 = phi i64 [ %inc76, %for.body59 ], [ 0, %for.cond1 ]
  %cmp57 = icmp ult i64 %i55.0, 5
  br i1 %cmp57, label %for.body59, label %for.inc78

for.body59:
  %arrayidx60 = getelementptr inbounds [5 x double], ptr @px, i64 0, i64 %i55.0
  %14 = load double, ptr %arrayidx60, align 8
  %arrayidx61 = getelementptr inbounds [5 x double], ptr @vx, i64 0, i64 %i55.0
  %15 = load double, ptr %arrayidx61, align 8
  %call62 = call double @multiply(double 1.000000e-02, double %15)
  %call63 = call double @add(double %14, double %call62)
  store double %call63, ptr %arrayidx60, align 8
  %arrayidx65 = getelementptr inbounds [5 x double], ptr @py, i64 0, i64 %i55.0
  %16 = load double, ptr %arrayidx65, align 8
  %arrayidx66 = getelementptr inbounds [5 x double], ptr @vy, i64 0, i64 %i55.0
  %17 = load double, ptr %arrayidx66, align 8
  %call67 = call double @multiply(double 1.000000e-02, double %17)
  %call68 = call double @add(double %16, double %call67)
  store double %call68, ptr %arrayidx65, align 8
  %arrayidx70 = getelementptr inbounds [5 x double], ptr @pz, i64 0, i64 %i55.0
  %18 = load double, ptr %arrayidx70, align 8
  %arrayidx71 = getelementptr inbounds [5 x double], ptr @vz, i64 0, i64 %i55.0
  %19 = load double, ptr %arrayidx71, align 8
  %call72 = call double @multiply(double 1.000000e-02, double %19)
  %call73 = call double @add(double %18, double %call72)
  store double %call73, ptr %arrayidx70, align 8
  %inc76 = add nuw nsw i64 %i55.0, 1
  br label %for.cond56

for.inc78:
  %inc79 = add nuw nsw i64 %step.0, 1
  br label %for.cond

for.cond82:
  %energy.0 = phi double [ %call100, %for.body85 ], [ 0.000000e+00, %for.cond ]
  %i81.0 = phi i64 [ %inc102, %for.body85 ], [ 0, %for.cond ]
  %cmp83 = icmp ult i64 %i81.0, 5
  br i1 %cmp83, label %for.body85, label %for.end103

for.body85:
  %arrayidx86 = getelementptr inbounds [5 x double], ptr @vx, i64 0, i64 %i81.0
  %20 = load double, ptr %arrayidx86, align 8
  %call88 = call double @multiply(double %20, double %20)
  %arrayidx89 = getelementptr inbounds [5 x double], ptr @vy, i64 0, i64 %i81.0
  %21 = load double, ptr %arrayidx89, align 8
  %call91 = call double @multiply(double %21, double %21)
  %call92 = call double @add(double %call88, double %call91)
  %arrayidx93 = getelementptr inbounds [5 x double], ptr @vz, i64 0, i64 %i81.0
  %22 = load double, ptr %arrayidx93, align 8
  %call95 = call double @multiply(double %22, double %22)
  %call96 = call double @add(double %call92, double %call95)
  %arrayidx97 = getelementptr inbounds [5 x double], ptr @mass, i64 0, i64 %i81.0
  %23 = load double, ptr %arrayidx97, align 8
  %call98 = call double @multiply(double 5.000000e-01, double %23)
  %call99 = call double @multiply(double %call98, double %call96)
  %call100 = call double @add(double %energy.0, double %call99)
  %inc102 = add nuw nsw i64 %i81.0, 1
  br label %for.cond82

for.end103:
  ret double %energy.0
}

define available_externally i64 @atol(ptr nonnull %__nptr) {
entry:
  %call = call i64 @strtol(ptr nocapture nonnull %__nptr, ptr null, i32 10)
  ret i64 %call
}

define internal double @subtract(double %a, double %b) {
entry:
  %sub = fsub double %a, %b
  ret double %sub
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

define internal double @square_root(double %n) {
entry:
  %call = call double @sqrt(double %n)
  ret double %call
}

define internal double @divide(double %a, double %b) {
entry:
  %div = fdiv double %a, %b
  ret double %div
}

declare i32 @printf(ptr, ...)
declare double @sqrt(double)
declare i64 @strtol(ptr, ptr, i32)
