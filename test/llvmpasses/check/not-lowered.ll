; A pass manager that lowers one function after another calls the checker when callees are not lowered yet. They will read their roots again if they
; are asked to; a callee that has a frame and does not say that it does, does not.
; RUN: not %lateroot opt -passes=CheckGCRoots --reload -S -o /dev/null %s 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: not %lateroot opt -passes=CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=NOT-ASKED

declare ptr @julia.get_pgcstack()
declare ptr @julia.new_gc_frame(i32)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr addrspace(10) @make()
declare void @poll()

define internal i64 @later(ptr addrspace(10) %o) {
  %g = call ptr @julia.get_pgcstack()
  call void @poll()
  %n = load i64, ptr addrspace(10) %o
  ret i64 %n
}

define internal i64 @refuses(ptr addrspace(10) %o) "lateroot-reload"="false" {
  %g = call ptr @julia.get_pgcstack()
  call void @poll()
  %n = load i64, ptr addrspace(10) %o
  ret i64 %n
}

define internal i64 @shadowed(ptr addrspace(10) %o) "lateroot-abi"="shadow-stack" {
  %g = call ptr @julia.get_pgcstack()
  call void @poll()
  %n = load i64, ptr addrspace(10) %o
  ret i64 %n
}

define internal i64 @framed(ptr addrspace(10) %o) {
  %gcframe = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  %n = load i64, ptr addrspace(10) %o
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %n
}

; NOT-ASKED: error: root check: at the call of later, %x is needed, but there is no frame
define i64 @caller_of_later() "lateroot-reload"="true" {
  %g = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %n = call i64 @later(ptr addrspace(10) %x)
  ret i64 %n
}

; CHECK: error: root check: at the call of refuses, %x is needed, but there is no frame
define i64 @caller_of_refuses() "lateroot-reload"="true" {
  %g = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %n = call i64 @refuses(ptr addrspace(10) %x)
  ret i64 %n
}

; CHECK: error: root check: at the call of shadowed, %x is needed, but there is no frame
define i64 @caller_of_shadowed() "lateroot-reload"="true" {
  %g = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %n = call i64 @shadowed(ptr addrspace(10) %x)
  ret i64 %n
}

; CHECK: error: root check: at the call of framed, %x is needed, but there is no frame
define i64 @caller_of_framed() "lateroot-reload"="true" {
  %g = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %n = call i64 @framed(ptr addrspace(10) %x)
  ret i64 %n
}
