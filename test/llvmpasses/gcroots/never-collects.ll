; A definition that says by an attribute that it never collects, and calls what may, is refused: its callers believe it.
; RUN: split-file %s %t
; RUN: %exits 1 %lateroot opt -S %t/leaf.ll 2>&1 | FileCheck --check-prefix=LEAF %s
; RUN: %exits 1 %lateroot opt --without=leaf-inference -S %t/leaf.ll 2>&1 | FileCheck --check-prefix=LEAF %s
; RUN: %exits 1 %lateroot opt --abi=framemap -S %t/leaf.ll 2>&1 | FileCheck --check-prefix=LEAF %s
; RUN: %exits 1 %lateroot opt --abi=statepoint -S %t/leaf.ll 2>&1 | FileCheck --check-prefix=LEAF %s
; RUN: %exits 1 %lateroot opt --abi=shadow-stack -S %t/leaf.ll 2>&1 | FileCheck --check-prefix=LEAF %s
; RUN: %exits 1 %lateroot opt --reload -S %t/leaf.ll 2>&1 | FileCheck --check-prefix=LEAF %s
; LEAF: error: the function says by its attribute "gc-leaf-function" that it never collects, so that its callers keep no roots over it, and this call of 'julia.gc_alloc_obj' may collect: take the attribute away (in C pure, const, NEVER_COLLECTS), or give it to what is called, if that never collects
; LEAF-NEXT: note: in function 'f': %o = call {{.*}}@julia.gc_alloc_obj
; RUN: %exits 1 %lateroot opt -S %t/read.ll 2>&1 | FileCheck --check-prefix=READ %s
; READ: error: the function says by its attribute memory(read) that it never collects, {{.*}} this call of 'work' may collect
; READ-NEXT: note: in function 'f': call void @work()
; RUN: %exits 1 %lateroot opt -S %t/none.ll 2>&1 | FileCheck --check-prefix=NONE %s
; NONE: error: {{.*}} by its attribute memory(none) that it never collects, {{.*}} and this call may collect
; NONE-NEXT: note: in function 'f': call void %p()
; RUN: %exits 1 %lateroot opt -S %t/argmem.ll 2>&1 | FileCheck --check-prefix=ARGMEM %s
; ARGMEM: error: {{.*}} by its attribute memory(argmem) that it never collects, {{.*}} of 'work' may collect
; ARGMEM-NEXT: note: in function 'f': musttail call void @work(ptr %p)
; RUN: %exits 1 %lateroot opt -S %t/optimistic.ll 2>&1 | FileCheck --check-prefix=OPTIMISTIC %s
; OPTIMISTIC: error: {{.*}} by its attribute memory(read) that it never collects, {{.*}} of 'work' may collect
; RUN: %exits 1 %lateroot opt -S %t/own.ll 2>&1 | FileCheck --check-prefix=OWN %s
; OWN: error: {{.*}} by its attribute "gc-leaf-function" that it never collects, {{.*}} of 'printf' may collect
; RUN: %lateroot opt --check -S %t/fine.ll -o /dev/null
; RUN: %lateroot opt --check --abi=framemap -S %t/fine.ll -o /dev/null
; RUN: %lateroot opt --check --abi=statepoint -S %t/fine.ll -o /dev/null
; RUN: %lateroot opt --passes='InferGCLeaf,PlaceGCPolls,LateLowerGCFrame' -S %t/fine.ll -o /dev/null

;--- leaf.ll
target triple = "x86_64-unknown-linux-gnu"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
define void @f(ptr addrspace(10) %t) "gc-leaf-function" {
  %pgc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgc, i64 8, ptr addrspace(10) %t)
  ret void
}
;--- read.ll
declare void @work()
define void @f() memory(read) {
  call void @work()
  ret void
}
;--- none.ll
define void @f(ptr %p) memory(none) {
  call void %p()
  ret void
}
;--- argmem.ll
declare void @work(ptr)
define void @f(ptr %p) memory(argmem: readwrite) {
  musttail call void @work(ptr %p)
  ret void
}
;--- optimistic.ll
declare void @work() memory(read) "julia.safepoint"
define void @f() memory(read) {
  call void @work()
  ret void
}
;--- own.ll
; A function of the program, whose name is one of the C library.
declare void @work()
define void @printf() {
  call void @work()
  ret void
}
define void @f() "gc-leaf-function" {
  call void @printf()
  ret void
}
;--- fine.ll
target triple = "x86_64-unknown-linux-gnu"
declare ptr @julia.get_pgcstack()
declare void @work()
declare void @leaf() "gc-leaf-function"
declare i64 @reads() memory(read)
declare i32 @printf(ptr, ...)
declare i32 @_setjmp(ptr) returns_twice "gc-leaf-function"
; Whoever marks a function thinks of the collector; what a pointer leads to cannot be marked in C.
define void @by_pointer(ptr %p) "gc-leaf-function" {
  call void %p()
  ret void
}
; Its callers take its calls for safepoints: the effects are optimistic, or leave the collector room.
define void @for_optimisers() memory(read) "julia.safepoint" {
  %pgc = call ptr @julia.get_pgcstack()
  call void @work()
  ret void
}
define void @writes_elsewhere() memory(argmem: read, inaccessiblemem: readwrite) {
  call void @work()
  ret void
}
; What it calls never collects either: by its own attributes, by those of the call, as a definition that is held to it,
; in the library, as it does.
define i64 @by_callees(ptr %p) "gc-leaf-function" {
  call void @leaf()
  %r = call i64 @reads()
  call void @work() "gc-leaf-function"
  call void %p() "gc-leaf-function"
  %n = call i32 (ptr, ...) @printf(ptr %p)
  call void asm sideeffect "nop", ""()
  %s = call i64 @of_definitions(ptr %p)
  ret i64 %r
}
define i64 @of_definitions(ptr %p) memory(read) {
  %r = call i64 @reads()
  %s = call i64 @by_callees(ptr %p)
  %t = call i64 @inferred(ptr %p)
  ret i64 %r
}
define i64 @inferred(ptr %p) {
  %r = call i64 @reads()
  ret i64 %r
}
define i32 @comes_back(ptr %p) "gc-leaf-function" {
  %r = call i32 @_setjmp(ptr %p)
  ret i32 %r
}
; Polls stay away from it.
define void @loops(i64 %n) "gc-leaf-function" "lateroot-polls"="entry,backedge" {
entry:
  %pgc = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  call void @leaf()
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}
