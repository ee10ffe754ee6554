; AdoptDialect on AArch64 and RISC-V: a struct of two words with references, which clang passes and returns as an array of
; integers, is an array of references, or a struct of a reference and an integer.  Elsewhere it is refused.
; RUN: split-file %s %t
; RUN: sed 's/TRIPLE/aarch64-linux-gnu/' %t/good.ll > %t/a.ll && sed 's/TRIPLE/riscv64-linux-gnu/' %t/good.ll > %t/r.ll
; RUN: %lateroot opt --passes=AdoptDialect -S %t/a.ll | FileCheck %s
; RUN: %lateroot opt --passes=AdoptDialect -S %t/r.ll | FileCheck %s
; RUN: %lateroot compile --passes=AdoptDialect,GCInvariantVerifier,SettleGCStack --check %t/a.ll -o %t/a.o
; RUN: %lateroot compile --passes=AdoptDialect,GCInvariantVerifier,SettleGCStack --check --abi=statepoint %t/r.ll -o %t/r.o
; RUN: sed 's/TRIPLE/loongarch64-linux-gnu/' %t/good.ll | %exits 1 %lateroot opt --passes=AdoptDialect --disable-output 2>&1 \
; RUN:   | FileCheck %s --check-prefix=ELSEWHERE
; ELSEWHERE: error: a struct with a reference{{.*}} is passed or returned by value as an integer, or as an array of integers, which no collector sees: clang does so on this target; pass or return a pointer to the struct, or its references themselves
; ELSEWHERE-NEXT: in function 'both': store [2 x i64] %0
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect --disable-output %t/full.ll 2>&1 | FileCheck %s --check-prefix=FULL
; FULL: error: parameter 8 is a struct of a reference and a number, for which one register is left on this target: it lies on the stack as two integers, and as a reference and an integer it would lie in both places; put it in front of the parameter before it, or pass its members
; FULL-NEXT: in function 'full'
; Only where one register is left do the two lie in different places: not with two, with none, or behind numbers that have
; registers of their own.
; RUN: sed 's/i64 %g, //' %t/full.ll | %lateroot opt --passes=AdoptDialect -S | FileCheck %s --check-prefix=FITS
; RUN: sed 's/i64 %g, /i64 %g, i64 %h, /' %t/full.ll | %lateroot opt --passes=AdoptDialect -S | FileCheck %s --check-prefix=FITS
; RUN: sed 's/i64 %g, /double %g, /' %t/full.ll | %lateroot opt --passes=AdoptDialect -S | FileCheck %s --check-prefix=FITS
; RUN: sed 's/i64 %a, /ptr sret(i64) %a, /' %t/full.ll | %lateroot opt --passes=AdoptDialect -S | FileCheck %s --check-prefix=FITS
; RUN: sed 's/i64 %a, i64 %b, i64 %c/[2 x i64] %a, [2 x i64] %b/' %t/full.ll | %lateroot opt --passes=AdoptDialect -S \
; RUN:   | FileCheck %s --check-prefix=FITS
; RUN: sed 's/i64 %f, i64 %g, /i128 %g, /' %t/full.ll | %lateroot opt --passes=AdoptDialect -S | FileCheck %s --check-prefix=FITS
; FITS: define void @full({{.*}}, { ptr addrspace(10), i64 } %0)
; RUN: sed 's/aarch64/riscv64/' %t/full.ll | %lateroot opt --passes=AdoptDialect --disable-output
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect --disable-output %t/differ.ll 2>&1 | FileCheck %s --check-prefix=DIFFER
; DIFFER: error: a struct of two words with a reference is passed to 'callee' as an integer
; DIFFER-NEXT: in function 'callee'
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect --disable-output %t/returned.ll 2>&1 | FileCheck %s --check-prefix=RETURNED
; RETURNED: error: a struct of two words with a reference is returned by 'callee' as an integer

;--- good.ll
target datalayout = "e-m:e-i64:64-i128:128-n32:64-S128"
target triple = "TRIPLE"
module asm ".ident \22lateroot dialect\22"
%struct.two = type { ptr addrspace(10), ptr addrspace(10) }
%struct.mix = type { ptr addrspace(10), i32, i32 }
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))

