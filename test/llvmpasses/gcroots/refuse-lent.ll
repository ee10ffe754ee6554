; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %s 2>&1 | FileCheck %s
; Whoever calls this relies on it to keep its argument until it returns, also behind its last use of it.
; CHECK: error: a function compiled by this library cannot take an argument in address space 12, because it would have to root it until it returns: use address space 10
; CHECK-NEXT: in function 'takes': call void @poll()

declare ptr @julia.get_pgcstack()
declare void @poll()

define void @takes(ptr addrspace(12) %o) {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @poll()
  ret void
}
