; RUN: not %lateroot opt --passes=CheckGCRoots -S %s -o /dev/null 2>&1 | FileCheck %s
; A frame that is pushed only in other blocks than the one it is made in is zeroed at each push: what was stored before is gone.
; CHECK: error: root check: at the call of use, %a is needed and sits in no root slot
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make(i64)
declare void @use(ptr addrspace(10))
declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
define void @f(i1 %c) {
top:
  %g = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_gc_frame_slot(ptr %g, i32 0)
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make(i64 1)
  store ptr addrspace(10) %a, ptr %s
  br i1 %c, label %x, label %y
x:
  call void @julia.push_gc_frame(ptr %g, i32 1)
  call void @use(ptr addrspace(10) %a)
  call void @julia.pop_gc_frame(ptr %g)
  br label %y
y:
  ret void
}
