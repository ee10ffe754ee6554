; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s
; What the front end knows of its branches decides where the frame is pushed and what is stored once.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @poll()
declare void @throw(ptr addrspace(10)) noreturn
declare void @slow_way() cold
declare i1 @llvm.expect.i1(i1, i1)
declare i64 @llvm.expect.i64(i64, i64)

; The block before is the nearest that dominates both needs; it hardly ever runs, by weight.
; CHECK-LABEL: define {{.*}} @by_weight(
; CHECK: top:
; CHECK-NOT: push_gc_frame
; CHECK: rare:
; CHECK: call void @julia.push_gc_frame
; CHECK: out:
define void @by_weight(i1 %c, i1 %d, i1 %e) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %rare, label %out, !prof !0
rare:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %out
out:
  ret void
}

; Two arms of which the likely one needs it: nothing is won.
; CHECK-LABEL: define {{.*}} @likely(
; CHECK: top:
; CHECK: push_gc_frame
; CHECK: often:
define void @likely(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %often, label %out, !prof !1
often:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %out
out:
  ret void
}

; `unpredictable` says nothing of how often.
; CHECK-LABEL: define {{.*}} @unpredictable(
; CHECK: top:
; CHECK-NOT: push_gc_frame
; CHECK: arm:
define void @unpredictable(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %arm, label %out, !unpredictable !3
arm:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %out
out:
  ret void
}

; A value needed on three rare ways out of a hot loop's switch is not stored for all of them before it.
; CHECK-LABEL: define {{.*}} @store_stays_on_rare_ways(
; CHECK: %a = call {{.*}} @make()
; CHECK-NOT: store ptr addrspace(10)
; CHECK: one:
; CHECK: store ptr addrspace(10) %a
; CHECK: two:
; CHECK: store ptr addrspace(10) %a
define void @store_stays_on_rare_ways(i32 %k) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  switch i32 %k, label %out [ i32 1, label %one
                              i32 2, label %two ], !prof !2
one:
  call void @poll()
  call void @use(ptr addrspace(10) %a)
  br label %out
two:
  call void @poll()
  call void @use(ptr addrspace(10) %a)
  br label %out
out:
  ret void
}

; llvm.expect that nobody has lowered: what it does not expect is rare.
; CHECK-LABEL: define {{.*}} @expected(
; CHECK: top:
; CHECK: push_gc_frame
; CHECK: usual:
; CHECK-LABEL: define {{.*}} @not_expected(
; CHECK: top:
; CHECK-NOT: push_gc_frame
; CHECK: rare:
; CHECK: push_gc_frame
define void @expected(i64 %x) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %e = call i64 @llvm.expect.i64(i64 %x, i64 0)
  %t = icmp eq i64 %e, 0
  br i1 %t, label %usual, label %out
usual:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %out
out:
  ret void
}
define void @not_expected(i1 %x) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %e = call i1 @llvm.expect.i1(i1 %x, i1 false)
  br i1 %e, label %rare, label %out
rare:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %out
out:
  ret void
}

; A block that calls a cold function is as rare as that.
; CHECK-LABEL: define {{.*}} @calls_cold(
; CHECK: %a = call {{.*}} @make()
; CHECK-NOT: store ptr addrspace(10)
; CHECK: one:
; CHECK: store ptr addrspace(10) %a
; CHECK: two:
; CHECK: store ptr addrspace(10) %a
define void @calls_cold(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %c, label %one, label %next
one:
  call void @slow_way()
  call void @use(ptr addrspace(10) %a)
  br label %out
next:
  br i1 %d, label %two, label %out
two:
  call void @slow_way()
  call void @use(ptr addrspace(10) %a)
  br label %out
out:
  ret void
}

; A loop that ends in a throw is as cold as the throw.
; CHECK-LABEL: define {{.*}} @loop_before_a_throw(
; CHECK: bad:
; CHECK: call void @julia.push_gc_frame
; CHECK-NEXT: br label %loop
; CHECK: loop:
define i64 @loop_before_a_throw(i64 %i, i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %bad, label %good
bad:
  call void @poll()
  br label %loop
loop:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br i1 %d, label %loop, label %end
end:
  call void @throw(ptr addrspace(10) null)
  unreachable
good:
  ret i64 %i
}

!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!2 = !{!"branch_weights", i32 2000, i32 1, i32 1}
!3 = !{}
