; RUN: not %lateroot opt --passes=CheckGCRoots %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; Roots that somebody else has placed are checked, but no others are placed beside them.
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame --disable-output %s 2>&1 | FileCheck %s --check-prefix=AGAIN
; AGAIN: error: julia.call has "lateroot.arguments" already, which only placement gives
; The words that a boxed call names as its arguments hold them.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @callee(ptr addrspace(10), ptr, i32)
declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
@constant = external addrspace(10) constant i64

define void @right(ptr addrspace(10) %f, i1 %c) {
  %frame = call ptr @julia.new_gc_frame(i32 3)
  %slot1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %slot2 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 2)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 3)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot1
  br i1 %c, label %here, label %there
here:
  store ptr addrspace(10) @constant, ptr %slot2
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %x, ptr addrspace(10) @constant), !lateroot.arguments !0
  %s = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) undef, ptr addrspace(10) @constant), !lateroot.arguments !0
  br label %there
there:
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The other's slot.
; CHECK: error: root check: argument 1 is not in slot 1, where the callee finds it
; CHECK-NEXT: in function 'exchanged'
; CHECK: error: root check: argument 2 is not in slot 2, where the callee finds it
define void @exchanged(ptr addrspace(10) %f) {
  %frame = call ptr @julia.new_gc_frame(i32 3)
  %slot1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %slot2 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 2)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 3)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot1
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %slot2
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %y, ptr addrspace(10) %x), !lateroot.arguments !0
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; What nothing has to root has to be there all the same.
; CHECK: error: root check: argument 2 is not in slot 2, where the callee finds it
; CHECK-NEXT: in function 'constant_missing'
define void @constant_missing(ptr addrspace(10) %f, i1 %c) {
  %frame = call ptr @julia.new_gc_frame(i32 3)
  %slot1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %slot2 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 2)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 3)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot1
  br i1 %c, label %here, label %there
here:
  store ptr addrspace(10) @constant, ptr %slot2
  br label %there
there:
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %x, ptr addrspace(10) @constant), !lateroot.arguments !0
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Another has come into the word since.
; CHECK: error: root check: argument 2 is not in slot 2, where the callee finds it
; CHECK-NEXT: in function 'overwritten'
define void @overwritten(ptr addrspace(10) %f) {
  %frame = call ptr @julia.new_gc_frame(i32 3)
  %slot1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %slot2 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 2)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 3)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot1
  store ptr addrspace(10) %f, ptr %slot2
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %x, ptr addrspace(10) %f), !lateroot.arguments !0
  store ptr addrspace(10) %r, ptr %slot2
  %s = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %x, ptr addrspace(10) %f), !lateroot.arguments !0
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: error: root check: the array of arguments does not lie within the frame
; CHECK-NEXT: in function 'too_long'
define void @too_long(ptr addrspace(10) %f) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %slot1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot1
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %x, ptr addrspace(10) %f), !lateroot.arguments !0
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

!0 = !{ i32 1 }
