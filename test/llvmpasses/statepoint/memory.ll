; What must be alive, or in place, without being read from a register later: in the deopt operands, with the counts of each kind last.
; RUN: %lateroot opt --abi=statepoint --check --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %s | FileCheck %s
; RUN: %lateroot compile --abi=statepoint --check -O0 %s -o %t.o
; RUN: %lateroot compile --abi=statepoint --check -O2 %s -o %t.o
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare void @safe()
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @entry(ptr addrspace(10), ptr, i32)
declare void @llvm.lifetime.start.p0(i64, ptr)

; Preserved objects, and owners of loaded addresses, stay where they are.
; CHECK-LABEL: define void @keep
; CHECK-NOT: julia.gc
; CHECK: @safe, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr addrspace(10) %a, ptr addrspace(10) %m, i32 0, i32 2, i32 0, i32 0, i32 0) ]
; CHECK: store i64 1, ptr addrspace(13)
; CHECK: @safe, i32 0, i32 0, i32 0, i32 0){{$}}
define void @keep(ptr addrspace(10) %a, ptr addrspace(10) %m, ptr %raw) {
  %pgc = call ptr @julia.get_pgcstack()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %a)
  %l = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %m, ptr %raw)
  call void @safe()
  call void @llvm.julia.gc_preserve_end(token %t)
  store i64 1, ptr addrspace(13) %l
  call void @safe()
  ret void
}

; A callee has the address of what a bundle keeps.
; CHECK-LABEL: define void @roots
; CHECK: @take, {{.*}} "deopt"(ptr addrspace(10) %a, i32 0, i32 1, i32 0, i32 0, i32 0) ]
define void @roots(ptr addrspace(10) %a) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %raw = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @take(ptr %raw) [ "jl_roots"(ptr addrspace(10) %a) ]
  ret void
}
declare void @take(ptr)
declare ptr @julia.pointer_from_objref(ptr addrspace(11))

; Variables of tracked pointers are updated in place; what lies in other stack memory is pinned by a copy.  Their addresses escape, or LLVM
; would not expect them to change.
; CHECK-LABEL: define ptr addrspace(10) @variables
; CHECK-DAG: call void asm sideeffect "", "*m,~{memory}"(ptr elementtype(ptr addrspace(10)) %v)
; CHECK-DAG: call void asm sideeffect "", "*m,~{memory}"(ptr elementtype(ptr addrspace(10)) %gcpinned)
; CHECK-DAG: call void asm sideeffect "", "*m,~{memory}"(ptr elementtype(ptr addrspace(10)) %jlcallframe)
; CHECK-NOT: lifetime
; CHECK: store ptr addrspace(10) %b, ptr %gcpinned
; CHECK: store ptr addrspace(10) %b, ptr %f
; CHECK: @safe, {{.*}} "deopt"(ptr %v, i32 2, ptr %gcpinned, i32 1, ptr %jlcallframe, i32 1, i32 0, i32 0, i32 0, i32 1, i32 2)
; CHECK: @entry, i32 3, i32 0, ptr addrspace(10) %a.moved, ptr %jlcallframe, i32 1,
define ptr addrspace(10) @variables(ptr addrspace(10) %a, ptr addrspace(10) %b, i64 %i) {
  %pgc = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)]
  %mixed = alloca {i64, ptr addrspace(10)}
  call void @llvm.lifetime.start.p0(i64 16, ptr %v)
  %p = getelementptr ptr addrspace(10), ptr %v, i64 %i
  store ptr addrspace(10) %a, ptr %p
  %f = getelementptr {i64, ptr addrspace(10)}, ptr %mixed, i32 0, i32 1
  store ptr addrspace(10) %b, ptr %f
  call void @safe()
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @entry, ptr addrspace(10) %a, ptr addrspace(10) %b)
  %x = load ptr addrspace(10), ptr %p
  %y = load ptr addrspace(10), ptr %f
  store ptr addrspace(10) %x, ptr addrspace(10) %y
  ret ptr addrspace(10) %r
}
