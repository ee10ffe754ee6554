; What cannot be understood is refused with the function and the instruction, and nothing comes out.
;
; RUN: split-file %s %t
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/musttail.ll 2>&1 | FileCheck %t/musttail.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/roots.ll 2>&1 | FileCheck %t/roots.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/roots-in-loop.ll 2>&1 | FileCheck %t/roots-in-loop.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/loaded.ll 2>&1 | FileCheck %t/loaded.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/result.ll 2>&1 | FileCheck %t/result.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/number.ll 2>&1 | FileCheck %t/number.ll

;--- musttail.ll
; The frame is gone when the callee runs, and who else should root %a?
; CHECK-NOT: define
; CHECK: error: a musttail call cannot be given an object that only this function's frame roots
; CHECK-NEXT: in function 'own_object': musttail call void @use(
; CHECK-NOT: define
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

define void @fine(ptr addrspace(10) %arg) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  ret void
}

define void @own_object(ptr addrspace(10) %arg) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  musttail call void @use(ptr addrspace(10) %a)
  ret void
}

;--- roots.ll
; Three words where two pointers are to lie: which two?
; CHECK-NOT: define
; CHECK: error: "julia.return_roots" needs a stack variable
; CHECK-NEXT: in function 'wrong_size': call void @fill(
; CHECK-NOT: define
declare ptr @julia.get_pgcstack()
declare void @fill(ptr "julia.return_roots"="2", i64)

define void @wrong_size() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [24 x i8]
  call void @fill(ptr %v, i64 1)
  ret void
}

;--- roots-in-loop.ll
; A buffer that is made anew each time round cannot be part of the frame.
; CHECK-NOT: define
; CHECK: error: "julia.return_roots" needs a stack variable
; CHECK-NEXT: in function 'not_in_the_entry_block': call void @fill(
; CHECK-NOT: define
declare ptr @julia.get_pgcstack()
declare void @fill(ptr "julia.return_roots"="2", i64)

define void @not_in_the_entry_block() {
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %v = alloca [2 x ptr addrspace(10)]
  call void @fill(ptr %v, i64 1)
  br label %loop
}

;--- loaded.ll
; CHECK-NOT: define
; CHECK: error: {{.*}}Derived (11) pointer is loaded from memory
; CHECK-NEXT: in function 'interior_pointer_in_memory': %d = load ptr addrspace(11)
; CHECK-NOT: define
declare ptr @julia.get_pgcstack()
declare void @poll()

define i64 @interior_pointer_in_memory(ptr %p) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %d = load ptr addrspace(11), ptr %p
  call void @poll()
  %x = load i64, ptr addrspace(11) %d
  ret i64 %x
}

;--- result.ll
; CHECK-NOT: define
; CHECK: error: {{.*}}Derived (11) pointer, whose object cannot be found
; CHECK-NEXT: in function 'interior_pointer_as_result': %d = call ptr addrspace(11) @inner()
; CHECK-NOT: define
declare ptr @julia.get_pgcstack()
declare ptr addrspace(11) @inner()
declare void @poll()

define i64 @interior_pointer_as_result() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %d = call ptr addrspace(11) @inner()
  call void @poll()
  %x = load i64, ptr addrspace(11) %d
  ret i64 %x
}

;--- number.ll
; CHECK-NOT: define
; CHECK: error: inttoptr to Tracked (10)
; CHECK-NEXT: in function 'number_as_object': %d = inttoptr i64 %p to ptr addrspace(10)
; CHECK-NOT: define
declare ptr @julia.get_pgcstack()
declare void @poll()

define i64 @number_as_object(i64 %p) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %d = inttoptr i64 %p to ptr addrspace(10)
  call void @poll()
  %x = load i64, ptr addrspace(10) %d
  ret i64 %x
}
