; Where slots are read again (what LateLowerGCFrame<reload> makes, and then broken): nothing may be used behind a safepoint that was not read behind it,
; unless a fixed word of the frame holds its object in place.
; RUN: not %lateroot opt -passes=CheckGCRoots -S %s 2>&1 | FileCheck %s --implicit-check-not=error:

declare ptr @julia.get_pgcstack()
declare ptr @julia.new_gc_frame(i32)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare ptr addrspace(10) @make()
declare void @poll()

; The old address is given back.
; CHECK: error: root check: uses %x, which may have moved: it was not read again behind a safepoint
; CHECK: in function 'stale_object'
define ptr addrspace(10) @stale_object() "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="0,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  %now = load ptr addrspace(10), ptr %s0
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret ptr addrspace(10) %x
}

define ptr addrspace(10) @right() "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="0,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  %now = load ptr addrspace(10), ptr %s0
  call void @poll()
  %later = load ptr addrspace(10), ptr %s0
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret ptr addrspace(10) %later
}

; Computed before, used behind.
; CHECK: error: root check: uses %at, which may have moved
; CHECK: in function 'stale_address'
define i64 @stale_address() "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="0,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %x = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %at = getelementptr i8, ptr addrspace(11) %d, i64 8
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  %v = load i64, ptr addrspace(11) %at
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; Not the first time, but when the loop comes round.
; CHECK: error: root check: uses %x, which may have moved
; CHECK: in function 'around'
define void @around(i1 %c) "lateroot-reload"="true" {
top:
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="0,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %x = call ptr addrspace(10) @make()
  br label %again
again:
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  br i1 %c, label %again, label %out
out:
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret void
}

; Held by the last word, which is fixed: the object stays, and so do addresses in it.
define i64 @held(ptr %p) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 2) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 2)
  %x = call ptr addrspace(10) @make()
  %d = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %x, ptr %p)
  store ptr addrspace(10) %x, ptr %s0
  store ptr addrspace(10) %x, ptr %s1
  call void @poll()
  store ptr addrspace(10) null, ptr %s1
  %v = load i64, ptr addrspace(13) %d
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; At the second safepoint it is not.
; CHECK: error: root check: uses %d, which may have moved
; CHECK: in function 'let_go'
define i64 @let_go(ptr %p) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 2) "lateroot-moving"="1,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 1)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 2)
  %x = call ptr addrspace(10) @make()
  %d = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %x, ptr %p)
  store ptr addrspace(10) %x, ptr %s0
  store ptr addrspace(10) %x, ptr %s1
  call void @poll()
  store ptr addrspace(10) null, ptr %s1
  call void @poll()
  %v = load i64, ptr addrspace(13) %d
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}

; The word is none that holds anything in place.
; CHECK: error: root check: uses %d, which may have moved
; CHECK: in function 'not_fixed'
define i64 @not_fixed(ptr addrspace(10) %x, ptr %p) "lateroot-reload"="true" {
  %gcframe = call ptr @julia.new_gc_frame(i32 1) "lateroot-moving"="0,0"
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
  %g = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %gcframe, i32 1)
  %d = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %x, ptr %p)
  store ptr addrspace(10) %x, ptr %s0
  call void @poll()
  %v = load i64, ptr addrspace(13) %d
  call void @julia.pop_gc_frame(ptr %gcframe)
  ret i64 %v
}
