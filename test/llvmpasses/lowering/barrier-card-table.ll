; RUN: %lateroot opt --passes=FinalLowerGC -S %s | FileCheck %s
; RUN: printf 'base = lateroot\nname = own\nqueue_root = q\n' >%t.profile
; RUN: %lateroot opt --passes=FinalLowerGC --profile=%t.profile -S %s | FileCheck %s --check-prefix=OWN
; RUN: printf 'base = lateroot\nname = own\nqueue_slot = s\ncard_table = t\ncard_table_shift = 12\n' >%t.profile
; RUN: %lateroot opt --passes=FinalLowerGC --profile=%t.profile -S %s | FileCheck %s --check-prefix=TABLE
; RUN: printf 'base = lateroot\nname = own\ncard_table_shift = 2\n' >%t.profile
; RUN: not %lateroot opt --passes=FinalLowerGC --profile=%t.profile -S %s 2>&1 | FileCheck %s --check-prefix=SHIFT
; RUN: printf 'base = lateroot\nname = own\nqueue_root = q\ncard_table = t\n' >%t.profile
; RUN: not %lateroot opt --passes=FinalLowerGC --profile=%t.profile -S %s 2>&1 | FileCheck %s --check-prefix=SLOT
; RUN: printf 'base = julia-1.13\nname = own\ncard_table_shift = 9\n' >%t.profile
; RUN: not %lateroot opt --passes=FinalLowerGC --profile=%t.profile -S %s 2>&1 | FileCheck %s --check-prefix=ALONE
; RUN: sed 's/@other/@lr_gc_cards/' %s >%t.ll
; RUN: not %lateroot opt --passes=FinalLowerGC -S %t.ll 2>&1 | FileCheck %s --check-prefix=NAME

; A barrier that names its slot looks at the slot's card first: one that is marked spares the look at the child. A slot
; outside of the heap has no card.

; CHECK: @lr_gc_cards = external global [3 x i64]
; OWN-NOT: lr_gc_cards
; TABLE: @t = external global [3 x i64]
; SHIFT: card_table needs card_table_shift, from 3 to 30
; SLOT: card_table has no meaning unless barrier = mark-bits, with queue_slot
; ALONE: card_table_shift has no meaning without card_table
; NAME: 'lr_gc_cards' is a variable of the runtime, but the module has a function or alias of this name

declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @other()

; CHECK-LABEL: define void @slot(
; CHECK: br i1 %parent_old_marked, label %may_look, label %[[REST:[0-9]+]], !prof
; CHECK: may_look:
; CHECK-NEXT: [[A:%.*]] = addrspacecast ptr addrspace(11) %s to ptr
; CHECK-NEXT: [[W:%.*]] = ptrtoint ptr [[A]] to i64
; CHECK-NEXT: %heap = load i64, ptr @lr_gc_cards, align 8
; CHECK-NEXT: [[O:%.*]] = sub i64 [[W]], %heap
; CHECK-NEXT: [[N:%.*]] = lshr i64 [[O]], 9
; CHECK-NEXT: %card_count = load i64, ptr getelementptr inbounds {{.*}}, align 8
; CHECK-NEXT: %in_heap = icmp ult i64 [[N]], %card_count
; CHECK-NEXT: br i1 %in_heap, label %look, label %may_trigger_wb, !prof
; CHECK: look:
; CHECK-NEXT: %cards = load i64, ptr getelementptr inbounds {{.*}}, align 8
; CHECK-NEXT: [[AT:%.*]] = add i64 %cards, [[N]]
; CHECK-NEXT: [[P:%.*]] = inttoptr i64 [[AT]] to ptr
; CHECK-NEXT: %card = load atomic i8, ptr [[P]] monotonic, align 1
; CHECK-NEXT: %card_marked = icmp ne i8 %card, 0
; CHECK-NEXT: br i1 %card_marked, label %[[REST]], label %may_trigger_wb
; CHECK: may_trigger_wb:
; CHECK: br i1 {{.*}}, label %trigger_wb, label %[[REST]]
; CHECK: trigger_wb:
; CHECK: call void @lr_gc_queue_slot(
; CHECK: [[REST]]:
; CHECK-NEXT: store ptr addrspace(10) %c
; TABLE-LABEL: define void @slot(
; TABLE: lshr i64 {{.*}}, 12
; TABLE: call void @s(
define void @slot(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) nonnull %c)
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  ret void
}

; Without a slot, or with several joined, there is nothing to look at.
; CHECK-LABEL: define void @no_slot(
; CHECK-NOT: may_look
; CHECK: ret void
; CHECK-LABEL: define void @joined(
; CHECK-NOT: may_look
; CHECK: call void @lr_gc_queue_root(
define void @no_slot(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
  ret void
}
define void @joined(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(11) %t, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) nonnull %c)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(11) %t, ptr addrspace(10) nonnull %c)
  ret void
}
