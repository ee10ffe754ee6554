; Made by tools/regen-examples from mandelbrot.c: see there for what it shows.
source_filename = "mandelbrot.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [6 x i8] c"%.9f\0A\00", align 1

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
  %cond = phi i64 [ %call, %cond.true ], [ 700, %entry ]
  %call1 = call double @mandelbrot(i64 %cond)
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, double %call1)
  ret i32 0
}

define internal double @mandelbrot(i64 %size) noinline {
entry:
  br label %for.cond

for.cond:
  %row.0 = phi i64 [ 0, %entry ], [ %inc26, %for.inc25 ]
  %sum.0 = phi double [ 0.000000e+00, %entry ], [ %sum.1, %for.inc25 ]
  %cmp = icmp slt i64 %row.0, %size
  br i1 %cmp, label %for.cond1, label %for.end27

for.cond1:
  %column.0 = phi i64 [ %inc24, %while.end ], [ 0, %for.cond ]
  %sum.1 = phi double [ %add23, %while.end ], [ %sum.0, %for.cond ]
  %cmp2 = icmp slt i64 %column.0, %size
  br i1 %cmp2, label %for.body4, label %for.inc25

for.body4:
  %conv = uitofp nneg i64 %column.0 to double
  %mul = fmul double %conv, 2.000000e+00
  %conv5 = sitofp i64 %size to double
  %div = fdiv double %mul, %conv5
  %sub = fadd double %div, -1.500000e+00
  %conv6 = uitofp nneg i64 %row.0 to double
  %mul7 = fmul double %conv6, 2.000000e+00
  %div9 = fdiv double %mul7, %conv5
  %sub10 = fadd double %div9, -1.000000e+00
  br label %while.cond

while.cond:
  %z.sroa.0.2 = phi double [ 0.000000e+00, %for.body4 ], [ %3, %while.body ]
  %z.sroa.8.2 = phi double [ 0.000000e+00, %for.body4 ], [ %4, %while.body ]
  %rounds.0 = phi i64 [ 0, %for.body4 ], [ %inc, %while.body ]
  %cmp11 = icmp ult i64 %rounds.0, 100
  %mul15 = fmul double %z.sroa.0.2, %z.sroa.0.2
  %mul18 = fmul double %z.sroa.8.2, %z.sroa.8.2
  %add = fadd double %mul15, %mul18
  %cmp19 = fcmp ole double %add, 4.000000e+00
  %0 = select i1 %cmp11, i1 %cmp19, i1 false
  br i1 %0, label %while.body, label %while.end

while.body:
  %call = call { double, double } @multiply_complex(double %z.sroa.0.2, double %z.sroa.8.2, double %z.sroa.0.2, double %z.sroa.8.2)
  %1 = extractvalue { double, double } %call, 0
  %2 = extractvalue { double, double } %call, 1
  %call21 = call { double, double } @add_complex(double %1, double %2, double %sub, double %sub10)
  %3 = extractvalue { double, double } %call21, 0
  %4 = extractvalue { double, double } %call21, 1
  %inc = add nuw nsw i64 %rounds.0, 1
  br label %while.cond

while.end:
  %conv22 = uitofp nneg i64 %rounds.0 to double
  %add23 = fadd double %sum.1, %conv22
  %inc24 = add nuw nsw i64 %column.0, 1
  br label %for.cond1

for.inc25:
  %inc26 = add nuw nsw i64 %row.0, 1
  br label %for.cond

for.end27:
  ret double %sum.0
}

define available_externally i64 @atol(ptr nonnull %__nptr) {
entry:
  %call = call i64 @strtol(ptr nocapture nonnull %__nptr, ptr null, i32 10)
  ret i64 %call
}

define internal { double, double } @add_complex(double %a.coerce0, double %a.coerce1, double %b.coerce0, double %b.coerce1) {
entry:
  %add = fadd double %a.coerce0, %b.coerce0
  %add5 = fadd double %a.coerce1, %b.coerce1
  %.fca.0.insert = insertvalue { double, double } poison, double %add, 0
  %.fca.1.insert = insertvalue { double, double } %.fca.0.insert, double %add5, 1
  ret { double, double } %.fca.1.insert
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

declare i32 @printf(ptr, ...)
declare i64 @strtol(ptr, ptr, i32)
