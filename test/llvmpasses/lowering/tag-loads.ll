; RUN: %lateroot opt --passes=LateLowerGCFrame,FinalLowerGC,gvn,early-cse,instcombine -S %s | FileCheck %s
; Loads of tags survive LLVM: the collector sets bits behind its back, so what was read once is not known.

declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)

; Two barriers on the same objects, and a third look at the child: five tags are read.
; CHECK-LABEL: define void @again(
; CHECK-COUNT-4: load atomic volatile i64, ptr addrspace(10) {{%.*}} unordered, align 8, {{.*}}!range ![[RANGE:[0-9]+]]
; CHECK: load atomic volatile i64, ptr addrspace(10) {{%.*}} unordered, align 8, {{.*}}!range ![[RANGE]]
; CHECK: ret void
define void @again(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr addrspace(11) %s) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %c)
  store ptr addrspace(10) %t, ptr addrspace(11) %s
  ret void
}
; CHECK: ![[RANGE]] = !{i64 16, i64 0}
