; Made by tools/regen-examples from nbody.c: see there for what it shows.
source_filename = "nbody.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [6 x i8] c"%.9f\0A\00", align 1
@number_type = internal constant %struct.lr_type { ptr @.str.1, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@px = internal global [5 x double] [double 0.000000e+00, double 0x40135DA0343CD92C, double 0x4020AFCDC332CA67, double 0x4029C9EACEA7D9CF, double 0x402EC267A905572A], align 16
@py = internal global [5 x double] [double 0.000000e+00, double 0xBFF290ABC01FDB7C, double 0x40107FCB31DE01B0, double 0xC02E38E8D626667E, double 0xC039EB5833C8A220], align 16
@pz = internal global [5 x double] [double 0.000000e+00, double 0xBFBA86F96C25EBF0, double 0xBFD9D353E1EB467C, double 0xBFCC9557BE257DA0, double 0x3FC6F1F393ABE540], align 16
@mass = internal constant [5 x double] [double 0x4043BD3CC9BE45DA, double 0x3FA34C95DA019262, double 0x3F871D490D07C64A, double 0x3F5C3DD29CF41EAE, double 0x3F60A8F3531799AB], align 16
@vx = internal global [5 x double] [double 0.000000e+00, double 0x3FE367069B93CCBC, double 0xBFF02C21B8879437, double 0x3FF1531CA9911C04, double 0x3FEF54B61659BC4A], align 16
@vy = internal global [5 x double] [double 0.000000e+00, double 0x40067EF2F57D949B, double 0x3FFD35E9BF1F8F0B, double 0x3FEBCC7F3E54BBC3, double 0x3FE307C631C4FBA1], align 16
@vz = internal global [5 x double] [double 0.000000e+00, double 0xBF99D2D79A5A070D, double 0x3F813C485F1123B2, double 0xBF862F6BFAF23E67, double 0xBFA1CB88587665F5], align 16
@.str.1 = private unnamed_addr constant [14 x i8] c"struct number\00", align 1
@.compoundliteral = internal constant [0 x i32] zeroinitializer, align 4

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
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %step.0 = phi i64 [ 0, %entry ], [ %inc190, %for.inc189 ]
  %cmp = icmp slt i64 %step.0, %steps
  br i1 %cmp, label %for.body, label %for.end191

for.body:
  %call1 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call1 to ptr addrspace(11)
  store double 1.000000e-02, ptr addrspace(11) %0, align 8
  br label %for.cond2

for.cond2:
  %i.0 = phi i64 [ 0, %for.body ], [ %add, %for.cond6 ]
  %cmp3 = icmp ult i64 %i.0, 5
  br i1 %cmp3, label %for.body5, label %for.cond134

for.body5:
  %add = add nuw nsw i64 %i.0, 1
  br label %for.cond6

for.cond6:
  %j.0 = phi i64 [ %add, %for.body5 ], [ %inc, %for.body9 ]
  %cmp7 = icmp ult i64 %j.0, 5
  br i1 %cmp7, label %for.body9, label %for.cond2

for.body9:
  %arrayidx = getelementptr inbounds [5 x double], ptr @px, i64 0, i64 %i.0
  %1 = load double, ptr %arrayidx, align 8
  %call12 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %2 = addrspacecast ptr addrspace(10) %call12 to ptr addrspace(11)
  store double %1, ptr addrspace(11) %2, align 8
  %arrayidx16 = getelementptr inbounds [5 x double], ptr @px, i64 0, i64 %j.0
  %3 = load double, ptr %arrayidx16, align 8
  %call18 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %4 = addrspacecast ptr addrspace(10) %call18 to ptr addrspace(11)
  store double %3, ptr addrspace(11) %4, align 8
  %call21 = call swiftcc ptr addrspace(10) @subtract(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call12, ptr addrspace(10) nonnull %call18)
  %arrayidx23 = getelementptr inbounds [5 x double], ptr @py, i64 0, i64 %i.0
  %5 = load double, ptr %arrayidx23, align 8
  %call25 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %6 = addrspacecast ptr addrspace(10) %call25 to ptr addrspace(11)
  store double %5, ptr addrspace(11) %6, align 8
  %arrayidx29 = getelementptr inbounds [5 x double], ptr @py, i64 0, i64 %j.0
  %7 = load double, ptr %arrayidx29, align 8
  %call31 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %8 = addrspacecast ptr addrspace(10) %call31 to ptr addrspace(11)
  store double %7, ptr addrspace(11) %8, align 8
  %call34 = call swiftcc ptr addrspace(10) @subtract(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call25, ptr addrspace(10) nonnull %call31)
  %arrayidx36 = getelementptr inbounds [5 x double], ptr @pz, i64 0, i64 %i.0
  %9 = load double, ptr %arrayidx36, align 8
  %call38 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %10 = addrspacecast ptr addrspace(10) %call38 to ptr addrspace(11)
  store double %9, ptr addrspace(11) %10, align 8
  %arrayidx42 = getelementptr inbounds [5 x double], ptr @pz, i64 0, i64 %j.0
  %11 = load double, ptr %arrayidx42, align 8
  %call44 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %12 = addrspacecast ptr addrspace(10) %call44 to ptr addrspace(11)
  store double %11, ptr addrspace(11) %12, align 8
  %call47 = call swiftcc ptr addrspace(10) @subtract(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call38, ptr addrspace(10) nonnull %call44)
  %call48 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) %call21, ptr addrspace(10) %call21)
  %call49 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) %call34, ptr addrspace(10) %call34)
  %call50 = call swiftcc ptr addrspace(10) @add(ptr "gcstack" swiftself %call, ptr addrspace(10) %call48, ptr addrspace(10) %call49)
  %call51 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) %call47, ptr addrspace(10) %call47)
  %call52 = call swiftcc ptr addrspace(10) @add(ptr "gcstack" swiftself %call, ptr addrspace(10) %call50, ptr addrspace(10) %call51)
  %call53 = call swiftcc ptr addrspace(10) @square_root(ptr "gcstack" swiftself %call, ptr addrspace(10) %call52)
  %call54 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) %call52, ptr addrspace(10) %call53)
  %call55 = call swiftcc ptr addrspace(10) @divide(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call1, ptr addrspace(10) %call54)
  %arrayidx57 = getelementptr inbounds [5 x double], ptr @mass, i64 0, i64 %i.0
  %13 = load double, ptr %arrayidx57, align 8
  %call59 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %14 = addrspacecast ptr addrspace(10) %call59 to ptr addrspace(11)
  store double %13, ptr addrspace(11) %14, align 8
  %call62 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call59, ptr addrspace(10) %call55)
  %arrayidx64 = getelementptr inbounds [5 x double], ptr @mass, i64 0, i64 %j.0
  %15 = load double, ptr %arrayidx64, align 8
  %call66 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %16 = addrspacecast ptr addrspace(10) %call66 to ptr addrspace(11)
  store double %15, ptr addrspace(11) %16, align 8
  %call69 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call66, ptr addrspace(10) %call55)
  %arrayidx71 = getelementptr inbounds [5 x double], ptr @vx, i64 0, i64 %i.0
  %17 = load double, ptr %arrayidx71, align 8
  %call73 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %18 = addrspacecast ptr addrspace(10) %call73 to ptr addrspace(11)
  store double %17, ptr addrspace(11) %18, align 8
  %call76 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) %call21, ptr addrspace(10) %call69)
  %call77 = call swiftcc ptr addrspace(10) @subtract(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call73, ptr addrspace(10) %call76)
  %19 = addrspacecast ptr addrspace(10) %call77 to ptr addrspace(11)
  %20 = load double, ptr addrspace(11) %19, align 8
  store double %20, ptr %arrayidx71, align 8
  %arrayidx81 = getelementptr inbounds [5 x double], ptr @vy, i64 0, i64 %i.0
  %21 = load double, ptr %arrayidx81, align 8
  %call83 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %22 = addrspacecast ptr addrspace(10) %call83 to ptr addrspace(11)
  store double %21, ptr addrspace(11) %22, align 8
  %call86 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) %call34, ptr addrspace(10) %call69)
  %call87 = call swiftcc ptr addrspace(10) @subtract(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call83, ptr addrspace(10) %call86)
  %23 = addrspacecast ptr addrspace(10) %call87 to ptr addrspace(11)
  %24 = load double, ptr addrspace(11) %23, align 8
  store double %24, ptr %arrayidx81, align 8
  %arrayidx91 = getelementptr inbounds [5 x double], ptr @vz, i64 0, i64 %i.0
  %25 = load double, ptr %arrayidx91, align 8
  %call93 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %26 = addrspacecast ptr addrspace(10) %call93 to ptr addrspace(11)
  store double %25, ptr addrspace(11) %26, align 8
  %call96 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) %call47, ptr addrspace(10) %call69)
  %call97 = call swiftcc ptr addrspace(10) @subtract(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call93, ptr addrspace(10) %call96)
  %27 = addrspacecast ptr addrspace(10) %call97 to ptr addrspace(11)
  %28 = load double, ptr addrspace(11) %27, align 8
  store double %28, ptr %arrayidx91, align 8
  %arrayidx101 = getelementptr inbounds [5 x double], ptr @vx, i64 0, i64 %j.0
  %29 = load double, ptr %arrayidx101, align 8
  %call103 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %30 = addrspacecast ptr addrspace(10) %call103 to ptr addrspace(11)
  store double %29, ptr addrspace(11) %30, align 8
  %call106 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) %call21, ptr addrspace(10) %call62)
  %call107 = call swiftcc ptr addrspace(10) @add(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call103, ptr addrspace(10) %call106)
  %31 = addrspacecast ptr addrspace(10) %call107 to ptr addrspace(11)
  %32 = load double, ptr addrspace(11) %31, align 8
  store double %32, ptr %arrayidx101, align 8
  %arrayidx111 = getelementptr inbounds [5 x double], ptr @vy, i64 0, i64 %j.0
  %33 = load double, ptr %arrayidx111, align 8
  %call113 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %34 = addrspacecast ptr addrspace(10) %call113 to ptr addrspace(11)
  store double %33, ptr addrspace(11) %34, align 8
  %call116 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) %call34, ptr addrspace(10) %call62)
  %call117 = call swiftcc ptr addrspace(10) @add(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call113, ptr addrspace(10) %call116)
  %35 = addrspacecast ptr addrspace(10) %call117 to ptr addrspace(11)
  %36 = load double, ptr addrspace(11) %35, align 8
  store double %36, ptr %arrayidx111, align 8
  %arrayidx121 = getelementptr inbounds [5 x double], ptr @vz, i64 0, i64 %j.0
  %37 = load double, ptr %arrayidx121, align 8
  %call123 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %38 = addrspacecast ptr addrspace(10) %call123 to ptr addrspace(11)
  store double %37, ptr addrspace(11) %38, align 8
  %call126 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) %call47, ptr addrspace(10) %call62)
  %call127 = call swiftcc ptr addrspace(10) @add(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call123, ptr addrspace(10) %call126)
  %39 = addrspacecast ptr addrspace(10) %call127 to ptr addrspace(11)
  %40 = load double, ptr addrspace(11) %39, align 8
  store double %40, ptr %arrayidx121, align 8
  %inc = add nuw nsw i64 %j.0, 1
  br label %for.cond6

