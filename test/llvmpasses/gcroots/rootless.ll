; A function without a GC stack gets no roots.  Where it would have one, that is said once.
; RUN: %lateroot opt --passes=LateLowerGCFrame --disable-output %s 2>&1 | FileCheck %s '--implicit-check-not=[rootless]'
; RUN: %lateroot opt --passes=LateLowerGCFrame --abi=statepoint --disable-output %s 2>&1 | FileCheck %s --check-prefixes=CHECK,MOVES '--implicit-check-not=[rootless]'
; RUN: %lateroot opt --passes=LateLowerGCFrame -Wno-rootless --disable-output %s 2>&1 | count 0
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -Werror=rootless --disable-output %s 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: %lateroot opt --passes=SettleGCStack,LateLowerGCFrame --abi=statepoint --disable-output %s 2>&1 | count 0

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @gc()
declare ptr @julia.get_pgcstack()

; CHECK: warning: the function 'over_call' has no GC stack, so that 'a' gets no root while this call may collect: call julia.get_pgcstack in it, or give it a "gcstack" argument [rootless]
; ERROR: error: the function 'over_call' has no GC stack, {{.*}} [rootless]
define void @over_call() {
  %a = call ptr addrspace(10) @make()
  call void @gc()
  call void @use(ptr addrspace(10) %a)
  ret void
}

; The safepoint is in a block of its own.
; CHECK: warning: the function 'loop' has no GC stack, so that 'a' gets no root {{.*}} [rootless]
define void @loop(i1 %c) {
  %a = call ptr addrspace(10) @make()
  br label %again
again:
  call void @gc()
  br i1 %c, label %again, label %out
out:
  call void @use(ptr addrspace(10) %a)
  ret void
}

; CHECK: warning: the function 'variable' has no GC stack, so that 'v' gets no root {{.*}} [rootless]
define ptr addrspace(10) @variable() {
  %v = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %v
  call void @gc()
  %b = load ptr addrspace(10), ptr %v
  ret ptr addrspace(10) %b
}

; The caller roots arguments, unless objects move.
; MOVES: warning: the function 'argument' has no GC stack, so that 'a' gets no root {{.*}} [rootless]
define void @argument(ptr addrspace(10) %a) {
  call void @gc()
  call void @use(ptr addrspace(10) %a)
  ret void
}

; No reference is needed at a call that may collect.
define ptr addrspace(10) @not_over_call() {
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr null
  %b = call ptr addrspace(10) @make()
  ret ptr addrspace(10) %b
}

; The callee is not known to collect: InferGCLeaf may find that it does not.
define void @own_callee() {
  %a = load ptr addrspace(10), ptr null
  call void @loads()
  call void @loads_of(ptr addrspace(10) %a)
  ret void
}
define void @loads() {
  ret void
}
define void @loads_of(ptr addrspace(10) %a) {
  ret void
}

define void @with_getter() {
  %stack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @gc()
  call void @use(ptr addrspace(10) %a)
  ret void
}
