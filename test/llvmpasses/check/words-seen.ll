; A push says how many words of the frame count: right, and wrong placements.
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s --implicit-check-not="function 'right"
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr addrspace(10) @make()
declare void @take(ptr addrspace(10))
declare void @both(ptr addrspace(10), ptr addrspace(10))
declare void @fill(ptr nocapture)
declare void @read(ptr nocapture readonly)
declare void @stop()

; What the second word kept from before is not seen in the third stretch.
define void @right(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store ptr addrspace(10) %x, ptr %s0
  %y = call ptr addrspace(10) @make()
  call void @julia.pop_gc_frame(ptr %frame)
  br i1 %c, label %two, label %one
two:
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %x, ptr %s0
  store ptr addrspace(10) %y, ptr %s1
  call void @both(ptr addrspace(10) %x, ptr addrspace(10) %y)
  call void @julia.pop_gc_frame(ptr %frame)
  call void @stop()
  br label %one
one:
  %z = call ptr addrspace(10) @make()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store ptr addrspace(10) %z, ptr %s0
  call void @take(ptr addrspace(10) %z)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: at the call of both, %y is needed and sits in no root slot
; CHECK: in function 'too_few'
define void @too_few() {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store ptr addrspace(10) %x, ptr %s0
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %s1
  call void @both(ptr addrspace(10) %x, ptr addrspace(10) %y)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Stored before the push already.
; CHECK: root check: at the call of take, %x is needed and sits in no root slot
; CHECK: in function 'stored_before'
define void @stored_before() {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s1
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; On one of the ways there are too few.
; CHECK: root check: at the call of take, %x is needed and sits in no root slot
; CHECK: in function 'on_one_way'
define void @on_one_way(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  br label %done
right:
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  br label %done
done:
  store ptr addrspace(10) %x, ptr %s1
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A variable lies there, which still is read.
; CHECK: stack variable %v is overwritten in the frame while it still may be read
; CHECK: in function 'variable'
define void @variable() {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %v = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  call void @fill(ptr %v)
  call void @julia.pop_gc_frame(ptr %frame)
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @stop()
  call void @julia.pop_gc_frame(ptr %frame)
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  call void @read(ptr %v)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; What it kept from before is seen here.
; CHECK: root check: slots keep values over a safepoint before the frame is pushed
; CHECK: in function 'stale'
define void @stale(i1 %c) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %x, ptr %s0
  store ptr addrspace(10) %x, ptr %s1
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  call void @stop()
  %z = call ptr addrspace(10) @make()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  store ptr addrspace(10) %z, ptr %s0
  call void @take(ptr addrspace(10) %z)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
