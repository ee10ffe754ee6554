; AdoptDialect: a struct of one reference is returned as an integer by clang for AArch64, RISC-V and Windows.  It is a
; reference again.  Where no target returns structs so, and where it is a cast of the program's own, it is refused.
; RUN: split-file %s %t
; RUN: sed 's/TRIPLE/aarch64-linux-gnu/' %t/good.ll > %t/a.ll && sed 's/TRIPLE/riscv64-linux-gnu/' %t/good.ll > %t/r.ll
; RUN: sed 's/TRIPLE/x86_64-w64-windows-gnu/' %t/good.ll > %t/w.ll && sed 's/TRIPLE/x86_64-linux-gnu/' %t/good.ll > %t/x.ll
; RUN: %lateroot opt --passes=AdoptDialect -S %t/a.ll | FileCheck %s
; RUN: %lateroot opt --passes=AdoptDialect -S %t/r.ll | FileCheck %s
; RUN: %lateroot opt --passes=AdoptDialect -S %t/w.ll | FileCheck %s
; RUN: %lateroot opt --passes=AdoptDialect,GCInvariantVerifier,SettleGCStack,lateroot --check --disable-output %t/a.ll
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect,GCInvariantVerifier --disable-output %t/x.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=ELSEWHERE
; ELSEWHERE: error: a struct with a reference of the variable 'array' is passed or returned by value as an integer
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect,GCInvariantVerifier --disable-output %t/cast.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=CAST
; CAST: error: ptrtoint of a Tracked (10) pointer
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect,GCInvariantVerifier --disable-output %t/scalar.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=CAST
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect --disable-output %t/differ.ll 2>&1 | FileCheck %s --check-prefix=DIFFER
; DIFFER: error: a struct of one reference is returned by 'callee' as an integer, which no collector sees, and the calls and the body of that function do not agree
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect,GCInvariantVerifier --disable-output %t/taken.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=TAKEN
; TAKEN: error: inttoptr to Tracked (10)

;--- good.ll
target datalayout = "e-m:e-i64:64-i128:128-n32:64-S128"
target triple = "TRIPLE"
module asm ".ident \22lateroot dialect\22"
%struct.one = type { ptr addrspace(10) }
%struct.array = type { [1 x ptr addrspace(10)] }
declare ptr @julia.get_pgcstack()
declare void @gc(i64 noundef)
declare i64 @elsewhere()

