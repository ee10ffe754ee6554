; RUN: %lateroot opt --passes=LateLowerGCFrame,FinalLowerGC -S %s | FileCheck %s
; RUN: %lateroot opt --passes=InlineAllocation,LateLowerGCFrame,FinalLowerGC -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.5 --passes=LateLowerGCFrame,FinalLowerGC -S %s | FileCheck %s --check-prefixes=CHECK,TYPELESS
; The tag of a new object can be read without asking whether it is null.  An entry that takes no type is given no number for it.

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)

; CHECK-LABEL: define void @new_child(
; TYPELESS-NOT: ptrtoint
; CHECK: may_trigger_wb:
; CHECK-NOT: null
; CHECK-NOT: select
; CHECK: %child_tag = load
define void @new_child(ptr addrspace(10) %parent, ptr addrspace(10) %type) {
  %t = call ptr @julia.get_pgcstack()
  %o = call noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) %type)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %parent, ptr addrspace(10) %o)
  store ptr addrspace(10) %o, ptr addrspace(10) %parent
  ret void
}

; Of one that comes from elsewhere on some path nobody knows.
; CHECK-LABEL: define void @perhaps_new(
; CHECK: may_trigger_wb:
; CHECK: %[[NULL:.*]] = icmp eq ptr addrspace(10) %c, null
; CHECK-NEXT: select i1 %[[NULL]], ptr addrspace(10) %parent, ptr addrspace(10) %c
define void @perhaps_new(ptr addrspace(10) %parent, ptr addrspace(10) %type, ptr addrspace(10) %other, i1 %which) {
entry:
  %t = call ptr @julia.get_pgcstack()
  br i1 %which, label %new, label %join
new:
  %o = call noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) %type)
  br label %join
join:
  %c = phi ptr addrspace(10) [ %o, %new ], [ %other, %entry ]
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %parent, ptr addrspace(10) %c)
  store ptr addrspace(10) %c, ptr addrspace(10) %parent
  ret void
}
