; What is wrong in functions with llvm.gcroot is found, and its right neighbour is proven.
; RUN: %exits 1 %lateroot check --all --profile=%S/Inputs/plain.profile %s | FileCheck %s --implicit-check-not=hole: --implicit-check-not=unknown:
; RUN: %exits 1 %lateroot check --all --profile=%S/Inputs/plain-loads.profile %s | FileCheck %s --check-prefix=LOADS

target datalayout = "e-p:64:64-i64:64"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @alloc(i64)
declare ptr @make()
declare "gcref" ptr @find(i64)
declare void @print(ptr)
declare void @poll()
declare void @llvm.gcroot(ptr, ptr)

; CHECK: hole: at the call of make, %x is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'late'
; CHECK-NEXT: defined %x = call ptr @alloc(i64 8)
; CHECK-NEXT: safepoint %y = call ptr @make()
; CHECK-NEXT: used store ptr %x, ptr %r
define void @late() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  %y = call ptr @make()
  store ptr %x, ptr %r
  ret void
}

define void @late_right() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r
  %y = call ptr @make()
  ret void
}

; CHECK: hole: at the call of poll, %x is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'overwritten'
define void @overwritten() gc "ocaml" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r
  %y = load ptr, ptr %r
  store ptr null, ptr %r
  call void @poll()
  call void @print(ptr %x)
  ret void
}

define void @overwritten_right() gc "ocaml" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r
  call void @poll()
  %y = load ptr, ptr %r
  store ptr null, ptr %r
  call void @print(ptr %y)
  ret void
}

; LLVM makes null of it, but only when it generates code.
; CHECK: unknown: at the call of poll, a collector sees a root that may not have been written: %s [unwritten-slot/1]
; CHECK-NEXT: in function 'unwritten'
define void @unwritten(i1 %c) gc "shadow-stack" {
  %r = alloca ptr
  %s = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  call void @llvm.gcroot(ptr %s, ptr null)
  store ptr null, ptr %r
  br i1 %c, label %a, label %b
a:
  store ptr null, ptr %s
  br label %b
b:
  call void @poll()
  ret void
}

define void @unwritten_right(i1 %c) gc "shadow-stack" {
  %r = alloca ptr
  %s = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  call void @llvm.gcroot(ptr %s, ptr null)
  store ptr null, ptr %r
  br i1 %c, label %a, label %b
a:
  store ptr null, ptr %s
  br label %c1
b:
  %x = load ptr, ptr %r
  store ptr %x, ptr %s
  br label %c1
c1:
  call void @poll()
  ret void
}

; The object of the last turn is in the root, and not that of this one.
; CHECK: hole: at the call of poll, %x is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'turns'
define void @turns(i1 %c) gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  br label %loop
loop:
  %x = call ptr @alloc(i64 8)
  call void @poll()
  store ptr %x, ptr %r
  br i1 %c, label %loop, label %out
out:
  ret void
}

define void @turns_right(i1 %c) gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  br label %loop
loop:
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r
  call void @poll()
  call void @print(ptr %x)
  br i1 %c, label %loop, label %out
out:
  ret void
}

; The phi is what was loaded in the turn before; the root holds the next one already.
; CHECK: hole: at the call of poll, %old is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'carried'
define void @carried(i1 %c) gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  br label %loop
loop:
  %old = phi ptr [ null, %0 ], [ %x, %loop ]
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r
  call void @poll()
  call void @print(ptr %old)
  br i1 %c, label %loop, label %out
out:
  ret void
}

; On one way no root holds what the phi gets.
; CHECK: hole: at the call of poll, %p is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'either'
define void @either(i1 %c) gc "shadow-stack" {
  %r = alloca ptr
  %s = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  call void @llvm.gcroot(ptr %s, ptr null)
  store ptr null, ptr %r
  store ptr null, ptr %s
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r
  %y = call ptr @alloc(i64 8)
  store ptr %y, ptr %s
  br i1 %c, label %t, label %m
t:
  store ptr null, ptr %r
  br label %m
m:
  %p = phi ptr [ %x, %t ], [ %y, %0 ]
  call void @poll()
  call void @print(ptr %p)
  ret void
}

