; A module as front ends leave it: one finding stands for all, and says what to do.  The verdicts of the functions stay.
; RUN: split-file %s %t
; RUN: %exits 1 %lateroot check --all %t/raw.ll | FileCheck %s
; RUN: %exits 1 %lateroot check --kind=frames %t/raw.ll | FileCheck --check-prefix=ASKED %s
; RUN: %exits 1 %lateroot check --func=g %t/raw.ll | FileCheck --check-prefix=ONE %s
; RUN: %exits 1 %lateroot check --sarif %t/raw.ll | FileCheck --check-prefix=SARIF %s
; RUN: %lateroot opt --passes=LateLowerGCFrame %t/raw.ll -o %t/placed.bc
; RUN: %exits 3 %lateroot check %t/placed.bc | FileCheck --check-prefix=PLACED %s

; RUN: %exits 1 %lateroot check --view=%t/page.html %t/raw.ll | FileCheck --check-prefix=ONE %s

; No baseline knows it: behind placement, nothing of the first run should count as known.
; RUN: %exits 1 %lateroot check --write-baseline=%t/known -o %t/report.txt %t/raw.ll
; RUN: %exits 1 %lateroot check --baseline=%t/known %t/raw.ll | FileCheck --check-prefix=ONE %s

; Without a GC stack nothing can be placed, and the rule is another.
; RUN: %exits 3 %lateroot check %t/stackless.ll | FileCheck --check-prefix=STACKLESS %s
; STACKLESS: %x is needed, but there is no frame [no-frame/1]
; STACKLESS: %y is needed, but there is no frame [no-frame/1]

; CHECK: hole: at the call of make, %x is needed, but there is no frame; no function of the module has a frame: 'lateroot opt' places roots [unplaced/1]
; CHECK-NEXT: in function 'f'
; CHECK-NEXT: defined %x = call
; CHECK-NEXT: safepoint %y = call
; CHECK-NEXT: used call void @use
; CHECK-NOT: hole:
; CHECK-NOT: unknown:
; CHECK: hole frames f
; CHECK: hole frames g
; CHECK: unknown frames h
; CHECK: functions: 1 unknown, 2 with holes

; ASKED: %x is needed, but there is no frame [root/1]
; ASKED: %x is needed, but there is no frame [root/1]
; ASKED: stored into stack memory and sits in no root slot [variable/1]
; ASKED: %x is needed, but there is no frame [no-frame/1]

; ONE-COUNT-1: 'lateroot opt' places roots [unplaced/1]
; ONE-NOT: known hole
; ONE-NOT: is needed

; SARIF: "ruleId": "unplaced"

; The function without a GC stack is as it was.
; PLACED-COUNT-1: unknown: at the call of make, %x is needed, but there is no frame [no-frame/1]
; PLACED-NOT: hole:

;--- raw.ll
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

define void @f() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %x)
  ret void
}

define void @g() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %stack = alloca ptr addrspace(10)
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %stack
  call void @use(ptr addrspace(10) %x)
  %z = load ptr addrspace(10), ptr %stack
  call void @use(ptr addrspace(10) %z)
  ret void
}

define void @h() {
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %x)
  ret void
}

;--- stackless.ll
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

define void @f() {
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %x)
  ret void
}

define void @g() {
  %y = call ptr addrspace(10) @make()
  %z = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %y)
  ret void
}
