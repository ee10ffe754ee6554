; RUN: %exits 1 %lateroot opt --passes=CheckGCRoots %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; What is inferred never to let the collector in does not, nor do bodies of which somebody says so; a declaration is
; believed.

declare void @unknown()
declare void @declared() "gc-leaf-function"
declare i32 @puts(ptr)
declare i32 @setjmp(ptr) "gc-leaf-function" returns_twice

; CHECK: error: root check: this call may collect, but the function says by its attributes that it never does
; CHECK-NEXT: in function 'said'
define void @said() "gc-leaf-function" {
  call void @unknown()
  ret void
}

; CHECK: error: root check: this call may collect, but the function says by its attributes that it never does
; CHECK-NEXT: in function 'reads'
define void @reads(ptr %p) memory(read) {
  call void %p()
  ret void
}

; CHECK: error: root check: this call may collect, but the function says by its attributes that it never does
; CHECK-NEXT: in function 'reads_arguments'
define void @reads_arguments(ptr %p) memory(argmem: readwrite) {
  call void @unknown()
  ret void
}

define void @optimistic() memory(read) "julia.safepoint" {
  call void @unknown()
  ret void
}

define void @writes_elsewhere() memory(inaccessiblemem: readwrite) {
  call void @unknown()
  ret void
}

define void @says_so_rightly(ptr %p) "gc-leaf-function" {
  call void @declared()
  call void @said()
  call void @unknown() "gc-leaf-function"
  call void asm sideeffect "nop", ""()
  %n = call i32 @puts(ptr %p)
  %r = call i32 @setjmp(ptr %p)
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
