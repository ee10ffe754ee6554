; What LLVM's RewriteStatepointsForGC makes, in address space 1 and under any name of a strategy, and faults in it.
; RUN: %opt -passes=rewrite-statepoints-for-gc -S %s -o %t.ll
; RUN: %exits 3 %lateroot check --all %t.ll | FileCheck %s
; CHECK: unknown: stack memory may hold a reference that is needed behind the call, which does not list it [memory/1]
; CHECK-NEXT: in function 'in_memory'
; CHECK: unknown: {{.*}}[memory/1]
; CHECK-NEXT: in function 'chosen'
; CHECK: proven statepoints example
; CHECK: proven statepoints clr
; CHECK: proven statepoints before
; CHECK: unknown; functions: 3 proven, 2 unknown

; RUN: sed 's/ptr addrspace(1) %%p.relocated/ptr addrspace(1) %%p/' %t.ll >%t.stale.ll
; RUN: %exits 1 %lateroot check %t.stale.ll | FileCheck %s --check-prefix=STALE
; STALE: hole: reads %p behind a statepoint that does not relocate it [relocation/1]
; STALE-NEXT: in function 'example'
; STALE-NEXT: defined   ptr addrspace(1) %p
; STALE-NEXT: safepoint %statepoint_token
; STALE-NEXT: used      store i64 0, ptr addrspace(1) %p,

; A call that was not made a statepoint.
; RUN: %exits 3 %lateroot check %s | FileCheck %s --check-prefix=PLAIN
; PLAIN: unknown: is used behind a call that is no statepoint, and nothing says that it never collects [plain-call/1]
; PLAIN-NEXT: in function 'example'
; PLAIN-NEXT: defined   ptr addrspace(1) %p
; PLAIN-NEXT: safepoint call void @f()
; PLAIN-NEXT: used      store i64 0, ptr addrspace(1) %p
; PLAIN: unknown: stack memory may hold a reference that is needed behind the call, which does not list it [memory/1]
; PLAIN-NEXT: in function 'in_memory'

declare void @f()

define void @example(ptr addrspace(1) %p) gc "statepoint-example" {
  call void @f()
  store i64 0, ptr addrspace(1) %p
  ret void
}

define ptr addrspace(1) @clr(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c) gc "coreclr" {
  %s = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q
  %i = getelementptr i8, ptr addrspace(1) %s, i64 16
  call void @f()
  call void @f()
  ret ptr addrspace(1) %i
}

define ptr addrspace(1) @in_memory(ptr addrspace(1) %p) gc "statepoint-example" {
  %m = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %m
  call void @f()
  %q = load ptr addrspace(1), ptr %m
  ret ptr addrspace(1) %q
}

; Into one of two variables, and the nearest right one: what was stored is read before the call.
define ptr addrspace(1) @chosen(ptr addrspace(1) %p, i1 %c) gc "statepoint-example" {
  %a = alloca ptr addrspace(1)
  %b = alloca ptr addrspace(1)
  %m = select i1 %c, ptr %a, ptr %b
  store ptr addrspace(1) %p, ptr %m
  call void @f()
  %q = load ptr addrspace(1), ptr %m
  ret ptr addrspace(1) %q
}

define ptr addrspace(1) @before(ptr addrspace(1) %p) gc "statepoint-example" {
  %m = alloca ptr addrspace(1)
  store ptr addrspace(1) %p, ptr %m
  %q = load ptr addrspace(1), ptr %m
  call void @f()
  ret ptr addrspace(1) %q
}
