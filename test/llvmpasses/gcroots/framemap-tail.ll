; A musttail call of other code leaves the function, so that no anchor is in the way.
; RUN: %lateroot opt --abi=framemap --passes=LateLowerGCFrame --check -S %s | FileCheck %s

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

; CHECK-LABEL: define void @leaves(
; CHECK: call void @use(ptr addrspace(10) %a)
; CHECK: call void @julia.pop_gc_frame
; CHECK-NEXT: musttail call void @use(ptr addrspace(10) %arg)
define void @leaves(ptr addrspace(10) %arg) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  musttail call void @use(ptr addrspace(10) %arg)
  ret void
}
