; RUN: split-file %s %t
; RUN: %exits 1 %lateroot opt --profile=%S/Inputs/snapshot.profile --passes=FinalLowerGC -S %t/late.ll 2>&1 | FileCheck --check-prefix=LATE %s
; RUN: %exits 1 %lateroot opt --passes=FinalLowerGC -S %t/childless.ll 2>&1 | FileCheck --check-prefix=CHILDLESS %s
; RUN: %exits 1 %lateroot opt --passes=GCInvariantVerifier -S %t/childless.ll 2>&1 | FileCheck --check-prefix=RULE %s
; RUN: %exits 1 %lateroot opt --profile=%S/Inputs/slot-log.profile --passes=FinalLowerGC -S %t/taken.ll 2>&1 | FileCheck --check-prefix=TAKEN %s
; RUN: sed '/^queue_slot/d' %S/Inputs/slot-log.profile > %t/entry.profile
; RUN: not %lateroot opt --profile=%t/entry.profile -S %t/taken.ll 2>&1 | FileCheck --check-prefix=ENTRY %s
; RUN: sed 's/^barrier.*/barrier = slots/' %S/Inputs/slot-log.profile > %t/kind.profile
; RUN: not %lateroot opt --profile=%t/kind.profile -S %t/taken.ll 2>&1 | FileCheck --check-prefix=KIND %s
; RUN: sed '/^barrier/d' %S/Inputs/slot-log.profile > %t/none.profile
; RUN: not %lateroot opt --profile=%t/none.profile -S %t/taken.ll 2>&1 | FileCheck --check-prefix=NONE %s
; RUN: %exits 1 %lateroot opt --profile=%S/Inputs/slot-log.profile --passes=FinalLowerGC -S %t/alias.ll 2>&1 | FileCheck --check-prefix=TAKEN %s
; Barriers that a profile cannot have.

; LATE: stands behind its stores, and the collector of profile 'snapshot' needs the old values
; CHILDLESS: julia.write_barrier has a slot but no child
; RULE: as a slot it needs a child behind it
; TAKEN: 'log_table' is a variable of the runtime, but the module has a function or alias of this name
; ENTRY: barrier = object-log, slot-log and snapshot need log_base and queue_slot
; KIND: barrier must be mark-bits, object-log, slot-log, snapshot, cards or none, not 'slots'
; NONE: log_base has no meaning where barrier = mark-bits, cards or none

;--- late.ll
declare void @julia.write_barrier(ptr addrspace(10), ...)
define void @f(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  ret void
}
;--- childless.ll
declare void @julia.write_barrier(ptr addrspace(10), ...)
define void @f(ptr addrspace(10) %p, ptr addrspace(11) %s) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(11) %s)
  ret void
}
;--- taken.ll
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare void @log_table()
define void @f(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  ret void
}
;--- alias.ll
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
@word = global i64 0
@log_table = alias i64, ptr @word
define void @f(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  ret void
}
