; Stack memory that statepoints list: where it is listed, what is in it, and references that became numbers.
; RUN: %exits 3 %lateroot check --all %s | FileCheck %s --implicit-check-not=hole:
; CHECK: unknown: the statepoint lists stack memory, and on some path it is not proved that something was stored there [unwritten-slot/1]
; CHECK-NEXT: in function 'unwritten'
; CHECK: unknown: a number or plain pointer is stored into stack memory that statepoints list [memory/1]
; CHECK-NEXT: in function 'number'
; CHECK: unknown: stack memory may hold a reference that is needed behind the call, which does not list it [memory/1]
; CHECK-NEXT: in function 'forgotten'
; CHECK: unknown: a number or plain pointer is stored into stack memory that statepoints list [memory/1]
; CHECK-NEXT: in function 'stale'
; CHECK: unknown: a number or plain pointer that may have been made of a reference in front of a safepoint becomes a reference [copy/1]
; CHECK-NEXT: in function 'viaint'
; CHECK: unknown: the address of stack memory that statepoints list is not followed [memory/1]
; CHECK-NEXT: in function 'chosen'
; CHECK: proven statepoints interior
; CHECK: proven statepoints listed
; CHECK: proven statepoints nulled
; CHECK: proven statepoints not_needed
; CHECK: proven statepoints number_between
declare void @gc()
declare void @fill(ptr) "gc-leaf-function"
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
define ptr addrspace(1) @unwritten(ptr addrspace(1) %a) gc "statepoint-example" {
  %s = alloca ptr addrspace(1)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %s, ptr addrspace(1) %a) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 1)
  store ptr addrspace(1) %r, ptr %s
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %s) ]
  %o = load ptr addrspace(1), ptr %s
  ret ptr addrspace(1) %o
}
define ptr addrspace(1) @number(ptr addrspace(1) %a) gc "statepoint-example" {
  %s = alloca ptr addrspace(1)
  store i64 42, ptr %s
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %s, ptr addrspace(1) %a) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 1)
  ret ptr addrspace(1) %r
}
define ptr addrspace(1) @forgotten(ptr addrspace(1) %a) gc "statepoint-example" {
  %s = alloca ptr addrspace(1)
  store ptr addrspace(1) %a, ptr %s
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %s) ]
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0)
  %o = load ptr addrspace(1), ptr %s
  ret ptr addrspace(1) %o
}
define ptr addrspace(1) @stale(ptr addrspace(1) %a) gc "statepoint-example" {
  %s = alloca ptr addrspace(1)
  store ptr addrspace(1) %a, ptr %s
  %i = load i64, ptr %s
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %s) ]
  store i64 %i, ptr %s
  %o = load ptr addrspace(1), ptr %s
  ret ptr addrspace(1) %o
}
define ptr addrspace(1) @interior(ptr addrspace(1) %a) gc "statepoint-example" {
  %s = alloca ptr addrspace(1)
  %g = getelementptr i8, ptr addrspace(1) %a, i64 8
  store ptr addrspace(1) %g, ptr %s
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %s) ]
  %o = load ptr addrspace(1), ptr %s
  ret ptr addrspace(1) %o
}
define void @viaint(ptr addrspace(1) %a) gc "statepoint-example" {
  %i = ptrtoint ptr addrspace(1) %a to i64
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %o = inttoptr i64 %i to ptr addrspace(1)
  store i64 1, ptr addrspace(1) %o
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
define ptr addrspace(1) @chosen(ptr addrspace(1) %a, i1 %c) gc "statepoint-example" {
  %s = alloca ptr addrspace(1)
  %u = alloca i64
  store ptr addrspace(1) %a, ptr %s
  %w = select i1 %c, ptr %s, ptr %u
  store i64 42, ptr %w
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %s) ]
  %o = load ptr addrspace(1), ptr %s
  ret ptr addrspace(1) %o
}
; The nearest right neighbours.
define ptr addrspace(1) @listed(ptr addrspace(1) %a) gc "statepoint-example" {
  %s = alloca ptr addrspace(1)
  store ptr addrspace(1) %a, ptr %s
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %s) ]
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %s) ]
  %o = load ptr addrspace(1), ptr %s
  ret ptr addrspace(1) %o
}
define ptr addrspace(1) @nulled(ptr addrspace(1) %a) gc "statepoint-example" {
  %s = alloca [2 x ptr addrspace(1)]
  call void @llvm.memset.p0.i64(ptr %s, i8 0, i64 16, i1 false)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %s, ptr addrspace(1) %a) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 1, i32 1)
  %e = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(1) %r, ptr %e
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %s) ]
  %o = load ptr addrspace(1), ptr %e
  ret ptr addrspace(1) %o
}
define void @not_needed(ptr addrspace(1) %a) gc "statepoint-example" {
  %s = alloca ptr addrspace(1)
  store ptr addrspace(1) %a, ptr %s
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr %s) ]
  %o = load ptr addrspace(1), ptr %s
  store i64 1, ptr addrspace(1) %o
  %t2 = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0)
  ret void
}
define void @number_between(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %i = ptrtoint ptr addrspace(1) %r to i64
  %j = add i64 %i, 8
  %o = inttoptr i64 %j to ptr addrspace(1)
  store i64 1, ptr addrspace(1) %o
  ret void
}
