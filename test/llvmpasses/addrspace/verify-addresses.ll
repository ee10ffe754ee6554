; RUN: not %lateroot opt --passes=GCInvariantVerifier -S %s 2>&1 | FileCheck %s
; A function that is a sign to the compiler has no address.

declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare ptr addrspace(10) @julia.blackbox(ptr addrspace(10))
declare void @take(ptr)
@table = global ptr @julia.blackbox

; CHECK-DAG: error: the address of julia.typeof is taken
; CHECK-DAG: in function 'passes_it': call void @take
; CHECK-DAG: error: the address of julia.blackbox is taken
define void @passes_it(ptr addrspace(10) %x) {
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %x)
  call void @take(ptr @julia.typeof)
  ret void
}
