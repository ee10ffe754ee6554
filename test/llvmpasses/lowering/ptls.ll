; RUN: %lateroot opt --passes=LowerPTLSPass -S %s | FileCheck %s
; RUN: %lateroot opt --passes='LowerPTLSPass<no-imaging>' -S %s | FileCheck %s
; RUN: %lateroot opt --passes='LowerPTLSPass<imaging>' -S %s | FileCheck %s
; RUN: %lateroot opt --passes='LowerPTLSPass,gvn' -S %s | FileCheck --check-prefix=GVN %s
; How a function finds the GC stack, in the reference runtime: by a call, in images too.

declare ptr @julia.get_pgcstack()
declare ptr @julia.get_pgcstack_or_new()
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare void @g()

; The dialect's declarations are gone once nothing uses them.
; CHECK-NOT: julia.
; CHECK-LABEL: define ptr @call(
; CHECK-NEXT: %p = call ptr @lr_get_pgcstack()
; CHECK-NEXT: ret ptr %p
define ptr @call() {
  %p = call ptr @julia.get_pgcstack()
  ret ptr %p
}

; CHECK-LABEL: define void @unused(
; CHECK-NEXT: ret void
define void @unused() {
  %p = call ptr @julia.get_pgcstack()
  ret void
}

; CHECK-LABEL: define swiftcc ptr @argument(
; CHECK-NEXT: ret ptr %task
define swiftcc ptr @argument(i64 %x, ptr swiftself "gcstack" %task) {
  %p = call ptr @julia.get_pgcstack()
  ret ptr %p
}

; What LLVM said of the argument, while nothing used it, is not true any more.
; CHECK-LABEL: define swiftcc ptr @unread(ptr swiftself %task)
; CHECK-NEXT: load ptr, ptr %task
define swiftcc ptr @unread(ptr readnone swiftself %task) {
  %p = call ptr @julia.get_pgcstack()
  %x = load ptr, ptr %p
  ret ptr %x
}

; A task keeps its stack while a function runs, so one call is enough.
; GVN-LABEL: define i1 @twice(
; GVN: call ptr @lr_get_pgcstack()
; GVN-NOT: @lr_get_pgcstack
; GVN: ret i1 true
define i1 @twice() {
  %p = call ptr @julia.get_pgcstack()
  call void @g()
  %q = call ptr @julia.get_pgcstack()
  %same = icmp eq ptr %p, %q
  ret i1 %same
}
; CHECK-NOT: julia.