for.cond134:
  %i133.0 = phi i64 [ %inc187, %for.body137 ], [ 0, %for.cond2 ]
  %cmp135 = icmp ult i64 %i133.0, 5
  br i1 %cmp135, label %for.body137, label %for.inc189

for.body137:
  %arrayidx139 = getelementptr inbounds [5 x double], ptr @px, i64 0, i64 %i133.0
  %41 = load double, ptr %arrayidx139, align 8
  %call141 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %42 = addrspacecast ptr addrspace(10) %call141 to ptr addrspace(11)
  store double %41, ptr addrspace(11) %42, align 8
  %arrayidx145 = getelementptr inbounds [5 x double], ptr @vx, i64 0, i64 %i133.0
  %43 = load double, ptr %arrayidx145, align 8
  %call147 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %44 = addrspacecast ptr addrspace(10) %call147 to ptr addrspace(11)
  store double %43, ptr addrspace(11) %44, align 8
  %call150 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call1, ptr addrspace(10) nonnull %call147)
  %call151 = call swiftcc ptr addrspace(10) @add(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call141, ptr addrspace(10) %call150)
  %45 = addrspacecast ptr addrspace(10) %call151 to ptr addrspace(11)
  %46 = load double, ptr addrspace(11) %45, align 8
  store double %46, ptr %arrayidx139, align 8
  %arrayidx155 = getelementptr inbounds [5 x double], ptr @py, i64 0, i64 %i133.0
  %47 = load double, ptr %arrayidx155, align 8
  %call157 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %48 = addrspacecast ptr addrspace(10) %call157 to ptr addrspace(11)
  store double %47, ptr addrspace(11) %48, align 8
  %arrayidx161 = getelementptr inbounds [5 x double], ptr @vy, i64 0, i64 %i133.0
  %49 = load double, ptr %arrayidx161, align 8
  %call163 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %50 = addrspacecast ptr addrspace(10) %call163 to ptr addrspace(11)
  store double %49, ptr addrspace(11) %50, align 8
  %call166 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call1, ptr addrspace(10) nonnull %call163)
  %call167 = call swiftcc ptr addrspace(10) @add(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call157, ptr addrspace(10) %call166)
  %51 = addrspacecast ptr addrspace(10) %call167 to ptr addrspace(11)
  %52 = load double, ptr addrspace(11) %51, align 8
  store double %52, ptr %arrayidx155, align 8
  %arrayidx171 = getelementptr inbounds [5 x double], ptr @pz, i64 0, i64 %i133.0
  %53 = load double, ptr %arrayidx171, align 8
  %call173 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %54 = addrspacecast ptr addrspace(10) %call173 to ptr addrspace(11)
  store double %53, ptr addrspace(11) %54, align 8
  %arrayidx177 = getelementptr inbounds [5 x double], ptr @vz, i64 0, i64 %i133.0
  %55 = load double, ptr %arrayidx177, align 8
  %call179 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %56 = addrspacecast ptr addrspace(10) %call179 to ptr addrspace(11)
  store double %55, ptr addrspace(11) %56, align 8
  %call182 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call1, ptr addrspace(10) nonnull %call179)
  %call183 = call swiftcc ptr addrspace(10) @add(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call173, ptr addrspace(10) %call182)
  %57 = addrspacecast ptr addrspace(10) %call183 to ptr addrspace(11)
  %58 = load double, ptr addrspace(11) %57, align 8
  store double %58, ptr %arrayidx171, align 8
  %inc187 = add nuw nsw i64 %i133.0, 1
  br label %for.cond134

