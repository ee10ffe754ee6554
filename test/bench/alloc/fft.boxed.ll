; Made by tools/regen-examples from fft.c: see there for what it shows.
source_filename = "fft.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [6 x i8] c"%.9f\0A\00", align 1
@re = internal global [65536 x double] zeroinitializer, align 16
@im = internal global [65536 x double] zeroinitializer, align 16
@complex_type = internal constant %struct.lr_type { ptr @.str.1, i32 0, i32 16, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @.compoundliteral, ptr null, ptr null }, align 16
@.str.1 = private unnamed_addr constant [15 x i8] c"struct complex\00", align 1
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
  %cond = phi i64 [ %call, %cond.true ], [ 65536, %entry ]
  %call1 = call double @transform(i64 %cond)
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, double %call1)
  ret i32 0
}

define internal double @transform(i64 %size) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %while.cond

while.cond:
  %n.0 = phi i64 [ 1, %entry ], [ %mul, %while.body ]
  %cmp = icmp slt i64 %n.0, %size
  %cmp1 = icmp ult i64 %n.0, 65536
  %spec.select = and i1 %cmp, %cmp1
  br i1 %spec.select, label %while.body, label %for.cond

while.body:
  %mul = shl nuw nsw i64 %n.0, 1
  br label %while.cond

for.cond:
  %round.0 = phi i32 [ %inc106, %for.inc105 ], [ 0, %while.cond ]
  %sum.0 = phi double [ %sum.1, %for.inc105 ], [ 0.000000e+00, %while.cond ]
  %cmp2 = icmp ult i32 %round.0, 20
  br i1 %cmp2, label %for.cond3, label %for.end107

for.cond3:
  %k.0 = phi i64 [ %inc, %for.body6 ], [ 0, %for.cond ]
  %cmp4 = icmp ult i64 %k.0, %n.0
  br i1 %cmp4, label %for.body6, label %for.end

for.body6:
  %mul7 = mul nuw nsw i64 %k.0, 7
  %rem = urem i64 %mul7, 31
  %conv = uitofp nneg i64 %rem to double
  %arrayidx = getelementptr inbounds [65536 x double], ptr @re, i64 0, i64 %k.0
  store double %conv, ptr %arrayidx, align 8
  %mul8 = mul nuw nsw i64 %k.0, 5
  %rem9 = urem i64 %mul8, 17
  %conv10 = zext nneg i32 %round.0 to i64
  %add = add nuw nsw i64 %rem9, %conv10
  %conv11 = uitofp nneg i64 %add to double
  %arrayidx12 = getelementptr inbounds [65536 x double], ptr @im, i64 0, i64 %k.0
  store double %conv11, ptr %arrayidx12, align 8
  %inc = add nuw nsw i64 %k.0, 1
  br label %for.cond3

for.end:
  call void @reverse_bits(i64 %n.0)
  br label %for.cond13

for.cond13:
  %half.0 = phi i64 [ 1, %for.end ], [ %mul88, %for.end82 ]
  %s.0 = phi double [ 0.000000e+00, %for.end ], [ %fneg, %for.end82 ]
  %c.0 = phi double [ -1.000000e+00, %for.end ], [ %call86, %for.end82 ]
  %cmp14 = icmp ult i64 %half.0, %n.0
  br i1 %cmp14, label %for.body17, label %for.cond91

for.body17:
  %call18 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @complex_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call18 to ptr addrspace(11)
  store double %c.0, ptr addrspace(11) %0, align 8
  %im = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store double %s.0, ptr addrspace(11) %im, align 8
  br label %for.cond19

for.cond19:
  %start.0 = phi i64 [ 0, %for.body17 ], [ %add81, %for.inc79 ]
  %cmp20 = icmp ult i64 %start.0, %n.0
  br i1 %cmp20, label %for.body23, label %for.end82

for.body23:
  %call27 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @complex_type to ptr addrspace(10)))
  %1 = addrspacecast ptr addrspace(10) %call27 to ptr addrspace(11)
  store double 1.000000e+00, ptr addrspace(11) %1, align 8
  %im29 = getelementptr inbounds i8, ptr addrspace(11) %1, i64 8
  store double 0.000000e+00, ptr addrspace(11) %im29, align 8
  br label %for.cond32

for.cond32:
  %k31.0 = phi i64 [ %start.0, %for.body23 ], [ %inc77, %for.body37 ]
  %root.0 = phi ptr addrspace(10) [ %call27, %for.body23 ], [ %call75, %for.body37 ]
  %add33 = add nsw i64 %start.0, %half.0
  %cmp34 = icmp slt i64 %k31.0, %add33
  br i1 %cmp34, label %for.body37, label %for.inc79

