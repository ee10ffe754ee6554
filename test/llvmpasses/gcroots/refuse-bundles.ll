; Placement refuses numbers in the bundle "jl_roots" when nobody has verified the module: they keep nothing alive.
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %s -o /dev/null 2>&1 | FileCheck %s
declare ptr @julia.get_pgcstack()
declare void @poll()

; CHECK: error: the bundle "jl_roots" may hold references, addresses of stack variables and constant addresses, but it is given a number
; CHECK-NEXT: 'number'
define void @number(i64 %x, ptr addrspace(10) %o) {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @poll() [ "jl_roots"(ptr addrspace(10) %o, i64 %x) ]
  ret void
}
