; Pointers of LLVM's own collector are refused where they would be relocated by nobody, also in a function that does not ask for the GC stack.
; RUN: split-file %s %t
; RUN: %exits 1 %lateroot opt --abi=statepoint -S %t/getter.ll 2>&1 | FileCheck %t/getter.ll
; RUN: %exits 1 %lateroot opt --abi=statepoint -S %t/none.ll 2>&1 | FileCheck %t/none.ll
; RUN: %lateroot opt --abi=statepoint --check -S %t/right.ll | FileCheck %t/right.ll
;--- getter.ll
; CHECK: error: the function has gc "statepoint-example" and pointers of address space 1, which nothing relocates here
; CHECK-NEXT: in function 'f': call void @collect()
declare void @collect()
declare ptr @julia.get_pgcstack()
define i8 @f(ptr addrspace(1) %o) gc "statepoint-example" {
  %s = call ptr @julia.get_pgcstack()
  call void @collect()
  %v = load i8, ptr addrspace(1) %o
  ret i8 %v
}
;--- none.ll
; CHECK: error: the function has gc "coreclr" and pointers of address space 1
; CHECK-NEXT: in function 'f': %o = call ptr addrspace(1) @make()
declare ptr addrspace(1) @make()
define i8 @f() gc "coreclr" {
  %o = call ptr addrspace(1) @make()
  %v = load i8, ptr addrspace(1) %o
  ret i8 %v
}
;--- right.ll
; Nothing can be collected, and another space 1 has nothing to do with it.
; CHECK: define i8 @leaf(
; CHECK: define i8 @other(
declare void @quiet() "gc-leaf-function"
declare void @collect()
define i8 @leaf(ptr addrspace(1) %o) gc "statepoint-example" {
  call void @quiet()
  %v = load i8, ptr addrspace(1) %o
  ret i8 %v
}
define i8 @other(ptr addrspace(1) %o) {
  call void @collect()
  %v = load i8, ptr addrspace(1) %o
  ret i8 %v
}