; Numbers stay.
; CHECK-LABEL: define [2 x i64] @numbers([2 x i64] %0)
define [2 x i64] @numbers([2 x i64] %0) {
  %p = alloca [2 x i64], align 8
  store [2 x i64] %0, ptr %p, align 8
  %r = load [2 x i64], ptr %p, align 8
  ret [2 x i64] %r
}
; CHECK-LABEL: define [2 x ptr addrspace(10)] @both([2 x ptr addrspace(10)] %0)
; CHECK: store [2 x ptr addrspace(10)] %0, ptr %p, align 8
; CHECK: [[R:%.*]] = load [2 x ptr addrspace(10)], ptr %p, align 8
; CHECK-NEXT: ret [2 x ptr addrspace(10)] [[R]]
define [2 x i64] @both([2 x i64] %0) {
  %p = alloca %struct.two, align 8
  %g = call ptr @julia.get_pgcstack()
  store [2 x i64] %0, ptr %p, align 8
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 16, ptr addrspace(10) null)
  %r = load [2 x i64], ptr %p, align 8
  ret [2 x i64] %r
}
; CHECK-LABEL: define { ptr addrspace(10), i64 } @mixed({ ptr addrspace(10), i64 } %0, ptr %f)
; CHECK: [[A:%.*]] = load [2 x ptr addrspace(10)], ptr %q, align 8
; CHECK-NEXT: [[C:%.*]] = call [2 x ptr addrspace(10)] @both([2 x ptr addrspace(10)] [[A]])
; CHECK-NEXT: store [2 x ptr addrspace(10)] [[C]], ptr %q, align 8
; CHECK: [[B:%.*]] = load { ptr addrspace(10), i64 }, ptr %p, align 8
; CHECK-NEXT: [[D:%.*]] = call { ptr addrspace(10), i64 } %f({ ptr addrspace(10), i64 } [[B]])
; CHECK-NEXT: store { ptr addrspace(10), i64 } [[D]], ptr %p, align 8
define [2 x i64] @mixed([2 x i64] %0, ptr %f) {
  %p = alloca %struct.mix, align 8
  %q = alloca %struct.two, align 8
  %g = call ptr @julia.get_pgcstack()
  store [2 x i64] %0, ptr %p, align 8
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 16, i1 false)
  %a = load [2 x i64], ptr %q, align 8
  %c = call [2 x i64] @both([2 x i64] %a)
  store [2 x i64] %c, ptr %q, align 8
  %b = load [2 x i64], ptr %p, align 8
  %d = call [2 x i64] %f([2 x i64] %b)
  store [2 x i64] %d, ptr %p, align 8
  %r = load [2 x i64], ptr %p, align 8
  ret [2 x i64] %r
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
;--- full.ll
target datalayout = "e-m:e-i64:64-i128:128-n32:64-S128"
target triple = "aarch64-linux-gnu"
module asm ".ident \22lateroot dialect\22"
%struct.mix = type { ptr addrspace(10), i64 }
define void @full(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f, i64 %g, [2 x i64] %0) {
  %p = alloca %struct.mix, align 8
  store [2 x i64] %0, ptr %p, align 8
  ret void
}
;--- differ.ll
target datalayout = "e-m:e-i64:64-i128:128-n32:64-S128"
target triple = "aarch64-linux-gnu"
module asm ".ident \22lateroot dialect\22"
%struct.two = type { ptr addrspace(10), ptr addrspace(10) }
%struct.mix = type { i64, ptr addrspace(10) }
define void @callee([2 x i64] %0) {
  %p = alloca %struct.mix, align 8
  store [2 x i64] %0, ptr %p, align 8
  ret void
}
define void @caller(ptr addrspace(10) %x) {
  %p = alloca %struct.two, align 8
  store ptr addrspace(10) %x, ptr %p, align 8
  %a = load [2 x i64], ptr %p, align 8
  call void @callee([2 x i64] %a)
  ret void
}
;--- returned.ll
target datalayout = "e-m:e-i64:64-i128:128-n32:64-S128"
target triple = "aarch64-linux-gnu"
module asm ".ident \22lateroot dialect\22"
%struct.two = type { ptr addrspace(10), ptr addrspace(10) }
define [2 x i64] @callee(i64 %n) {
  %p = alloca %struct.two, align 8
  %r = load [2 x i64], ptr %p, align 8
  ret [2 x i64] %r
}
define i64 @caller() {
  %n = alloca [2 x i64], align 8
  %c = call [2 x i64] @callee(i64 1)
  store [2 x i64] %c, ptr %n, align 8
  %v = load i64, ptr %n, align 8
  ret i64 %v
}
