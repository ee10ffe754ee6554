; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s -o %t.1
; RUN: %lateroot opt --passes=verify -S %s -o %t.2
; RUN: diff %t.1 %t.2
; RUN: FileCheck %s < %t.1
; Without special spaces nothing is touched; other spaces are no business of this pass.

%T = type { ptr addrspace(1), ptr addrspace(100) }
@g = addrspace(1) global %T zeroinitializer
; CHECK: define ptr addrspace(1) @f(ptr addrspace(9) %x, ptr addrspace(14) %y)
define ptr addrspace(1) @f(ptr addrspace(9) %x, ptr addrspace(14) %y) {
  %v = load ptr addrspace(1), ptr addrspace(1) @g
  ret ptr addrspace(1) %v
}
