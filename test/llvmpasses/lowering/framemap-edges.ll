; A function without slots whose anchor is popped on an edge to a block with phis.
; RUN: %lateroot opt --abi=framemap -passes=LateLowerGCFrame -S %s | FileCheck %s
; CHECK: join:
; CHECK-NEXT: phi i64 {{.*}}, %gcpop{{[0-9]*}} ]

declare ptr @julia.get_pgcstack()
declare i64 @elsewhere(ptr addrspace(10), i64)

define i64 @anchor_alone(ptr addrspace(10) %o, i64 %n, i1 %c) {
top:
  %gc = call ptr @julia.get_pgcstack()
  br i1 %c, label %join, label %work
join:
  %r = phi i64 [ %y, %more ], [ 0, %work ], [ 1, %top ]
  ret i64 %r
work:
  %x = call i64 @elsewhere(ptr addrspace(10) %o, i64 1)
  %z = icmp eq i64 %x, 0
  br i1 %z, label %more, label %join
more:
  %y = call i64 @elsewhere(ptr addrspace(10) %o, i64 %n)
  br label %join
}
