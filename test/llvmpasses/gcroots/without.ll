; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s --check-prefixes=CHECK,SUNK
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s --check-prefixes=CHECK,TOP
; RUN: %lateroot opt --passes='LateLowerGCFrame<no-shrink-wrap>' --check -S %s | FileCheck %s --check-prefixes=CHECK,TOP
; RUN: %lateroot opt --passes=LateLowerGCFrame,FinalLowerGC --check --without=all -S %s | FileCheck %s --check-prefix=ALL
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --without=store-motion,slot-sharing -S %s | FileCheck %s --check-prefix=TWO
; RUN: %exits 2 %lateroot opt --without=everything %s 2>&1 | FileCheck %s --check-prefix=NAME
; NAME: no optimisation 'everything'; there is: shrink-wrap, store-motion, slot-sharing, coverage, barrier-elision, inline-allocation, argument-arrays, leaf-inference, all
;
; Optimisations can be left out one by one, and what is left is still right.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @poll()
declare void @throw(ptr addrspace(10)) noreturn
declare void @julia.write_barrier(ptr addrspace(10), ...)

; CHECK-LABEL: define {{.*}} @cold(
; TOP: call void @julia.push_gc_frame
; SUNK-NOT: call void @julia.push_gc_frame
; CHECK: bad:
; SUNK: call void @julia.push_gc_frame
; ALL-LABEL: define {{.*}} @cold(
; ALL: store ptr %gcframe, ptr %pgcstack
; ALL: bad:
define i64 @cold(i64 %i, i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %bad, label %good
bad:
  %e = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %e)
  unreachable
good:
  ret i64 %i
}

; One slot after the other, and a store outside of the loop; or two slots, and a store in each iteration.
; CHECK-LABEL: define {{.*}} @loop(
; CHECK: call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: store ptr addrspace(10) %a
; CHECK: loop:
; CHECK-NOT: store
; CHECK: out:
; TWO-LABEL: define {{.*}} @loop(
; TWO: call {{.*}}@julia.new_gc_frame(i32 2)
; TWO: loop:
; TWO: store ptr addrspace(10) %a
; TWO: out:
define void @loop(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br label %loop
loop:
  call void @poll()
  call void @use(ptr addrspace(10) %a)
  br i1 %c, label %loop, label %out
out:
  %b = call ptr addrspace(10) @make()
  call void @poll()
  call void @use(ptr addrspace(10) %b)
  ret void
}

; ALL-LABEL: define {{.*}} @barriers(
; ALL-COUNT-2: call void @lr_gc_queue_root(ptr addrspace(10) %p)
define void @barriers(ptr addrspace(10) %p, ptr addrspace(10) %a, ptr addrspace(10) %b) {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %a)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %b)
  ret void
}
