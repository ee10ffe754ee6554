; Wherever control leaves there is an anchor, and it says where the stack pointer is: what was taken out is missed.
; RUN: %lateroot opt --abi=statepoint --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %s -o %t.ll
; RUN: %lateroot opt --abi=statepoint --passes=CheckGCRelocations --disable-output %t.ll
; RUN: sed '/store ptr %%gcanchor, ptr %%gc/d' %t.ll >%t.unlinked.ll
; RUN: not %lateroot opt --abi=statepoint --passes=CheckGCRelocations --disable-output %t.unlinked.ll 2>&1 | FileCheck %s --check-prefix=UNLINKED
; RUN: sed '/store ptr %%sp/d' %t.ll >%t.unsaid.ll
; RUN: not %lateroot opt --abi=statepoint --passes=CheckGCRelocations --disable-output %t.unsaid.ll 2>&1 | FileCheck %s --check-prefix=UNSAID
; RUN: sed '/store ptr %%anchor.prev/d' %t.ll >%t.stays.ll
; RUN: not %lateroot opt --abi=statepoint --passes=CheckGCRelocations --disable-output %t.stays.ll 2>&1 | FileCheck %s --check-prefix=STAYS
; RUN: sed 's/elementtype(void (i64))/elementtype(void (i128))/; /elementtype(void (i128))/s/, i64 1,/, i128 1,/' %t.ll >%t.pushes.ll
; RUN: not %lateroot opt --abi=statepoint --passes=CheckGCRelocations --disable-output %t.pushes.ll 2>&1 | FileCheck %s --check-prefix=PUSHES
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare void @safe()
declare void @number(i64)
declare void @take(ptr)
declare void @fail() noreturn

; UNLINKED-COUNT-1: error: control leaves here, and on some path there is no anchor
; UNLINKED-NEXT: in function 'loop'
; UNSAID-COUNT-1: error: control leaves here, and on some path the anchor does not say where the stack pointer is
; UNSAID-NEXT: in function 'loop'
; STAYS-COUNT-1: error: the anchor may still be linked at this return
; STAYS-NEXT: in function 'loop'
; PUSHES-COUNT-1: error: the stack pointer may be elsewhere in this call than the anchor says
; PUSHES-NEXT: in function 'loop'
define void @loop(ptr "gcstack" %gc, ptr addrspace(10) %a, i1 %c) {
top:
  br label %again
again:
  call void @number(i64 1)
  store i64 1, ptr addrspace(10) %a
  br i1 %c, label %out, label %again
out:
  ret void
}

; UNLINKED: on some path there is no anchor
; UNLINKED-NEXT: in function 'sometimes'
; UNSAID: where the stack pointer is
; UNSAID-NEXT: in function 'sometimes'
; STAYS: the anchor may still be linked
; STAYS-NEXT: in function 'sometimes'
define i64 @sometimes(ptr "gcstack" %gc, ptr addrspace(10) %a) {
top:
  %x = load i64, ptr addrspace(10) %a
  %c = icmp eq i64 %x, 7
  br i1 %c, label %slow, label %out, !prof !0
slow:
  call void @safe()
  br label %out
out:
  %y = load i64, ptr addrspace(10) %a
  ret i64 %y
}
!0 = !{!"branch_weights", i32 1, i32 1000}

; Said anew behind each change, not only once.
; UNSAID: where the stack pointer is
; UNSAID-NEXT: in function 'dynamic'
; UNSAID: where the stack pointer is
; UNSAID-NEXT: in function 'dynamic'
define void @dynamic(ptr "gcstack" %gc, ptr addrspace(10) %a, i64 %n) {
  call void @safe()
  %room = alloca i8, i64 %n
  call void @take(ptr %room)
  store i64 1, ptr addrspace(10) %a
  ret void
}

; Nothing has moved it: what is left of a variable of computed size that LLVM has taken out needs no more.
; UNSAID: where the stack pointer is
; UNSAID-NEXT: in function 'restored'
; UNSAID: where the stack pointer is
; UNSAID-NEXT: in function 'restored'
define void @restored(ptr "gcstack" %gc, ptr addrspace(10) %a) {
  call void @safe()
  %stack = call ptr @llvm.stacksave.p0()
  store i64 1, ptr addrspace(10) %a
  call void @llvm.stackrestore.p0(ptr %stack)
  call void @safe()
  store i64 1, ptr addrspace(10) %a
  ret void
}
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

; Others need none: code of the same kind, allocations, what links one itself, and code that nobody walks.
; UNLINKED-NOT: 'others'
; UNSAID-NOT: 'others'
; STAYS-NOT: 'others'
; PUSHES-NOT: 'others'
define i64 @others(ptr "gcstack" %gc, ptr addrspace(10) %a, i1 %c) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gc, i64 16, ptr addrspace(10) null)
  %n = call i64 @others(ptr %gc, ptr addrspace(10) %o, i1 %c)
  br i1 %c, label %bad, label %out
bad:
  call void @fail()
  unreachable
out:
  store i64 1, ptr addrspace(10) %a
  ret i64 %n
}
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
