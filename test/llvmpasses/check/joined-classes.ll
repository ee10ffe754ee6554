; Joins that differ in one input alone: a join of the function in one, nothing that needs a root in the other. They are
; different objects, whatever numbers the checker gives to its classes: only the second is in the slot.
; RUN: not %lateroot opt --passes=CheckGCRoots -o /dev/null %s 2>&1 | FileCheck %s
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr addrspace(10) @make(i64)
declare void @take(ptr addrspace(10)) "gc-leaf-function"
declare void @peek(ptr addrspace(10)) "gc-leaf-function"
declare void @stop()

; CHECK: root check: at the call of stop, %p is needed and sits in no root slot
; CHECK-NEXT: in function 'joined_0'
define void @joined_0(i1 %c, i1 %d) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %a = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %a, ptr %s0, align 8
  br i1 %c, label %left, label %right
left:
  br label %inner
right:
  br label %inner
inner:
  %q = phi ptr addrspace(10) [ %a, %left ], [ null, %right ]
  br i1 %d, label %one, label %two
one:
  br label %join
two:
  br label %join
join:
  %p = phi ptr addrspace(10) [ %a, %one ], [ %q, %two ]
  %r = phi ptr addrspace(10) [ %a, %one ], [ null, %two ]
  store ptr addrspace(10) %r, ptr %s0, align 8
  call void @stop()
  call void @take(ptr addrspace(10) %r)
  call void @peek(ptr addrspace(10) %p)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: at the call of stop, %p is needed and sits in no root slot
; CHECK-NEXT: in function 'joined_5'
define void @joined_5(i1 %c, i1 %d) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %a = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %a, ptr %s0, align 8
  br label %x0
x0:
  br label %x1
x1:
  br label %x2
x2:
  br label %x3
x3:
  br label %x4
x4:
  br i1 %c, label %left, label %right
left:
  br label %inner
right:
  br label %inner
inner:
  %q = phi ptr addrspace(10) [ %a, %left ], [ null, %right ]
  br i1 %d, label %one, label %two
one:
  br label %join
two:
  br label %join
join:
  %p = phi ptr addrspace(10) [ %a, %one ], [ %q, %two ]
  %r = phi ptr addrspace(10) [ %a, %one ], [ null, %two ]
  store ptr addrspace(10) %r, ptr %s0, align 8
  call void @stop()
  call void @take(ptr addrspace(10) %r)
  call void @peek(ptr addrspace(10) %p)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
