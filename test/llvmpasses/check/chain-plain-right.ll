; Frames of plain pointers that stores link, as front ends and C code with macros make them.
; RUN: %lateroot check --all --profile=%S/Inputs/plain-chain.profile %s | FileCheck %s --implicit-check-not=hole --implicit-check-not=unknown
; RUN: %opt -passes='default<O2>' -S %s -o %t.ll
; RUN: %lateroot check --all --profile=%S/Inputs/plain-chain.profile %t.ll | FileCheck %s --implicit-check-not=hole --implicit-check-not=unknown
; RUN: %exits 3 %lateroot check %s | FileCheck %s --check-prefix=TODAY
; TODAY: unknown: the function links a frame, but no address space says which pointers are references [plain-pointer/1]
; CHECK: proven plain words
; CHECK: proven plain variables
; CHECK: proven plain in_one_arm
; CHECK: proven plain twice
; CHECK: proven plain nested
; CHECK: proven plain nested_known
; CHECK: proven plain nothing

target datalayout = "e-p:64:64-i64:64"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @alloc(i64)
declare ptr @alloc.pair(ptr, ptr)
declare ptr @get_head()
declare void @use(ptr)
declare void @poll()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; JL_GC_PUSHARGS: the roots are words of the frame.  The pop reads prev through the head.
define ptr @words() noinline {
  %f = alloca [40 x i8], align 16
  %roots = getelementptr i8, ptr %f, i64 16
  store ptr inttoptr (i64 12 to ptr), ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  %p = getelementptr i8, ptr %f, i64 8
  store ptr %prev, ptr %p
  call void @llvm.memset.p0.i64(ptr %roots, i8 0, i64 24, i1 false)
  %h2 = call ptr @get_head()
  store ptr %f, ptr %h2
  %a = call ptr @alloc(i64 8)
  store ptr %a, ptr %roots
  %b = call ptr @alloc(i64 16)
  %r1 = getelementptr i8, ptr %f, i64 24
  store ptr %b, ptr %r1
  %c = call ptr @alloc.pair(ptr %a, ptr %b)
  %r2 = getelementptr i8, ptr %f, i64 32
  store ptr %c, ptr %r2
  call void @use(ptr %c)
  %out = load ptr, ptr %r1
  %h3 = call ptr @get_head()
  %top = load ptr, ptr %h3
  %pp = getelementptr i8, ptr %top, i64 8
  %old = load ptr, ptr %pp
  store ptr %old, ptr %h3
  ret ptr %out
}

; JL_GC_PUSH2: the words of the frame are the addresses of variables.
define ptr @variables() noinline {
  %x = alloca ptr
  %y = alloca ptr
  %f = alloca [4 x ptr]
  store ptr null, ptr %x
  store ptr null, ptr %y
  store i64 9, ptr %f
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  %p = getelementptr [4 x ptr], ptr %f, i64 0, i64 1
  store ptr %prev, ptr %p
  %w0 = getelementptr [4 x ptr], ptr %f, i64 0, i64 2
  store ptr %x, ptr %w0
  %w1 = getelementptr [4 x ptr], ptr %f, i64 0, i64 3
  store ptr %y, ptr %w1
  store ptr %f, ptr %h
  %a = call ptr @alloc(i64 8)
  store ptr %a, ptr %x
  %b = call ptr @alloc(i64 16)
  store ptr %b, ptr %y
  %a1 = load ptr, ptr %x
  %c = call ptr @alloc.pair(ptr %a1, ptr %b)
  store ptr %c, ptr %x
  call void @poll()
  call void @use(ptr %b)
  %r = load ptr, ptr %x
  %old = load ptr, ptr %p
  store ptr %old, ptr %h
  ret ptr %r
}

; The frame is linked where it is needed.
define void @in_one_arm(i1 %c) noinline {
  %f = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  call void @poll()
  br i1 %c, label %arm, label %out
arm:
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
  %h2 = call ptr @get_head()
  %old = load ptr, ptr %p
  store ptr %old, ptr %h2
  br label %out
out:
  call void @poll()
  ret void
}

; Linked, unlinked and linked again; what the caller had is kept in a value.
define void @twice() noinline {
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
  store ptr %prev, ptr %h
  call void @poll()
  store ptr null, ptr %w
  store ptr %f, ptr %h
  %b = call ptr @alloc(i64 8)
  store ptr %b, ptr %w
  call void @poll()
  call void @use(ptr %b)
  store ptr %prev, ptr %h
  ret void
}

; Two frames, one in front of the other, as inlining leaves them.
define void @nested() noinline {
  %f = alloca [3 x ptr]
  %g = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  %q = getelementptr [3 x ptr], ptr %g, i64 0, i64 1
  %v = getelementptr [3 x ptr], ptr %g, i64 0, i64 2
  store i64 4, ptr %f
  store i64 4, ptr %g
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr null, ptr %w
  store ptr %f, ptr %h
  %a = call ptr @alloc(i64 8)
  store ptr %a, ptr %w
  %prev2 = load ptr, ptr %h
  store ptr %prev2, ptr %q
  store ptr null, ptr %v
  store ptr %g, ptr %h
  %b = call ptr @alloc(i64 8)
  store ptr %b, ptr %v
  call void @poll()
  call void @use(ptr %a)
  call void @use(ptr %b)
  %old2 = load ptr, ptr %q
  store ptr %old2, ptr %h
  call void @poll()
  %a1 = load ptr, ptr %w
  call void @use(ptr %a1)
  %old = load ptr, ptr %p
  store ptr %old, ptr %h
  ret void
}

; The optimiser knows what the head is when the second one is pushed.
define void @nested_known() noinline {
  %f = alloca [3 x ptr]
  %g = alloca [3 x ptr]
  %p = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  %q = getelementptr [3 x ptr], ptr %g, i64 0, i64 1
  %v = getelementptr [3 x ptr], ptr %g, i64 0, i64 2
  store i64 4, ptr %f
  store i64 4, ptr %g
  %h = call ptr @get_head()
  %prev = load ptr, ptr %h
  store ptr %prev, ptr %p
  store ptr null, ptr %w
  store ptr %f, ptr %q
  store ptr null, ptr %v
  store ptr %g, ptr %h
  %b = call ptr @alloc(i64 8)
  store ptr %b, ptr %v
  store ptr %b, ptr %w
  call void @poll()
  store ptr %f, ptr %h
  call void @poll()
  call void @use(ptr %b)
  store ptr %prev, ptr %h
  ret void
}

define void @nothing() noinline {
  call void @poll()
  ret void
}
