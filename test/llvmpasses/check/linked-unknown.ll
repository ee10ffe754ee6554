; What cannot be seen through is unknown, and never proven.
; RUN: %exits 3 %lateroot check %s | FileCheck %s --implicit-check-not=hole: --implicit-check-not=proven
target datalayout = "e-p:64:64"
declare ptr @julia.get_pgcstack()
declare ptr @get_chain()
declare ptr addrspace(10) @make()
declare ptr @make_plain()
declare void @use(ptr addrspace(10))
declare void @use_plain(ptr)
declare void @look(ptr)
declare void @llvm.gcroot(ptr, ptr)

; CHECK: unknown: the address of the frame is given to a call [linked-frame/1]
; CHECK-NEXT: in function 'escapes'
; CHECK-NEXT: safepoint call void @look(ptr %gcframe)
define void @escapes() {
  %gcframe = alloca ptr addrspace(10), i32 3, align 16
  %slot = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  store ptr addrspace(10) null, ptr %slot
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 4, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  call void @look(ptr %gcframe)
  %x = call ptr addrspace(10) @make()
  store ptr %head, ptr %pgcstack
  ret void
}

; CHECK: unknown: the header of the frame is not constant [linked-frame/1]
; CHECK-NEXT: in function 'computed'
define void @computed(i64 %n) {
  %gcframe = alloca ptr addrspace(10), i32 3, align 16
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 %n, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  store ptr %head, ptr %pgcstack
  ret void
}

; CHECK: unknown: prev is not what the head of the chain was just before, or at the start [linked-frame/1]
; CHECK-NEXT: in function 'other_prev'
define void @other_prev(ptr %other) {
  %gcframe = alloca ptr addrspace(10), i32 3, align 16
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 4, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %other, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  store ptr %head, ptr %pgcstack
  ret void
}

; CHECK: unknown: at the call of make, %x is needed, but there is no frame [no-frame/1]
; CHECK-NEXT: in function 'nothing_to_root_with'
define ptr addrspace(10) @nothing_to_root_with() {
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  ret ptr addrspace(10) %x
}

; CHECK: unknown: the roots of llvm.gcroot are not read: run AdoptGCRoots and a placement first [gcroot/1]
; CHECK-NEXT: in function 'roots'
define void @roots() gc "shadow-stack" {
  %a = alloca ptr
  call void @llvm.gcroot(ptr %a, ptr null)
  call void @use_plain(ptr null)
  ret void
}

; Null bytes over the header, behind a store: what they overwrite is not known.
; CHECK: unknown: the header of the frame is overwritten [linked-frame/1]
; CHECK-NEXT: in function 'nulled_late'
define void @nulled_late(ptr addrspace(10) %o) {
  %gcframe = alloca ptr addrspace(10), i32 3, align 16
  %slot = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  store ptr addrspace(10) %o, ptr %slot
  call void @llvm.memset.p0.i64(ptr %gcframe, i8 0, i64 24, i1 false)
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 4, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  store ptr %head, ptr %pgcstack
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK: unknown: the head of the chain is changed, but no frame is linked that can be read [linked-frame/1]
; CHECK-NEXT: in function 'never_linked'
define void @never_linked(ptr addrspace(10) %o) {
  %gcframe = alloca ptr addrspace(10), i32 3, align 16
  %pgcstack = call ptr @julia.get_pgcstack()
  %word = getelementptr i8, ptr %gcframe, i64 8
  %prev = load ptr, ptr %word
  store ptr %prev, ptr %pgcstack
  ret void
}

; CHECK: unknown; functions: 7 unknown
