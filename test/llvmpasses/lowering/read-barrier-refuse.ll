; RUN: split-file %s %t
; RUN: not %lateroot opt --profile=%S/Inputs/read-barrier.profile -S %t/cmpxchg.ll 2>&1 | FileCheck --check-prefix=CMPXCHG %s
; RUN: not %lateroot opt --profile=%S/Inputs/read-barrier.profile -S %t/modify.ll 2>&1 | FileCheck --check-prefix=MODIFY %s
; RUN: not %lateroot opt --profile=%S/Inputs/read-barrier.profile -S %t/pair.ll 2>&1 | FileCheck --check-prefix=PAIR %s
; RUN: not %lateroot opt --profile=%S/Inputs/read-barrier.profile -S %t/variable.ll 2>&1 | FileCheck --check-prefix=VARIABLE %s
; RUN: not %lateroot opt --profile=%S/Inputs/read-barrier.profile --passes=LateLowerGCFrame,FinalLowerGC -S %t/late.ll 2>&1 | FileCheck --check-prefix=LATE %s
; RUN: not %lateroot opt --profile=%t/flag.profile -S %t/late.ll 2>&1 | FileCheck --check-prefix=KEY %s
; RUN: not %lateroot opt --profile=%t/same.profile -S %t/late.ll 2>&1 | FileCheck --check-prefix=SAME %s
; What read barriers cannot be made for.

; CMPXCHG: profile 'reads' has read barriers, and there is none for cmpxchg of references: the memory may hold an older word
; MODIFY: profile 'reads' has read barriers, and there is none for julia.atomicmodify of references: the memory may hold an older word
; PAIR: profile 'reads' has read barriers, and there is none for loads of several references at once: load them one by one
; VARIABLE: 'look' is a function of the runtime, but the module has a variable of this name
; LATE: profile 'reads' has read barriers: LowerReadBarriers must run before LateLowerGCFrame
; KEY: flag.profile:3: read_flag has no meaning without read_barrier
; SAME: same.profile:4: read_flag is read_barrier, too

;--- cmpxchg.ll
define i1 @f(ptr addrspace(11) %slot, ptr addrspace(10) %a, ptr addrspace(10) %b) {
  %r = cmpxchg ptr addrspace(11) %slot, ptr addrspace(10) %a, ptr addrspace(10) %b seq_cst seq_cst
  %ok = extractvalue { ptr addrspace(10), i1 } %r, 1
  ret i1 %ok
}
;--- modify.ll
declare { ptr addrspace(10), ptr addrspace(10) } @julia.atomicmodify.p10(ptr addrspace(11), ptr, i8, i8, ...)
define ptr addrspace(10) @op(ptr addrspace(10) %old, ptr addrspace(10) %new) "gc-leaf-function" {
  ret ptr addrspace(10) %new
}
define void @f(ptr addrspace(11) %slot, ptr addrspace(10) %a) {
  %r = call { ptr addrspace(10), ptr addrspace(10) } (ptr addrspace(11), ptr, i8, i8, ...) @julia.atomicmodify.p10(ptr addrspace(11) %slot, ptr @op, i8 7, i8 1, ptr addrspace(10) %a)
  ret void
}
;--- pair.ll
define ptr addrspace(10) @f(ptr addrspace(11) %slot) {
  %r = load { ptr addrspace(10), i64 }, ptr addrspace(11) %slot
  %p = extractvalue { ptr addrspace(10), i64 } %r, 0
  ret ptr addrspace(10) %p
}
;--- variable.ll
@look = global i8 0
define ptr addrspace(10) @f(ptr addrspace(11) %slot) {
  %r = load ptr addrspace(10), ptr addrspace(11) %slot
  ret ptr addrspace(10) %r
}
;--- late.ll
define ptr addrspace(10) @f(ptr addrspace(11) %slot) {
  %r = load ptr addrspace(10), ptr addrspace(11) %slot
  ret ptr addrspace(10) %r
}
;--- flag.profile
base = lateroot
name = bad
read_flag = looking
;--- same.profile
base = lateroot
name = bad
read_barrier = look
read_flag = look
