; Each form in which a copy of a root can be made something else, and what may be done with such a copy behind a
; safepoint.
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
declare i32 @personality(...)

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'halves_joined'
define void @halves_joined(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %lo = trunc i64 %n to i32
  %hi = lshr i64 %n, 32
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  %l = zext i32 %lo to i64
  %h = shl i64 %hi, 32
  %x = or i64 %h, %l
  store i64 %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'signed_half'
define void @signed_half(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %lo = trunc i64 %n to i32
  %x = sext i32 %lo to i64
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store i64 %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'upper_half'
define void @upper_half(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %x = ashr i64 %n, 16
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store i64 %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'bits_of_double'
define void @bits_of_double(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load double, ptr %s
  %x = bitcast double %n to i64
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store i64 %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'frozen'
define void @frozen(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %x = freeze i64 %n
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store i64 %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'pointer_made'
define void @pointer_made(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %p = inttoptr i64 %n to ptr
  %x = addrspacecast ptr %p to ptr addrspace(11)
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store ptr addrspace(11) %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'field'
define void @field(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load ptr, ptr %s
  %x = getelementptr i8, ptr %n, i64 24
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  %v = load i64, ptr %x
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'number_of_pointer'
define void @number_of_pointer(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load ptr, ptr %s
  %x = ptrtoint ptr %n to i64
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store i64 %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'moved'
define void @moved(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %a = add i64 %n, 8
  %x = sub i64 %a, 16
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store i64 %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'tag_taken_off'
define void @tag_taken_off(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %x = and i64 %n, -16
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store i64 %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'tag_taken_off_by_variable'
define void @tag_taken_off_by_variable(ptr addrspace(10) %o, ptr %to, i64 %mask) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %x = and i64 %mask, %n
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store i64 %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'selected'
define void @selected(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %x = select i1 %c, i64 %n, i64 0
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store i64 %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'lane'
define void @lane(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load <2 x i64>, ptr %s
  %x = extractelement <2 x i64> %n, i32 1
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store i64 %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'lane_of_others'
define void @lane_of_others(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %x = insertelement <2 x i64> zeroinitializer, i64 %n, i32 0
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store <2 x i64> %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'shuffled'
define void @shuffled(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load <2 x i64>, ptr %s
  %x = shufflevector <2 x i64> %n, <2 x i64> poison, <2 x i32> <i32 1, i32 0>
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store <2 x i64> %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'part'
define void @part(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load { i64, i64 }, ptr %s
  %x = extractvalue { i64, i64 } %n, 1
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store i64 %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'part_of_others'
define void @part_of_others(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %x = insertvalue { i64, i64 } zeroinitializer, i64 %n, 1
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store { i64, i64 } %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'on_two_ways'
define void @on_two_ways(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  br i1 %c, label %one, label %two
one:
  br label %two
two:
  %x = phi i64 [ %n, %0 ], [ %n, %one ]
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store i64 %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'in_circles'
define void @in_circles(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  br label %head
head:
  %x = phi i64 [ %n, %0 ], [ %y, %more ]
  store i64 %x, ptr %to
  br i1 %c, label %more, label %out
more:
  %y = add i64 %x, 8
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  br label %head
out:
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'compared_with_another'
define void @compared_with_another(ptr addrspace(10) %o, ptr %to, i64 %m) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  %y = icmp eq i64 %n, %m
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n0 is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'exchanged'
define void @exchanged(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n0 = cmpxchg ptr %s, i64 0, i64 1 seq_cst seq_cst
  %n = extractvalue { i64, i1 } %n0, 0
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store i64 %n, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'by_invoke'
define void @by_invoke(ptr addrspace(10) %o, ptr %to) personality ptr @personality {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  store ptr addrspace(10) null, ptr %s
  invoke void @stop() to label %on unwind label %off
on:
  invoke void @keep(i64 %n) to label %out unwind label %off
out:
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
off:
  %e = landingpad { ptr, i32 } cleanup
  store ptr %frame, ptr %gc
  call void @julia.pop_gc_frame(ptr %frame)
  resume { ptr, i32 } %e
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'kept_in_part_of_a_variable'
define void @kept_in_part_of_a_variable(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %v = alloca [2 x i64]
  %v8 = getelementptr i8, ptr %v, i64 8
  %n = load i64, ptr %s
  store i64 %n, ptr %v8
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  %w = getelementptr [2 x i64], ptr %v, i64 0, i64 1
  %x = load i64, ptr %w
  store i64 %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'kept_round_the_loop'
define void @kept_round_the_loop(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %v = alloca i64
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  br label %head
head:
  %x = load i64, ptr %v
  store i64 %x, ptr %to
  %n = load i64, ptr %s
  store i64 %n, ptr %v
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  br i1 %c, label %head, label %out
out:
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'kept_over_a_block'
define void @kept_over_a_block(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %v = alloca i64
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  store i64 %n, ptr %v
  br i1 %c, label %one, label %two
one:
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  br label %two
two:
  %x = load i64, ptr %v
  store i64 %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

define void @right_in_a_root(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  store i64 %n, ptr %s8
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  %x = load ptr addrspace(10), ptr %s8
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

define void @right_stored_before(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  store i64 %n, ptr %to
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

define void @right_low_bits(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %l = and i64 %n, 7
  %k = and i64 15, %n
  %b = trunc i64 %n to i1
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  %x = add i64 %l, %k
  store i64 %x, ptr %to
  store i1 %b, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

define void @right_hash(ptr addrspace(10) %o, ptr %to, i64 %by) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %m = mul i64 %n, 3
  %r = lshr i64 %n, 3
  %q = ashr i64 %n, %by
  %d = sub i64 %n, %by
  %i = xor i64 %n, 5
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  %x = add i64 %m, %r
  %y = add i64 %q, %d
  %z = add i64 %x, %y
  %w = add i64 %z, %i
  store i64 %w, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

define void @right_asked(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %f = load double, ptr %s
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  %a = icmp eq i64 %n, 0
  %b = icmp ugt i64 4096, %n
  %c = fcmp oeq double %f, 0.0
  %l = and i64 %n, 7
  %t = trunc i64 %n to i1
  store i1 %a, ptr %to
  store i1 %b, ptr %to
  store i1 %c, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

define void @right_switch(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  switch i64 %n, label %out [ i64 0, label %out ]
out:
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

define void @right_place(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %p = getelementptr i8, ptr %to, i64 %n
  %e = extractelement <2 x i64> <i64 1, i64 2>, i64 %n
  %i = insertelement <2 x i64> zeroinitializer, i64 3, i64 %n
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store i64 %e, ptr %to
  store <2 x i64> %i, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

define void @right_chosen_by(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %b = trunc i64 %n to i1
  %x = select i1 %b, i64 1, i64 2
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  store i64 %x, ptr %to
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

define void @right_never(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
never:
  store i64 %n, ptr %to
  ret void
}

define void @right_before(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s8 = getelementptr i8, ptr %s, i64 8
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  br i1 %c, label %one, label %two
one:
  store i64 %n, ptr %to
  br label %two
two:
  store ptr addrspace(10) null, ptr %s
  store ptr addrspace(10) null, ptr %s8
  call void @stop()
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
