; RUN: not %lateroot opt --passes=LateLowerGCFrame --memory=typed -o /dev/null %s 2>&1 | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame --check -o /dev/null %s
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --reload -o /dev/null %s
;
; Beside "julia.return_roots" the memory of an sret argument is no reference where its type says so.  A module with such
; calls does not keep to the contract of typed modules.

%record = type { ptr addrspace(10), i64 }

declare ptr @julia.get_pgcstack()
declare void @make(ptr sret(%record), ptr)
declare void @stop()

; CHECK: error: the references of this result are returned in the memory of "julia.return_roots"
; CHECK-SAME: the module is not typed (leave out --memory=typed
; CHECK-NEXT: in function 'result_and_roots': call void @make
define ptr addrspace(10) @result_and_roots() {
  %v = alloca %record
  %roots = alloca [1 x ptr addrspace(10)]
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @make(ptr sret(%record) %v, ptr "julia.return_roots"="1" %roots)
  call void @stop()
  %r = load ptr addrspace(10), ptr %roots
  ret ptr addrspace(10) %r
}
