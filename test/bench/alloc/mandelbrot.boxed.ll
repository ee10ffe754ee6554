; Made by tools/regen-examples from mandelbrot.c: see there for what it shows.
source_filename = "mandelbrot.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }

@.str = private unnamed_addr constant [6 x i8] c"%.9f\0A\00", align 1
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
  %cond = phi i64 [ %call, %cond.true ], [ 700, %entry ]
  %call1 = call double @mandelbrot(i64 %cond)
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, double %call1)
  ret i32 0
}

define internal double @mandelbrot(i64 %size) noinline {
entry:
  %call = call ptr @julia.get_pgcstack()
  br label %for.cond

for.cond:
  %row.0 = phi i64 [ 0, %entry ], [ %inc35, %for.inc34 ]
  %sum.0 = phi double [ 0.000000e+00, %entry ], [ %sum.1, %for.inc34 ]
  %cmp = icmp slt i64 %row.0, %size
  br i1 %cmp, label %for.cond1, label %for.end36

for.cond1:
  %column.0 = phi i64 [ %inc33, %while.end ], [ 0, %for.cond ]
  %sum.1 = phi double [ %add32, %while.end ], [ %sum.0, %for.cond ]
  %cmp2 = icmp slt i64 %column.0, %size
  br i1 %cmp2, label %for.body4, label %for.inc34

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
  %call11 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @complex_type to ptr addrspace(10)))
  %0 = addrspacecast ptr addrspace(10) %call11 to ptr addrspace(11)
  store double %sub, ptr addrspace(11) %0, align 8
  %im = getelementptr inbounds i8, ptr addrspace(11) %0, i64 8
  store double %sub10, ptr addrspace(11) %im, align 8
  %call15 = call dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_obj(ptr %call, i64 16, ptr addrspace(10) addrspacecast (ptr @complex_type to ptr addrspace(10)))
  %1 = addrspacecast ptr addrspace(10) %call15 to ptr addrspace(11)
  store double 0.000000e+00, ptr addrspace(11) %1, align 8
  %im17 = getelementptr inbounds i8, ptr addrspace(11) %1, i64 8
  store double 0.000000e+00, ptr addrspace(11) %im17, align 8
  br label %while.cond

while.cond:
  %z.0 = phi ptr addrspace(10) [ %call15, %for.body4 ], [ %call30, %while.body ]
  %rounds.0 = phi i64 [ 0, %for.body4 ], [ %inc, %while.body ]
  %cmp19 = icmp ult i64 %rounds.0, 100
  br i1 %cmp19, label %land.rhs, label %while.end

land.rhs:
  %2 = addrspacecast ptr addrspace(10) %z.0 to ptr addrspace(11)
  %3 = load double, ptr addrspace(11) %2, align 8
  %mul23 = fmul double %3, %3
  %im24 = getelementptr inbounds i8, ptr addrspace(11) %2, i64 8
  %4 = load double, ptr addrspace(11) %im24, align 8
  %mul26 = fmul double %4, %4
  %add = fadd double %mul23, %mul26
  %cmp27 = fcmp ugt double %add, 4.000000e+00
  br i1 %cmp27, label %while.end, label %while.body

while.body:
  %call29 = call swiftcc ptr addrspace(10) @multiply_complex(ptr "gcstack" swiftself %call, ptr addrspace(10) %z.0, ptr addrspace(10) %z.0)
  %call30 = call swiftcc ptr addrspace(10) @add_complex(ptr "gcstack" swiftself %call, ptr addrspace(10) %call29, ptr addrspace(10) nonnull %call11)
  %inc = add nuw nsw i64 %rounds.0, 1
  br label %while.cond

while.end:
  %conv31 = uitofp nneg i64 %rounds.0 to double
  %add32 = fadd double %sum.1, %conv31
  %inc33 = add nuw nsw i64 %column.0, 1
  br label %for.cond1

for.inc34:
  %inc35 = add nuw nsw i64 %row.0, 1
  br label %for.cond

for.end36:
  ret double %sum.0
}

define available_externally i64 @atol(ptr nonnull %__nptr) {
entry:
  %call = call i64 @strtol(ptr nocapture nonnull %__nptr, ptr null, i32 10)
  ret i64 %call
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

declare i32 @printf(ptr, ...)
declare ptr @julia.get_pgcstack() nounwind memory(inaccessiblemem: read)
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) nounwind willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare i64 @strtol(ptr, ptr, i32)
