; RUN: %lateroot opt --passes=LateLowerGCFrame -S %s | FileCheck %s
; RUN: %lateroot opt --passes='LateLowerGCFrame,FinalLowerGC,default<O2>' -S %s | FileCheck --check-prefix=OPT %s
; A call that may collect reads the roots, so what the front end said of its memory must not let LLVM drop their stores.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @collects() nounwind memory(inaccessiblemem: readwrite)
declare void @reads() nounwind memory(read)
declare void @leaf() nounwind memory(inaccessiblemem: readwrite) "gc-leaf-function"
declare void @unpromised() nounwind
declare void @optimistic() nounwind memory(argmem: read) "julia.safepoint"

; CHECK: declare void @collects() #[[PLAIN:[0-9]+]]
; CHECK: declare void @reads() #[[READS:[0-9]+]]

; CHECK-LABEL: define ptr addrspace(10) @callee(
; CHECK: call void @collects(){{$}}
; OPT-LABEL: define {{.*}}ptr addrspace(10) @callee(
; OPT: %a = {{.*}}call ptr addrspace(10) @make()
; OPT: store ptr addrspace(10) %a, ptr
; OPT: call void @collects()
define ptr addrspace(10) @callee() nounwind {
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @collects()
  ret ptr addrspace(10) %a
}

; CHECK-LABEL: define ptr addrspace(10) @site(
; CHECK: call void @unpromised(), !kept
; OPT-LABEL: define {{.*}}ptr addrspace(10) @site(
; OPT: store ptr addrspace(10) %a, ptr
; OPT: call void @unpromised()
define ptr addrspace(10) @site() nounwind {
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @unpromised() memory(inaccessiblemem: readwrite), !kept !0, !tbaa !2
  ret ptr addrspace(10) %a
}

; OPT-LABEL: define {{.*}}ptr addrspace(10) @for_optimisers_only(
; OPT: store ptr addrspace(10) %a, ptr
; OPT: call void @optimistic()
define ptr addrspace(10) @for_optimisers_only() nounwind {
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @optimistic()
  ret ptr addrspace(10) %a
}

; Promises that exclude a collection stay, and nothing is rooted for their sake.
; CHECK-LABEL: define ptr addrspace(10) @no_safepoints(
; CHECK-NOT: new_gc_frame
; CHECK: ret
define ptr addrspace(10) @no_safepoints() nounwind {
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @reads()
  call void @leaf()
  ret ptr addrspace(10) %a
}

; CHECK-DAG: attributes #[[PLAIN]] = { nounwind }
; CHECK-DAG: attributes #[[READS]] = { nounwind memory(read) }
!0 = !{!"kept"}
!1 = !{!"jtbaa_data", !3, i64 0}
!2 = !{!1, !1, i64 0}
!3 = !{!"jtbaa"}
