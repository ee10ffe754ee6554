; Two arrays in one struct, with a word between them: an index into the first one may be that of a number in the second, as far as its stride tells.
; The types say that it is not.
; RUN: %lateroot opt --check --passes=LateLowerGCFrame -S -o %t.ll %s
; RUN: %lateroot opt --check --reload --passes=LateLowerGCFrame -S -o /dev/null %s
; RUN: %lateroot opt --passes=lateroot --abi=statepoint --check -S -o /dev/null %s
; RUN: sed 's/i64 0, i64 %%i, i32 1/i64 0, i64 %%i, i32 0/' %t.ll > %t.wrong.ll
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %t.wrong.ll 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: sed 's/i64 0, i64 %%i, i32 0/i64 0, i64 %%i, i32 1/' %t.ll > %t.number.ll
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %t.number.ll 2>&1 | FileCheck %s --check-prefix=NUMBER --implicit-check-not=error:
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

%value = type { i64, ptr addrspace(10) }
%machine = type { [4 x %value], ptr, [4 x %value] }

declare ptr @julia.get_pgcstack()
declare void @stop()
declare ptr addrspace(10) @make()
declare void @fill(ptr nocapture)

; CHECK: error: root check: at the call of stop, %x was stored into stack memory and sits in no root slot
define ptr addrspace(10) @reference(i64 %i, i64 %k) {
  %v = alloca %machine, align 8
  %pg = call ptr @julia.get_pgcstack()
  call void @fill(ptr %v)
  %x = call ptr addrspace(10) @make()
  %registers = getelementptr inbounds i8, ptr %v, i64 0
  %p = getelementptr inbounds [4 x %value], ptr %registers, i64 0, i64 %i, i32 1
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @stop()
  %stack = getelementptr inbounds i8, ptr %v, i64 72
  %q = getelementptr inbounds [4 x %value], ptr %stack, i64 0, i64 %k, i32 1
  %y = load ptr addrspace(10), ptr %q, align 8
  ret ptr addrspace(10) %y
}

; NUMBER: error: root check: at the call of stop, byte 8 of stack variable %v is mapped as a reference, but may be a number put there by 'store i64 7, ptr %p
define ptr addrspace(10) @number(i64 %i, i64 %k) {
  %v = alloca %machine, align 8
  %pg = call ptr @julia.get_pgcstack()
  call void @fill(ptr %v)
  %registers = getelementptr inbounds i8, ptr %v, i64 0
  %p = getelementptr inbounds [4 x %value], ptr %registers, i64 0, i64 %i, i32 0
  store i64 7, ptr %p, align 8
  call void @stop()
  %stack = getelementptr inbounds i8, ptr %v, i64 72
  %q = getelementptr inbounds [4 x %value], ptr %stack, i64 0, i64 %k, i32 1
  %y = load ptr addrspace(10), ptr %q, align 8
  ret ptr addrspace(10) %y
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}
