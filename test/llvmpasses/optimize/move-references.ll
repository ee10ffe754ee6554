; Objects of references, or with some, that cannot be split.
; RUN: %lateroot opt --profile=julia-1.13 --passes='function(AllocOpt)' -S %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare void @llvm.memcpy.p11.p0.i64(ptr addrspace(11), ptr, i64, i1)
declare void @llvm.memset.p11.i64(ptr addrspace(11), i8, i64, i1)
declare void @external()
declare void @takes(ptr)

; A variable index: an array of references, null from the beginning; the barrier goes.
; CHECK-LABEL: define ptr addrspace(10) @unsized
; CHECK: %v = alloca [2 x ptr addrspace(10)], align 16
; CHECK: call void @llvm.lifetime.start
; CHECK-NEXT: store ptr addrspace(10) null, ptr %v, align 8
; CHECK-NEXT: [[SECOND:%.*]] = getelementptr i8, ptr %v, i64 8
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[SECOND]], align 8
; CHECK-NEXT: %slot = getelementptr inbounds ptr addrspace(10), ptr %v, i64 %i
; CHECK-NEXT: store ptr addrspace(10) %x, ptr %slot, align 8
; CHECK-NEXT: call void @external()
; CHECK-NEXT: %r = load ptr addrspace(10), ptr %v, align 8
; CHECK-NEXT: ret ptr addrspace(10) %r
define ptr addrspace(10) @unsized(ptr addrspace(10) %x, i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 16, ptr addrspace(10) null)
  %slot = getelementptr inbounds ptr addrspace(10), ptr addrspace(10) %v, i64 %i
  store ptr addrspace(10) %x, ptr addrspace(10) %slot, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %v, ptr addrspace(10) %x)
  call void @external()
  %r = load ptr addrspace(10), ptr addrspace(10) %v, align 8
  ret ptr addrspace(10) %r
}

; What it refers to stays alive as long as it is preserved, also if nobody reads it again: it stays.
; CHECK-LABEL: define ptr addrspace(10) @preserved
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
define ptr addrspace(10) @preserved(ptr addrspace(10) %x, i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 16, ptr addrspace(10) null)
  %slot = getelementptr inbounds ptr addrspace(10), ptr addrspace(10) %v, i64 %i
  store ptr addrspace(10) %x, ptr addrspace(10) %slot, align 8
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %v)
  %r = load ptr addrspace(10), ptr addrspace(10) %v, align 8
  call void @external()
  call void @llvm.julia.gc_preserve_end(token %t)
  ret ptr addrspace(10) %r
}

; The same at a call that keeps it alive.
; CHECK-LABEL: define void @kept
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
define void @kept(ptr addrspace(10) %x, i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 16, ptr addrspace(10) null)
  %slot = getelementptr inbounds ptr addrspace(10), ptr addrspace(10) %v, i64 %i
  store ptr addrspace(10) %x, ptr addrspace(10) %slot, align 8
  %r = load ptr addrspace(10), ptr addrspace(10) %v, align 8
  %d = addrspacecast ptr addrspace(10) %r to ptr addrspace(11)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @takes(ptr %p) [ "jl_roots"(ptr addrspace(10) %v) ]
  ret void
}

; Only the child that is gone is taken out of another barrier.
; CHECK-LABEL: define ptr addrspace(10) @child
; CHECK: alloca [2 x ptr addrspace(10)]
; CHECK: call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %other, ptr addrspace(10) null, ptr addrspace(10) %x)
define ptr addrspace(10) @child(ptr addrspace(10) %x, ptr addrspace(10) %other, i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 16, ptr addrspace(10) null)
  %slot = getelementptr inbounds ptr addrspace(10), ptr addrspace(10) %v, i64 %i
  store ptr addrspace(10) %x, ptr addrspace(10) %slot, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %other, ptr addrspace(10) %v, ptr addrspace(10) %x)
  %r = load ptr addrspace(10), ptr addrspace(10) %v, align 8
  ret ptr addrspace(10) %r
}

