; What is loaded out of a stack variable of the frame needs no slot while the variable still holds it.
; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s --implicit-check-not='store ptr addrspace(10) {{.*}}ptr %gcslot'
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --without=coverage -S %s | FileCheck %s --check-prefix=WITHOUT
; RUN: %lateroot opt --check --verify-each --abi=framemap -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each --abi=statepoint -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each --abi=shadow-stack -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each --reload -S %s -o /dev/null
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @both(ptr addrspace(10), ptr addrspace(10))
declare void @fill(ptr nocapture)
declare void @poll()
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @boxed(ptr addrspace(10), ptr, i32)

; Loaded twice, and both are in use at the same call.
; CHECK-LABEL: define {{.*}} @twice(
; CHECK: julia.new_gc_frame(i32 1)
; CHECK: %v = load ptr addrspace(10), ptr [[V:%[a-z0-9]+]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %v)
; CHECK-NEXT: %w = load volatile ptr addrspace(10), ptr [[V]]
; CHECK-NEXT: call void @both(ptr addrspace(10) %v, ptr addrspace(10) %w)
; WITHOUT-LABEL: define {{.*}} @twice(
; WITHOUT: %v = load
; WITHOUT-NEXT: store ptr addrspace(10) %v, ptr %gcslot
define void @twice() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %x, !alias.scope !0, !noalias !0
  call void @poll()
  %v = load ptr addrspace(10), ptr %x, !alias.scope !0
  call void @use(ptr addrspace(10) %v), !noalias !0
  %w = load volatile ptr addrspace(10), ptr %x
  call void @both(ptr addrspace(10) %v, ptr addrspace(10) %w), !noalias !0
  ret void
}

; A call may not be told apart from the variable: it may lead to the collector, who looks there.
; CHECK-LABEL: define {{.*}} @apart(
; CHECK: store ptr addrspace(10) %a, ptr %{{[a-z0-9]+}}, align 8{{$}}
; CHECK: %v = load ptr addrspace(10), ptr %{{[a-z0-9]+}}, align 8{{$}}
define void @apart() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %x, !alias.scope !0
  %v = load ptr addrspace(10), ptr %x, !alias.scope !0
  call void @use(ptr addrspace(10) %v), !noalias !0
  ret void
}

; Of several words, and of all at once; filled by a callee.
; CHECK-LABEL: define {{.*}} @words(
; CHECK: julia.new_gc_frame(i32 3)
; CHECK: call void @fill(
; CHECK: call void @use(ptr addrspace(10) %v)
; CHECK: call void @use(ptr addrspace(10) %third)
define void @words() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca [3 x ptr addrspace(10)]
  call void @fill(ptr %x)
  %second = getelementptr [3 x ptr addrspace(10)], ptr %x, i64 0, i64 1
  %v = load ptr addrspace(10), ptr %second
  %all = load [3 x ptr addrspace(10)], ptr %x
  call void @use(ptr addrspace(10) %v)
  %third = extractvalue [3 x ptr addrspace(10)] %all, 2
  call void @use(ptr addrspace(10) %third)
  ret void
}

; It holds what is put into an array of arguments as well: that is stored, but roots nothing.
; CHECK-LABEL: define {{.*}} @argument(
; CHECK: julia.new_gc_frame(i32 1)
; CHECK: %v = load ptr addrspace(10), ptr
; CHECK: store ptr addrspace(10) %v, ptr %jlcallframe
define void @argument() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %x
  call void @poll()
  %v = load ptr addrspace(10), ptr %x
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @boxed, ptr addrspace(10) null, ptr addrspace(10) %v)
  ret void
}

; Written behind the last safepoint that sees it.
; CHECK-LABEL: define {{.*}} @written_later(
; CHECK: julia.new_gc_frame(i32 1)
; CHECK: call void @use(ptr addrspace(10) %v)
define void @written_later() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  store ptr addrspace(10) null, ptr %x
  call void @fill(ptr %x)
  %v = load ptr addrspace(10), ptr %x
  call void @use(ptr addrspace(10) %v)
  store ptr addrspace(10) null, ptr %x
  call void @poll()
  call void @fill(ptr %x)
  ret void
}

; Around a loop: each round has its own.
; CHECK-LABEL: define {{.*}} @round(
; CHECK: julia.new_gc_frame(i32 1)
; CHECK: again:
; CHECK-NEXT: %v = load ptr addrspace(10), ptr
; CHECK-NEXT: call void @use(ptr addrspace(10) %v)
define void @round(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %x
  br label %again
again:
  %v = load ptr addrspace(10), ptr %x
  call void @use(ptr addrspace(10) %v)
  %b = call ptr addrspace(10) @make()
  store ptr addrspace(10) %b, ptr %x
  br i1 %c, label %again, label %done
done:
  ret void
}

!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
