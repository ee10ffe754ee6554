; What is missing in the list of non-integral address spaces is added, and RemoveNI takes just that out again.
; RUN: split-file %s %t
; RUN: %lateroot opt -passes=AddNI -S %t/none.ll | FileCheck %s --check-prefix=NONE
; RUN: %lateroot opt -passes=AddNI -S %t/empty.ll | FileCheck %s --check-prefix=EMPTY
; RUN: %lateroot opt -passes=AddNI -S %t/some.ll | FileCheck %s --check-prefix=SOME
; RUN: %lateroot opt -passes=AddNI -S %t/all.ll | FileCheck %s --check-prefix=ALL
; RUN: %lateroot opt -passes=AddNI,RemoveNI -S %t/none.ll | FileCheck %s --check-prefix=BACK
; RUN: %lateroot opt -passes=AddNI,RemoveNI -S %t/empty.ll | FileCheck %s --check-prefix=GONE
; NONE: target datalayout = "e-i64:64-S128-ni:10:11:12:13"
; EMPTY: target datalayout = "ni:10:11:12:13"
; SOME: target datalayout = "e-ni:10:12:20-i64:64-ni:11:13"
; ALL: target datalayout = "e-ni:10:11:12:13-i64:64"
; BACK: target datalayout = "e-i64:64-S128"
; GONE-NOT: target datalayout

;--- none.ll
target datalayout = "e-i64:64-S128"
;--- empty.ll
define void @f() {
  ret void
}
;--- some.ll
target datalayout = "e-ni:10:12:20-i64:64"
;--- all.ll
target datalayout = "e-ni:10:11:12:13-i64:64"
