; RUN: split-file %s %t.d
; RUN: not %lateroot opt --passes=FinalLowerGC -S %t.d/push.ll 2>&1 | FileCheck --check-prefix=PUSH %s
; RUN: not %lateroot opt --passes=FinalLowerGC -S %t.d/roots.ll 2>&1 | FileCheck --check-prefix=ROOTS %s
; RUN: not %lateroot opt --passes=FinalLowerGC -S %t.d/invoke.ll 2>&1 | FileCheck --check-prefix=INVOKE %s
; RUN: not %lateroot opt --passes=FinalLowerGC -S %t.d/slot.ll 2>&1 | FileCheck --check-prefix=SLOT %s
; RUN: not %lateroot opt --passes=FinalLowerGC -S %t.d/pair.ll 2>&1 | FileCheck --check-prefix=PAIR %s
; RUN: not %lateroot opt --passes=FinalLowerGC -S %t.d/variable.ll 2>&1 | FileCheck --check-prefix=VARIABLE %s
; RUN: not %lateroot opt --passes=LowerPTLSPass -S %t.d/address.ll 2>&1 | FileCheck --check-prefix=ADDRESS %s
; RUN: not %lateroot opt '--passes=LowerPTLSPass<nonsense>' -S %t.d/address.ll 2>&1 | FileCheck --check-prefix=PARAMS %s
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S %t.d/align.ll 2>&1 | FileCheck --check-prefix=ALIGN %s
; RUN: %lateroot opt --profile=julia-1.13 --passes=LateLowerGCFrame -S %t.d/align.ll -o /dev/null
; Calls that do not fit the dialect are refused with function and instruction, and nothing is written.

; PUSH: error: julia.push_gc_frame in a function that has neither a "gcstack" argument nor a getter of the GC stack
; PUSH: 'f': call void @julia.push_gc_frame(ptr %f, i32 1)
; ALIGN: error: the object is to be aligned to 32 bytes, and the heap of profile 'lateroot' aligns to 16 at most
;--- align.ll
declare align 32 ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
define void @f(ptr %t, ptr addrspace(10) %y) {
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) %y)
  ret void
}
;--- push.ll
declare void @julia.push_gc_frame(ptr, i32)
define void @f(ptr %f) {
  call void @julia.push_gc_frame(ptr %f, i32 1)
  ret void
}
; ROOTS: error: the number of roots of julia.new_gc_frame must be a constant
;--- roots.ll
declare ptr @julia.new_gc_frame(i32)
define void @f(i32 %n) {
  %f = call ptr @julia.new_gc_frame(i32 %n)
  ret void
}
; INVOKE: error: julia.gc_alloc_bytes cannot be invoked
;--- invoke.ll
declare ptr addrspace(10) @julia.gc_alloc_bytes(ptr, i64, i64)
declare i32 @personality(...)
define void @f(ptr %p) personality ptr @personality {
  %a = invoke ptr addrspace(10) @julia.gc_alloc_bytes(ptr %p, i64 8, i64 0) to label %ok unwind label %bad
ok:
  ret void
bad:
  %lp = landingpad { ptr, i32 } cleanup
  ret void
}
; SLOT: error: argument 2 of julia.field_write_barrier.p11, a slot, must be in address space 11
;--- slot.ll
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ...)
define void @f(ptr addrspace(10) %p, ptr addrspace(13) %s) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(13) %s, ptr addrspace(10) %p)
  ret void
}
; PAIR: error: julia.field_write_barrier.p11 takes a parent and then pairs of slot and child
;--- pair.ll
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ...)
define void @f(ptr addrspace(10) %p, ptr addrspace(11) %s) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s)
  ret void
}
; VARIABLE: error: 'lr_gc_small_alloc' is a function of the runtime, but the module has a variable of this name
;--- variable.ll
@lr_gc_small_alloc = global i8 0
declare ptr addrspace(10) @julia.gc_alloc_bytes(ptr, i64, i64)
define void @f(ptr %p) {
  %a = call ptr addrspace(10) @julia.gc_alloc_bytes(ptr %p, i64 8, i64 0)
  ret void
}
; ADDRESS: error: julia.get_pgcstack must be called directly
; PARAMS: error: LowerPTLSPass takes imaging or no-imaging, not 'nonsense'
;--- address.ll
declare ptr @julia.get_pgcstack()
define ptr @f() {
  ret ptr @julia.get_pgcstack
}