; Many references: one memset in place of the stores. Set to null by the program, too.
; CHECK-LABEL: define ptr addrspace(10) @many
; CHECK: %v = alloca [32 x ptr addrspace(10)], align 16
; CHECK: call void @llvm.memset.p0.i64(ptr align 16 %v, i8 0, i64 256, i1 false)
; CHECK: call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 128, i1 false)
define ptr addrspace(10) @many(ptr addrspace(10) %x, i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 256, ptr addrspace(10) null)
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  %slot = getelementptr inbounds ptr addrspace(10), ptr addrspace(10) %v, i64 %i
  store ptr addrspace(10) %x, ptr addrspace(10) %slot, align 8
  call void @llvm.memset.p11.i64(ptr addrspace(11) %d, i8 0, i64 128, i1 false)
  %r = load ptr addrspace(10), ptr addrspace(10) %v, align 8
  ret ptr addrspace(10) %r
}

; References and bits at variable places: it stays.
; CHECK-LABEL: define i64 @bits
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
define i64 @bits(ptr addrspace(10) %x, i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 16, ptr addrspace(10) null)
  %slot = getelementptr inbounds ptr addrspace(10), ptr addrspace(10) %v, i64 %i
  store ptr addrspace(10) %x, ptr addrspace(10) %slot, align 8
  %r = load i64, ptr addrspace(10) %v, align 8
  ret i64 %r
}

; Bits at a constant place, references at a variable one.
; CHECK-LABEL: define ptr addrspace(10) @bits_beside
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
define ptr addrspace(10) @bits_beside(ptr addrspace(10) %x, i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 24, ptr addrspace(10) null)
  %slot = getelementptr inbounds ptr addrspace(10), ptr addrspace(10) %v, i64 %i
  %number = getelementptr inbounds i8, ptr addrspace(10) %v, i64 16
  store i64 1, ptr addrspace(10) %number, align 8
  %r = load ptr addrspace(10), ptr addrspace(10) %slot, align 8
  ret ptr addrspace(10) %r
}

; Raw code could see or change references: it stays.
; CHECK-LABEL: define ptr addrspace(10) @raw
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
define ptr addrspace(10) @raw(ptr addrspace(10) %x) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %x, ptr addrspace(10) %v, align 8
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @takes(ptr %p) [ "jl_roots"(ptr addrspace(10) %v) ]
  %r = load ptr addrspace(10), ptr addrspace(10) %v, align 8
  ret ptr addrspace(10) %r
}

; The same where only a bundle tells of the reference.
; CHECK-LABEL: define void @raw_born
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
define void @raw_born() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) null) [ "julia.gc_alloc_ptr_offsets"(i64 0) ]
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @takes(ptr %p) [ "jl_roots"(ptr addrspace(10) %v) ]
  ret void
}

; Copied as bytes into an object with references, and half a reference set to null: they stay.
; CHECK-LABEL: define ptr addrspace(10) @copied
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
define ptr addrspace(10) @copied(ptr %from) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 16, ptr addrspace(10) null)
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  call void @llvm.memcpy.p11.p0.i64(ptr addrspace(11) %d, ptr %from, i64 16, i1 false)
  %r = load volatile ptr addrspace(10), ptr addrspace(10) %v, align 8
  ret ptr addrspace(10) %r
}
; CHECK-LABEL: define ptr addrspace(10) @half
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_obj
define ptr addrspace(10) @half(i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 16, ptr addrspace(10) null)
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  call void @llvm.memset.p11.i64(ptr addrspace(11) %d, i8 0, i64 4, i1 false)
  %slot = getelementptr inbounds ptr addrspace(10), ptr addrspace(10) %v, i64 %i
  %r = load ptr addrspace(10), ptr addrspace(10) %slot, align 8
  ret ptr addrspace(10) %r
}
