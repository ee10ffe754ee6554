; What is wrong with frames of plain pointers is found; chain-plain-right.ll has the right neighbours, and so has this file at its head.
; RUN: %exits 1 %lateroot check --all --profile=%S/Inputs/plain-chain.profile %s | FileCheck %s --implicit-check-not=hole: --implicit-check-not=unknown:

target datalayout = "e-p:64:64-i64:64"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @alloc(i64)
declare ptr @get_head()
declare void @use(ptr)
declare void @poll()
declare i32 @personality(...)

define void @right() {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store i64 4, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr null, ptr %w
  store ptr %f, ptr %h
  %a = call ptr @alloc(i64 8)
  store ptr %a, ptr %w
  call void @poll()
  call void @use(ptr %a)
  %old = load ptr, ptr %p
  store ptr %old, ptr %h
  ret void
}

; CHECK: hole: at the call of poll, %a is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'dropped'
define void @dropped() {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store i64 4, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr null, ptr %w
  store ptr %f, ptr %h
  %a = call ptr @alloc(i64 8)
  call void @poll()
  call void @use(ptr %a)
  %old = load ptr, ptr %p
  store ptr %old, ptr %h
  ret void
}

; CHECK: hole: at the call of alloc, a collector sees a root that may not have been written: %f [unwritten-slot/1]
; CHECK-NEXT: in function 'unwritten'
define void @unwritten() {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store i64 4, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr %f, ptr %h
  %a = call ptr @alloc(i64 8)
  store ptr %a, ptr %w
  call void @poll()
  call void @use(ptr %a)
  %old = load ptr, ptr %p
  store ptr %old, ptr %h
  ret void
}

; The header is written too late.
; CHECK: hole: at the call of alloc, the header of the frame may not have been written: %f [unwritten-slot/1]
; CHECK-NEXT: in function 'no_header'
define void @no_header() {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr null, ptr %w
  store ptr %f, ptr %h
  %a = call ptr @alloc(i64 8)
  store ptr %a, ptr %w
  store i64 4, ptr %f
  call void @poll()
  call void @use(ptr %a)
  %old = load ptr, ptr %p
  store ptr %old, ptr %h
  ret void
}

; The frame has one root more than it shows.
; CHECK: hole: at the call of poll, %b is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'short'
define void @short() {
  %f = alloca [4 x ptr]
  %p = getelementptr [4 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [4 x ptr], ptr %f, i64 0, i64 2
  %v = getelementptr [4 x ptr], ptr %f, i64 0, i64 3
  store i64 4, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr null, ptr %w
  store ptr %f, ptr %h
  %b = call ptr @alloc(i64 8)
  store ptr %b, ptr %v
  call void @poll()
  call void @use(ptr %b)
  %old = load ptr, ptr %p
  store ptr %old, ptr %h
  ret void
}

; CHECK: hole: the header of the frame shows more roots than the frame has [frame/1]
; CHECK-NEXT: in function 'long'
define void @long() {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store i64 8, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr null, ptr %w
  store ptr %f, ptr %h
  call void @poll()
  %old = load ptr, ptr %p
  store ptr %old, ptr %h
  ret void
}

; CHECK: hole: at the call of poll, %a is needed, and the frame is not linked [root/1]
; CHECK-NEXT: in function 'unlinked'
define void @unlinked() {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store i64 4, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr null, ptr %w
  store ptr %f, ptr %h
  %a = call ptr @alloc(i64 8)
  store ptr %a, ptr %w
  %old = load ptr, ptr %p
  store ptr %old, ptr %h
  call void @poll()
  call void @use(ptr %a)
  ret void
}

; CHECK: hole: the frame is still linked where the function is left [frame/1]
; CHECK-NEXT: in function 'linked': ret void
define void @linked(i1 %c) {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store i64 4, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr null, ptr %w
  store ptr %f, ptr %h
  call void @poll()
  br i1 %c, label %early, label %late
early:
  ret void
late:
  %old = load ptr, ptr %p
  store ptr %old, ptr %h
  ret void
}

; CHECK: hole: at the call of poll, the frame does not lead to that of the caller [frame/1]
; CHECK-NEXT: in function 'broken'
define void @broken() {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store i64 4, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr null, ptr %p
  store ptr null, ptr %w
  store ptr %f, ptr %h
  call void @poll()
  store ptr %prev, ptr %h
  ret void
}

; While the frame is not linked, the object in its root may be freed; then it is read, or shown again.
; CHECK: hole: a root is read that may not have been written, or not since a safepoint at which its frame was not linked [stale-slot/1]
; CHECK-NEXT: in function 'stale': %x = load ptr, ptr %w
define void @stale() {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store i64 4, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr null, ptr %w
  store ptr %f, ptr %h
  %a = call ptr @alloc(i64 8)
  store ptr %a, ptr %w
  store ptr %prev, ptr %h
  call void @poll()
  %x = load ptr, ptr %w
  call void @use(ptr %x)
  ret void
}

; CHECK: hole: at the call of poll, a collector sees a root that may not have been written: %f [unwritten-slot/1]
; CHECK-NEXT: in function 'shown_again'
define void @shown_again() {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store i64 4, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr null, ptr %w
  store ptr %f, ptr %h
  %a = call ptr @alloc(i64 8)
  store ptr %a, ptr %w
  store ptr %prev, ptr %h
  call void @poll()
  store ptr %f, ptr %h
  call void @poll()
  store ptr %prev, ptr %h
  ret void
}

; A root that is a variable: it is written too late, or is another one.
; CHECK: hole: at the call of alloc, a collector sees a root that may not have been written: %x [unwritten-slot/1]
; CHECK-NEXT: in function 'variable'
define void @variable() {
  %x = alloca ptr
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store i64 5, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr %x, ptr %w
  store ptr %f, ptr %h
  %a = call ptr @alloc(i64 8)
  store ptr %a, ptr %x
  call void @poll()
  call void @use(ptr %a)
  %old = load ptr, ptr %p
  store ptr %old, ptr %h
  ret void
}

; CHECK: hole: at the call of poll, %y is needed and sits in no root [root/1]
; CHECK-NEXT: in function 'other_variable'
define void @other_variable() {
  %x = alloca ptr
  %y = alloca ptr
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store ptr null, ptr %x
  store ptr null, ptr %y
  store i64 5, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr %x, ptr %w
  store ptr %f, ptr %h
  %a = call ptr @alloc(i64 8)
  store ptr %a, ptr %y
  call void @poll()
  %b = load ptr, ptr %y
  call void @use(ptr %b)
  %old = load ptr, ptr %p
  store ptr %old, ptr %h
  ret void
}

; CHECK: proven plain right
; CHECK-NEXT: hole plain dropped
; CHECK-NEXT: hole plain unwritten
; CHECK-NEXT: hole plain no_header
; CHECK-NEXT: hole plain short
; CHECK-NEXT: hole plain long
; CHECK-NEXT: hole plain unlinked
; CHECK-NEXT: hole plain linked
; CHECK-NEXT: hole plain broken
; CHECK-NEXT: hole plain stale
; CHECK-NEXT: hole plain shown_again
; CHECK-NEXT: hole plain variable
; CHECK-NEXT: hole plain other_variable
