; PlaceGCPolls: loops that count from a constant to a constant need no poll, however the end is asked for; what does not count does.
; RUN: %lateroot opt --passes=PlaceGCPolls -S %s | FileCheck %s

; CHECK-LABEL: define void @eq(
; CHECK-NOT: @julia.safepoint(
; CHECK: ret void
define void @eq(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %next = add i32 %i, 1
  %c = icmp eq i32 %next, 10
  br i1 %c, label %out, label %again
out:
  ret void
}

; CHECK-LABEL: define void @eq_other_side(
; CHECK-NOT: @julia.safepoint(
; CHECK: ret void
define void @eq_other_side(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %next = add i32 %i, 1
  %c = icmp eq i32 10, %i
  br i1 %c, label %out, label %again
out:
  ret void
}

; CHECK-LABEL: define void @ne(
; CHECK-NOT: @julia.safepoint(
; CHECK: ret void
define void @ne(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %next = add i32 %i, 1
  %c = icmp ne i32 %next, 10
  br i1 %c, label %again, label %out
out:
  ret void
}

; CHECK-LABEL: define void @uge(
; CHECK-NOT: @julia.safepoint(
; CHECK: ret void
define void @uge(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %next = add i32 %i, 2
  %c = icmp uge i32 %next, 11
  br i1 %c, label %out, label %again
out:
  ret void
}

; CHECK-LABEL: define void @uge_other_side(
; CHECK-NOT: @julia.safepoint(
; CHECK: ret void
define void @uge_other_side(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %next = add i32 %i, 2
  %c = icmp uge i32 11, %i
  br i1 %c, label %again, label %out
out:
  ret void
}

; CHECK-LABEL: define void @ule(
; CHECK-NOT: @julia.safepoint(
; CHECK: ret void
define void @ule(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i32 [ 9, %0 ], [ %next, %again ]
  %next = sub i32 %i, 1
  %c = icmp ule i32 %next, 2
  br i1 %c, label %out, label %again
out:
  ret void
}

; CHECK-LABEL: define void @ule_other_side(
; CHECK-NOT: @julia.safepoint(
; CHECK: ret void
define void @ule_other_side(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %next = add i32 %i, 1
  %c = icmp ule i32 7, %next
  br i1 %c, label %out, label %again
out:
  ret void
}

; CHECK-LABEL: define void @sge(
; CHECK-NOT: @julia.safepoint(
; CHECK: ret void
define void @sge(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i32 [ -5, %0 ], [ %next, %again ]
  %next = add i32 %i, 1
  %c = icmp sge i32 %i, 5
  br i1 %c, label %out, label %again
out:
  ret void
}

; CHECK-LABEL: define void @sle(
; CHECK-NOT: @julia.safepoint(
; CHECK: ret void
define void @sle(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i64 [ 5, %0 ], [ %next, %again ]
  %next = add i64 %i, -1
  %c = icmp sle i64 %next, -5
  br i1 %c, label %out, label %again
out:
  ret void
}

; CHECK-LABEL: define void @sle_other_side(
; CHECK-NOT: @julia.safepoint(
; CHECK: ret void
define void @sle_other_side(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i8 [ -100, %0 ], [ %next, %again ]
  %next = add i8 %i, 50
  %c = icmp sle i8 100, %next
  br i1 %c, label %out, label %again
out:
  ret void
}

; CHECK-LABEL: define void @ugt_other_side(
; CHECK-NOT: @julia.safepoint(
; CHECK: ret void
define void @ugt_other_side(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i16 [ 0, %0 ], [ %next, %again ]
  %next = add i16 %i, 1
  %c = icmp ugt i16 20, %next
  br i1 %c, label %again, label %out
out:
  ret void
}

; CHECK-LABEL: define void @slt_other_side(
; CHECK-NOT: @julia.safepoint(
; CHECK: ret void
define void @slt_other_side(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i16 [ 0, %0 ], [ %next, %again ]
  %next = add i16 %i, 1
  %c = icmp slt i16 20, %next
  br i1 %c, label %out, label %again
out:
  ret void
}

; CHECK-LABEL: define void @steps_over(
; CHECK: @julia.safepoint(
; CHECK: ret void
define void @steps_over(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %next = add i32 %i, 2
  %c = icmp eq i32 %next, 11
  br i1 %c, label %out, label %again
out:
  ret void
}

; CHECK-LABEL: define void @wide(
; CHECK: @julia.safepoint(
; CHECK: ret void
define void @wide(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i128 [ 0, %0 ], [ %next, %again ]
  %next = add i128 %i, 1
  %c = icmp eq i128 %next, 10
  br i1 %c, label %out, label %again
out:
  ret void
}

; CHECK-LABEL: define void @of_nothing(
; CHECK: @julia.safepoint(
; CHECK: ret void
define void @of_nothing(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %next = add i32 %i, 1
  %c = icmp eq i32 %next, %next
  br i1 %c, label %out, label %again
out:
  ret void
}

; CHECK-LABEL: define void @multiplied(
; CHECK: @julia.safepoint(
; CHECK: ret void
define void @multiplied(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i32 [ 1, %0 ], [ %next, %again ]
  %next = mul i32 %i, 2
  %c = icmp ugt i32 %next, 100
  br i1 %c, label %out, label %again
out:
  ret void
}

; Another value than the counter is asked for.
; CHECK-LABEL: define void @of_another(
; CHECK: @julia.safepoint(
; CHECK: ret void
define void @of_another(ptr "gcstack" %task, i32 %n) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %next = add i32 %i, 1
  %c = icmp eq i32 3, %n
  br i1 %c, label %out, label %again
out:
  ret void
}

; The end is asked for by a switch.
; CHECK-LABEL: define void @by_switch(
; CHECK: @julia.safepoint(
; CHECK: ret void
define void @by_switch(ptr "gcstack" %task) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %next = add i32 %i, 1
  switch i32 %next, label %again [ i32 10, label %out ]
out:
  ret void
}

; Two ways back.
; CHECK-LABEL: define void @two_ways_back(
; CHECK: @julia.safepoint(
; CHECK: ret void
define void @two_ways_back(ptr "gcstack" %task, i1 %x) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ], [ %next, %other ]
  %next = add i32 %i, 1
  br i1 %x, label %again, label %other
other:
  %c = icmp eq i32 %next, 10
  br i1 %c, label %out, label %again
out:
  ret void
}

; Two ways in.
; CHECK-LABEL: define void @two_ways_in(
; CHECK: @julia.safepoint(
; CHECK: ret void
define void @two_ways_in(ptr "gcstack" %task, i1 %x) {
  br i1 %x, label %again, label %back
again:
  %i = phi i32 [ 0, %0 ], [ %next, %back ]
  %c = icmp eq i32 %i, 10
  br i1 %c, label %out, label %back
back:
  %j = phi i32 [ 5, %0 ], [ %i, %again ]
  %next = add i32 %j, 1
  br label %again
out:
  ret void
}

; Only some of the iterations come by the comparison.
; CHECK-LABEL: define void @not_each_time(
; CHECK: @julia.safepoint(
; CHECK: ret void
define void @not_each_time(ptr "gcstack" %task, i1 %x) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %back ]
  br i1 %x, label %ask, label %back
ask:
  %c = icmp eq i32 %i, 10
  br i1 %c, label %out, label %back
back:
  %next = add i32 %i, 1
  br label %again
out:
  ret void
}