for.body37:
  %arrayidx39 = getelementptr inbounds [65536 x double], ptr @re, i64 0, i64 %k31.0
  %2 = load double, ptr %arrayidx39, align 8
  %arrayidx41 = getelementptr inbounds [65536 x double], ptr @im, i64 0, i64 %k31.0
  %3 = load double, ptr %arrayidx41, align 8
  %call43 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @complex_type to ptr addrspace(10)))
  %4 = addrspacecast ptr addrspace(10) %call43 to ptr addrspace(11)
  store double %2, ptr addrspace(11) %4, align 8
  %im45 = getelementptr inbounds i8, ptr addrspace(11) %4, i64 8
  store double %3, ptr addrspace(11) %im45, align 8
  %add48 = add nsw i64 %k31.0, %half.0
  %arrayidx49 = getelementptr inbounds [65536 x double], ptr @re, i64 0, i64 %add48
  %5 = load double, ptr %arrayidx49, align 8
  %arrayidx52 = getelementptr inbounds [65536 x double], ptr @im, i64 0, i64 %add48
  %6 = load double, ptr %arrayidx52, align 8
  %call54 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @complex_type to ptr addrspace(10)))
  %7 = addrspacecast ptr addrspace(10) %call54 to ptr addrspace(11)
  store double %5, ptr addrspace(11) %7, align 8
  %im56 = getelementptr inbounds i8, ptr addrspace(11) %7, i64 8
  store double %6, ptr addrspace(11) %im56, align 8
  %call58 = call swiftcc ptr addrspace(10) @multiply_complex(ptr "gcstack" swiftself %call, ptr addrspace(10) %root.0, ptr addrspace(10) nonnull %call54)
  %call59 = call swiftcc ptr addrspace(10) @add_complex(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call43, ptr addrspace(10) %call58)
  %8 = addrspacecast ptr addrspace(10) %call59 to ptr addrspace(11)
  %9 = load double, ptr addrspace(11) %8, align 8
  store double %9, ptr %arrayidx39, align 8
  %im62 = getelementptr inbounds i8, ptr addrspace(11) %8, i64 8
  %10 = load double, ptr addrspace(11) %im62, align 8
  store double %10, ptr %arrayidx41, align 8
  %call66 = call swiftcc ptr addrspace(10) @subtract_complex(ptr "gcstack" swiftself %call, ptr addrspace(10) nonnull %call43, ptr addrspace(10) %call58)
  %11 = addrspacecast ptr addrspace(10) %call66 to ptr addrspace(11)
  %12 = load double, ptr addrspace(11) %11, align 8
  store double %12, ptr %arrayidx49, align 8
  %im70 = getelementptr inbounds i8, ptr addrspace(11) %11, i64 8
  %13 = load double, ptr addrspace(11) %im70, align 8
  store double %13, ptr %arrayidx52, align 8
  %call75 = call swiftcc ptr addrspace(10) @multiply_complex(ptr "gcstack" swiftself %call, ptr addrspace(10) %root.0, ptr addrspace(10) nonnull %call18)
  %inc77 = add nsw i64 %k31.0, 1
  br label %for.cond32

for.inc79:
  %mul80 = shl nsw i64 %half.0, 1
  %add81 = add nsw i64 %start.0, %mul80
  br label %for.cond19

for.end82:
  %sub = fsub double 1.000000e+00, %c.0
  %div = fmul double %sub, 5.000000e-01
  %call83 = call double @sqrt(double %div)
  %fneg = fneg double %call83
  %add84 = fadd double %c.0, 1.000000e+00
  %div85 = fmul double %add84, 5.000000e-01
  %call86 = call double @sqrt(double %div85)
  %mul88 = shl nsw i64 %half.0, 1
  br label %for.cond13

for.cond91:
  %sum.1 = phi double [ %add101, %for.body95 ], [ %sum.0, %for.cond13 ]
  %k90.0 = phi i64 [ %inc103, %for.body95 ], [ 0, %for.cond13 ]
  %cmp92 = icmp ult i64 %k90.0, %n.0
  br i1 %cmp92, label %for.body95, label %for.inc105

for.body95:
  %arrayidx96 = getelementptr inbounds [65536 x double], ptr @re, i64 0, i64 %k90.0
  %14 = load double, ptr %arrayidx96, align 8
  %and = and i64 %k90.0, 3
  %conv97 = uitofp nneg i64 %and to double
  %mul98 = fmul double %14, %conv97
  %arrayidx99 = getelementptr inbounds [65536 x double], ptr @im, i64 0, i64 %k90.0
  %15 = load double, ptr %arrayidx99, align 8
  %sub100 = fsub double %mul98, %15
  %add101 = fadd double %sum.1, %sub100
  %inc103 = add nuw nsw i64 %k90.0, 1
  br label %for.cond91

for.inc105:
  %inc106 = add nuw nsw i32 %round.0, 1
  br label %for.cond

for.end107:
  ret double %sum.0
}

define available_externally i64 @atol(ptr nonnull %__nptr) {
entry:
  %call = call i64 @strtol(ptr nocapture nonnull %__nptr, ptr null, i32 10)
  ret i64 %call
}

