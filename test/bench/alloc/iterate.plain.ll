; Made by tools/regen-examples from iterate.c: see there for what it shows.
source_filename = "iterate.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.step = type { i64, i64, i8 }

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
  %cond = phi i64 [ %call, %cond.true ], [ 400000, %entry ]
  %call1 = call double @iterate(i64 %cond)
  %call2 = call i32 (ptr, ...) @printf(ptr nonnull dereferenceable(1) @.str, double %call1)
  ret i32 0
}

define internal double @iterate(i64 %n) noinline {
entry:
  %s = alloca %struct.step, align 8
  %tmp = alloca %struct.step, align 8
  %s5 = alloca %struct.step, align 8
  %tmp13 = alloca %struct.step, align 8
  br label %for.cond

for.cond:
  %round.0 = phi i32 [ 0, %entry ], [ %inc, %for.cond.cleanup9 ]
  %sum.0 = phi i64 [ 0, %entry ], [ %sum.2, %for.cond.cleanup9 ]
  %cmp = icmp ult i32 %round.0, 100
  br i1 %cmp, label %for.body, label %for.end17

for.body:
  %conv = zext nneg i32 %round.0 to i64
  %add = add nsw i64 %conv, %n
  call void @range_step(ptr dead_on_unwind nonnull writable sret(%struct.step) align 8 %s, i64 %add, i64 0)
  br label %for.cond1

for.cond1:
  %sum.1 = phi i64 [ %sum.0, %for.body ], [ %add4, %for.body3 ]
  %some = getelementptr inbounds i8, ptr %s, i64 16
  %0 = load i8, ptr %some, align 8
  %loadedv = trunc nuw i8 %0 to i1
  br i1 %loadedv, label %for.body3, label %for.cond.cleanup2

for.cond.cleanup2:
  call void @square_step(ptr dead_on_unwind nonnull writable sret(%struct.step) align 8 %s5, i64 %add, i64 0)
  br label %for.cond6

for.body3:
  %mul = mul nsw i64 %sum.1, 3
  %1 = load i64, ptr %s, align 8
  %add4 = add nsw i64 %mul, %1
  %state = getelementptr inbounds i8, ptr %s, i64 8
  %2 = load i64, ptr %state, align 8
  call void @range_step(ptr dead_on_unwind nonnull writable sret(%struct.step) align 8 %tmp, i64 %add, i64 %2)
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 dereferenceable(24) %s, ptr nonnull align 8 dereferenceable(24) %tmp, i64 24, i1 false)
  br label %for.cond1

for.cond6:
  %sum.2 = phi i64 [ %sum.1, %for.cond.cleanup2 ], [ %xor, %for.body10 ]
  %some7 = getelementptr inbounds i8, ptr %s5, i64 16
  %3 = load i8, ptr %some7, align 8
  %loadedv8 = trunc nuw i8 %3 to i1
  br i1 %loadedv8, label %for.body10, label %for.cond.cleanup9

for.cond.cleanup9:
  %inc = add nuw nsw i32 %round.0, 1
  br label %for.cond

for.body10:
  %4 = load i64, ptr %s5, align 8
  %xor = xor i64 %sum.2, %4
  %state14 = getelementptr inbounds i8, ptr %s5, i64 8
  %5 = load i64, ptr %state14, align 8
  call void @square_step(ptr dead_on_unwind nonnull writable sret(%struct.step) align 8 %tmp13, i64 %add, i64 %5)
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 dereferenceable(24) %s5, ptr nonnull align 8 dereferenceable(24) %tmp13, i64 24, i1 false)
  br label %for.cond6

for.end17:
  %and = and i64 %sum.0, 1099511627775
  %conv18 = uitofp nneg i64 %and to double
  ret double %conv18
}

define available_externally i64 @atol(ptr nonnull %__nptr) {
entry:
  %call = call i64 @strtol(ptr nocapture nonnull %__nptr, ptr null, i32 10)
  ret i64 %call
}

define internal void @range_step(ptr dead_on_unwind noalias writable sret(%struct.step) align 8 %agg.result, i64 %n, i64 %state) {
entry:
  %cmp = icmp eq i64 %state, %n
  br i1 %cmp, label %if.then, label %if.end

if.then:
  call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(24) %agg.result, i8 0, i64 24, i1 false)
  br label %return

if.end:
  %add = add nsw i64 %state, 1
  store i64 %add, ptr %agg.result, align 8
  %state3 = getelementptr inbounds i8, ptr %agg.result, i64 8
  store i64 %add, ptr %state3, align 8
  %some4 = getelementptr inbounds i8, ptr %agg.result, i64 16
  store i8 1, ptr %some4, align 8
  br label %return

return:
  ret void
}

define internal void @square_step(ptr dead_on_unwind noalias writable sret(%struct.step) align 8 %agg.result, i64 %n, i64 %state) {
entry:
  %s = alloca %struct.step, align 8
  call void @range_step(ptr dead_on_unwind nonnull writable sret(%struct.step) align 8 %s, i64 %n, i64 %state)
  %some = getelementptr inbounds i8, ptr %s, i64 16
  %0 = load i8, ptr %some, align 8
  %loadedv = trunc nuw i8 %0 to i1
  br i1 %loadedv, label %if.end, label %if.then

if.then:
  call void @llvm.memset.p0.i64(ptr nonnull align 8 dereferenceable(24) %agg.result, i8 0, i64 24, i1 false)
  br label %cleanup

if.end:
  %1 = load i64, ptr %s, align 8
  %mul = mul nsw i64 %1, %1
  store i64 %mul, ptr %agg.result, align 8
  %state5 = getelementptr inbounds i8, ptr %agg.result, i64 8
  %state6 = getelementptr inbounds i8, ptr %s, i64 8
  %2 = load i64, ptr %state6, align 8
  store i64 %2, ptr %state5, align 8
  %some7 = getelementptr inbounds i8, ptr %agg.result, i64 16
  store i8 1, ptr %some7, align 8
  br label %cleanup

cleanup:
  ret void
}

declare i32 @printf(ptr, ...)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg)
declare i64 @strtol(ptr, ptr, i32)
