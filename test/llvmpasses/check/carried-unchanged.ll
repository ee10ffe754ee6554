; A call is given what was read out of a word of the frame as a number, while the word still roots the object: right as
; long as neither the word nor the frame changes in between.
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not="in function 'right"
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare void @stop()
declare void @keep(i64)
declare void @have(ptr)
declare i32 @setjmp(ptr) returns_twice

define void @right(ptr addrspace(10) %o) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  call void @stop()
  call void @keep(i64 %n)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

define void @right_blocks(ptr addrspace(10) %o, ptr addrspace(10) %p, i1 %c, i1 %d) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  %n = load ptr, ptr %s
  %m = getelementptr i8, ptr %n, i64 8
  %a = ptrtoint ptr %m to i64
  store ptr addrspace(10) %p, ptr %t
  br i1 %c, label %one, label %two
one:
  call void @stop()
  store ptr addrspace(10) null, ptr %t
  br i1 %d, label %one, label %two
two:
  call void @keep(i64 %a)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

define void @right_rounds(ptr %from, i1 %c) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  br label %head
head:
  %o = load ptr addrspace(10), ptr %from
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  call void @stop()
  call void @keep(i64 %n)
  br i1 %c, label %head, label %out
out:
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'written'
define void @written(ptr addrspace(10) %o) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  store ptr addrspace(10) null, ptr %s
  call void @stop()
  call void @keep(i64 %n)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'written_first'
define void @written_first(ptr addrspace(10) %o, i1 %c) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  br label %loop
loop:
  call void @stop()
  br i1 %c, label %more, label %out
more:
  store ptr addrspace(10) null, ptr %s
  br label %loop
out:
  call void @keep(i64 %n)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'in_its_block'
define void @in_its_block(ptr addrspace(10) %o) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  store ptr addrspace(10) null, ptr %s
  br label %out
out:
  call void @stop()
  call void @keep(i64 %n)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'in_the_last'
define void @in_the_last(ptr addrspace(10) %o) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  br label %out
out:
  store ptr addrspace(10) null, ptr %s
  call void @stop()
  call void @keep(i64 %n)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'popped'
define void @popped(ptr addrspace(10) %o) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  call void @julia.pop_gc_frame(ptr %frame)
  call void @stop()
  call void @keep(i64 %n)
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'not_pushed'
define void @not_pushed(ptr addrspace(10) %o) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  call void @stop()
  call void @keep(i64 %n)
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'pushed_late'
define void @pushed_late(ptr addrspace(10) %o) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  call void @stop()
  call void @keep(i64 %n)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'too_few'
define void @too_few(ptr addrspace(10) %o) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store ptr addrspace(10) %o, ptr %t
  %n = load i64, ptr %t
  call void @stop()
  call void @keep(i64 %n)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'last_round'
define void @last_round(ptr %from, i1 %c) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  br label %head
head:
  %last = phi i64 [ 0, %0 ], [ %n, %head ]
  %o = load ptr addrspace(10), ptr %from
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  call void @stop()
  call void @keep(i64 %last)
  br i1 %c, label %head, label %out
out:
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: {{%[nm]}} is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'of_two'
define void @of_two(ptr addrspace(10) %o, ptr addrspace(10) %p) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %p, ptr %t
  %n = load i64, ptr %s
  %m = load i64, ptr %t
  %both = add i64 %n, %m
  store ptr addrspace(10) null, ptr %s
  call void @stop()
  call void @keep(i64 %both)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'exchanged'
define void @exchanged(ptr addrspace(10) %o) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  %n = atomicrmw xchg ptr %s, i64 0 seq_cst
  call void @stop()
  call void @keep(i64 %n)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'somewhere'
define void @somewhere(ptr addrspace(10) %o, i1 %c) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %t
  %w = select i1 %c, ptr %s, ptr %t
  %n = load i64, ptr %w
  call void @stop()
  call void @keep(i64 %n)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'others_write'
define void @others_write(ptr addrspace(10) %o) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  call void @have(ptr %s)
  call void @stop()
  call void @keep(i64 %n)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'no_call'
define void @no_call(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  call void @stop()
  store i64 %n, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'again'
define void @again(ptr addrspace(10) %o, ptr %buffer) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  %j = call i32 @setjmp(ptr %buffer) returns_twice
  %c = icmp eq i32 %j, 0
  br i1 %c, label %first, label %second
first:
  store ptr addrspace(10) null, ptr %s
  call void @stop()
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
second:
  call void @keep(i64 %n)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'moving'
define void @moving(ptr addrspace(10) %o) "lateroot-reload"="true" {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %t = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  call void @stop()
  call void @keep(i64 %n)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
