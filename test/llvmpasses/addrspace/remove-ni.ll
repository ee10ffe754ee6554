; RUN: %lateroot opt --passes=RemoveNI -S %s | FileCheck %s --check-prefix=LAST
; RUN: sed 's/e-i64:64-ni:10:11:12:13/ni:10:11:12:13-i64:64/' %s | %lateroot opt --passes=RemoveNI -S - | FileCheck %s --check-prefix=FIRST
; RUN: sed 's/e-i64:64-ni:10:11:12:13/e-ni:10:11:12:13-i64:64/' %s | %lateroot opt --passes=RemoveNI -S - | FileCheck %s --check-prefix=LAST
; RUN: sed 's/e-i64:64-ni:10:11:12:13/e-i64:64-ni:7:10:11:12:13:100/' %s | %lateroot opt --passes=RemoveNI -S - | FileCheck %s --check-prefix=OTHERS
; RUN: sed 's/e-i64:64-ni:10:11:12:13/e-i64:64-ni:7/' %s | %lateroot opt --passes=RemoveNI -S - | FileCheck %s --check-prefix=ONLY
; RUN: sed 's/e-i64:64-ni:10:11:12:13/ni:10:11/' %s | %lateroot opt --passes=RemoveNI -S - | FileCheck %s --check-prefix=NOTHING
; RUN: sed 's/e-i64:64-ni:10:11:12:13/e-i64:64/' %s | %lateroot opt --passes=RemoveNI -S - | FileCheck %s --check-prefix=LAST
; The dialect's spaces go from the data layout; what else it says stays.

target datalayout = "e-i64:64-ni:10:11:12:13"
; LAST: target datalayout = "e-i64:64"
; FIRST: target datalayout = "i64:64"
; OTHERS: target datalayout = "e-i64:64-ni:7:100"
; ONLY: target datalayout = "e-i64:64-ni:7"
; NOTHING-NOT: target datalayout
define void @f() {
  ret void
}
