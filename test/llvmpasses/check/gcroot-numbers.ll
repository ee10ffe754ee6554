; In functions with llvm.gcroot: pointers that are made of numbers, arguments that calls give back, calls of addresses, and calls marked tail.
; RUN: %exits 1 %lateroot check --profile=%S/Inputs/plain-loads.profile %s | FileCheck %s --implicit-check-not=hole: --implicit-check-not=unknown:

target datalayout = "e-p:64:64-i64:64"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @alloc(i64)
declare void @use(ptr)
declare void @poll()
declare void @llvm.gcroot(ptr, ptr)

; Address arithmetic on null, or with the distance of two objects, is a number that becomes a pointer.
; CHECK: hole: at the call of poll, %x is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'gep_null'
define void @gep_null() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  %n = ptrtoint ptr %x to i64
  %p = getelementptr i8, ptr null, i64 %n
  call void @poll()
  call void @use(ptr %p)
  ret void
}

; CHECK: hole: at the call of poll, %x is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'gep_null_behind'
define void @gep_null_behind() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  %n = ptrtoint ptr %x to i64
  call void @poll()
  %p = getelementptr i8, ptr null, i64 %n
  call void @use(ptr %p)
  ret void
}

; CHECK-NOT: in function 'gep_null_right'
define void @gep_null_right() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r
  %n = ptrtoint ptr %x to i64
  %p = getelementptr i8, ptr null, i64 %n
  call void @poll()
  call void @use(ptr %p)
  ret void
}

; CHECK: unknown: a number becomes a pointer, and nothing says of which object [copy/1]
; CHECK-NEXT: in function 'gep_other'
; CHECK: unknown: at the call of poll, %p is needed, which may be a reference, and sits in no root [origin/1]
define void @gep_other(ptr "gcref" %a) gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr %a, ptr %r
  %x = call ptr @alloc(i64 8)
  %n = ptrtoint ptr %x to i64
  %m = ptrtoint ptr %a to i64
  %d = sub i64 %n, %m
  %p = getelementptr i8, ptr %a, i64 %d
  call void @poll()
  call void @use(ptr %p)
  ret void
}

; The low bits are no address, and a global variable is no number.
; CHECK-NOT: in function 'gep_right'
@table = global [8 x i8] zeroinitializer
define void @gep_right(ptr "gcref" %a, i64 %i) gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr %a, ptr %r
  %n = ptrtoint ptr %a to i64
  %low = and i64 %n, 7
  %p = getelementptr i8, ptr @table, i64 %low
  %q = getelementptr i8, ptr @table, i64 %i
  call void @poll()
  store i8 1, ptr %p
  store i8 1, ptr %q
  call void @use(ptr %a)
  ret void
}

; CHECK: hole: at the call of poll, %p is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'returned'
declare ptr @log.same(ptr returned)
define void @returned() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  %p = call ptr @log.same(ptr %x)
  call void @poll()
  call void @use(ptr %p)
  ret void
}

; CHECK-NOT: in function 'returned_right'
define void @returned_right() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r
  %p = call ptr @log.same(ptr %x)
  call void @poll()
  call void @use(ptr %p)
  ret void
}

; A function that gives references may be called by its address.
; CHECK: unknown: at the call of poll, %x is needed, which may be a reference, and sits in no root [origin/1]
; CHECK-NEXT: in function 'indirect'
declare ptr @alloc.other(i64)
define void @indirect(i1 %c) gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %f = select i1 %c, ptr @alloc, ptr @alloc.other
  %x = call ptr %f(i64 8)
  call void @poll()
  call void @use(ptr %x)
  ret void
}

; CHECK: unknown: the call is marked tail, though the collector reads the frame [linked-frame/1]
; CHECK-NEXT: in function 'tail'
define void @tail() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r
  tail call void @poll()
  call void @use(ptr %x)
  ret void
}

; CHECK-NOT: in function 'tail_right'
define void @tail_right(ptr "gcref" %a) gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr %a, ptr %r
  tail call void @log.it(ptr %a)
  call void @poll()
  call void @use(ptr %a)
  ret void
}
declare void @log.it(ptr)