define internal void @reverse_bits(i64 %n) noinline {
entry:
  br label %for.cond

for.cond:
  %j.0 = phi i64 [ 0, %entry ], [ %xor4, %for.inc13 ]
  %k.0 = phi i64 [ 1, %entry ], [ %inc, %for.inc13 ]
  %cmp = icmp slt i64 %k.0, %n
  br i1 %cmp, label %for.cond1, label %for.end14

for.cond1:
  %bit.0.in = phi i64 [ %bit.0, %for.body2 ], [ %n, %for.cond ]
  %j.1 = phi i64 [ %xor, %for.body2 ], [ %j.0, %for.cond ]
  %bit.0 = ashr i64 %bit.0.in, 1
  %and = and i64 %j.1, %bit.0
  %tobool.not = icmp eq i64 %and, 0
  br i1 %tobool.not, label %for.end, label %for.body2

for.body2:
  %xor = xor i64 %j.1, %bit.0
  br label %for.cond1

for.end:
  %xor4 = xor i64 %j.1, %bit.0
  %cmp5 = icmp slt i64 %k.0, %xor4
  br i1 %cmp5, label %if.then, label %for.inc13

if.then:
  %arrayidx = getelementptr inbounds [65536 x double], ptr @re, i64 0, i64 %k.0
  %0 = load double, ptr %arrayidx, align 8
  %arrayidx6 = getelementptr inbounds [65536 x double], ptr @im, i64 0, i64 %k.0
  %1 = load double, ptr %arrayidx6, align 8
  %arrayidx7 = getelementptr inbounds [65536 x double], ptr @re, i64 0, i64 %xor4
  %2 = load double, ptr %arrayidx7, align 8
  store double %2, ptr %arrayidx, align 8
  %arrayidx9 = getelementptr inbounds [65536 x double], ptr @im, i64 0, i64 %xor4
  %3 = load double, ptr %arrayidx9, align 8
  store double %3, ptr %arrayidx6, align 8
  store double %0, ptr %arrayidx7, align 8
  store double %1, ptr %arrayidx9, align 8
  br label %for.inc13

for.inc13:
  %inc = add nuw nsw i64 %k.0, 1
  br label %for.cond

for.end14:
  ret void
}

define internal swiftcc ptr addrspace(10) @multiply_complex(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %a, ptr addrspace(10) %b) {
entry:
  %0 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %1 = load double, ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %3 = load double, ptr addrspace(11) %2, align 8
  %mul = fmul double %1, %3
  %im = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %4 = load double, ptr addrspace(11) %im, align 8
  %im2 = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %5 = load double, ptr addrspace(11) %im2, align 8
  %mul3 = fmul double %4, %5
  %sub = fsub double %mul, %mul3
  %mul6 = fmul double %1, %5
  %mul9 = fmul double %4, %3
  %add = fadd double %mul6, %mul9
  %call = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 16, ptr addrspace(10) addrspacecast (ptr @complex_type to ptr addrspace(10)))
  %6 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  store double %sub, ptr addrspace(11) %6, align 8
  %im11 = getelementptr inbounds i8, ptr addrspace(11) %6, i64 8
  store double %add, ptr addrspace(11) %im11, align 8
  ret ptr addrspace(10) %call
}

define internal swiftcc ptr addrspace(10) @add_complex(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %a, ptr addrspace(10) %b) {
entry:
  %0 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %1 = load double, ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %3 = load double, ptr addrspace(11) %2, align 8
  %add = fadd double %1, %3
  %im = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %4 = load double, ptr addrspace(11) %im, align 8
  %im2 = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %5 = load double, ptr addrspace(11) %im2, align 8
  %add3 = fadd double %4, %5
  %call = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 16, ptr addrspace(10) addrspacecast (ptr @complex_type to ptr addrspace(10)))
  %6 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  store double %add, ptr addrspace(11) %6, align 8
  %im5 = getelementptr inbounds i8, ptr addrspace(11) %6, i64 8
  store double %add3, ptr addrspace(11) %im5, align 8
  ret ptr addrspace(10) %call
}

define internal swiftcc ptr addrspace(10) @subtract_complex(ptr "gcstack" swiftself %gcstack, ptr addrspace(10) %a, ptr addrspace(10) %b) {
entry:
  %0 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %1 = load double, ptr addrspace(11) %0, align 8
  %2 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %3 = load double, ptr addrspace(11) %2, align 8
  %sub = fsub double %1, %3
  %im = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  %4 = load double, ptr addrspace(11) %im, align 8
  %im2 = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %5 = load double, ptr addrspace(11) %im2, align 8
  %sub3 = fsub double %4, %5
  %call = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 16, ptr addrspace(10) addrspacecast (ptr @complex_type to ptr addrspace(10)))
  %6 = addrspacecast ptr addrspace(10) %call to ptr addrspace(11)
  store double %sub, ptr addrspace(11) %6, align 8
  %im5 = getelementptr inbounds i8, ptr addrspace(11) %6, i64 8
  store double %sub3, ptr addrspace(11) %im5, align 8
  ret ptr addrspace(10) %call
}

declare i32 @printf(ptr, ...)
declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare double @sqrt(double)
declare i64 @strtol(ptr, ptr, i32)
