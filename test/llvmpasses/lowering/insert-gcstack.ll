; SettleGCStack: exactly one julia.get_pgcstack, first of all, where roots may be needed; none where they cannot be.
; RUN: %lateroot opt --passes=SettleGCStack -S %s | FileCheck %s

; CHECK-LABEL: @forgotten
; CHECK-NEXT: %gcstack = call ptr @julia.get_pgcstack() #[[#FREE:]]
define void @forgotten() {
  %x = call ptr addrspace(10) @g()
  call void @h(ptr addrspace(10) %x)
  ret void
}

; What inlining leaves further down moves up and becomes one.
; CHECK-LABEL: @inlined
; CHECK-NEXT: %local = alloca i64
; CHECK-NEXT: %gcstack = call ptr @julia.get_pgcstack()
; CHECK-NOT: julia.get_pgcstack
; CHECK: call void @task(ptr %gcstack)
; CHECK: call void @task(ptr %gcstack)
define void @inlined(i1 %c) {
  %local = alloca i64
  br i1 %c, label %a, label %b
a:
  %s = call ptr @julia.get_pgcstack()
  call void @task(ptr %s)
  ret void
b:
  %t = call ptr @julia.get_pgcstack()
  call void @task(ptr %t)
  ret void
}

; A variable that is never read may still be what an object hangs on.
; CHECK-LABEL: @variable
; CHECK: julia.get_pgcstack
define void @variable(ptr addrspace(10) %x) {
  %v = alloca ptr addrspace(10)
  store ptr addrspace(10) %x, ptr %v
  call void @g()
  ret void
}

; CHECK-LABEL: @argument
; CHECK-NOT: julia.get_pgcstack
define void @argument(ptr "gcstack" %stack) {
  %x = call ptr addrspace(10) @g()
  call void @h(ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: @no_references
; CHECK-NOT: julia.get_pgcstack
define void @no_references() {
  call void @g()
  ret void
}

; CHECK-LABEL: @no_calls
; CHECK-NOT: julia.get_pgcstack
define ptr addrspace(10) @no_calls(ptr %p) {
  %x = load ptr addrspace(10), ptr %p
  ret ptr addrspace(10) %x
}

; CHECK: ret ptr addrspace(10) %x
; Nobody needs it after all: with the attributes it may go.
; CHECK: attributes #[[#FREE]] = { nounwind willreturn memory(none) }
declare ptr @julia.get_pgcstack()
declare void @task(ptr)
declare ptr addrspace(10) @g()
declare void @h(ptr addrspace(10))
