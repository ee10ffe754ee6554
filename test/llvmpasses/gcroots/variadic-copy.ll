; A function that takes a struct by va_arg reads a copy that nobody updates.  Only a variable of the caller holds what it
; refers to in place.
; RUN: %lateroot opt --reload --check %s -o /dev/null
; RUN: %lateroot opt --abi=statepoint --check %s -o /dev/null
; RUN: sed 's/8 @none/8 @there/' %s | %exits 1 %lateroot opt --reload -o - - 2>&1 | FileCheck %s
; RUN: sed 's/8 @none/8 @there/' %s | %exits 1 %lateroot opt --abi=statepoint -o - - 2>&1 | FileCheck %s
; RUN: sed 's/own(ptr byval([%]two) align 8/own(ptr/' %s | %exits 1 %lateroot opt --reload -o - - 2>&1 | FileCheck %s
; RUN: sed 's/8 .v)/8 %q)/' %s | %exits 1 %lateroot opt --reload -o - - 2>&1 | FileCheck %s
; RUN: sed 's/8 @none/8 @there/; s/own(ptr byval([%]two) align 8/own(ptr/; s/8 .v)/8 %q)/' %s \
; RUN:   | %lateroot opt --check -o /dev/null -
; The checker sees it as well.
; RUN: %lateroot opt --reload --passes=LateLowerGCFrame -S %s -o - | sed 's/8 @none/8 @there/' >%t.wrong.ll
; RUN: %exits 1 %lateroot opt --reload --passes=CheckGCRoots --disable-output %t.wrong.ll 2>&1 \
; RUN:   | FileCheck %s --check-prefix=HOLE
; HOLE: error: root check: gives a struct with references to a function that takes it by va_arg
; CHECK: error: a struct with object references goes by value to a function that takes it by va_arg, from memory that
; CHECK-SAME: is no variable of this function

%two = type { ptr addrspace(10), i64, ptr addrspace(10) }
@there = external global %two
@none = private constant %two zeroinitializer

declare ptr @julia.get_pgcstack()
declare void @many(i64, ...)
declare void @few(i64, ptr byval(%two))
declare void @never(i64, ...) "gc-leaf-function"

define void @constant() {
  %p = call ptr @julia.get_pgcstack()
  call void (i64, ...) @many(i64 1, ptr byval(%two) align 8 @none)
  ret void
}

define void @own(ptr byval(%two) align 8 %given) {
  %p = call ptr @julia.get_pgcstack()
  call void (i64, ...) @many(i64 1, ptr byval(%two) align 8 %given)
  ret void
}

define void @held(i1 %c, ptr addrspace(10) %x) {
  %v = alloca %two
  %p = call ptr @julia.get_pgcstack()
  store %two zeroinitializer, ptr %v
  store ptr addrspace(10) %x, ptr %v
  %q = select i1 %c, ptr %v, ptr @there
  call void (i64, ...) @many(i64 1, ptr byval(%two) align 8 %v)
  ret void
}

; The callee roots its copy.
define void @fixed() {
  %p = call ptr @julia.get_pgcstack()
  call void @few(i64 1, ptr byval(%two) align 8 @there)
  ret void
}

define void @leaf() {
  %p = call ptr @julia.get_pgcstack()
  call void (i64, ...) @never(i64 1, ptr byval(%two) align 8 @there)
  ret void
}
