; What has no name is called by what it is; and why values have roots, or none.
; RUN: %lateroot opt --remarks=%t.yaml -S %s -o /dev/null && FileCheck %s < %t.yaml
; RUN: %lateroot view --json %s | FileCheck %s --check-prefix=JSON
; RUN: %lateroot opt --passes=LateLowerGCFrame -d NLC %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=MAP
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare i64 @look(ptr addrspace(10))
declare void @look_all(ptr addrspace(10), ptr addrspace(10), ptr addrspace(10), ptr addrspace(10))
declare void @lend(ptr addrspace(12))
declare void @safe()
declare i32 @setjmp(ptr) returns_twice
@fixed = external constant ptr addrspace(10)
; CHECK-LABEL: Function: 'unnamed'
; CHECK-DAG: - Value: 'a call of @make'
; CHECK-DAG: - Value: 'a load'
; CHECK-DAG: - Value: 'a phi'
; CHECK-DAG: - Value: 'an atomic operation'
; JSON: "name":"unnamed"
; MAP: @unnamed
define i64 @unnamed(i1, ptr %m, ptr %raw) {
top:
  %1 = call ptr @julia.get_pgcstack()
  %2 = call ptr addrspace(10) @make()
  %3 = load ptr addrspace(10), ptr %m
  %4 = atomicrmw xchg ptr %m, ptr addrspace(10) %2 seq_cst
  br i1 %0, label %x, label %y
x:
  br label %y
y:
  %5 = phi ptr addrspace(10) [ %3, %top ], [ %4, %x ]
  call void @safe()
  call void @look_all(ptr addrspace(10) %2, ptr addrspace(10) %3, ptr addrspace(10) %4, ptr addrspace(10) %5)
  %6 = addrspacecast ptr %raw to ptr addrspace(10)
  call void @safe()
  %7 = call i64 @look(ptr addrspace(10) %6)
  ret i64 %7
}
; What comes back a second time keeps what is in use.
; JSON: "name":"twice"
define i64 @twice(ptr %buf) {
top:
  %0 = call ptr @julia.get_pgcstack()
  %1 = call ptr addrspace(10) @make()
  %2 = call i32 @setjmp(ptr %buf) returns_twice
  %3 = icmp eq i32 %2, 0
  br i1 %3, label %x, label %y
x:
  %4 = call ptr addrspace(10) @make()
  call void @safe()
  br label %y
y:
  %5 = phi ptr addrspace(10) [ %1, %top ], [ %4, %x ]
  %6 = call i64 @look(ptr addrspace(10) %5)
  %7 = call i64 @look(ptr addrspace(10) %1)
  ret i64 %7
}
; Lent, permanent, and dead ones.
; JSON: "name":"without"
define void @without(ptr addrspace(10) %o) {
  %1 = call ptr @julia.get_pgcstack()
  %2 = load ptr addrspace(10), ptr @fixed
  %3 = call ptr addrspace(10) @make()
  %4 = addrspacecast ptr addrspace(10) %o to ptr addrspace(12)
  call void @lend(ptr addrspace(12) %4)
  %5 = call i64 @look(ptr addrspace(10) %2)
  ret void
}
