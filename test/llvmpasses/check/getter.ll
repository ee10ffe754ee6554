; The getter of the GC stack is no safepoint, and returns once, whatever its declaration says.
; RUN: %lateroot opt --abi=framemap --check -S %s | FileCheck %s
; RUN: %lateroot opt --abi=statepoint --check -S %s | FileCheck %s
; RUN: %lateroot opt --check -S %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack() returns_twice
declare void @take(ptr)

; CHECK-LABEL: define void @f(
define void @f() {
  %p = call ptr @julia.get_pgcstack()
  call void @take(ptr %p)
  ret void
}
; CHECK-LABEL: define ptr @g(
define ptr @g() {
  %p = call ptr @julia.get_pgcstack()
  ret ptr %p
}
