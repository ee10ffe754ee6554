; ColdUnreachableBranches: weights where one side never returns.
; RUN: lateroot opt -S --passes='function(ColdUnreachableBranches)' %s | FileCheck %s

declare void @throw() noreturn
declare void @work()

define void @second(i1 %c) {
; CHECK-LABEL: define void @second(
; CHECK: br i1 %c, label %good, label %bad, !prof [[FIRST:![0-9]+]]
  br i1 %c, label %good, label %bad
good:
  ret void
bad:
  call void @throw()
  unreachable
}

; The side has branches, a join and a loop, and still no return.
define void @deep(i1 %c, i1 %d, i1 %e) {
; CHECK-LABEL: define void @deep(
; CHECK: br i1 %c, label %bad, label %good, !prof [[SECOND:![0-9]+]]
; CHECK: br i1 %d, label %left, label %right{{$}}
; CHECK: br i1 %e, label %join, label %end{{$}}
  br i1 %c, label %bad, label %good
bad:
  br i1 %d, label %left, label %right
left:
  br label %join
right:
  br label %join
join:
  call void @work()
  br i1 %e, label %join, label %end
end:
  call void @throw()
  unreachable
good:
  ret void
}

; Weights that are there stay, and !unpredictable; both sides return; both do not.
define void @kept(i1 %c, i1 %d) {
; CHECK-LABEL: define void @kept(
; CHECK: br i1 %c, label %good, label %bad, !prof [[OLD:![0-9]+]]
; CHECK: br i1 %d, label %good1, label %bad, !unpredictable
; CHECK: br i1 %c, label %done, label %good2{{$}}
; CHECK: br i1 %d, label %bad1, label %bad2{{$}}
  br i1 %c, label %good, label %bad, !prof !0
good:
  br i1 %d, label %good1, label %bad, !unpredictable !1
good1:
  br i1 %c, label %done, label %good2
good2:
  ret void
done:
  ret void
bad:
  br i1 %d, label %bad1, label %bad2
bad1:
  unreachable
bad2:
  unreachable
}

; A loop without an exit may be where the program spends its time.
define void @serves(i1 %c, i1 %d) {
; CHECK-LABEL: define void @serves(
; CHECK: br i1 %c, label %forever, label %out{{$}}
; CHECK: br i1 %d, label %good, label %bad, !prof [[FIRST]]
entry:
  br i1 %c, label %forever, label %out
forever:
  call void @work()
  br label %forever
out:
  br i1 %d, label %good, label %bad
good:
  ret void
bad:
  unreachable
}

; CHECK-DAG: [[FIRST]] = !{!"branch_weights", i32 2000, i32 1}
; CHECK-DAG: [[SECOND]] = !{!"branch_weights", i32 1, i32 2000}
; CHECK-DAG: [[OLD]] = !{!"branch_weights", i32 3, i32 5}
!0 = !{!"branch_weights", i32 3, i32 5}
!1 = !{}