; CHECK-LABEL: define void @caller(
; CHECK: [[A:%.*]] = call ptr addrspace(10) @member(
; CHECK: store ptr addrspace(10) [[A]], ptr %at
; CHECK: [[B:%.*]] = call ptr addrspace(10) @whole(
; CHECK: store ptr addrspace(10) [[B]], ptr %array
; CHECK: [[C:%.*]] = call ptr addrspace(10) %f(
; CHECK: store ptr addrspace(10) [[C]], ptr %at2
; CHECK: call ptr addrspace(10) @member(
; CHECK: call i64 @elsewhere()
define void @caller(ptr addrspace(10) %x, ptr %f) {
  %stack = call ptr @julia.get_pgcstack()
  %one = alloca %struct.one, align 8
  %array = alloca %struct.array, align 8
  %a = call i64 @member(ptr addrspace(10) %x)
  %at = getelementptr inbounds %struct.one, ptr %one, i32 0, i32 0
  %ap = inttoptr i64 %a to ptr addrspace(10)
  store ptr addrspace(10) %ap, ptr %at, align 8
  %b = call i64 @whole(ptr addrspace(10) %x)
  store i64 %b, ptr %array, align 8
  %c = call i64 %f(ptr addrspace(10) %x)
  %at2 = getelementptr inbounds %struct.one, ptr %one, i32 0, i32 0
  %cp = inttoptr i64 %c to ptr addrspace(10)
  store ptr addrspace(10) %cp, ptr %at2, align 8
  %unused = call i64 @member(ptr addrspace(10) %x)
  %number = call i64 @elsewhere()
  call void @gc(i64 noundef %number)
  ret void
}

; CHECK-LABEL: define ptr addrspace(10) @member(
; CHECK: [[M:%.*]] = load ptr addrspace(10), ptr %at
; CHECK-NEXT: ret ptr addrspace(10) [[M]]
define i64 @member(ptr addrspace(10) %x) {
  %one = alloca %struct.one, align 8
  %at = getelementptr inbounds %struct.one, ptr %one, i32 0, i32 0
  store ptr addrspace(10) %x, ptr %at, align 8
  %p = load ptr addrspace(10), ptr %at, align 8
  %i = ptrtoint ptr addrspace(10) %p to i64
  ret i64 %i
}

; CHECK-LABEL: define ptr addrspace(10) @whole(
; CHECK: [[W:%.*]] = load ptr addrspace(10), ptr %array
; CHECK-NEXT: ret ptr addrspace(10) [[W]]
define i64 @whole(ptr addrspace(10) %x) {
  %array = alloca %struct.array, align 8
  store ptr addrspace(10) %x, ptr %array, align 8
  %i = load i64, ptr %array, align 8
  ret i64 %i
}

;--- cast.ll
target datalayout = "e-m:e-i64:64-i128:128-n32:64-S128"
target triple = "aarch64-linux-gnu"
module asm ".ident \22lateroot dialect\22"
declare void @gc(i64 noundef)
define i64 @number(ptr addrspace(10) %x) {
  %variable = alloca ptr addrspace(10), align 8
  store ptr addrspace(10) %x, ptr %variable, align 8
  %p = load ptr addrspace(10), ptr %variable, align 8
  %i = ptrtoint ptr addrspace(10) %p to i64
  ret i64 %i
}

;--- scalar.ll
; In C++ clang marks results.
target datalayout = "e-m:e-i64:64-i128:128-n32:64-S128"
target triple = "aarch64-linux-gnu"
module asm ".ident \22lateroot dialect\22"
%struct.one = type { ptr addrspace(10) }
define noundef i64 @number(ptr addrspace(10) %x) {
  %one = alloca %struct.one, align 8
  store ptr addrspace(10) %x, ptr %one, align 8
  %at = getelementptr inbounds %struct.one, ptr %one, i32 0, i32 0
  %p = load ptr addrspace(10), ptr %at, align 8
  %i = ptrtoint ptr addrspace(10) %p to i64
  ret i64 %i
}

;--- differ.ll
target datalayout = "e-m:e-i64:64-i128:128-n32:64-S128"
target triple = "aarch64-linux-gnu"
module asm ".ident \22lateroot dialect\22"
%struct.one = type { ptr addrspace(10) }
declare void @gc(i64 noundef)
define i64 @callee(ptr addrspace(10) %x) {
  %one = alloca %struct.one, align 8
  store ptr addrspace(10) %x, ptr %one, align 8
  %at = getelementptr inbounds %struct.one, ptr %one, i32 0, i32 0
  %p = load ptr addrspace(10), ptr %at, align 8
  %i = ptrtoint ptr addrspace(10) %p to i64
  ret i64 %i
}
define void @caller(ptr addrspace(10) %x) {
  %n = call i64 @callee(ptr addrspace(10) %x)
  call void @gc(i64 noundef %n)
  ret void
}

;--- taken.ll
target datalayout = "e-m:e-i64:64-i128:128-n32:64-S128"
target triple = "aarch64-linux-gnu"
module asm ".ident \22lateroot dialect\22"
declare void @gc(i64 noundef)
declare i64 @number()
define void @caller() {
  %variable = alloca ptr addrspace(10), align 8
  %n = call i64 @number()
  %p = inttoptr i64 %n to ptr addrspace(10)
  store ptr addrspace(10) %p, ptr %variable, align 8
  ret void
}
