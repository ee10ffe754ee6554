; What is read out of a root as something else than a reference, and used behind a safepoint: right and wrong.
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s --implicit-check-not="in function 'right"
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare void @stop()
declare void @keep(i64)

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'integer'
define void @integer(ptr addrspace(10) %o) {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  store ptr addrspace(10) null, ptr %s
  call void @stop()
  call void @keep(i64 %n)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %hi is read out of a root as something else
; CHECK-NEXT: in function 'halves'
; CHECK: root check: %lo is read out of a root as something else
; CHECK-NEXT: in function 'halves'
define void @halves(ptr addrspace(10) %o, ptr %to) {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store ptr addrspace(10) %o, ptr %s
  %s4 = getelementptr i8, ptr %s, i64 4
  %lo = load i32, ptr %s
  %hi = load i32, ptr %s4
  call void @stop()
  store i32 %lo, ptr %to
  %to4 = getelementptr i8, ptr %to, i64 4
  store i32 %hi, ptr %to4
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: %n is read out of a root as something else
; CHECK-NEXT: in function 'pointer'
define ptr addrspace(10) @pointer(ptr addrspace(10) %o, i1 %c) {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store ptr addrspace(10) %o, ptr %s
  %n = load ptr, ptr %s
  br i1 %c, label %one, label %two
one:
  call void @stop()
  br label %two
two:
  call void @julia.pop_gc_frame(ptr %frame)
  %x = addrspacecast ptr %n to ptr addrspace(10)
  ret ptr addrspace(10) %x
}

; CHECK: root check: %n is read out of a root as something else
; CHECK-NEXT: in function 'exchanged'
define i64 @exchanged(ptr addrspace(10) %o) {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store ptr addrspace(10) %o, ptr %s
  %n = atomicrmw xchg ptr %s, i64 0 seq_cst
  call void @stop()
  call void @julia.pop_gc_frame(ptr %frame)
  ret i64 %n
}

; CHECK: root check: %n is read out of a root as something else
; CHECK-NEXT: in function 'in_memory'
define i64 @in_memory(ptr addrspace(10) %o) {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %copy = alloca i64
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  store i64 %n, ptr %copy
  call void @stop()
  %again = load i64, ptr %copy
  call void @julia.pop_gc_frame(ptr %frame)
  ret i64 %again
}

; CHECK: root check: %n is read out of a root as something else
; CHECK-NEXT: in function 'around'
define void @around(ptr addrspace(10) %o) {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store ptr addrspace(10) %o, ptr %s
  br label %head
head:
  %last = phi i64 [ 0, %0 ], [ %n, %head ]
  call void @keep(i64 %last)
  %n = load i64, ptr %s
  call void @stop()
  %c = icmp eq i64 %n, 0
  br i1 %c, label %out, label %head
out:
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

define i64 @right(ptr addrspace(10) %o) {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %gc = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store ptr addrspace(10) %o, ptr %s
  br label %head
head:
  %n = load i64, ptr %s
  %low = and i64 %n, 7
  %m = mul i64 %n, 3
  call void @keep(i64 %n)
  call void @stop()
  %h = xor i64 %m, %low
  %c = icmp eq i64 %n, 0
  br i1 %c, label %out, label %head
out:
  call void @julia.pop_gc_frame(ptr %frame)
  ret i64 %h
}
