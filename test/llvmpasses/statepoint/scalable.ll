; The distance of a pointer by the size of a scalable vector is known only at run time: the pointer is relocated.
; RUN: %lateroot opt --abi=statepoint --check --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %s | FileCheck %s
target triple = "aarch64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare void @safe()

; CHECK: "gc-live"(ptr addrspace(10) %a, ptr addrspace(11) %p
; CHECK: load i64, ptr addrspace(11) %p.moved
define i64 @f(ptr addrspace(10) %a) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %p = getelementptr <vscale x 2 x i64>, ptr addrspace(11) %d, i64 1
  %q = getelementptr [2 x <vscale x 2 x i64>], ptr addrspace(11) %d, i64 0, i64 1
  call void @safe()
  %x = load i64, ptr addrspace(11) %p
  %y = load i64, ptr addrspace(11) %q
  %z = add i64 %x, %y
  ret i64 %z
}
