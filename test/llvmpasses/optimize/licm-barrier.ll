; JuliaLICM: write barriers.
; RUN: lateroot opt -S --passes='function(JuliaLICM)' %s | FileCheck --check-prefixes=CHECK,SOME %s
; RUN: lateroot opt -S --profile=julia-1.13 --passes='function(JuliaLICM)' %s | FileCheck --check-prefixes=CHECK,OVER %s
; RUN: printf 'base = julia-1.13\nname = s\nbarrier = snapshot\nqueue_slot = q\nlog_base = b\n' >%t.profile
; RUN: lateroot opt -S --profile=%t.profile --passes='function(JuliaLICM)' %s | FileCheck --check-prefix=SNAPSHOT %s
; SNAPSHOT-LABEL: define void @each_round(
; SNAPSHOT: br label %loop
; SNAPSHOT: @julia.object_write_barrier(
; SNAPSHOT: @julia.field_write_barrier.p11(
; SNAPSHOT: @julia.write_barrier(
; RUN: lateroot opt -S --profile=julia-1.5 --passes='function(JuliaLICM)' %s | FileCheck --check-prefixes=CHECK,SOME %s

declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p13(ptr addrspace(10), ...)
declare ptr addrspace(10) @make()
declare nonnull ptr addrspace(10) @make_nonnull()
declare void @collect()
declare i64 @leaf() "gc-leaf-function"
declare i64 @leaf_returns() nounwind willreturn "gc-leaf-function"

; No safepoint in the loop, and each round comes to the barrier.  All generations of it.
define void @each_round(ptr addrspace(10) %p, ptr addrspace(10) %c, i64 %n) {
; CHECK-LABEL: define void @each_round(
; CHECK: entry:
; CHECK-NEXT: %d = addrspacecast
; CHECK-NEXT: %l = getelementptr
; CHECK-NEXT: call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
; CHECK-NEXT: call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(
; CHECK-NEXT: call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p)
; CHECK-NEXT: call void (ptr addrspace(10), ...) @julia.write_barrier(
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NOT: barrier
entry:
  %d = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  %l = getelementptr i8, ptr addrspace(11) %d, i64 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %f = getelementptr ptr addrspace(10), ptr addrspace(11) %d, i64 %i
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %l, ptr addrspace(10) %c)
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p)
  store atomic ptr addrspace(10) %c, ptr addrspace(11) %f release, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  %i1 = add i64 %i, 1
  %b = icmp ult i64 %i1, %n
  br i1 %b, label %loop, label %out
out:
  ret void
}

; Over a safepoint only where all survivors grow old together.
define void @collects(ptr addrspace(10) %p, ptr addrspace(10) %c, i64 %n) {
; CHECK-LABEL: define void @collects(
; SOME: loop:
; SOME: call void (ptr addrspace(10), ...) @julia.write_barrier(
; SOME: call void @collect()
; OVER: call void (ptr addrspace(10), ...) @julia.write_barrier(
; OVER-NEXT: br label %loop
; OVER: call void @collect()
entry:
  %d = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  store ptr addrspace(10) %c, ptr addrspace(11) %d, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  call void @collect()
  %i1 = add i64 %i, 1
  %b = icmp ult i64 %i1, %n
  br i1 %b, label %loop, label %out
out:
  ret void
}

; So do the newer forms, but not one that speaks for all children.
define void @newer_forms(ptr addrspace(10) nonnull %p, ptr addrspace(10) %c, i64 %n) {
; CHECK-LABEL: define void @newer_forms(
; OVER: call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
; OVER-NEXT: call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(
; OVER-NEXT: call void (ptr addrspace(10), ...) @julia.write_barrier(
; OVER-NEXT: br label %loop
; SOME: loop:
; SOME: call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
; SOME: call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(
; SOME: call void (ptr addrspace(10), ...) @julia.write_barrier(
; OVER: loop:
; CHECK: call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p)
; CHECK: call void @collect()
entry:
  %d = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %d, ptr addrspace(10) %c)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(11) %d, ptr addrspace(10) %c)
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p)
  store ptr addrspace(10) %c, ptr addrspace(11) %d, align 8
  call void @collect()
  %i1 = add i64 %i, 1
  %b = icmp ult i64 %i1, %n
  br i1 %b, label %loop, label %out
out:
  ret void
}

; A safepoint in an inner loop counts.  Calls that do not collect do not.
define void @inner_collects(ptr addrspace(10) nonnull %p, ptr addrspace(10) %c, i64 %n) {
; CHECK-LABEL: define void @inner_collects(
; SOME: outer:
; SOME: call void (ptr addrspace(10), ...) @julia.write_barrier(
; OVER: call void (ptr addrspace(10), ...) @julia.write_barrier(
; OVER: outer:
; CHECK: call void @collect()
; CHECK: third.entry:
; CHECK-NEXT: call void (ptr addrspace(10), ...) @julia.write_barrier(
; CHECK: third:
; CHECK: call i64 @leaf()
; CHECK-NOT: barrier
; CHECK: ret void
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j1, %inner ]
  call void @collect()
  %j1 = add i64 %j, 1
  %b = icmp ult i64 %j1, %n
  br i1 %b, label %inner, label %latch
latch:
  %i1 = add i64 %i, 1
  %d = icmp ult i64 %i1, %n
  br i1 %d, label %outer, label %third.entry
third.entry:
  br label %third
third:
  %k = call i64 @leaf()
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  %e = icmp ult i64 %k, %n
  br i1 %e, label %third, label %out
out:
  ret void
}

; Rounds that do not come to the barrier: only if the operands are objects in any case.  Promises about its arguments
; do not hold outside.
define void @some_rounds(ptr addrspace(10) nonnull %p, ptr addrspace(10) %q, ptr addrspace(10) %c, i64 %n, i1 %b) {
; CHECK-LABEL: define void @some_rounds(
; CHECK: entry:
; CHECK-NEXT: %o = call nonnull
; CHECK-NEXT: %m = call ptr addrspace(10) @make()
; CHECK-NEXT: call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
; CHECK-NEXT: call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %m)
; CHECK-NEXT: br label %loop
; CHECK: at_times:
; CHECK-NEXT: call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %q, ptr addrspace(10) %c)
; CHECK-NEXT: call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %m, ptr addrspace(10) %c)
; CHECK-NEXT: br label %latch
entry:
  %o = call nonnull ptr addrspace(10) @make()
  %m = call ptr addrspace(10) @make()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  br i1 %b, label %at_times, label %latch
at_times:
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) noundef nonnull %c)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %m)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %q, ptr addrspace(10) %c)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %m, ptr addrspace(10) %c)
  br label %latch
latch:
  %i1 = add i64 %i, 1
  %d = icmp ult i64 %i1, %n
  br i1 %d, label %loop, label %out
out:
  ret void
}

; The same for a loop that may do no round, for a call that may not return, and for loads.
define void @no_round(ptr addrspace(10) %q, ptr addrspace(10) nonnull %p, ptr addrspace(11) %at, i64 %n) {
; CHECK-LABEL: define void @no_round(
; CHECK: entry:
; CHECK: call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %y)
; CHECK-NEXT: br label %loop
; CHECK: body:
; CHECK-NEXT: call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %q, ptr addrspace(10) %y)
; CHECK-NEXT: call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %x)
; CHECK-NEXT: br label %loop
; CHECK: second.entry:
; CHECK-NEXT: br label %second
; CHECK: second:
; CHECK-NEXT: {{%.*}} = call i64 @leaf()
; CHECK-NEXT: call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %q, ptr addrspace(10) %y)
; CHECK: third.entry:
; CHECK-NEXT: call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %q, ptr addrspace(10) %y)
; CHECK-NEXT: br label %third
; CHECK: third:
; CHECK-NEXT: {{%.*}} = call i64 @leaf_returns()
; CHECK-NEXT: br label %third.next
entry:
  %x = load ptr addrspace(10), ptr addrspace(11) %at
  %y = load ptr addrspace(10), ptr addrspace(11) %at, !nonnull !1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %body ]
  %i1 = add i64 %i, 1
  %d = icmp ult i64 %i1, %n
  br i1 %d, label %body, label %second.entry
