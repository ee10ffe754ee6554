; Slots after calls that return twice: only what is never overwritten with something else, on any way on from the call, is kept.
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s
; CHECK-NOT: in function 'right_
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr addrspace(10) @make()
declare void @take(ptr addrspace(10))
declare i32 @setjmp(ptr) returns_twice
declare i32 @sigsetjmp(ptr) returns_twice

; The same value again does no harm.
define void @right_same(ptr %buf, i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0, align 8
  %r = call i32 @setjmp(ptr %buf)
  store ptr addrspace(10) %x, ptr %s0, align 8
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; What the slot held before is no matter.
define void @right_before(ptr %buf, i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %s0, align 8
  call void @take(ptr addrspace(10) %y)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0, align 8
  %r = call i32 @setjmp(ptr %buf)
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Nor is what is written where the call does not lead.
define void @right_elsewhere(ptr %buf, i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %y = call ptr addrspace(10) @make()
  br i1 %c, label %with, label %without
without:
  store ptr addrspace(10) %y, ptr %s0, align 8
  call void @take(ptr addrspace(10) %y)
  br label %end
with:
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0, align 8
  %r = call i32 @setjmp(ptr %buf)
  call void @take(ptr addrspace(10) %x)
  br label %end
end:
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Put back in time for the next safepoint, but the call may return in between.
; CHECK: root check: at the call of setjmp, %x must stay where it is
; CHECK-NEXT: in function 'around'
; CHECK-NOT: in function 'around'
; CHECK-NOT: in function 'right_
define void @around(ptr %buf, i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0, align 8
  br label %loop
loop:
  %r = call i32 @setjmp(ptr %buf)
  br label %body
body:
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %s0, align 8
  store ptr addrspace(10) %x, ptr %s1, align 8
  call void @take(ptr addrspace(10) %y)
  store ptr addrspace(10) %x, ptr %s0, align 8
  br i1 %c, label %loop, label %end
end:
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; In a loop the beginning of the block comes after its end.
; CHECK: root check: at the call of setjmp, %x must stay where it is
; CHECK-NEXT: in function 'above'
; CHECK-NOT: in function 'above'
; CHECK-NOT: in function 'right_
define void @above(ptr %buf, i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s1, align 8
  br label %loop
loop:
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %s0, align 8
  call void @take(ptr addrspace(10) %y)
  store ptr addrspace(10) %x, ptr %s0, align 8
  store ptr addrspace(10) null, ptr %s1, align 8
  %r = call i32 @setjmp(ptr %buf)
  store ptr addrspace(10) %x, ptr %s1, align 8
  br i1 %c, label %loop, label %end
end:
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Only the first of two calls sees the slot change.
; CHECK: root check: at the call of setjmp, %x must stay where it is
; CHECK-NEXT: in function 'between'
; CHECK-NOT: in function 'between'
; CHECK-NOT: in function 'right_
define void @between(ptr %buf, i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0, align 8
  %r = call i32 @setjmp(ptr %buf)
  store ptr addrspace(10) %x, ptr %s1, align 8
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %s0, align 8
  call void @take(ptr addrspace(10) %y)
  %q = call i32 @sigsetjmp(ptr %buf)
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
