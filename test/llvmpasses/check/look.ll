; RUN: %exits 1 %lateroot opt --passes=CheckGCRoots %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; Functions without any special pointer, or without any safepoint, that are wrong nevertheless: a first look must not take them for right.

declare ptr @julia.get_pgcstack()
declare ptr @julia.new_gc_frame(i32)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare void @julia.call(ptr, ptr addrspace(10), ...)
declare void @poll()
declare void @take(ptr addrspace(10))
declare i32 @personality(...)
@constant = external addrspace(10) constant i64

; No safepoint, no special pointer, but a frame that stays.
; CHECK: error: root check: the frame may still be pushed at this return
; CHECK-NEXT: in function 'left_pushed'
define void @left_pushed() {
  %g = call ptr @julia.get_pgcstack()
  %frame = call ptr @julia.new_gc_frame(i32 1)
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  ret void
}

; CHECK: error: root check: the slot is not one of the function's frame
; CHECK-NEXT: in function 'slot_of_nothing'
; CHECK: error: root check: slot index is not below the frame's 0 slots
; CHECK-NEXT: in function 'slot_of_nothing'
define void @slot_of_nothing(ptr %frame) {
  %slot = call ptr @julia.get_gc_frame_slot(ptr null, i32 1)
  ret void
}

; CHECK: error: root check: the head of the chain may be the frame of a function that was unwound
; CHECK-NEXT: in function 'unwound'
define void @unwound() personality ptr @personality {
  %g = call ptr @julia.get_pgcstack()
  invoke void @poll() to label %right unwind label %wrong
right:
  ret void
wrong:
  %l = landingpad { ptr, i32 } catch ptr null
  ret void
}

; CHECK: error: root check: uses %x, which may have moved
; CHECK: in function 'old_argument'
define void @old_argument(ptr addrspace(10) %x) "lateroot-reload"="true" {
  %g = call ptr @julia.get_pgcstack()
  call void @poll()
  call void @take(ptr addrspace(10) %x)
  ret void
}

; CHECK: error: root check: the array of arguments does not lie within the frame
; CHECK-NEXT: in function 'arguments'
define void @arguments(ptr addrspace(10) %f) {
  %g = call ptr @julia.get_pgcstack()
  call void (ptr, ptr addrspace(10), ...) @julia.call(ptr null, ptr addrspace(10) %f, ptr addrspace(10) @constant), !lateroot.arguments !0
  ret void
}

; Nothing is wrong with these.
define void @only_constants() {
  %g = call ptr @julia.get_pgcstack()
  call void @take(ptr addrspace(10) @constant)
  call void @poll()
  ret void
}

define ptr addrspace(10) @no_safepoint(ptr addrspace(10) %x) {
  %g = call ptr @julia.get_pgcstack()
  %y = load ptr addrspace(10), ptr addrspace(10) %x
  ret ptr addrspace(10) %y
}

!0 = !{i32 0}
