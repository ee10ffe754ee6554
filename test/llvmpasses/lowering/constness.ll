; RUN: %lateroot opt --passes=LateLowerGCFrame -S %s | FileCheck %s
; Memory that is constant only while a root keeps its object alive is constant no more.

; CHECK-LABEL: define i64 @tbaa(
; CHECK: %a = load i64, ptr addrspace(10) %o, align 8, !tbaa ![[CONST:[0-9]+]]
; CHECK: %b = load i64, ptr addrspace(10) %o, align 8, !tbaa ![[MEM:[0-9]+]]
; CHECK: %c = load i64, ptr addrspace(10) %o, align 8, !tbaa ![[OTHER:[0-9]+]]
define i64 @tbaa(ptr addrspace(10) %o) {
  %a = load i64, ptr addrspace(10) %o, align 8, !tbaa !3
  %b = load i64, ptr addrspace(10) %o, align 8, !tbaa !5
  %c = load i64, ptr addrspace(10) %o, align 8, !tbaa !7
  %ab = add i64 %a, %b
  %abc = add i64 %ab, %c
  ret i64 %abc
}

; CHECK-LABEL: define i64 @invariant(
; CHECK: %a = load i64, ptr addrspace(10) %o, align 8{{$}}
; CHECK: %b = load i64, ptr addrspace(13) %d, align 8, !range
; CHECK-NOT: invariant
; CHECK: %c = load i64, ptr %p, align 8, !invariant.load
define i64 @invariant(ptr addrspace(10) %o, ptr addrspace(13) %d, ptr %p) {
  %a = load i64, ptr addrspace(10) %o, align 8, !invariant.load !8
  %b = load i64, ptr addrspace(13) %d, align 8, !invariant.load !8, !range !9
  %c = load i64, ptr %p, align 8, !invariant.load !8
  %ab = add i64 %a, %b
  %abc = add i64 %ab, %c
  ret i64 %abc
}

; CHECK-DAG: ![[CONST]] = !{![[CT:[0-9]+]], ![[CT]], i64 0}
; CHECK-DAG: ![[CT]] = !{!"jtbaa_const",
; CHECK-DAG: ![[MEM]] = !{![[MT:[0-9]+]], ![[MT]], i64 0}
; CHECK-DAG: ![[MT]] = !{!"jtbaa_memorylen",
; CHECK-DAG: ![[OTHER]] = !{![[OT:[0-9]+]], ![[OT]], i64 0, i64 1}
; CHECK-DAG: ![[OT]] = !{!"jtbaa_constant_but_not_ours",
!0 = !{!"jtbaa"}
!1 = !{!"jtbaa", !0, i64 0}
!2 = !{!"jtbaa_const", !1, i64 0}
!3 = !{!2, !2, i64 0, i64 1}
!4 = !{!"jtbaa_memorylen", !1, i64 0}
!5 = !{!4, !4, i64 0, i64 1}
!6 = !{!"jtbaa_constant_but_not_ours", !1, i64 0}
!7 = !{!6, !6, i64 0, i64 1}
!8 = !{}
!9 = !{i64 0, i64 9}
