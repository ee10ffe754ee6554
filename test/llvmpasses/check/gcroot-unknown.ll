; What cannot be known in functions with llvm.gcroot is unknown, with a reason; its right neighbour is proven.
; RUN: %exits 3 %lateroot check --all --profile=%S/Inputs/plain.profile %s | FileCheck %s --implicit-check-not=hole: --implicit-check-not=unknown:
; RUN: %exits 3 %lateroot check --all --profile=%S/Inputs/plain-loads.profile %s | FileCheck %s --check-prefix=LOADS --implicit-check-not=hole: --implicit-check-not=unknown:
; RUN: %exits 3 %lateroot check --kind=linked --func=origin --profile=%S/Inputs/plain.profile %s | FileCheck %s --check-prefix=KIND
; KIND: unknown: the function is of another kind than was asked for [kind/1]

target datalayout = "e-p:64:64-i64:64"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @alloc(i64)
declare { ptr, ptr } @alloc.two()
declare void @print(ptr)
declare void @poll()
declare void @fill(ptr)
declare i32 @setjmp(ptr) returns_twice
declare void @llvm.gcroot(ptr, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
@cell = global ptr null

; CHECK: unknown: at the call of poll, %x is needed, which may be a reference, and sits in no root [origin/1]
; CHECK-NEXT: in function 'origin'
define void @origin(ptr %x) gc "shadow-stack" {
  call void @poll()
  call void @print(ptr %x)
  ret void
}

; CHECK: unknown: at the call of poll, %x is needed, which may be a reference, and sits in no root [origin/1]
; CHECK-NEXT: in function 'global'
define void @global() gc "shadow-stack" {
  %x = load ptr, ptr @cell
  call void @poll()
  call void @print(ptr %x)
  ret void
}

define void @global_right() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = load ptr, ptr @cell
  store ptr %x, ptr %r
  call void @poll()
  call void @print(ptr %x)
  ret void
}

; CHECK: unknown: a number becomes a pointer, and nothing says of which object [copy/1]
; CHECK-NEXT: in function 'number'
; LOADS: unknown: a number becomes a pointer, and nothing says of which object [copy/1]
; LOADS-NEXT: in function 'number'
define void @number(i64 %n) gc "shadow-stack" {
  call void @poll()
  %x = inttoptr i64 %n to ptr
  call void @print(ptr %x)
  ret void
}

; CHECK: unknown: a number that was made of a reference is stored [copy/1]
; CHECK-NEXT: in function 'stored_number'
; LOADS: unknown: a number that was made of a reference is stored [copy/1]
; LOADS-NEXT: in function 'stored_number'
define void @stored_number() gc "shadow-stack" {
  %v = alloca i64
  %x = call ptr @alloc(i64 8)
  %n = ptrtoint ptr %x to i64
  store i64 %n, ptr %v
  call void @poll()
  ret void
}

; CHECK: unknown: a pointer that may be a reference is stored into stack memory that is no root, and is not followed [memory/1]
; CHECK-NEXT: in function 'array'
; LOADS: unknown: a pointer that may be a reference is stored into stack memory that is no root, and is not followed [memory/1]
; LOADS-NEXT: in function 'array'
define void @array() gc "shadow-stack" {
  %v = alloca [64 x i8]
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %v
  call void @fill(ptr %v)
  ret void
}

; CHECK: unknown: stack memory that may hold references is no root, and its address is not followed [memory/1]
; CHECK-NEXT: in function 'out'
; CHECK: unknown: a pointer is loaded from stack memory that is no root, and is not followed [memory/2]
; CHECK-NEXT: in function 'out'
; LOADS: unknown: a pointer is loaded from stack memory that is no root, and is not followed [memory/1]
; LOADS-NEXT: in function 'out'
define void @out() gc "shadow-stack" {
  %v = alloca ptr
  call void @fill(ptr %v)
  call void @poll()
  %x = load ptr, ptr %v
  call void @print(ptr %x)
  ret void
}

; CHECK: unknown: references may be copied into stack memory, which is not followed [memory/1]
; CHECK-NEXT: in function 'copied'
; LOADS: unknown: references may be copied into stack memory, which is not followed [memory/1]
; LOADS-NEXT: in function 'copied'
define void @copied() gc "shadow-stack" {
  %v = alloca [16 x i8]
  %x = call ptr @alloc(i64 16)
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %x, i64 16, i1 false)
  ret void
}

; What is in a root is copied to the stack, and from there into an object, behind a safepoint.
; CHECK: unknown: references may be copied into stack memory, which is not followed [memory/1]
; CHECK-NEXT: in function 'copied_root'
; LOADS: unknown: references may be copied into stack memory, which is not followed [memory/1]
; LOADS-NEXT: in function 'copied_root'
define void @copied_root() gc "shadow-stack" {
  %r = alloca ptr
  %v = alloca [8 x i8]
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %r, i64 8, i1 false)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %v, i64 8, i1 false)
  ret void
}

; Numbers and pointers in vectors.
; CHECK: unknown: a number becomes a pointer, and nothing says of which object [copy/1]
; LOADS: unknown: a number becomes a pointer, and nothing says of which object [copy/1]
; LOADS-NEXT: in function 'vectors'
define void @vectors(ptr %o) gc "shadow-stack" {
  %x = load <2 x ptr>, ptr %o
  %n = ptrtoint <2 x ptr> %x to <2 x i64>
  call void @poll()
  %p = inttoptr <2 x i64> %n to <2 x ptr>
  %e = extractelement <2 x ptr> %p, i64 0
  call void @print(ptr %e)
  ret void
}

