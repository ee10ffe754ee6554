; RUN: %exits 1 %lateroot opt --passes=CheckGCRoots %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; What is inferred never to let the collector in does not; what somebody says of a function is believed.

declare void @unknown()

define void @said() "gc-leaf-function" {
  call void @unknown()
  ret void
}

define void @right() "gc-leaf-function"="inferred" {
  call void @said()
  call void @right()
  ret void
}

; CHECK: error: root check: this call may collect, but the function was inferred to be a GC leaf
; CHECK-NEXT: in function 'wrong'
define void @wrong() "gc-leaf-function"="inferred" {
  call void @right()
  call void @unknown()
  ret void
}
