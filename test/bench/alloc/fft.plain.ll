; Made by tools/regen-examples from fft.c: see there for what it shows.
source_filename = "fft.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.complex = type { double, double }

@.str = private unnamed_addr constant [6 x i8] c"%.9f\0A\00", align 1
@re = internal global [65536 x double] zeroinitializer, align 16
@im = internal global [65536 x double] zeroinitializer, align 16
@__const.transform.root = private unnamed_addr constant %struct.complex { double 1.000000e+00, double 0.000000e+00 }, align 8

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
  %round.0 = phi i32 [ %inc87, %for.inc86 ], [ 0, %while.cond ]
  %sum.0 = phi double [ %sum.1, %for.inc86 ], [ 0.000000e+00, %while.cond ]
  %cmp2 = icmp ult i32 %round.0, 20
  br i1 %cmp2, label %for.cond3, label %for.end88

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
  %half.0 = phi i64 [ 1, %for.end ], [ %mul69, %for.end63 ]
  %s.0 = phi double [ 0.000000e+00, %for.end ], [ %fneg, %for.end63 ]
  %c.0 = phi double [ -1.000000e+00, %for.end ], [ %call67, %for.end63 ]
  %cmp14 = icmp ult i64 %half.0, %n.0
  br i1 %cmp14, label %for.cond18, label %for.cond72

for.cond18:
  %start.0 = phi i64 [ %add62, %for.inc60 ], [ 0, %for.cond13 ]
  %cmp19 = icmp ult i64 %start.0, %n.0
  br i1 %cmp19, label %for.cond24, label %for.end63

for.cond24:
  %k23.0 = phi i64 [ %inc58, %for.body29 ], [ %start.0, %for.cond18 ]
  %root.sroa.0.0 = phi double [ %10, %for.body29 ], [ 1.000000e+00, %for.cond18 ]
  %root.sroa.6.0 = phi double [ %11, %for.body29 ], [ 0.000000e+00, %for.cond18 ]
  %add25 = add nsw i64 %start.0, %half.0
  %cmp26 = icmp slt i64 %k23.0, %add25
  br i1 %cmp26, label %for.body29, label %for.inc60

for.body29:
  %arrayidx31 = getelementptr inbounds [65536 x double], ptr @re, i64 0, i64 %k23.0
  %0 = load double, ptr %arrayidx31, align 8
  %arrayidx33 = getelementptr inbounds [65536 x double], ptr @im, i64 0, i64 %k23.0
  %1 = load double, ptr %arrayidx33, align 8
  %add35 = add nsw i64 %k23.0, %half.0
  %arrayidx36 = getelementptr inbounds [65536 x double], ptr @re, i64 0, i64 %add35
  %2 = load double, ptr %arrayidx36, align 8
  %arrayidx39 = getelementptr inbounds [65536 x double], ptr @im, i64 0, i64 %add35
  %3 = load double, ptr %arrayidx39, align 8
  %call = call { double, double } @multiply_complex(double %root.sroa.0.0, double %root.sroa.6.0, double %2, double %3)
  %4 = extractvalue { double, double } %call, 0
  %5 = extractvalue { double, double } %call, 1
  %call40 = call { double, double } @add_complex(double %0, double %1, double %4, double %5)
  %6 = extractvalue { double, double } %call40, 0
  %7 = extractvalue { double, double } %call40, 1
  store double %6, ptr %arrayidx31, align 8
  store double %7, ptr %arrayidx33, align 8
  %call47 = call { double, double } @subtract_complex(double %0, double %1, double %4, double %5)
  %8 = extractvalue { double, double } %call47, 0
  %9 = extractvalue { double, double } %call47, 1
  store double %8, ptr %arrayidx36, align 8
  store double %9, ptr %arrayidx39, align 8
  %call56 = call { double, double } @multiply_complex(double %root.sroa.0.0, double %root.sroa.6.0, double %c.0, double %s.0)
  %10 = extractvalue { double, double } %call56, 0
  %11 = extractvalue { double, double } %call56, 1
  %inc58 = add nsw i64 %k23.0, 1
  br label %for.cond24

