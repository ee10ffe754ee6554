; RUN: %lateroot opt --passes=LateLowerGCFrame -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame,tailcallelim,FinalLowerGC -S %s | FileCheck --check-prefix=FINAL %s
; `tail` lets LLVM assume that the callee does not read this function's allocas.  A collection reads the GC frame, which is one.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

; CHECK-LABEL: define void @with_frame(
; CHECK: @julia.new_gc_frame(i32 1)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK: %b = call ptr addrspace(10) @make()
; CHECK: {{^}}  call void @use(
define void @with_frame() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = tail call ptr addrspace(10) @make()
  %b = tail call ptr addrspace(10) @make()
  tail call void @use(ptr addrspace(10) %a)
  ret void
}

; LLVM may put the mark there again as long as the frame is no alloca.
; FINAL-LABEL: define void @with_frame(
; FINAL: %gcframe = alloca
; FINAL-NOT: tail
; FINAL: ret void

; CHECK-LABEL: define void @without_frame(
; CHECK: tail call void @use(ptr addrspace(10) %a)
define void @without_frame(ptr addrspace(10) %a) {
  tail call void @use(ptr addrspace(10) %a)
  ret void
}
