; Each kind of operand and result, given as something else: said by number and kind, and nothing is written.
; RUN: split-file %s %t.d
; RUN: not %lateroot opt --passes=FinalLowerGC -S %t.d/integer.ll 2>&1 | FileCheck --check-prefix=INTEGER %s
; RUN: not %lateroot opt --passes=FinalLowerGC -S %t.d/result.ll 2>&1 | FileCheck --check-prefix=RESULT %s
; RUN: not %lateroot opt --passes=FinalLowerGC -S %t.d/void.ll 2>&1 | FileCheck --check-prefix=VOID %s
; RUN: not %lateroot opt --passes=FinalLowerGC -S %t.d/generic.ll 2>&1 | FileCheck --check-prefix=GENERIC %s
; RUN: not %lateroot opt --passes=FinalLowerGC -S %t.d/tracked.ll 2>&1 | FileCheck --check-prefix=TRACKED %s
; RUN: not %lateroot opt --passes=FinalLowerGC -S %t.d/more-tracked.ll 2>&1 | FileCheck --check-prefix=MORE-TRACKED %s
; RUN: not %lateroot opt --passes=FinalLowerGC -S %t.d/few.ll 2>&1 | FileCheck --check-prefix=FEW %s
; RUN: not %lateroot opt --passes=FinalLowerGC -S %t.d/many.ll 2>&1 | FileCheck --check-prefix=MANY %s
; RUN: not %lateroot opt --passes=FinalLowerGC -S %t.d/slot.ll 2>&1 | FileCheck --check-prefix=SLOT %s
; RUN: not %lateroot opt --passes=LowerPTLSPass -S %t.d/getter.ll 2>&1 | FileCheck --check-prefix=GETTER %s
; RUN: not %lateroot opt --passes=LowerPTLSPass -S %t.d/getter-argument.ll 2>&1 | FileCheck --check-prefix=GETTER-ARGUMENT %s

; INTEGER: error: argument 2 of julia.gc_alloc_bytes must be an integer
;--- integer.ll
declare ptr addrspace(10) @julia.gc_alloc_bytes(ptr, ptr, i64)
define void @f(ptr %p) {
  %a = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %p, ptr %p, i64 0)
  ret void
}
; RESULT: error: the result of julia.gc_alloc_bytes must be a tracked pointer (address space 10)
;--- result.ll
declare ptr @julia.gc_alloc_bytes(ptr, i64, i64)
define void @f(ptr %p) {
  %a = call ptr @julia.gc_alloc_bytes(ptr %p, i64 8, i64 0)
  ret void
}
; VOID: error: the result of julia.queue_gc_root must be nothing
;--- void.ll
declare i32 @julia.queue_gc_root(ptr addrspace(10))
define void @f(ptr addrspace(10) %x) {
  %a = call i32 @julia.queue_gc_root(ptr addrspace(10) %x)
  ret void
}
; GENERIC: error: argument 1 of julia.safepoint must be a pointer in address space 0
;--- generic.ll
declare void @julia.safepoint(ptr addrspace(10))
define void @f(ptr addrspace(10) %x) {
  call void @julia.safepoint(ptr addrspace(10) %x)
  ret void
}
; TRACKED: error: argument 1 of julia.write_barrier must be a tracked pointer (address space 10)
;--- tracked.ll
declare void @julia.write_barrier(i64, ptr addrspace(10))
define void @f(ptr addrspace(10) %x) {
  call void @julia.write_barrier(i64 1, ptr addrspace(10) %x)
  ret void
}
; MORE-TRACKED: error: argument 3 of julia.write_barrier must be a tracked pointer (address space 10)
;--- more-tracked.ll
declare void @julia.write_barrier(ptr addrspace(10), ptr addrspace(10), ptr addrspace(11))
define void @f(ptr addrspace(10) %x, ptr addrspace(11) %d) {
  call void @julia.write_barrier(ptr addrspace(10) %x, ptr addrspace(10) %x, ptr addrspace(11) %d)
  ret void
}
; FEW: error: julia.gc_alloc_bytes needs more than 2 arguments
;--- few.ll
declare ptr addrspace(10) @julia.gc_alloc_bytes(ptr, i64)
define void @f(ptr %p) {
  %a = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %p, i64 8)
  ret void
}
; MANY: error: julia.safepoint takes 1 arguments, not 2
;--- many.ll
declare void @julia.safepoint(ptr, i64)
define void @f(ptr %p) {
  call void @julia.safepoint(ptr %p, i64 2)
  ret void
}
; SLOT: error: argument 1 of julia.get_gc_frame_slot must be a pointer in address space 0
;--- slot.ll
declare ptr @julia.get_gc_frame_slot(i64, i32)
define void @f(ptr addrspace(10) %x) {
  %s = call ptr @julia.get_gc_frame_slot(i64 0, i32 0)
  ret void
}
; GETTER: error: the result of julia.get_pgcstack must be a pointer in address space 0
;--- getter.ll
declare i64 @julia.get_pgcstack()
define i64 @f() {
  %p = call i64 @julia.get_pgcstack()
  ret i64 %p
}
; GETTER-ARGUMENT: error: julia.get_pgcstack takes 0 arguments, not 1
;--- getter-argument.ll
declare ptr @julia.get_pgcstack(i64)
define ptr @f() {
  %p = call ptr @julia.get_pgcstack(i64 3)
  ret ptr %p
}