for.inc60:
  %mul61 = shl nsw i64 %half.0, 1
  %add62 = add nsw i64 %start.0, %mul61
  br label %for.cond18

for.end63:
  %sub = fsub double 1.000000e+00, %c.0
  %div = fmul double %sub, 5.000000e-01
  %call64 = call double @sqrt(double %div)
  %fneg = fneg double %call64
  %add65 = fadd double %c.0, 1.000000e+00
  %div66 = fmul double %add65, 5.000000e-01
  %call67 = call double @sqrt(double %div66)
  %mul69 = shl nsw i64 %half.0, 1
  br label %for.cond13

for.cond72:
  %sum.1 = phi double [ %add82, %for.body76 ], [ %sum.0, %for.cond13 ]
  %k71.0 = phi i64 [ %inc84, %for.body76 ], [ 0, %for.cond13 ]
  %cmp73 = icmp ult i64 %k71.0, %n.0
  br i1 %cmp73, label %for.body76, label %for.inc86

for.body76:
  %arrayidx77 = getelementptr inbounds [65536 x double], ptr @re, i64 0, i64 %k71.0
  %12 = load double, ptr %arrayidx77, align 8
  %and = and i64 %k71.0, 3
  %conv78 = uitofp nneg i64 %and to double
  %mul79 = fmul double %12, %conv78
  %arrayidx80 = getelementptr inbounds [65536 x double], ptr @im, i64 0, i64 %k71.0
  %13 = load double, ptr %arrayidx80, align 8
  %sub81 = fsub double %mul79, %13
  %add82 = fadd double %sum.1, %sub81
  %inc84 = add nuw nsw i64 %k71.0, 1
  br label %for.cond72

for.inc86:
  %inc87 = add nuw nsw i32 %round.0, 1
  br label %for.cond

for.end88:
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

define internal { double, double } @multiply_complex(double %a.coerce0, double %a.coerce1, double %b.coerce0, double %b.coerce1) {
entry:
  %mul = fmul double %a.coerce0, %b.coerce0
  %mul4 = fmul double %a.coerce1, %b.coerce1
  %sub = fsub double %mul, %mul4
  %mul8 = fmul double %a.coerce0, %b.coerce1
  %mul11 = fmul double %a.coerce1, %b.coerce0
  %add = fadd double %mul8, %mul11
  %.fca.0.insert = insertvalue { double, double } poison, double %sub, 0
  %.fca.1.insert = insertvalue { double, double } %.fca.0.insert, double %add, 1
  ret { double, double } %.fca.1.insert
}

define internal { double, double } @add_complex(double %a.coerce0, double %a.coerce1, double %b.coerce0, double %b.coerce1) {
entry:
  %add = fadd double %a.coerce0, %b.coerce0
  %add5 = fadd double %a.coerce1, %b.coerce1
  %.fca.0.insert = insertvalue { double, double } poison, double %add, 0
  %.fca.1.insert = insertvalue { double, double } %.fca.0.insert, double %add5, 1
  ret { double, double } %.fca.1.insert
}

define internal { double, double } @subtract_complex(double %a.coerce0, double %a.coerce1, double %b.coerce0, double %b.coerce1) {
entry:
  %sub = fsub double %a.coerce0, %b.coerce0
  %sub5 = fsub double %a.coerce1, %b.coerce1
  %.fca.0.insert = insertvalue { double, double } poison, double %sub, 0
  %.fca.1.insert = insertvalue { double, double } %.fca.0.insert, double %sub5, 1
  ret { double, double } %.fca.1.insert
}

declare i32 @printf(ptr, ...)
declare double @sqrt(double)
declare i64 @strtol(ptr, ptr, i32)
