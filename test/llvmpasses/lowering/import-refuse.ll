; Regions of which the end does not belong to one beginning, and functions that are more than called, are refused before anything has changed.
; RUN: split-file %s %t
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect -S %t/two.ll 2>&1 | FileCheck %s --check-prefix=TWO
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect -S %t/none.ll 2>&1 | FileCheck %s --check-prefix=NONE
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect -S %t/taken.ll 2>&1 | FileCheck %s --check-prefix=TAKEN
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect -S %t/negative.ll 2>&1 | FileCheck %s --check-prefix=NUMBERS
; RUN: sed 's/ -1 1/ 1 -1/' %t/negative.ll > %t/count.ll
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect -S %t/count.ll 2>&1 | FileCheck %s --check-prefix=NUMBERS
; RUN: sed 's/ -1 1/ 1 1x/' %t/negative.ll > %t/more.ll
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect -S %t/more.ll 2>&1 | FileCheck %s --check-prefix=NUMBERS
; RUN: sed 's/ -1 1/ 0 12/' %t/negative.ll > %t/pointer.ll
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect -S %t/pointer.ll 2>&1 | FileCheck %s --check-prefix=POINTER
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect -S %t/type.ll 2>&1 | FileCheck %s --check-prefix=TYPE
; RUN: sed 's/i64/i128/' %t/type.ll > %t/wide.ll
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect -S %t/wide.ll 2>&1 | FileCheck %s --check-prefix=TYPE
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect -S %t/few.ll 2>&1 | FileCheck %s --check-prefix=FEW
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect -S %t/call.ll 2>&1 | FileCheck %s --check-prefix=TYPE
; TYPE: dialect.zero has another type than in <lateroot/dialect.h>
; FEW: dialect.copy has another type than in <lateroot/dialect.h>
; NUMBERS: RETURN_ROOTS takes the number of a parameter and the number of references that it returns
; POINTER: RETURN_ROOTS: parameter 0 is not a pointer to references on the stack
; TWO: the result of PRESERVE may only be stored in one variable
; NONE: the argument of UNPRESERVE is not the result of a PRESERVE
; TAKEN: dialect.exchange must be called directly; its address cannot be taken

;--- two.ll
module asm ".ident \22lateroot dialect\22"
define void @two(i1 %c, ptr addrspace(10) %x) {
  br i1 %c, label %a, label %b
a:
  %p = call ptr addrspace(12) (ptr addrspace(10), ...) @dialect.preserve_begin(ptr addrspace(10) %x)
  br label %end
b:
  %q = call ptr addrspace(12) (ptr addrspace(10), ...) @dialect.preserve_begin(ptr addrspace(10) %x)
  br label %end
end:
  %r = phi ptr addrspace(12) [ %p, %a ], [ %q, %b ]
  call void @dialect.preserve_end(ptr addrspace(12) %r)
  ret void
}
declare ptr addrspace(12) @dialect.preserve_begin(ptr addrspace(10), ...)
declare void @dialect.preserve_end(ptr addrspace(12))

;--- none.ll
module asm ".ident \22lateroot dialect\22"
define void @none() {
  call void @dialect.preserve_end(ptr addrspace(12) poison)
  ret void
}
declare void @dialect.preserve_end(ptr addrspace(12))

;--- taken.ll
module asm ".ident \22lateroot dialect\22"
define ptr @taken() {
  ret ptr @dialect.exchange
}
declare ptr addrspace(10) @dialect.exchange(ptr addrspace(11), ptr addrspace(10))

;--- negative.ll
module asm ".ident \22lateroot dialect\22"
@text = private unnamed_addr constant [27 x i8] c"lateroot.return_roots -1 1\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @back, ptr @text, ptr null, i32 1, ptr null }], section "llvm.metadata"
declare void @back(ptr sret(i64), i64, ptr)

;--- type.ll
module asm ".ident \22lateroot dialect\22"
define void @type(ptr addrspace(11) %p) {
  call void @dialect.zero(ptr addrspace(11) %p, i64 1)
  ret void
}
declare void @dialect.zero(ptr addrspace(11), i64)

;--- few.ll
module asm ".ident \22lateroot dialect\22"
define void @few(ptr addrspace(11) %p) {
  call void @dialect.copy(ptr addrspace(11) %p)
  ret void
}
declare void @dialect.copy(ptr addrspace(11))

;--- call.ll
module asm ".ident \22lateroot dialect\22"
define void @call() {
  call void @dialect.zero()
  ret void
}
declare ptr addrspace(10) @dialect.zero(ptr addrspace(10), i64)
