; What cannot be known of frames of plain pointers is unknown, with a reason.
; RUN: %exits 3 %lateroot check --all --profile=%S/Inputs/plain-chain.profile %s | FileCheck %s --implicit-check-not=hole: --implicit-check-not=unknown:

target datalayout = "e-p:64:64-i64:64"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @alloc(i64)
declare ptr @get_head()
declare void @use(ptr)
declare void @poll()
declare i32 @personality(...)
declare void @llvm.gcroot(ptr, ptr)
@elsewhere = global ptr null

; CHECK: unknown: the address of the head of the chain is used in an unknown way [linked-frame/1]
; CHECK-NEXT: in function 'kept': store ptr %h, ptr @elsewhere
define void @kept() {
  %h = call ptr @get_head()
  store ptr %h, ptr @elsewhere
  call void @poll()
  ret void
}

; CHECK: unknown: at the call of poll, what the head of the chain is is not known [linked-frame/1]
; CHECK-NEXT: in function 'moved'
; CHECK: unknown: the head of the chain may not be what it was when the function was entered [linked-frame/2]
; CHECK-NEXT: in function 'moved': ret void
define void @moved(ptr %top) {
  %h = call ptr @get_head()
  store ptr %top, ptr %h
  call void @poll()
  ret void
}

; CHECK: unknown: the head of the chain may not be what it was when the function was entered [linked-frame/1]
; CHECK-NEXT: in function 'cut': ret void
define void @cut() {
  %h = call ptr @get_head()
  store ptr null, ptr %h
  ret void
}

; CHECK: unknown: the number of roots in the header is no constant [linked-frame/1]
; CHECK-NEXT: in function 'computed'
define void @computed(i64 %n) {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %q = inttoptr i64 0 to ptr
  store ptr %q, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr %f, ptr %h
  call void @poll()
  store ptr %prev, ptr %h
  ret void
}

; CHECK: unknown: the header shows two numbers of roots [linked-frame/1]
; CHECK-NEXT: in function 'two_numbers'
define void @two_numbers() {
  %f = alloca [4 x ptr]
  %p = getelementptr [4 x ptr], ptr %f, i64 0, i64 1
  store i64 4, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr %f, ptr %h
  call void @poll()
  store i64 8, ptr %f
  call void @poll()
  store ptr %prev, ptr %h
  ret void
}

; CHECK: unknown: the header has flags that are not read [linked-frame/1]
; CHECK-NEXT: in function 'flags'
define void @flags() {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  store i64 6, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr %f, ptr %h
  call void @poll()
  store ptr %prev, ptr %h
  ret void
}

; CHECK: unknown: the frame, or an address in it, is used in an unknown way [linked-frame/1]
; CHECK-NEXT: in function 'given'
define void @given() {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  store i64 4, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr %f, ptr %h
  call void @use(ptr %f)
  store ptr %prev, ptr %h
  ret void
}

; CHECK: unknown: the frame is not made in the entry block, or its size is not known [linked-frame/1]
; CHECK-NEXT: in function 'sized'
define void @sized(i64 %n) {
  %f = alloca ptr, i64 %n
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %f, ptr %h
  call void @poll()
  store ptr %prev, ptr %h
  ret void
}

; CHECK: unknown: a root is no variable that can be followed [linked-frame/1]
; CHECK-NEXT: in function 'parts'
define void @parts() {
  %x = alloca [2 x ptr]
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store ptr null, ptr %x
  store i64 5, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr %x, ptr %w
  store ptr %f, ptr %h
  call void @poll()
  store ptr %prev, ptr %h
  ret void
}

; CHECK: unknown: a word of the frame is no address of a variable [linked-frame/1]
; CHECK-NEXT: in function 'no_variable'
define void @no_variable() {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store i64 5, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr @elsewhere, ptr %w
  store ptr %f, ptr %h
  call void @poll()
  store ptr %prev, ptr %h
  ret void
}

; CHECK: unknown: a frame of the chain is written [linked-frame/1]
; CHECK-NEXT: in function 'written'
define void @written() {
  %h = call ptr @get_head()
  %top = load ptr, ptr %h
  %w = getelementptr ptr, ptr %top, i64 2
  store ptr null, ptr %w
  call void @poll()
  ret void
}

; The same by way of a choice.
; CHECK: unknown: a frame of the chain is written [linked-frame/1]
; CHECK-NEXT: in function 'written_by_choice'
define void @written_by_choice(i1 %c) {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store i64 4, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr null, ptr %w
  store ptr %f, ptr %h
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %w
  %top = load ptr, ptr %h
  %to = select i1 %c, ptr %top, ptr @elsewhere
  %word = getelementptr i8, ptr %to, i64 16
  store ptr null, ptr %word
  call void @poll()
  call void @use(ptr %x)
  store ptr %prev, ptr %h
  ret void
}

; CHECK: unknown: a frame of the chain may be written [linked-frame/1]
; CHECK-NEXT: in function 'cleared'
define void @cleared() {
  %h = call ptr @get_head()
  %top = load ptr, ptr %h
  call void @llvm.memset.p0.i64(ptr %top, i8 0, i64 24, i1 false)
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK: unknown: the function links a frame and has variables of llvm.gcroot [linked-frame/1]
; CHECK-NEXT: in function 'both'
define void @both() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %f = alloca [3 x ptr]
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %f, ptr %h
  call void @poll()
  store ptr %prev, ptr %h
  ret void
}

; Callees may have left their frames behind where an exception arrives.
; CHECK: unknown: at the call of poll, what the head of the chain is is not known [linked-frame/1]
; CHECK-NEXT: in function 'pad'
define void @pad() personality ptr @personality {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store i64 4, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr null, ptr %w
  store ptr %f, ptr %h
  invoke void @poll() to label %fine unwind label %pad
fine:
  store ptr %prev, ptr %h
  ret void
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  call void @poll()
  store ptr %prev, ptr %h
  ret void
}

define void @pad_right() personality ptr @personality {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store i64 4, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr null, ptr %w
  store ptr %f, ptr %h
  invoke void @poll() to label %fine unwind label %pad
fine:
  store ptr %prev, ptr %h
  ret void
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  store ptr %f, ptr %h
  call void @poll()
  store ptr %prev, ptr %h
  ret void
}
; CHECK: proven plain pad_right
