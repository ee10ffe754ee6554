; Parts of words, and what lies beyond the memory that a statepoint lists.
; RUN: %exits 3 %lateroot check %s | FileCheck %s --implicit-check-not=hole: --implicit-check-not=unknown:
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(10) @llvm.experimental.gc.result.p10(token)
declare ptr addrspace(10) @llvm.experimental.gc.relocate.p10(token,i32,i32)
declare void @llvm.memcpy.p0.p0.i64(ptr,ptr,i64,i1)
declare void @llvm.memcpy.p0.p10.i64(ptr,ptr addrspace(10),i64,i1)
declare void @llvm.memset.p0.i64(ptr,i8,i64,i1)
declare void @leaf(ptr addrspace(10)) "gc-leaf-function"
define internal ptr addrspace(10) @make() #0 gc "shadow-stack" { ret ptr addrspace(10) null }
define internal void @sp() #0 gc "shadow-stack" { ret void }
@cell = global ptr null

; CHECK: unknown: a number or plain pointer that may have been made of a reference in front of a safepoint becomes a reference [copy/1]
; CHECK-NEXT: in function 'number_read'
define void @number_read(i64 %n, i1 %c) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 0)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  %k = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(ptr addrspace(10) ()) @make, i32 0, i32 0, i32 0, i32 0)
  %o = call ptr addrspace(10) @llvm.experimental.gc.result.p10(token %k)
  store ptr addrspace(10) %o, ptr %m
  %q = load i64, ptr %m
  %a = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @sp, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = inttoptr i64 %q to ptr addrspace(10)
  call void @leaf(ptr addrspace(10) %p)
  ret void
}

; CHECK: unknown: a number or plain pointer that may have been made of a reference in front of a safepoint becomes a reference [copy/1]
; CHECK-NEXT: in function 'gep_of_null'
define void @gep_of_null(i64 %n, i1 %c) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 0)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  %k = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(ptr addrspace(10) ()) @make, i32 0, i32 0, i32 0, i32 0)
  %o = call ptr addrspace(10) @llvm.experimental.gc.result.p10(token %k)
  %x = ptrtoint ptr addrspace(10) %o to i64
  %a = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @sp, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(10) %o) ]
  %p = getelementptr i8, ptr addrspace(10) null, i64 %x
  call void @leaf(ptr addrspace(10) %p)
  ret void
}

; CHECK: unknown: the statepoint lists more words than the stack memory has [pair/1]
; CHECK-NEXT: in function 'lists_more'
define void @lists_more(i64 %n, i1 %c) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 0)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  %k = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(ptr addrspace(10) ()) @make, i32 0, i32 0, i32 0, i32 0)
  %o = call ptr addrspace(10) @llvm.experimental.gc.result.p10(token %k)
  %a = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @sp, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 5, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  ret void
}

; CHECK: unknown: a part of a reference is written into stack memory that statepoints list [memory/1]
; CHECK-NEXT: in function 'half_null'
define void @half_null(i64 %n, i1 %c) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 0)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  %k = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(ptr addrspace(10) ()) @make, i32 0, i32 0, i32 0, i32 0)
  %o = call ptr addrspace(10) @llvm.experimental.gc.result.p10(token %k)
  store ptr addrspace(10) %o, ptr %m
  %x = getelementptr i8, ptr %m, i64 4
  store i32 0, ptr %x
  %a = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @sp, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  ret void
}

; CHECK: unknown: a part of a reference is written into stack memory that statepoints list [memory/1]
; CHECK-NEXT: in function 'between'
define void @between(i64 %n, i1 %c) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 0)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  %k = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(ptr addrspace(10) ()) @make, i32 0, i32 0, i32 0, i32 0)
  %o = call ptr addrspace(10) @llvm.experimental.gc.result.p10(token %k)
  %x = getelementptr i8, ptr %m, i64 4
  store ptr addrspace(10) %o, ptr %x
  %a = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @sp, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 2, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %x
  call void @leaf(ptr addrspace(10) %p)
  ret void
}

; CHECK: unknown: a part of a reference is written into stack memory that statepoints list [memory/1]
; CHECK-NEXT: in function 'part_copied'
define void @part_copied(i64 %n, i1 %c) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 0)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  %k = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(ptr addrspace(10) ()) @make, i32 0, i32 0, i32 0, i32 0)
  %o = call ptr addrspace(10) @llvm.experimental.gc.result.p10(token %k)
  call void @llvm.memcpy.p0.p10.i64(ptr %m, ptr addrspace(10) %o, i64 4, i1 0)
  %a = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @sp, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  ret void
}

; CHECK: unknown: memory behind or in front of stack memory that statepoints list is accessed [memory/1]
; CHECK-NEXT: in function 'past'
; CHECK: unknown: memory behind or in front of stack memory that statepoints list is accessed [memory/2]
; CHECK-NEXT: in function 'past'
define void @past(i64 %n, i1 %c) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 0)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  %k = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(ptr addrspace(10) ()) @make, i32 0, i32 0, i32 0, i32 0)
  %o = call ptr addrspace(10) @llvm.experimental.gc.result.p10(token %k)
  %x = getelementptr ptr addrspace(10), ptr %m, i64 4
  store ptr addrspace(10) %o, ptr %x
  %a = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @sp, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 4, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %x
  call void @leaf(ptr addrspace(10) %p)
  ret void
}

; CHECK: unknown: the call is marked tail, though the collector reads the frame [memory/1]
; CHECK-NEXT: in function 'tail'
define void @tail(i64 %n, i1 %c) #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 0)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  %k = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(ptr addrspace(10) ()) @make, i32 0, i32 0, i32 0, i32 0)
  %o = call ptr addrspace(10) @llvm.experimental.gc.result.p10(token %k)
  store ptr addrspace(10) %o, ptr %m
  %a = tail call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @sp, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 1, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  ret void
}

; CHECK-NOT: in function 'right'
define void @right() #0 section "lr_sptext" gc "shadow-stack" {
  %m = alloca ptr addrspace(10), i32 4, align 16
  call void @llvm.memset.p0.i64(ptr %m, i8 0, i64 32, i1 0)
  call void asm sideeffect "", "r,~{memory}"(ptr %m)
  %k = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(ptr addrspace(10) ()) @make, i32 0, i32 0, i32 0, i32 0)
  %o = call ptr addrspace(10) @llvm.experimental.gc.result.p10(token %k)
  %x = getelementptr i8, ptr %m, i64 24
  store ptr addrspace(10) %o, ptr %x
  %a = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(void ()) @sp, i32 0, i32 0, i32 0, i32 0) [ "deopt"(ptr %m, i32 4, i32 0, i32 0, i32 0, i32 1, i32 0) ]
  %p = load ptr addrspace(10), ptr %x
  call void @leaf(ptr addrspace(10) %p)
  ret void
}

attributes #0 = { "frame-pointer"="all" "lateroot-abi"="statepoint" }
