; RUN: not %lateroot opt --passes=RemoveJuliaAddrspaces -S %s -o %t 2>&1 | FileCheck %s
; What cannot be moved is named, and nothing is written.
; CHECK: error: a function is in a special address space: code is no object
; CHECK-NEXT: 'in_object_space'
declare void @in_object_space() addrspace(10)
define void @fine(ptr addrspace(10) %x) {
  ret void
}
