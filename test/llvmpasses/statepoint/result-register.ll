; AArch64 has a register of its own for the address of a result in memory (sret), which a statepoint cannot use.  The call goes by way of a trampoline, whatever is called.
; RUN: split-file %s %t
; RUN: sed 's/TRIPLE/aarch64-linux-gnu/' %t/a.ll > %t/arm.ll && sed 's/TRIPLE/riscv64-linux-gnu/' %t/a.ll > %t/riscv.ll
; RUN: %lateroot opt --abi=statepoint --check --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %t/arm.ll | FileCheck %s
; RUN: %lateroot opt --abi=statepoint --check --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %t/riscv.ll | FileCheck %s --check-prefix=OTHER
; RUN: %lateroot compile --abi=statepoint --check -O0 --filetype=asm %t/arm.ll -o - | FileCheck %s --check-prefix=CODE
; RUN: %lateroot compile --abi=statepoint --check -O2 --filetype=asm %t/arm.ll -o - | FileCheck %s --check-prefix=CODE
; A call that is to be patched has no trampoline: its function has no statepoints.
; RUN: sed 's/TRIPLE/aarch64-linux-gnu/' %t/b.ll | %lateroot opt --abi=statepoint -S - 2>&1 | FileCheck %s --check-prefix=PATCHED
; RUN: sed 's/TRIPLE/riscv64-linux-gnu/' %t/b.ll | %lateroot opt --abi=statepoint -S - | FileCheck %s --check-prefix=PASSED
; PATCHED: note: the function uses the ABI 'framemap' instead of statepoint: a call in it that is to be patched has its result in memory, whose address a statepoint would pass in another register
; PASSED: @llvm.experimental.gc.statepoint
; CODE-LABEL: {{^"?}}lr.leave.own{{"?}}:
; CODE: mov x8, x0
; CODE: bl own

; CHECK-LABEL: define void @calls(
; CHECK: @lr.leave.own, i32 3, i32 0, ptr %v, i64 5, ptr %gc, i32 0, i32 0)
; CHECK: @lr.leave., i32 4, i32 0, ptr %v, i64 6, ptr %gc, ptr %f, i32 0, i32 0)
; CHECK: @lr.leave..1, i32 4, i32 0, ptr %v, i64 7, ptr %gc, ptr %f, i32 0, i32 0)
; CHECK: @number, i32 1, i32 0, i64 8, i32 0, i32 0)
; CHECK-LABEL: define internal void @lr.leave.own(ptr %0, i64 %1, ptr %2)
; CHECK: call void @own(ptr sret([3 x i64]) %0, i64 %1)
; CHECK-LABEL: define internal void @lr.leave.(ptr %0, i64 %1, ptr %2, ptr %3)
; CHECK: call void %3(ptr sret([3 x i64]) %0, i64 %1)
; CHECK: define internal void @lr.leave..1(ptr %0, i64 %1, ptr %2, ptr %3)
; CHECK: call void %3(ptr %0, i64 %1)
; OTHER-LABEL: define void @calls(
; OTHER: @own, i32 2, i32 0, ptr %v, i64 5, i32 0, i32 0)

;--- a.ll
target datalayout = "e-m:e-i64:64-i128:128-n32:64-S128-ni:10:11:12:13"
target triple = "TRIPLE"

declare ptr @julia.get_pgcstack()
declare void @safe()

define void @calls(ptr "gcstack" %gc, ptr %f, ptr addrspace(10) %a) {
  %v = alloca [3 x i64], align 8
  call void @own(ptr sret([3 x i64]) %v, i64 5)
  call void %f(ptr sret([3 x i64]) %v, i64 6)
  call void %f(ptr %v, i64 7)
  call void @number(i64 8)
  store i64 1, ptr addrspace(10) %a
  ret void
}
define void @own(ptr noalias sret([3 x i64]) %r, i64 %n) noinline {
  %gc = call ptr @julia.get_pgcstack()
  call void @safe()
  store i64 %n, ptr %r
  ret void
}
define void @number(i64 %n) noinline {
  %gc = call ptr @julia.get_pgcstack()
  call void @safe()
  ret void
}

;--- b.ll
target datalayout = "e-m:e-i64:64-i128:128-n32:64-S128-ni:10:11:12:13"
target triple = "TRIPLE"

declare ptr @julia.get_pgcstack()
declare void @own(ptr sret([3 x i64]), i64)
declare void @uses(ptr addrspace(10))

define void @patched(ptr addrspace(10) %o) {
  %v = alloca [3 x i64]
  %gc = call ptr @julia.get_pgcstack()
  call void @own(ptr %v, i64 5) #0
  call void @uses(ptr addrspace(10) %o)
  ret void
}

attributes #0 = { "statepoint-num-patch-bytes"="8" }
