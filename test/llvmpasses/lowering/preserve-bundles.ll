; RUN: %lateroot opt --passes=LateLowerGCFrame -S %s | FileCheck %s
; Preserve regions, flushes and operand bundles have done their work once roots are placed.

declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare void @julia.gcroot_flush()
declare void @f(ptr addrspace(10))
declare i32 @g(i32)
declare float @fast(float)
declare void @llvm.assume(i1)
declare i32 @personality(...)

; CHECK-LABEL: define void @preserve(
; CHECK-NEXT: call void @f(ptr addrspace(10) %a)
; CHECK-NEXT: ret void
define void @preserve(ptr addrspace(10) %a) {
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  call void @f(ptr addrspace(10) %a)
  call void @julia.gcroot_flush()
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}

; CHECK-LABEL: define void @never_ended(
; CHECK-NEXT: ret void
define void @never_ended(ptr addrspace(10) %a) {
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  ret void
}

; Everything else about the call survives.
; CHECK-LABEL: define i32 @roots(
; CHECK-NEXT: %r = notail call fastcc noundef i32 @g(i32 signext %x) #[[COLD:[0-9]+]], !kept
; CHECK-NEXT: %s = call nnan ninf float @fast(float 1.000000e+00){{$}}
define i32 @roots(i32 %x, ptr addrspace(10) %a) {
  %r = notail call fastcc noundef i32 @g(i32 signext %x) #0 [ "jl_roots"(ptr addrspace(10) %a) ], !kept !0
  %s = call nnan ninf float @fast(float 1.0) [ "unknown"(ptr addrspace(10) %a), "deopt"() ]
  ret i32 %r
}

; CHECK-LABEL: define i32 @invoked(
; CHECK: %r = invoke i32 @g(i32 zeroext %x){{$}}
; CHECK-NEXT: to label %ok unwind label %bad
define i32 @invoked(i32 %x, ptr addrspace(10) %a) personality ptr @personality {
  %r = invoke i32 @g(i32 zeroext %x) [ "jl_roots"(ptr addrspace(10) %a) ]
          to label %ok unwind label %bad
ok:
  ret i32 %r
bad:
  %lp = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %lp
}

; A bundle that LLVM itself gives a meaning is no business of ours.
; CHECK-LABEL: define void @assumed(
; CHECK-NEXT: call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16) ]
define void @assumed(ptr %p) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16) ]
  ret void
}

; CHECK: attributes #[[COLD]] = { cold }
attributes #0 = { cold }
!0 = !{!"kept"}
