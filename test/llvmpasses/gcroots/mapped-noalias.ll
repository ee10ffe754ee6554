; What is said of memory that is passed by address is not true: a collector finds it by the caller's frame, reads it, and may change it.
; RUN: %lateroot opt --memory=typed --passes='LateLowerGCFrame<reload>' -S %s | FileCheck %s
; RUN: %lateroot opt --memory=typed --passes=LateLowerGCFrame -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame -S %s | FileCheck --check-prefix=BARE %s
%value = type { ptr addrspace(10), i64, ptr addrspace(10) }
%numbers = type { i64, i64, i64 }
declare ptr @julia.get_pgcstack()
declare void @safepoint()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

; The collector changes the word behind the first safepoint: the load may not become what was stored.
; CHECK: define void @result(ptr sret(%value) align 8 %r)
; CHECK: call void @safepoint(){{$}}
; BARE: define void @result(ptr sret(%value) align 8 %r)
define void @result(ptr noalias sret(%value) align 8 %r) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %r, !alias.scope !1
  call void @safepoint(), !noalias !1
  %p = load ptr addrspace(10), ptr %r, !alias.scope !1
  call void @use(ptr addrspace(10) %p)
  ret void
}

; The collector reads the words at the safepoint: they may not still be what was there before.
; CHECK: define void @null_first(ptr sret(%value) align 8 %r)
define void @null_first(ptr noalias sret(%value) align 8 %r) {
  %pgcstack = call ptr @julia.get_pgcstack()
  store %value zeroinitializer, ptr %r
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %r
  %last = getelementptr %value, ptr %r, i64 0, i32 2
  store ptr addrspace(10) %o, ptr %last
  ret void
}

; No references are in numbers; in a module without types nobody knows of other memory.
; CHECK: define void @counts(ptr noalias sret(%numbers) align 8 %r, ptr %other)
; BARE: define void @counts(ptr noalias sret(%numbers) align 8 %r, ptr noalias %other)
define void @counts(ptr noalias sret(%numbers) align 8 %r, ptr noalias %other) {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @safepoint()
  store %numbers zeroinitializer, ptr %r
  store i64 0, ptr %other
  ret void
}

; Where nothing collects, nobody looks.
; CHECK: define void @leaf(ptr noalias sret(%value) align 8 %r)
define void @leaf(ptr noalias sret(%value) align 8 %r) {
  %pgcstack = call ptr @julia.get_pgcstack()
  store %value zeroinitializer, ptr %r
  ret void
}

!0 = distinct !{!0}
!1 = !{!2}
!2 = distinct !{!2, !0}