for.inc189:
  %inc190 = add nuw nsw i64 %step.0, 1
  br label %for.cond

for.end191:
  %call194 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %59 = addrspacecast ptr addrspace(10) %call194 to ptr addrspace(11)
  store double 0.000000e+00, ptr addrspace(11) %59, align 8
  br label %for.cond198

for.cond198:
  %i197.0 = phi i64 [ 0, %for.end191 ], [ %inc258, %for.body201 ]
  %energy.0 = phi ptr addrspace(10) [ %call194, %for.end191 ], [ %call256, %for.body201 ]
  %cmp199 = icmp ult i64 %i197.0, 5
  br i1 %cmp199, label %for.body201, label %for.end259

for.body201:
  %arrayidx203 = getelementptr inbounds [5 x double], ptr @vx, i64 0, i64 %i197.0
  %60 = load double, ptr %arrayidx203, align 8
  %call205 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %61 = addrspacecast ptr addrspace(10) %call205 to ptr addrspace(11)
  store double %60, ptr addrspace(11) %61, align 8
  %call211 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %62 = addrspacecast ptr addrspace(10) %call211 to ptr addrspace(11)
  store double %60, ptr addrspace(11) %62, align 8
  %call214 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call205, ptr addrspace(10) nonnull %call211)
  %arrayidx216 = getelementptr inbounds [5 x double], ptr @vy, i64 0, i64 %i197.0
  %63 = load double, ptr %arrayidx216, align 8
  %call218 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %64 = addrspacecast ptr addrspace(10) %call218 to ptr addrspace(11)
  store double %63, ptr addrspace(11) %64, align 8
  %call224 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %65 = addrspacecast ptr addrspace(10) %call224 to ptr addrspace(11)
  store double %63, ptr addrspace(11) %65, align 8
  %call227 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call218, ptr addrspace(10) nonnull %call224)
  %call228 = call swiftcc ptr addrspace(10) @add(ptr "gcstack" swiftself %call, ptr addrspace(10) %call214, ptr addrspace(10) %call227)
  %arrayidx230 = getelementptr inbounds [5 x double], ptr @vz, i64 0, i64 %i197.0
  %66 = load double, ptr %arrayidx230, align 8
  %call232 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %67 = addrspacecast ptr addrspace(10) %call232 to ptr addrspace(11)
  store double %66, ptr addrspace(11) %67, align 8
  %call238 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %68 = addrspacecast ptr addrspace(10) %call238 to ptr addrspace(11)
  store double %66, ptr addrspace(11) %68, align 8
  %call241 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call232, ptr addrspace(10) nonnull %call238)
  %call242 = call swiftcc ptr addrspace(10) @add(ptr "gcstack" swiftself %call, ptr addrspace(10) %call228, ptr addrspace(10) %call241)
  %call245 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %69 = addrspacecast ptr addrspace(10) %call245 to ptr addrspace(11)
  store double 5.000000e-01, ptr addrspace(11) %69, align 8
  %arrayidx249 = getelementptr inbounds [5 x double], ptr @mass, i64 0, i64 %i197.0
  %70 = load double, ptr %arrayidx249, align 8
  %call251 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %71 = addrspacecast ptr addrspace(10) %call251 to ptr addrspace(11)
  store double %70, ptr addrspace(11) %71, align 8
  %call254 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call245, ptr addrspace(10) nonnull %call251)
  %call255 = call swiftcc ptr addrspace(10) @multiply(ptr "gcstack" swiftself %call, ptr addrspace(10) %call254, ptr addrspace(10) %call242)
  %call256 = call swiftcc ptr addrspace(10) @add(ptr "gcstack" swiftself %call, ptr addrspace(10) %energy.0, ptr addrspace(10) %call255)
  %inc258 = add nuw nsw i64 %i197.0, 1
  br label %for.cond198

