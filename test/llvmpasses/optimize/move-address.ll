; Where types may have hooks, programs may make a reference of a raw address again: only what accesses the memory at hand
; lets the object move.
; RUN: %lateroot opt --passes='function(AllocOpt)' -S %s | FileCheck %s
; RUN: %lateroot opt --passes='function(AllocOpt)' -pass-remarks-missed=lateroot -o /dev/null %s 2>&1 | FileCheck %s --check-prefix=WHY
; RUN: %lateroot opt --profile=julia-1.13 --passes='function(AllocOpt)' -S %s | FileCheck %s --check-prefix=JULIA
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@number = internal constant %struct.lr_type { ptr null, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16

declare ptr @julia.get_pgcstack()
declare noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare void @callback(ptr)

; CHECK-LABEL: define i64 @passed
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
; WHY: its address may be kept, or lead to its tag: only the heap has tags{{.*}} (in function 'passed')
; JULIA-LABEL: define i64 @passed
; JULIA: alloca
define i64 @passed() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  store i64 1, ptr addrspace(11) %d
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @callback(ptr %p)
  %x = load i64, ptr addrspace(11) %d
  ret i64 %x
}

; CHECK-LABEL: define ptr addrspace(10) @comes_back
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
; JULIA-LABEL: define ptr addrspace(10) @comes_back
; JULIA: call noalias ptr addrspace(10) @julia.gc_alloc_obj
define ptr addrspace(10) @comes_back() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  store i64 1, ptr addrspace(11) %d
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  %again = addrspacecast ptr %p to ptr addrspace(10)
  ret ptr addrspace(10) %again
}

; CHECK-LABEL: define i64 @accessed
; CHECK: alloca
; CHECK-NOT: gc_alloc_obj
; CHECK: ret i64
; JULIA-LABEL: define i64 @accessed
; JULIA: alloca
define i64 @accessed(i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  store i64 1, ptr addrspace(11) %d
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  %byte = getelementptr i8, ptr %p, i64 %i
  store i8 7, ptr %byte
  %x = load i64, ptr addrspace(11) %d
  ret i64 %x
}
