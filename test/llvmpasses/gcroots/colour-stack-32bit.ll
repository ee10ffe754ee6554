; Where a pointer has four bytes, so has a word of the frame: variables lie where their alignment says, and are as long as they are.
; RUN: %lateroot opt --check --passes=LateLowerGCFrame -S %s | FileCheck %s --check-prefix=PLACED
; RUN: %lateroot opt --check --passes=LateLowerGCFrame,FinalLowerGC -S %s | FileCheck %s
; RUN: sed 's/-p10:32:32/-p10:64:64/' %s >%t.ll
; RUN: not %lateroot opt --passes=LateLowerGCFrame %t.ll -o %t.out.ll 2>&1 | FileCheck %s --check-prefix=MIXED
; MIXED: error: the data layout {{.*}} has pointers of 8 bytes in address space 10 and of 4 bytes in address space 0; they must have the same size
target datalayout = "e-p:32:32-p10:32:32-p11:32:32-p12:32:32-p13:32:32-ni:10:11:12:13"
target triple = "i686-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @poll()

; PLACED-LABEL: @f
; PLACED: call dereferenceable(12) ptr @julia.get_gc_frame_slot
; The variable begins with word 16 of a frame that is aligned to 64 bytes.
; CHECK-LABEL: @f
; CHECK: %gcframe = alloca ptr addrspace(10), i32 19, align 64
; CHECK: getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 16
define void @f(i32 %i) {
  %stack = call ptr @julia.get_pgcstack()
  %a = alloca [3 x ptr addrspace(10)], align 64
  %x = call ptr addrspace(10) @make()
  %q = getelementptr [3 x ptr addrspace(10)], ptr %a, i32 0, i32 %i
  store ptr addrspace(10) %x, ptr %q
  call void @poll()
  %y = load ptr addrspace(10), ptr %q
  store ptr addrspace(10) %y, ptr %a
  call void @poll()
  ret void
}

; A result of two words is memory of eight bytes.
; PLACED-LABEL: @g
; PLACED: call dereferenceable(8) ptr @julia.get_gc_frame_slot
; CHECK-LABEL: @g
; CHECK: %gcframe = alloca ptr addrspace(10), i32 4, align 16
declare void @pair(ptr sret([2 x ptr addrspace(10)]))
define ptr addrspace(10) @g() {
  %stack = call ptr @julia.get_pgcstack()
  %a = alloca [2 x i32]
  call void @pair(ptr sret([2 x ptr addrspace(10)]) %a)
  call void @poll()
  %y = load ptr addrspace(10), ptr %a
  ret ptr addrspace(10) %y
}
