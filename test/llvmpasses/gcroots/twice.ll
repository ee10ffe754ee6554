; Roots are placed once.  A second time is refused, before anything is changed, whether the checker is asked or not.
; RUN: %lateroot opt -passes=LateLowerGCFrame -S %s -o %t.ll
; RUN: not %lateroot opt -passes=LateLowerGCFrame -S %t.ll 2>&1 | FileCheck %s
; RUN: not %lateroot opt --check -passes=LateLowerGCFrame -S %t.ll 2>&1 | FileCheck %s
; RUN: not %lateroot opt --reload --check %t.ll -o %t.o 2>&1 | FileCheck %s
; RUN: not %lateroot compile %t.ll -o %t.o 2>&1 | FileCheck %s
; CHECK: error: the function has a frame already: LateLowerGCFrame has run over it; continue with FinalLowerGC
; CHECK-NEXT: note: in function 'f': {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NOT: defect

; What follows it can be run.
; RUN: %lateroot opt -passes=FinalLowerGC -S %t.ll | FileCheck %s --check-prefix=FINAL
; FINAL: define void @f()
; FINAL-NOT: = call {{.*}}@julia.new_gc_frame

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

define void @f() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  call void @use(ptr addrspace(10) %a)
  ret void
}
