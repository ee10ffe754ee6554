; References that callees and copies put into stack memory, and that nobody roots: as placed by who does not know of them.
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

%value = type { i64, ptr addrspace(10), i64 }
%three = type { ptr addrspace(10), ptr addrspace(10), ptr addrspace(10) }

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @take(ptr addrspace(10))
declare void @stop()
declare void @two(ptr sret([2 x ptr addrspace(10)]))
declare void @val(ptr sret(%value))
declare void @fill(ptr nocapture)
declare void @keep(ptr)
declare void @by_value(ptr byval(%value))
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; A result of references only, in a variable that does not say so.
; CHECK: root check: at the call of two, byte 0 of stack variable %buffer may hold a reference put there by 'call void @two
; CHECK-SAME: that is read later, and nothing roots it
; CHECK: in function 'result'
define ptr addrspace(10) @result() {
  %pg = call ptr @julia.get_pgcstack()
  %buffer = alloca [2 x i64], align 8
  call void @two(ptr sret([2 x ptr addrspace(10)]) %buffer)
  call void @stop()
  %x = load ptr addrspace(10), ptr %buffer, align 8
  ret ptr addrspace(10) %x
}

; Only one of two words is read, and only by the second of three calls.
; CHECK: root check: at the call of two, byte 24 of stack variable %buffer may hold a reference
; CHECK: in function 'offset'
define void @offset() {
  %pg = call ptr @julia.get_pgcstack()
  %buffer = alloca [5 x i64], align 8
  %at = getelementptr inbounds i8, ptr %buffer, i64 16
  call void @two(ptr sret([2 x ptr addrspace(10)]) %at)
  %p = getelementptr inbounds i8, ptr %buffer, i64 24
  %x = load ptr addrspace(10), ptr %p, align 8
  call void @stop()
  ret void
}

; One of two variables.
; CHECK: root check: at the call of two, byte 0 of stack variable %{{[ab]}} may hold a reference
; CHECK: in function 'either'
define ptr addrspace(10) @either(i1 %c) {
  %pg = call ptr @julia.get_pgcstack()
  %a = alloca [2 x i64], align 8
  %b = alloca [2 x i64], align 8
  %p = select i1 %c, ptr %a, ptr %b
  call void @two(ptr sret([2 x ptr addrspace(10)]) %p)
  call void @stop()
  %x = load ptr addrspace(10), ptr %p, align 8
  ret ptr addrspace(10) %x
}

; References beside numbers.
; CHECK: root check: at the call of val, byte 8 of stack variable %v may hold a reference put there by 'call void @val
; CHECK: in function 'mixed_result'
define ptr addrspace(10) @mixed_result() {
  %pg = call ptr @julia.get_pgcstack()
  %v = alloca %value, align 8
  call void @val(ptr sret(%value) %v)
  call void @stop()
  %p = getelementptr inbounds %value, ptr %v, i64 0, i32 1
  %x = load ptr addrspace(10), ptr %p, align 8
  ret ptr addrspace(10) %x
}

; A callee writes, and another one reads: nothing of it is ever loaded here.
; CHECK: root check: at the call of fill, byte 8 of stack variable %v may hold a reference put there by 'call void @fill
; CHECK: in function 'filled'
define void @filled() {
  %pg = call ptr @julia.get_pgcstack()
  %v = alloca %value, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @fill(ptr %v)
  ret void
}

; A callee that was given the address keeps it, and writes later.
; CHECK: root check: at the call of keep, byte 8 of stack variable %v may hold a reference
; CHECK: in function 'kept'
define void @kept() {
  %pg = call ptr @julia.get_pgcstack()
  %v = alloca %value, align 8
  call void @keep(ptr %v)
  call void @stop()
  ret void
}

; The address is in a global variable.
@cell = global ptr null
; CHECK: root check: at the call of stop, byte 8 of stack variable %v may hold a reference put there by 'store ptr %v, ptr @cell
; CHECK: in function 'stored_address'
define void @stored_address() {
  %pg = call ptr @julia.get_pgcstack()
  %v = alloca %value, align 8
  store ptr %v, ptr @cell, align 8
  call void @stop()
  ret void
}

; An interpreter's registers: a copy out of an object.
; CHECK: root check: at the call of stop, byte 8 of stack variable %r may hold a reference put there by 'call void @llvm.memcpy
; CHECK: in function 'copied'
define ptr addrspace(10) @copied(ptr %from, i64 %i, i64 %k) {
  %pg = call ptr @julia.get_pgcstack()
  %r = alloca [4 x %value], align 8
  %to = getelementptr inbounds [4 x %value], ptr %r, i64 0, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 24, i1 false)
  call void @stop()
  %p = getelementptr inbounds [4 x %value], ptr %r, i64 0, i64 %k, i32 1
  %x = load ptr addrspace(10), ptr %p, align 8
  ret ptr addrspace(10) %x
}

; A variable whose size is computed.
; CHECK: root check: at the call of fill, byte 8 of stack variable %v may hold a reference
; CHECK: in function 'computed_size'
define ptr addrspace(10) @computed_size(i64 %n) {
  %pg = call ptr @julia.get_pgcstack()
  %v = alloca %value, i64 %n, align 8
  call void @fill(ptr %v)
  call void @stop()
  %p = getelementptr inbounds %value, ptr %v, i64 3, i32 1
  %x = load ptr addrspace(10), ptr %p, align 8
  ret ptr addrspace(10) %x
}

; A struct that is passed by value is the callee's: it is read behind a safepoint.
; CHECK: root check: at the call of stop, byte 8 of parameter %v may hold a reference of the caller's that is read later
; CHECK: in function 'parameter_read'
define ptr addrspace(10) @parameter_read(ptr byval(%value) %v) {
  %pg = call ptr @julia.get_pgcstack()
  call void @stop()
  %p = getelementptr inbounds %value, ptr %v, i64 0, i32 1
  %x = load ptr addrspace(10), ptr %p, align 8
  ret ptr addrspace(10) %x
}

; Or written, and read behind one.
; CHECK: root check: at the call of stop, %x was stored into stack memory and sits in no root slot
; CHECK: in function 'parameter_written'
define ptr addrspace(10) @parameter_written(ptr byval(%three) %v) {
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %v, align 8
  call void @stop()
  %y = load ptr addrspace(10), ptr %v, align 8
  ret ptr addrspace(10) %y
}

; Or given to somebody who reads it.
; CHECK: root check: at the call of fill, byte 8 of parameter %v may hold a reference
; CHECK: in function 'parameter_lent'
define void @parameter_lent(ptr byval(%value) %v) {
  %pg = call ptr @julia.get_pgcstack()
  call void @fill(ptr %v)
  ret void
}

; Passed on by value it is read before the call.
; CHECK-NOT: in function 'parameter_passed_on'
define void @parameter_passed_on(ptr byval(%value) %v) {
  %pg = call ptr @julia.get_pgcstack()
  call void @by_value(ptr byval(%value) %v)
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}
