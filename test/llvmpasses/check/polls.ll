; A volatile load whose result is not used may be what FinalLowerGC has made of a poll, even where no frame is linked; beside
; frame intrinsics it is the program's own, but for one between fences, which front ends write that poll by themselves.
; RUN: split-file %s %t
; RUN: %exits 1 %lateroot check --kind=frames %t/lowered.ll | FileCheck %s
; RUN: %lateroot check %t/placed.ll
; RUN: %exits 1 %lateroot check %t/fenced.ll | FileCheck --check-prefix=FENCED %s
; FENCED: hole: at the call of julia.safepoint, %x is needed and sits in no root slot [root/1]
; CHECK: hole: at the call of julia.safepoint, %x is needed, but there is no frame [root/1]

;--- lowered.ll
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
define void @f(ptr %page) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %poll = load volatile i64, ptr %page
  store i64 0, ptr addrspace(10) %x
  ret void
}

;--- placed.ll
declare ptr @julia.get_pgcstack()
declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr addrspace(10) @make()
define void @f(ptr %page) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %frame = call ptr @julia.new_gc_frame(i32 1)
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %x = call ptr addrspace(10) @make()
  %mine = load volatile i64, ptr %page
  store i64 0, ptr addrspace(10) %x
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

;--- fenced.ll
declare ptr @julia.get_pgcstack()
declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr addrspace(10) @make()
define void @f(ptr %page) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %frame = call ptr @julia.new_gc_frame(i32 1)
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %x = call ptr addrspace(10) @make()
  fence syncscope("singlethread") seq_cst
  %poll = load volatile i64, ptr %page
  fence syncscope("singlethread") seq_cst
  store i64 0, ptr addrspace(10) %x
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
