; RUN: %lateroot opt --verify-each --passes=FinalLowerGC -S %s | FileCheck %s
; Barriers cut blocks; everything around the cut must still be right.

declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @use(i64)
declare void @use_ptr(ptr)

; Static allocas behind a barrier stay in the entry block, or they would grow the stack at run time.
; CHECK-LABEL: define void @allocas(
; CHECK-NEXT: entry:
; CHECK-DAG: %first = alloca i64
; CHECK-DAG: %second = alloca i64
; CHECK-DAG: %third = alloca i64
; CHECK: br i1
; CHECK-NOT: alloca i64, align 8{{$}}
; CHECK: %dynamic = alloca i64, i64 %n
define void @allocas(ptr addrspace(10) %p, ptr addrspace(10) %c, i64 %n) {
entry:
  %first = alloca i64
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  %second = alloca i64
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  %third = alloca i64
  %dynamic = alloca i64, i64 %n
  call void @use_ptr(ptr %first)
  call void @use_ptr(ptr %second)
  call void @use_ptr(ptr %third)
  call void @use_ptr(ptr %dynamic)
  ret void
}

; A block that branches to itself: its phi stays where the edges lead, and sees the end of the block as its predecessor.
; CHECK-LABEL: define i64 @self_loop(
; CHECK: br label %loop
; CHECK: loop:
; CHECK-NEXT: %i = phi i64 [ 0, %entry ], [ %next, %[[END:.*]] ]
; CHECK-NEXT: call void @use(i64 %i)
; CHECK: [[END]]:
; CHECK-NEXT: %next = add i64 %i, 1
; CHECK: br i1 %done, label %out, label %loop
; CHECK: out:
; CHECK-NEXT: %r = phi i64 [ %next, %[[END]] ]
define i64 @self_loop(ptr addrspace(10) %p, ptr addrspace(10) %c, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @use(i64 %i)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %c, ptr addrspace(10) %p)
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %out, label %loop
out:
  %r = phi i64 [ %next, %loop ]
  ret i64 %r
}

; Several edges from one switch, and the address of the block: all lead to its head.
; CHECK-LABEL: define i64 @many_edges(
; CHECK: store ptr blockaddress(@many_edges, %target), ptr %where
; CHECK: switch i64 %x, label %out [
; CHECK-NEXT: i64 1, label %target
; CHECK-NEXT: i64 2, label %target
; CHECK: target:
; CHECK-NEXT: %v = phi i64 [ 7, %entry ], [ 7, %entry ], [ 8, %jump ]
; CHECK-NEXT: getelementptr i8, ptr addrspace(10) %p, i64 -8
; CHECK: jump:
; CHECK: indirectbr ptr %a, [label %target]
define i64 @many_edges(ptr addrspace(10) %p, ptr addrspace(10) %c, i64 %x, ptr %where) {
entry:
  store ptr blockaddress(@many_edges, %target), ptr %where
  switch i64 %x, label %out [ i64 1, label %target
                              i64 2, label %target ]
target:
  %v = phi i64 [ 7, %entry ], [ 7, %entry ], [ 8, %jump ]
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  br label %out
jump:
  %a = load ptr, ptr %where
  indirectbr ptr %a, [label %target]
out:
  %r = phi i64 [ 0, %entry ], [ %v, %target ]
  ret i64 %r
}

; Barriers without anything between them, the last right before the terminator.
; CHECK-LABEL: define void @adjacent(
; CHECK-COUNT-3: call void @lr_gc_queue_root
; CHECK: ret void
define void @adjacent(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(10) %q) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %c, ptr addrspace(10) %p)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %c)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %q, ptr addrspace(10) %c)
  ret void
}

; CHECK-LABEL: define void @unreachable(
; CHECK: dead:
; CHECK: call void @lr_gc_queue_root
define void @unreachable(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  ret void
dead:
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  br label %dead
}
