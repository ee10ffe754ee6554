; RUN: %lateroot opt --passes=RemoveAddrspaces -S %s | FileCheck %s
; RUN: %lateroot opt --passes=RemoveAddrspaces -S %s | FileCheck %s --check-prefix=NONE
; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s | FileCheck %s --check-prefix=JULIA
; All address spaces go, not only those of objects; RemoveJuliaAddrspaces leaves the others where they are.
; NONE-NOT: addrspace({{[1-9]}}
; NONE-NOT: {{\.p[1-9]}}

; The layout's words on where stack, code and globals are would be wrong now.
; CHECK: target datalayout = "e-m:e-p:64:64-ni:7-S128"
; JULIA: target datalayout = "e-m:e-p:64:64-A5-P1-G2-ni:7-S128"
target datalayout = "e-m:e-p:64:64-A5-P1-G2-ni:7-S128"

; CHECK: @elsewhere = internal global i32 3, align 4
; JULIA: @elsewhere = internal addrspace(3) global i32 3, align 4
@elsewhere = internal addrspace(3) global i32 3, align 4
; CHECK-NEXT: @constant = global ptr @elsewhere
; JULIA-NEXT: @constant = addrspace(2) global ptr addrspacecast (ptr addrspace(3) @elsewhere to ptr)
@constant = addrspace(2) global ptr addrspacecast (ptr addrspace(3) @elsewhere to ptr)
; CHECK-NEXT: @object = global ptr null
; JULIA-NEXT: @object = addrspace(2) global ptr null
@object = addrspace(2) global ptr addrspace(10) null
; CHECK-NEXT: @code = global [2 x ptr] [ptr @function, ptr @other_name]
; JULIA-NEXT: @code = addrspace(2) global [2 x ptr addrspace(1)] [ptr addrspace(1) @function, ptr addrspace(1) @other_name]
@code = addrspace(2) global [2 x ptr addrspace(1)] [ptr addrspace(1) @function, ptr addrspace(1) @other_name]
; CHECK: @other_name = alias ptr (ptr), ptr @function
; JULIA: @other_name = alias ptr (ptr), ptr addrspace(1) @function
@other_name = alias ptr addrspace(10) (ptr addrspace(10)), ptr addrspace(1) @function
; CHECK: @chosen = ifunc void (), ptr @resolver
; JULIA: @chosen = ifunc void (), ptr addrspace(1) @resolver
@chosen = ifunc void (), ptr addrspace(1) @resolver

; CHECK: declare void @llvm.memcpy.p0.p0.i64(
declare void @llvm.memcpy.p5.p3.i64(ptr addrspace(5), ptr addrspace(3), i64, i1) addrspace(1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1) addrspace(1)

; CHECK: define ptr @function(ptr %x) {
; CHECK: call ptr @function(ptr %x)
; JULIA: define ptr @function(ptr %x) addrspace(1) {
; JULIA: call addrspace(1) ptr @function(ptr %x)
define ptr addrspace(10) @function(ptr addrspace(10) %x) addrspace(1) {
  %y = call ptr addrspace(10) @function(ptr addrspace(10) %x)
  %z = call ptr addrspace(10) @other_name(ptr addrspace(10) %x)
  ret ptr addrspace(10) %y
}

; CHECK: define internal ptr @resolver() {
define internal ptr addrspace(1) @resolver() addrspace(1) {
  ret ptr addrspace(1) @plain
}

; The stack; casts that have nothing to cast any more are gone.
; CHECK: define void @plain() personality ptr @function {
; CHECK-NEXT: %s = alloca i64, align 8
; CHECK-NEXT: %roots = alloca [2 x ptr], align 8
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr @elsewhere, i64 4, i1 false)
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %roots, i64 8, i1 false)
; CHECK-NEXT: call void @chosen()
; CHECK-NEXT: ret void
; JULIA: define void @plain() addrspace(1) personality ptr addrspace(1) @function {
; JULIA-NEXT: %s = alloca i64, align 8, addrspace(5)
; JULIA-NEXT: %roots = alloca [2 x ptr], align 8, addrspace(5)
define void @plain() addrspace(1) personality ptr addrspace(1) @function {
  %s = alloca i64, addrspace(5)
  %roots = alloca [2 x ptr addrspace(10)], addrspace(5)
  %g = addrspacecast ptr addrspace(5) %s to ptr
  %r = addrspacecast ptr addrspace(5) %roots to ptr
  call void @llvm.memcpy.p5.p3.i64(ptr addrspace(5) %s, ptr addrspace(3) @elsewhere, i64 4, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %g, ptr %r, i64 8, i1 false)
  call addrspace(1) void @chosen()
  ret void
}

; CHECK: define <2 x ptr> @values(ptr %p, ptr byval({ ptr, i32 }) %q) {
; CHECK-NEXT: %a = load ptr, ptr %p, align 8
; CHECK-NEXT: %b = getelementptr ptr, ptr %a, i32 1
; CHECK-NEXT: %c = ptrtoint ptr %b to i64
; CHECK-NEXT: %e = insertelement <2 x ptr> poison, ptr %b, i32 0
; CHECK-NEXT: %f = atomicrmw add ptr %p, i32 1 seq_cst, align 4
; CHECK-NEXT: ret <2 x ptr> %e
define <2 x ptr addrspace(7)> @values(ptr addrspace(3) %p, ptr addrspace(5) byval({ ptr addrspace(3), i32 }) %q) {
  %a = load ptr addrspace(3), ptr addrspace(3) %p
  %b = getelementptr ptr addrspace(3), ptr addrspace(3) %a, i32 1
  %c = ptrtoint ptr addrspace(3) %b to i64
  %d = addrspacecast ptr addrspace(3) %b to ptr addrspace(7)
  %e = insertelement <2 x ptr addrspace(7)> poison, ptr addrspace(7) %d, i32 0
  %f = atomicrmw add ptr addrspace(3) %p, i32 1 seq_cst
  ret <2 x ptr addrspace(7)> %e
}
