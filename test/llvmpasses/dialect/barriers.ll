; RUN: %lateroot opt --passes=LateLowerGCFrame,FinalLowerGC -S %s | FileCheck %s
;
; What needs no slot may need a barrier all the same: an object that lives as long as the task, or the argument it was found in, is not marked for ever.

declare ptr @julia.get_pgcstack()
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @julia.object_write_barrier(ptr addrspace(10), ...)

; CHECK-LABEL: define void @child_of_the_task(
; CHECK-NOT: gcframe
; CHECK: call void @lr_gc_queue_root(ptr addrspace(10) %p)
; CHECK: ret void
define void @child_of_the_task(ptr addrspace(10) %p) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %f = getelementptr inbounds i8, ptr %pgcstack, i64 16
  %c = load ptr, ptr %f, !tbaa !3
  %x = load ptr addrspace(10), ptr %c, !tbaa !3
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: define void @child_of_an_argument(
; CHECK: call void @lr_gc_queue_root(ptr addrspace(10) %p)
; CHECK: ret void
define void @child_of_an_argument(ptr addrspace(10) %p, ptr addrspace(10) %o) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = load ptr addrspace(10), ptr addrspace(10) %o, !tbaa !3
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %x)
  ret void
}

; Out of a constant global it lives for ever.
; CHECK-LABEL: define void @child_of_a_constant(
; CHECK-NOT: queue_root
; CHECK: ret void
define void @child_of_a_constant(ptr addrspace(10) %p) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %c = load ptr, ptr @constant, !invariant.load !0
  %x = load ptr addrspace(10), ptr %c, !invariant.load !0
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %x)
  ret void
}
@constant = external constant ptr

; Both generations in one module, and both orders of barrier and store.
; CHECK-LABEL: define void @both_orders(
; CHECK: call void @lr_gc_queue_root(ptr addrspace(10) %p)
; CHECK: store ptr addrspace(10) %x
; CHECK: store ptr addrspace(10) %y
; CHECK: call void @lr_gc_queue_root(ptr addrspace(10) %q)
; CHECK: ret void
define void @both_orders(ptr addrspace(10) %p, ptr addrspace(10) %q, ptr addrspace(10) %x, ptr addrspace(10) %y) {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %x)
  store ptr addrspace(10) %x, ptr addrspace(10) %p
  store ptr addrspace(10) %y, ptr addrspace(10) %q
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %q, ptr addrspace(10) %y)
  ret void
}

!0 = !{}
!1 = !{!"jtbaa"}
!2 = !{!"jtbaa_const", !1, i64 0}
!3 = !{!2, !2, i64 0, i64 1}
