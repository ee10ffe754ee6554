; RUN: %lateroot opt --passes=LateLowerGCFrame -S %s | FileCheck %s
; julia.call and its kin become calls of the boxed calling convention.

declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call2(ptr, ptr addrspace(10), ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call3(ptr, ptr addrspace(11), ...)
declare ptr addrspace(10) @callee(ptr addrspace(10), ptr, i32)
declare ptr addrspace(10) @callee2(ptr addrspace(10), ptr, i32, ptr addrspace(10))
declare ptr addrspace(10) @callee3(ptr addrspace(11), ptr, i32)

; No arguments: no buffer, a null pointer.
; CHECK-LABEL: define ptr addrspace(10) @no_arguments(
; CHECK-NOT: alloca
; CHECK: %r = call ptr addrspace(10) @callee(ptr addrspace(10) %f, ptr null, i32 0)
define ptr addrspace(10) @no_arguments(ptr addrspace(10) %f) {
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f)
  ret ptr addrspace(10) %r
}

; One buffer for the longest list, filled again before each call.
; CHECK-LABEL: define void @shared_buffer(
; CHECK: %jlcallframe = alloca ptr addrspace(10), i32 3, align 8
; CHECK-NOT: alloca
; CHECK: store ptr addrspace(10) %a, ptr %jlcallframe, align 8
; CHECK-NEXT: call ptr addrspace(10) @callee(ptr addrspace(10) %f, ptr %jlcallframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %b, ptr %jlcallframe, align 8
; CHECK-NEXT: [[P1:%.*]] = getelementptr inbounds {{.*}}ptr addrspace(10), ptr %jlcallframe, i32 1
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[P1]], align 8
; CHECK-NEXT: [[P2:%.*]] = getelementptr inbounds {{.*}}ptr addrspace(10), ptr %jlcallframe, i32 2
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[P2]], align 8
; CHECK-NEXT: call ptr addrspace(10) @callee(ptr addrspace(10) %f, ptr %jlcallframe, i32 3)
define void @shared_buffer(ptr addrspace(10) %f, ptr addrspace(10) %a, ptr addrspace(10) %b) {
  %1 = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %a)
  %2 = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %b, ptr addrspace(10) %a, ptr addrspace(10) null)
  ret void
}

; The extra argument of call2 moves to the end.
; CHECK-LABEL: define ptr addrspace(10) @with_method(
; CHECK: call ptr addrspace(10) @callee2(ptr addrspace(10) %f, ptr %jlcallframe, i32 1, ptr addrspace(10) nonnull %mi)
define ptr addrspace(10) @with_method(ptr addrspace(10) %f, ptr addrspace(10) %mi, ptr addrspace(10) %a) {
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ptr addrspace(10), ...) @julia.call2(ptr @callee2, ptr addrspace(10) nonnull %mi, ptr addrspace(10) %f, ptr addrspace(10) %a)
  ret ptr addrspace(10) %r
}

; CHECK-LABEL: define ptr addrspace(10) @derived_function(
; CHECK: call ptr addrspace(10) @callee3(ptr addrspace(11) %f, ptr %jlcallframe, i32 1)
define ptr addrspace(10) @derived_function(ptr addrspace(11) %f, ptr addrspace(10) %a) {
  %r = call ptr addrspace(10) (ptr, ptr addrspace(11), ...) @julia.call3(ptr @callee3, ptr addrspace(11) %f, ptr addrspace(10) %a)
  ret ptr addrspace(10) %r
}

; A function pointer is called as it is.
; CHECK-LABEL: define ptr addrspace(10) @indirect(
; CHECK: call ptr addrspace(10) %fptr(ptr addrspace(10) %f, ptr null, i32 0)
define ptr addrspace(10) @indirect(ptr %fptr, ptr addrspace(10) %f) {
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr %fptr, ptr addrspace(10) %f)
  ret ptr addrspace(10) %r
}

; What the call site says stays: convention, attributes, metadata.
; CHECK-LABEL: define ptr addrspace(10) @site_is_kept(
; CHECK: %r = notail call fastcc nonnull dereferenceable(8) ptr addrspace(10) @callee(ptr addrspace(10) nonnull %f, ptr null, i32 0) #[[COLD:[0-9]+]], !kept ![[KEPT:[0-9]+]]
define ptr addrspace(10) @site_is_kept(ptr addrspace(10) %f) {
  %r = notail call fastcc nonnull dereferenceable(8) ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) nonnull %f) #0, !kept !0
  ret ptr addrspace(10) %r
}

; What it says of memory does not know of the buffer; `tail` would deny that the callee reads it.
; CHECK-LABEL: define ptr addrspace(10) @promises_end(
; CHECK: store ptr addrspace(10) %a, ptr %jlcallframe
; CHECK-NEXT: %r = call ptr addrspace(10) @callee(ptr addrspace(10) %f, ptr %jlcallframe, i32 1){{$}}
; CHECK-NEXT: %s = tail call ptr addrspace(10) @callee(ptr addrspace(10) %f, ptr null, i32 0) #{{[0-9]+$}}
define ptr addrspace(10) @promises_end(ptr addrspace(10) %f, ptr addrspace(10) %a) {
  %r = tail call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %a) memory(none)
  %s = tail call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f) memory(none)
  ret ptr addrspace(10) %r
}

; Code that cannot run is lowered all the same.
; CHECK-LABEL: define void @unreachable(
; CHECK: dead:
; CHECK: call ptr addrspace(10) @callee(
; CHECK-NOT: @julia.call
define void @unreachable(ptr addrspace(10) %f) {
  ret void
dead:
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f)
  ret void
}

; CHECK: attributes #[[COLD]] = { cold }
; CHECK: ![[KEPT]] = !{!"kept"}
attributes #0 = { cold }
!0 = !{!"kept"}