; Somebody's memory; with plain pointers nobody knows that the collector looks there.
; LOADS: unknown: a pointer that may be a reference is stored to where the profile knows no object [memory/1]
; LOADS-NEXT: in function 'elsewhere'
define void @elsewhere() gc "shadow-stack" {
  %x = call ptr @alloc(i64 16)
  %p = load ptr, ptr @cell
  store ptr %x, ptr %p
  ret void
}

; CHECK: unknown: at the call of poll, %both is needed, which has several pointers and is not followed [origin/1]
; CHECK-NEXT: in function 'parts'
; LOADS: unknown: at the call of poll, %both is needed, which has several pointers and is not followed [origin/1]
; LOADS-NEXT: in function 'parts'
define void @parts() gc "shadow-stack" {
  %both = call { ptr, ptr } @alloc.two()
  call void @poll()
  %x = extractvalue { ptr, ptr } %both, 1
  call void @print(ptr %x)
  ret void
}

define void @parts_right() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %both = call { ptr, ptr } @alloc.two()
  %x = extractvalue { ptr, ptr } %both, 1
  store ptr %x, ptr %r
  call void @poll()
  call void @print(ptr %x)
  ret void
}

; CHECK: unknown: an interior pointer is stored into a root, where a collector expects the address of an object [interior/1]
; CHECK-NEXT: in function 'inside'
; LOADS: unknown: an interior pointer
; LOADS-NEXT: in function 'inside'
define void @inside() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 16)
  %f = getelementptr i8, ptr %x, i64 8
  store ptr %f, ptr %r
  call void @poll()
  call void @print(ptr %x)
  ret void
}

; CHECK: unknown: a variable of llvm.gcroot is used in an unknown way [gcroot/1]
; CHECK-NEXT: in function 'in_part'
; LOADS: unknown: a variable of llvm.gcroot is used in an unknown way [gcroot/1]
; LOADS-NEXT: in function 'in_part'
define void @in_part() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  store i32 1, ptr %r
  call void @poll()
  ret void
}

; CHECK: unknown: a variable of llvm.gcroot is not made in the entry block [gcroot/1]
; CHECK-NEXT: in function 'elsewhere_made'
; LOADS: unknown: a variable of llvm.gcroot is not made in the entry block [gcroot/1]
; LOADS-NEXT: in function 'elsewhere_made'
define void @elsewhere_made() gc "shadow-stack" {
  br label %b
b:
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  call void @poll()
  ret void
}

; CHECK: unknown: the address of stack memory is stored into a root [variable/1]
; CHECK-NEXT: in function 'stack'
; CHECK: unknown: a number is stored into a root [variable/2]
; CHECK-NEXT: in function 'stack'
; LOADS: unknown: the address of stack memory is stored into a root [variable/1]
; LOADS-NEXT: in function 'stack'
; LOADS: unknown: a number is stored into a root [variable/2]
; LOADS-NEXT: in function 'stack'
define void @stack() gc "shadow-stack" {
  %r = alloca ptr
  %o = alloca [16 x i8]
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  store ptr %o, ptr %r
  call void @poll()
  store i64 1, ptr %r
  call void @poll()
  ret void
}

; CHECK: unknown: a call that may return twice is not followed [twice/1]
; CHECK-NEXT: in function 'twice'
; LOADS: unknown: a call that may return twice is not followed [twice/1]
; LOADS-NEXT: in function 'twice'
define void @twice(ptr %b) gc "shadow-stack" {
  %n = call i32 @setjmp(ptr null)
  ret void
}

; The function has no strategy and no roots: others may keep its references.
; CHECK: unknown: at the call of poll, %x is needed, and the function has no roots [no-frame/1]
; CHECK-NEXT: in function 'runtime'
; LOADS: unknown: at the call of poll, %x is needed, and the function has no roots [no-frame/1]
; LOADS-NEXT: in function 'runtime'
define void @runtime() {
  %x = call ptr @alloc(i64 16)
  call void @poll()
  call void @print(ptr %x)
  ret void
}

; Before a root of an inlined function begins to live, it may hold anything.
; CHECK: unknown: at the call of poll, a collector sees a root that may not have been written: %r [unwritten-slot/1]
; CHECK-NEXT: in function 'inlined'
; LOADS: unknown: at the call of poll, a collector sees a root that may not have been written: %r [unwritten-slot/1]
; LOADS-NEXT: in function 'inlined'
define void @inlined() gc "shadow-stack" {
  %r = alloca ptr
  call void @poll()
  call void @llvm.lifetime.start.p0(i64 8, ptr %r)
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  call void @poll()
  call void @llvm.lifetime.end.p0(i64 8, ptr %r)
  ret void
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; CHECK: unknown plain origin
; LOADS: proven plain origin
; CHECK: unknown plain global
; LOADS: proven plain global
; CHECK: proven plain global_right
; CHECK: unknown plain number
; CHECK: unknown plain stored_number
; CHECK: unknown plain array
; CHECK: unknown plain out
; CHECK: unknown plain copied
; CHECK: unknown plain copied_root
; CHECK: unknown plain vectors
; CHECK: proven plain elsewhere
; LOADS: unknown plain elsewhere
; CHECK: unknown plain parts
; CHECK: proven plain parts_right
; CHECK: unknown plain inside
; CHECK: unknown plain in_part
; CHECK: unknown plain elsewhere_made
; CHECK: unknown plain stack
; CHECK: unknown plain twice
; CHECK: unknown plain runtime
; CHECK: unknown plain inlined
