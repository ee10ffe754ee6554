; RUN: %lateroot opt --passes=InferGCLeaf,LateLowerGCFrame --check -S %s | FileCheck %s
; RUN: %lateroot opt --passes=InferGCLeaf,LateLowerGCFrame --check --without=leaf-inference -S %s | FileCheck %s --check-prefix=WITHOUT
; Functions that never let the collector in: nothing is rooted around calls of them.

declare ptr @julia.get_pgcstack()
declare ptr @julia.get_pgcstack_or_new()
declare ptr addrspace(10) @make()
declare void @unknown()
declare void @said() "gc-leaf-function"
declare void @llvm.memset.p11.i64(ptr addrspace(11), i8, i64, i1)
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)

; Calls itself and nothing else that could.
; CHECK-LABEL: define i64 @recursion(
; CHECK-SAME: [[LEAF:#[0-9]+]] {
; CHECK-NOT: frame
; CHECK: ret i64
; WITHOUT-LABEL: define i64 @recursion(
; WITHOUT: push_gc_frame
define i64 @recursion(ptr addrspace(10) %x, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %p = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %y = load ptr addrspace(10), ptr addrspace(11) %p
  %end = icmp eq i64 %n, 0
  br i1 %end, label %done, label %on
on:
  call void @said()
  %m = sub i64 %n, 1
  %a = call i64 @recursion(ptr addrspace(10) %y, i64 %m)
  %b = call i64 @recursion(ptr addrspace(10) %y, i64 %a)
  ret i64 %b
done:
  ret i64 0
}

; Both or none.
; CHECK-LABEL: define internal void @ping()
; CHECK-SAME: [[LEAF]] {
define internal void @ping() {
  call void @pong()
  ret void
}
; CHECK-LABEL: define internal void @pong()
; CHECK-SAME: [[LEAF]] {
define internal void @pong() {
  call void @ping()
  ret void
}
; CHECK-LABEL: define internal void @here() {
define internal void @here() {
  call void @there()
  ret void
}
; CHECK-LABEL: define internal void @there() {
define internal void @there() {
  call void @here()
  call void @unknown()
  ret void
}

; The caller roots nothing for them, and is none itself.
; CHECK-LABEL: define ptr addrspace(10) @caller() {
; CHECK-NOT: push_gc_frame
; CHECK: ret ptr
; WITHOUT-LABEL: define ptr addrspace(10) @caller() {
; WITHOUT: push_gc_frame
define ptr addrspace(10) @caller() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @ping()
  ret ptr addrspace(10) %x
}

; What may be a poll or a change of the GC state already, and whatever is not known.
; CHECK-LABEL: define i64 @polls(ptr %page) {
define i64 @polls(ptr %page) {
  %x = load volatile i64, ptr %page
  ret i64 %x
}
; CHECK-LABEL: define void @state(ptr %state) {
define void @state(ptr %state) {
  store atomic i8 2, ptr %state release, align 1
  ret void
}
; CHECK-LABEL: define void @fenced() {
define void @fenced() {
  fence seq_cst
  ret void
}
; CHECK-LABEL: define void @indirect(ptr %f) {
define void @indirect(ptr %f) {
  call void %f()
  ret void
}
; CHECK-LABEL: define void @adopts() {
define void @adopts() {
  %pgcstack = call ptr @julia.get_pgcstack_or_new()
  ret void
}
; CHECK-LABEL: define ptr addrspace(10) @boxed(
; CHECK-NOT: [[LEAF]]
; CHECK-SAME: {
define ptr addrspace(10) @boxed(ptr addrspace(10) %f) {
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @entry, ptr addrspace(10) %f)
  ret ptr addrspace(10) %r
}
; CHECK-LABEL: define ptr addrspace(10) @entry(
; CHECK-SAME: [[LEAF]]
define ptr addrspace(10) @entry(ptr addrspace(10) %f, ptr %args, i32 %n) {
  ret ptr addrspace(10) %f
}

; Another definition may come in its place.
; CHECK-LABEL: define weak void @replaceable() {
define weak void @replaceable() {
  ret void
}
; CHECK-LABEL: define linkonce_odr void @elsewhere() {
define linkonce_odr void @elsewhere() {
  ret void
}

; In a GC-safe region the call itself lets the collector in.
; CHECK-LABEL: define internal void @in_safe_region() {
define internal void @in_safe_region() {
  ret void
}
define void @enters_region(ptr %ptls) {
  call void @in_safe_region() [ "gc-transition"(ptr %ptls) ]
  ret void
}

; It is said to be a safepoint, whatever it looks like.
; CHECK-LABEL: define void @optimistic() #
; CHECK-NOT: [[LEAF]]
; CHECK-SAME: {
define void @optimistic() "julia.safepoint" {
  ret void
}

; CHECK: attributes [[LEAF]] = { "gc-leaf-function"="inferred" }
