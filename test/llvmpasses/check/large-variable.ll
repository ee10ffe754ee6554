; A variable of more than 64 words, beside references as well, is looked at by 64 words at a time where a store says which word it writes: what it had
; before is over then.
; RUN: %lateroot opt --check --passes=LateLowerGCFrame -S -o /dev/null %s
; RUN: %lateroot opt --passes=LateLowerGCFrame -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: sed 's/^  store ptr addrspace(10) %%x, ptr %%gcslot/; &/' %t.ll > %t.lost.ll
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %t.lost.ll 2>&1 | FileCheck %s --check-prefix=LOST
; RUN: sed 's/i64 17609370107908/i64 17605074092037/' %t.ll > %t.short.ll
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %t.short.ll 2>&1 | FileCheck %s --check-prefix=SHORT
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

%value = type { [4 x i64], ptr addrspace(10), [3 x ptr addrspace(10)], i64 }

declare ptr @julia.get_pgcstack()
declare void @stop()
declare ptr addrspace(10) @make()
declare void @look(ptr addrspace(10))
declare void @fill(ptr nocapture)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK-LABEL: define void @again
; CHECK: %x = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %x, ptr %gcslot
; LOST: error: root check: at the call of stop, %x was stored into stack memory and sits in no root slot
define void @again(i1 %c, i64 %i) {
entry:
  %v = alloca [8 x %value], align 8
  %pg = call ptr @julia.get_pgcstack()
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 576, i1 false)
  %p = getelementptr inbounds i8, ptr %v, i64 464
  br label %loop
loop:
  call void @stop()
  br i1 %c, label %fill, label %use
fill:
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %p, align 8
  br label %use
use:
  call void @stop()
  %q = getelementptr inbounds [8 x %value], ptr %v, i64 0, i64 %i, i32 1
  %y = load ptr addrspace(10), ptr %q, align 8
  call void @look(ptr addrspace(10) %y)
  %z = getelementptr inbounds [8 x %value], ptr %v, i64 0, i64 %i, i32 2, i64 0
  %w = load ptr addrspace(10), ptr %z, align 8
  call void @look(ptr addrspace(10) %w)
  br label %loop
}

; Others write it, so it is a block of the mapped frame: the collector sees a reference in the element that an index names.
; SHORT: error: root check: at the call of stop, %x was stored into stack memory and sits in no root slot
; SHORT: in function 'element'
define void @element(i64 %i) {
entry:
  %v = alloca [8 x %value], align 8
  %pg = call ptr @julia.get_pgcstack()
  call void @fill(ptr %v)
  %p = getelementptr inbounds [8 x %value], ptr %v, i64 0, i64 %i, i32 1
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @stop()
  %q = getelementptr inbounds [8 x %value], ptr %v, i64 0, i64 %i, i32 2, i64 1
  %y = load ptr addrspace(10), ptr %q, align 8
  call void @look(ptr addrspace(10) %y)
  %z = load ptr addrspace(10), ptr %p, align 8
  call void @look(ptr addrspace(10) %z)
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}
