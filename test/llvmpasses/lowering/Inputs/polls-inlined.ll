target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()

; A tree's left and right at words 0 and 1, and a number at 2.
define i64 @sum(ptr "gcstack" %gc, ptr addrspace(10) %t) {
  %none = icmp eq ptr addrspace(10) %t, null
  br i1 %none, label %zero, label %go
zero:
  ret i64 0
go:
  %left = call i64 @child(ptr "gcstack" %gc, ptr addrspace(10) %t, i64 0)
  %right = call i64 @child(ptr "gcstack" %gc, ptr addrspace(10) %t, i64 1)
  %at = getelementptr i64, ptr addrspace(10) %t, i64 2
  %v = load i64, ptr addrspace(10) %at
  %s = add i64 %left, %right
  %all = add i64 %s, %v
  ret i64 %all
}

define internal i64 @child(ptr "gcstack" %gc, ptr addrspace(10) %t, i64 %i) alwaysinline {
  %at = getelementptr ptr addrspace(10), ptr addrspace(10) %t, i64 %i
  %c = load ptr addrspace(10), ptr addrspace(10) %at
  %r = call i64 @sum(ptr "gcstack" %gc, ptr addrspace(10) %c)
  ret i64 %r
}

define i64 @unrolled(ptr "gcstack" %gc, ptr %a, i64 %n) {
entry:
  br label %again
again:
  %i = phi i64 [ 0, %entry ], [ %next, %again ]
  %x = phi i64 [ 0, %entry ], [ %y, %again ]
  %at = getelementptr i64, ptr %a, i64 %i
  %v = load i64, ptr %at
  %m = mul i64 %x, 31
  %y = xor i64 %m, %v
  %next = add i64 %i, 1
  %c = icmp ult i64 %next, %n
  br i1 %c, label %again, label %end, !llvm.loop !0
end:
  ret i64 %y
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 4}