body:
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %q, ptr addrspace(10) %y)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %x)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %y)
  br label %loop
second.entry:
  br label %second
second:
  %k = call i64 @leaf()
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %q, ptr addrspace(10) %y)
  %e = icmp ult i64 %k, %n
  br i1 %e, label %second, label %third.entry
third.entry:
  br label %third
third:
  %m = call i64 @leaf_returns()
  br label %third.next
third.next:
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %q, ptr addrspace(10) %y)
  %f = icmp ult i64 %m, %n
  br i1 %f, label %third, label %out
out:
  ret void
}

; Operands that are computed in the loop from others move along, if each round comes to the barrier; what is chosen anew
; in each round, or read from memory, stays.
define void @operands(ptr addrspace(10) %p, ptr addrspace(10) %q, ptr addrspace(10) %c, i1 %b, ptr addrspace(11) %at, i64 %n) {
; CHECK-LABEL: define void @operands(
; CHECK: entry:
; CHECK-NEXT: %b1 = xor i1 %b, true
; CHECK-NEXT: %o = select i1 %b1, ptr addrspace(10) %p, ptr addrspace(10) %q
; CHECK-NEXT: call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %c)
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK: call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %old)
; CHECK: call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %x)
; CHECK: call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %old = phi ptr addrspace(10) [ %c, %entry ], [ %x, %loop ]
  %b1 = xor i1 %b, true
  %o = select i1 %b1, ptr addrspace(10) %p, ptr addrspace(10) %q
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %c)
  %x = load ptr addrspace(10), ptr addrspace(11) %at, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %old)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %x)
  %f = getelementptr ptr addrspace(10), ptr addrspace(11) %at, i64 %i
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %f, ptr addrspace(10) %c)
  %i1 = add i64 %i, 1
  %d = icmp ult i64 %i1, %n
  br i1 %d, label %loop, label %out
out:
  ret void
}

; A barrier that is hardly ever run stays where it is.
define void @cold(ptr addrspace(10) nonnull %p, ptr addrspace(10) %c, i64 %n, i1 %b) {
; CHECK-LABEL: define void @cold(
; CHECK: rarely:
; CHECK-NEXT: call void (ptr addrspace(10), ...) @julia.write_barrier(
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  br i1 %b, label %rarely, label %latch, !prof !0
rarely:
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  br label %latch
latch:
  %i1 = add i64 %i, 1
  %d = icmp ult i64 %i1, %n
  br i1 %d, label %loop, label %out
out:
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = !{}
