; A reference that was made into a number or a plain pointer in front of a call that may collect, and of that a
; reference behind it: the object is in no root.
; RUN: %exits 3 %lateroot check --all %s | FileCheck %s --implicit-check-not=hole
; CHECK: unknown: a number or plain pointer that may have been made of a reference in front of a safepoint becomes a reference [copy/1]
; CHECK-NEXT: in function 'number'
; CHECK: unknown: a number or plain pointer that may have been made of a reference in front of a safepoint becomes a reference [copy/1]
; CHECK-NEXT: in function 'plain'
; CHECK: unknown: a number or plain pointer that may have been made of a reference in front of a safepoint becomes a reference [copy/1]
; CHECK-NEXT: in function 'from_null'
; CHECK: unknown: a number or plain pointer that may have been made of a reference in front of a safepoint becomes a reference [copy/1]
; CHECK-NEXT: in function 'chosen'
; CHECK: proven frames at_once
; CHECK: proven frames not_of_reference
; CHECK: proven frames stays_plain
; CHECK: proven frames loaded
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @gc()
declare void @leaf(ptr addrspace(10)) "gc-leaf-function"
declare void @leaf_plain(ptr) "gc-leaf-function"
define void @number() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %n = ptrtoint ptr addrspace(10) %o to i64
  call void @gc()
  %p = inttoptr i64 %n to ptr addrspace(10)
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @plain() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %n = addrspacecast ptr addrspace(10) %o to ptr
  call void @gc()
  %p = addrspacecast ptr %n to ptr addrspace(10)
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @from_null() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %n = ptrtoint ptr addrspace(10) %o to i64
  call void @gc()
  %p = getelementptr i8, ptr addrspace(10) null, i64 %n
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @chosen(i1 %c, i64 %m) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %n = ptrtoint ptr addrspace(10) %o to i64
  %k = select i1 %c, i64 %n, i64 %m
  br i1 %c, label %far, label %near
far:
  call void @gc()
  br label %near
near:
  %l = add i64 %k, 8
  %p = inttoptr i64 %l to ptr addrspace(10)
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
; The nearest right neighbours: no safepoint is between; the number never was a reference; no reference is made of it.
define void @at_once() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %n = ptrtoint ptr addrspace(10) %o to i64
  %p = inttoptr i64 %n to ptr addrspace(10)
  call void @leaf(ptr addrspace(10) %p)
  call void @gc()
  ret void
}
define void @not_of_reference(i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @gc()
  %p = inttoptr i64 %n to ptr addrspace(10)
  call void @leaf(ptr addrspace(10) %p)
  ret void
}
define void @stays_plain() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %n = addrspacecast ptr addrspace(10) %o to ptr
  call void @leaf_plain(ptr %n)
  call void @gc()
  ret void
}
; What julia.gc_loaded becomes: a pointer to data, beside the object that keeps the data.
define i8 @loaded(ptr addrspace(11) %field) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %data = addrspacecast ptr addrspace(11) %field to ptr
  call void @gc()
  %p = addrspacecast ptr %data to ptr addrspace(13)
  %x = load i8, ptr addrspace(13) %p
  ret i8 %x
}
