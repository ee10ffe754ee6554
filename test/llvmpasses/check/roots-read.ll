; Roots that are read, or seen, though they hold something old, a number or nothing.
; RUN: %exits 1 %lateroot check --all %s | FileCheck %s
; CHECK: hole: reads slot 0, and on some path nothing was stored there, or a number, or a collection has not seen the object that it held [stale-slot/1]
; CHECK-NEXT: in function 'late'
; CHECK: hole: reads slot 0, and on some path nothing was stored there, or a number, or a collection has not seen the object that it held [stale-slot/1]
; CHECK-NEXT: in function 'early'
; CHECK: hole: the frame shows slot 0 here, and on some path nothing was stored there, or a number, or an object that it did not keep alive [unwritten-slot/1]
; CHECK-NEXT: in function 'number'
; CHECK: unknown: a root is read that certainly holds null [linked-frame/1]
; CHECK-NEXT: in function 'nothing'
; CHECK: proven frames again
; CHECK: proven frames at_push
; CHECK: proven frames variable
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @gc()
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr @julia.new_gc_frame(i32)
declare void @julia.pop_gc_frame(ptr)
declare void @julia.push_gc_frame(ptr, i32)

define void @late() "lateroot-reload"="true" {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %slot = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot
  call void @gc()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %y = load ptr addrspace(10), ptr %slot
  store i8 1, ptr addrspace(10) %y
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
define void @early() "lateroot-reload"="true" {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %slot = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @gc()
  call void @julia.pop_gc_frame(ptr %frame)
  call void @gc()
  %y = load ptr addrspace(10), ptr %slot
  store i8 1, ptr addrspace(10) %y
  ret void
}
define void @number() {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %slot = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store i64 12345, ptr %slot
  call void @gc()
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
define void @nothing() "lateroot-reload"="true" {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %slot = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @gc()
  %y = load ptr addrspace(10), ptr %slot
  store i8 1, ptr addrspace(10) %y
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
define void @again() "lateroot-reload"="true" {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %slot = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot
  call void @gc()
  %y = load ptr addrspace(10), ptr %slot
  store i8 1, ptr addrspace(10) %y
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
; Pushed in another block than where it is made: null at each push.
define void @at_push(i1 %c) {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  call void @gc()
  br label %in
in:
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @gc()
  %slot = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot
  call void @gc()
  store i8 1, ptr addrspace(10) %x
  call void @julia.pop_gc_frame(ptr %frame)
  br i1 %c, label %loop, label %done
done:
  ret void
}
; A variable of the front end may be null.
define ptr addrspace(10) @variable() {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %v = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @gc()
  %y = load ptr addrspace(10), ptr %v
  call void @julia.pop_gc_frame(ptr %frame)
  ret ptr addrspace(10) %y
}