; A root is written behind the phi: nobody knows whether it was that which held it.
; CHECK: hole: at the call of poll, %p is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'either_later'
define void @either_later(i1 %c) gc "shadow-stack" {
  %r = alloca ptr
  %s = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  call void @llvm.gcroot(ptr %s, ptr null)
  store ptr null, ptr %r
  store ptr null, ptr %s
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r
  %y = call ptr @alloc(i64 8)
  store ptr %y, ptr %s
  br i1 %c, label %t, label %m
t:
  br label %m
m:
  %p = phi ptr [ %x, %t ], [ %y, %0 ]
  store ptr null, ptr %r
  call void @poll()
  call void @print(ptr %p)
  ret void
}

; Copies in other forms: a local variable, a number, a pointer into the object.
; CHECK: hole: at the call of poll, %v is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'variable'
define void @variable() gc "shadow-stack" {
  %r = alloca ptr
  %v = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %v
  call void @poll()
  %y = load ptr, ptr %v
  call void @print(ptr %y)
  ret void
}

define void @variable_right() gc "shadow-stack" {
  %r = alloca ptr
  %v = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %v
  store ptr %x, ptr %r
  call void @poll()
  %y = load ptr, ptr %v
  call void @print(ptr %y)
  ret void
}

; CHECK: hole: at the call of poll, %x is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'number'
define void @number() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  %n = ptrtoint ptr %x to i64
  %m = add i64 %n, 8
  call void @poll()
  %p = inttoptr i64 %m to ptr
  store i64 0, ptr %p
  ret void
}

; CHECK: hole: at the call of poll, %x is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'inside'
define void @inside(i64 %i) gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @find(i64 8)
  %f = getelementptr i64, ptr %x, i64 %i
  call void @poll()
  store i64 0, ptr %f
  ret void
}

; CHECK: hole: at the call of poll, %x is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'method.parameter'
define void @method.parameter(ptr %x) gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  call void @poll()
  call void @print(ptr %x)
  ret void
}

; CHECK: hole: at the call of poll, %x is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'attribute'
define void @attribute(ptr "gcref" %x) gc "shadow-stack" {
  call void @poll()
  call void @print(ptr %x)
  ret void
}

; The root may be written by the callee: nothing is known of it then.
; CHECK: unknown: at the call of print, %x is needed, and callees may write the roots that may hold it [root/1]
; CHECK-NEXT: in function 'given_away'
define void @given_away() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r
  call void @print(ptr %r)
  call void @print(ptr %x)
  ret void
}

define void @given_away_right() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r
  call void @print(ptr %r)
  call void @poll()
  %y = load ptr, ptr %r
  call void @print(ptr %y)
  ret void
}

; With reference_loads what comes out of an object is a reference; without, it may be one.
; CHECK: unknown: at the call of poll, %y is needed, which may be a reference, and sits in no root [origin/1]
; CHECK-NEXT: in function 'loaded'
; LOADS: hole: at the call of poll, %y is needed and sits in no root [root/1]
; LOADS-NEXT: in function 'loaded'
define void @loaded() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r
  %f = getelementptr ptr, ptr %x, i64 1
  %y = load ptr, ptr %f
  call void @poll()
  call void @print(ptr %y)
  ret void
}

; CHECK: hole plain late
; CHECK: proven plain late_right
; CHECK: hole plain overwritten
; CHECK: proven plain overwritten_right
; CHECK: unknown plain unwritten
; CHECK: proven plain unwritten_right
; CHECK: hole plain turns
; CHECK: proven plain turns_right
; CHECK: hole plain carried
; CHECK: hole plain either
; CHECK: hole plain either_later
; CHECK: hole plain variable
; CHECK: proven plain variable_right
; CHECK: hole plain number
; CHECK: hole plain inside
; CHECK: hole plain method.parameter
; CHECK: hole plain attribute
; CHECK: unknown plain given_away
; CHECK: proven plain given_away_right
; CHECK: unknown plain loaded
