; A call that gives a struct with a name: the name of gc.result is made of it, and the struct that has no special
; pointers any more has another.
; RUN: %lateroot opt --abi=statepoint --check -S %s | FileCheck %s
; RUN: %lateroot compile --abi=statepoint --check -O0 %s -o %t.o
; RUN: %lateroot compile --abi=statepoint --check -O2 %s -o %t.o
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

%found = type { ptr addrspace(10), i1 }
%both = type { %found, i8 }

declare ptr @julia.get_pgcstack()
declare %found @find(i64)
declare %both @find_both(i64)
declare void @use(ptr addrspace(10))

; CHECK: %[[FOUND:found.*]] = type { ptr, i1 }
; CHECK: %[[BOTH:both.*]] = type { %[[FOUND]], i8 }

; CHECK-LABEL: @flag(
; CHECK: call %[[FOUND]] @llvm.experimental.gc.result.s_[[FOUND]]s(
define i1 @flag(i64 %k) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call %found @find(i64 %k)
  %b = extractvalue %found %x, 1
  %o = extractvalue %found %x, 0
  call void @use(ptr addrspace(10) %o)
  ret i1 %b
}

; CHECK-LABEL: @nested(
; CHECK: call %[[BOTH]] @llvm.experimental.gc.result.s_[[BOTH]]s(
define i8 @nested(i64 %k) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call %both @find_both(i64 %k)
  %b = extractvalue %both %x, 1
  ret i8 %b
}
