; RUN: %lateroot opt --passes='LateLowerGCFrame<reload>' --check -S %s -o %t.ll
; RUN: FileCheck %s <%t.ll
; RUN: %lateroot opt --passes=CheckGCRoots --disable-output %t.ll
; RUN: grep -v 'store ptr addrspace(10) %a, ptr %gcslot1' %t.ll >%t.wrong.ll
; RUN: %exits 1 %lateroot opt --passes=CheckGCRoots --disable-output %t.wrong.ll 2>&1 | FileCheck %s --check-prefix=HOLE --implicit-check-not=error:
; RUN: sed 's/"lateroot-moving"="0,1"/"lateroot-moving"="1,0"/' %t.ll >%t.shallow.ll
; RUN: %exits 1 %lateroot opt --passes=CheckGCRoots --disable-output %t.shallow.ll 2>&1 | FileCheck %s --check-prefix=HOLE --implicit-check-not=error:
;
; What a function takes by va_arg is where nobody updates it: where objects move, it stays, and so does what is reached from it.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @takes(i32, ...)

; CHECK-LABEL: define void @gives(
; CHECK: store ptr addrspace(10) %a, ptr %gcslot1
; CHECK-NEXT: call void (i32, ...) @takes(i32 1, ptr addrspace(10) %a, ptr addrspace(10) null)
; CHECK: "lateroot-moving"="0,1"
; HOLE: error: root check: gives %a to a function that takes it by va_arg, and nothing holds it in place
; HOLE-NEXT: in function 'gives'
define void @gives() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void (i32, ...) @takes(i32 1, ptr addrspace(10) %a, ptr addrspace(10) null)
  ret void
}
