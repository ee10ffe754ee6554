; LowerSIMDLoop: accesses and reductions of marked loops.  Every spelling gives the same.
; RUN: lateroot opt -S --passes='LowerSIMDLoop' %s -o %t.ll && FileCheck %s <%t.ll
; RUN: lateroot opt -S --passes='function(loop(LowerSIMDLoop))' %s | diff - %t.ll
; RUN: lateroot opt -S --passes='loop(LowerSIMDLoop)' %s | diff - %t.ll
; RUN: lateroot opt -S --passes='function(loop-mssa(LowerSIMDLoop))' %s | diff - %t.ll
; RUN: lateroot opt -S --passes='cgscc(function(loop(LowerSIMDLoop)))' %s | diff - %t.ll
; RUN: not lateroot opt -S --passes='loop(function(LowerSIMDLoop))' %s 2>&1 | FileCheck --check-prefix=PLACE %s
; PLACE: 'LowerSIMDLoop' is a loop pass and cannot stand inside 'loop(...)'

define double @sum(ptr %a, i64 %n) {
; CHECK-LABEL: define double @sum(
; CHECK: %p = fmul contract double %x, %x
; CHECK: %s1 = fadd reassoc contract double %s, %p
; CHECK-NOT: parallel_loop_access
; CHECK: br i1 %c, label %loop, label %out, !llvm.loop [[SUM:![0-9]+]]
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %g = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %g
  %p = fmul double %x, %x
  %s1 = fadd double %s, %p
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %out, !llvm.loop !0
out:
  %after = fmul double %s1, %s1
  %r = fadd double %after, 1.0
  ret double %r
; CHECK: %after = fmul double %s1, %s1
; CHECK: %r = fadd double %after
}

; The chain is the first operand of each fsub; the product has one user in the loop and one behind it.
define double @chain(ptr %a, i64 %n, ptr %out) {
; CHECK-LABEL: define double @chain(
; CHECK: %p = fmul double %x, %x
; CHECK: %s1 = fsub reassoc contract double %s, %p
; CHECK: %s2 = fadd reassoc contract double %x, %s1
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s2, %loop ]
  %g = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %g
  %p = fmul double %x, %x
  %s1 = fsub double %s, %p
  %s2 = fadd double %x, %s1
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %out.block, !llvm.loop !1
out.block:
  store double %p, ptr %out
  ret double %s2
}

define double @product(ptr %a, i64 %n) {
; CHECK-LABEL: define double @product(
; CHECK: %y = fmul double %x, 3.0
; CHECK: %s1 = fmul reassoc contract double %s, %y
; CHECK: %s2 = fdiv reassoc nnan contract double %s1, %x
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi double [ 1.0, %entry ], [ %s2, %loop ]
  %g = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %g
  %y = fmul double %x, 3.0
  %s1 = fmul double %s, %y
  %s2 = fdiv nnan double %s1, %x
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %out, !llvm.loop !2
out:
  ret double %s2
}

; No chains: a sum that is subtracted, one that is read in the loop, a mixture, one that does not come back.
define double @none(ptr %a, i64 %n) {
; CHECK-LABEL: define double @none(
; CHECK-NOT: reassoc
; CHECK: ret double
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %t = phi double [ 0.0, %entry ], [ %t1, %loop ]
  %u = phi double [ 0.0, %entry ], [ %u2, %loop ]
  %v = phi double [ 0.0, %entry ], [ %x, %loop ]
  %w = phi double [ 0.0, %entry ], [ %w1, %loop ]
  %g = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %g
  %s1 = fsub double %x, %s
  %t1 = fadd double %t, %x
  store double %t1, ptr %g
  %u1 = fadd double %u, %x
  %u2 = fmul double %u1, %x
  %v1 = fadd double %v, %x
  %w1 = fadd double %w, %w
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %out, !llvm.loop !3
out:
  ret double %s1
}

; Without marks all stays, strings of Julia's too.
define double @unmarked(ptr %a, i64 %n) {
; CHECK-LABEL: define double @unmarked(
; CHECK: %s1 = fadd double %s, %x
; CHECK: !llvm.loop [[UNMARKED:![0-9]+]]
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi double [ 0.0, %entry ], [ %s1, %loop ]
  %g = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %g
  %s1 = fadd double %s, %x
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %out, !llvm.loop !4
out:
  ret double %s1
}

declare double @llvm.sqrt.f64(double)
declare void @any()

; Each access gets the loop, and nothing else does; an optnone function, too.
define void @ivdep(ptr %a, i64 %n) noinline optnone {
; CHECK-LABEL: define void @ivdep(
; CHECK: load double, ptr %g, align 8, !llvm.mem.parallel_loop_access [[LIST:![0-9]+]]
; CHECK: call double @llvm.sqrt.f64(double %x){{$}}
; CHECK: %y1 = fadd double %y, 1.0
; CHECK: call void @any(), !llvm.mem.parallel_loop_access [[LIST]]
; CHECK: store double %y1, ptr %g, align 8, !llvm.mem.parallel_loop_access [[LIST]]
; CHECK: br i1 {{.*}}, label %loop, label %other, !llvm.loop [[IVDEP:![0-9]+]]
; CHECK: br i1 {{.*}}, label %loop, label %out, !llvm.loop [[IVDEP]]
; CHECK: store double 0.000000e+00, ptr %a, align 8{{$}}
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ], [ %i1, %other ]
  %g = getelementptr double, ptr %a, i64 %i
  %x = load double, ptr %g
  %y = call double @llvm.sqrt.f64(double %x)
  %y1 = fadd double %y, 1.0
  call void @any()
  store double %y1, ptr %g
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %other, !llvm.loop !5
other:
  %d = icmp ne i64 %i1, 17
  br i1 %d, label %loop, label %out, !llvm.loop !5
out:
  store double 0.0, ptr %a
  ret void
}

; Two loops around one access: it has both.
define void @nest(ptr %a, i64 %n) {
; CHECK-LABEL: define void @nest(
; CHECK: store double 1.000000e+00, ptr %g, align 8, !llvm.mem.parallel_loop_access [[BOTH:![0-9]+]]
; CHECK: !llvm.loop [[INNER:![0-9]+]]
; CHECK: !llvm.loop [[OUTER:![0-9]+]]
entry:
  br label %outer
outer:
  %j = phi i64 [ 0, %entry ], [ %j1, %latch ]
  %row = getelementptr double, ptr %a, i64 %j
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %i1, %loop ]
  %g = getelementptr double, ptr %row, i64 %i
  store double 1.0, ptr %g
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %latch, !llvm.loop !6
latch:
  %j1 = add i64 %j, 16
  %d = icmp ult i64 %j1, %n
  br i1 %d, label %outer, label %out, !llvm.loop !7
out:
  ret void
}

; CHECK-DAG: [[SUM]] = distinct !{[[SUM]]}
; CHECK-DAG: [[UNMARKED]] = distinct !{[[UNMARKED]], !"julia.other"}
; CHECK-DAG: [[LIST]] = !{[[IVDEP]]}
; CHECK-DAG: [[IVDEP]] = distinct !{[[IVDEP]], [[KEPT:![0-9]+]], [[MORE:![0-9]+]]}
; CHECK-DAG: [[KEPT]] = !{!"llvm.loop.vectorize.enable", i1 true}
; CHECK-DAG: [[MORE]] = !{!"llvm.loop.unroll.disable"}
; CHECK-DAG: [[BOTH]] = !{[[INNER]], [[OUTER]]}
; CHECK-DAG: [[INNER]] = distinct !{[[INNER]]}
; CHECK-DAG: [[OUTER]] = distinct !{[[OUTER]]}

!0 = distinct !{!0, !"julia.simdloop"}
!1 = distinct !{!1, !"julia.simdloop"}
!2 = distinct !{!2, !"julia.simdloop"}
!3 = distinct !{!3, !"julia.simdloop"}
!4 = distinct !{!4, !"julia.other"}
!5 = distinct !{!5, !8, !"julia.ivdep", !"julia.other", !9}
!6 = distinct !{!6, !"julia.ivdep"}
!7 = distinct !{!7, !"julia.ivdep", !"julia.simdloop"}
!8 = !{!"llvm.loop.vectorize.enable", i1 true}
!9 = !{!"llvm.loop.unroll.disable"}