for.end259:
  %72 = addrspacecast ptr addrspace(10) %energy.0 to ptr addrspace(11)
  %73 = load double, ptr addrspace(11) %72, align 8
  ret double %73
}

define available_externally i64 @atol(ptr nonnull %__nptr) {
entry:
  %call = call i64 @strtol(ptr nocapture nonnull %__nptr, ptr null, i32 10)
  ret i64 %call
}

define internal swiftcc ptr addrspace(10) @subtract(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %a, ptr addrspace(10) %b) {
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
  %sub = fsub double %1, %3
  %call8 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %4 = addrspacecast ptr addrspace(10) %call8 to ptr addrspace(11)
  store double %sub, ptr addrspace(11) %4, align 8
  ret ptr addrspace(10) %call8
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

define internal swiftcc ptr addrspace(10) @square_root(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %n) {
entry:
  %call = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %n)
  %cmp.not = icmp eq ptr addrspace(10) %call, addrspacecast (ptr @number_type to ptr addrspace(10))
  br i1 %cmp.not, label %do.end, label %if.then

if.then:
  call void @lr_throw(ptr addrspace(10) %n) noreturn
  unreachable

do.end:
  %0 = addrspacecast ptr addrspace(10) %n to ptr addrspace(11)
  %1 = load double, ptr addrspace(11) %0, align 8
  %call1 = call double @sqrt(double %1)
  %call2 = call dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number_type to ptr addrspace(10)))
  %2 = addrspacecast ptr addrspace(10) %call2 to ptr addrspace(11)
  store double %call1, ptr addrspace(11) %2, align 8
  ret ptr addrspace(10) %call2
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

declare i32 @printf(ptr, ...)
declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10)) nounwind memory(none)
declare void @lr_throw(ptr addrspace(10))
declare double @sqrt(double)
declare i64 @strtol(ptr, ptr, i32)
