; What is said of memory that is passed by address is not true where objects move.
; RUN: %lateroot opt --memory=typed --passes='LateLowerGCFrame<reload>' -S %s | FileCheck %s
; RUN: %lateroot opt --memory=typed --passes=LateLowerGCFrame -S %s | FileCheck --check-prefix=STAYS %s
%value = type { ptr addrspace(10), i64, ptr addrspace(10) }
declare ptr @julia.get_pgcstack()
declare void @safepoint()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

; The collector changes the word behind the first safepoint: the load may not become what was stored.
; CHECK: define void @result(ptr sret(%value) align 8 %r)
; CHECK: call void @safepoint(){{$}}
; STAYS: define void @result(ptr noalias sret(%value) align 8 %r)
; STAYS: call void @safepoint(), !noalias
define void @result(ptr noalias sret(%value) align 8 %r) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %r, !alias.scope !1
  call void @safepoint(), !noalias !1
  %p = load ptr addrspace(10), ptr %r, !alias.scope !1
  call void @use(ptr addrspace(10) %p)
  ret void
}

!0 = distinct !{!0}
!1 = !{!2}
!2 = distinct !{!2, !0}
