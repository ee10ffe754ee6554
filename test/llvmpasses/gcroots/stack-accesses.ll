; Stack variables that hold objects, reached in every way that calls and intrinsics reach memory: each object is still rooted where it is needed.
; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s
; RUN: %lateroot opt --check --verify-each --abi=framemap -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each --abi=statepoint -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each --reload -S %s -o /dev/null
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @safe()
declare i64 @look(ptr addrspace(10))
declare void @fill(ptr writeonly)
declare void @read(ptr readonly)
declare void @ignore(ptr readnone)
declare void @use(ptr)
declare ptr addrspace(10) @called(ptr addrspace(10), ptr, i32)
declare ptr addrspace(10) @called2(ptr addrspace(11), ptr, i32, ptr addrspace(10))
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.masked.scatter.v2p10.v2p0(<2 x ptr addrspace(10)>, <2 x ptr>, i32, <2 x i1>)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

; CHECK-LABEL: define i64 @cleared_in_part(
; CHECK: call ptr @julia.new_gc_frame(i32 2)
; CHECK: call void @safe()
define i64 @cleared_in_part(i1 %c, i64 %n, i8 %b) {
  %pgc = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)], align 8
  %w = getelementptr inbounds [2 x ptr addrspace(10)], ptr %v, i64 0, i64 1
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %v, align 8
  call void @llvm.memset.p0.i64(ptr %w, i8 0, i64 %n, i1 false)
  call void @safe()
  %x = load ptr addrspace(10), ptr %v, align 8
  %r = call i64 @look(ptr addrspace(10) %x)
  ret i64 %r
}

; CHECK-LABEL: define i64 @set_to_a_byte(
; CHECK: call ptr @julia.new_gc_frame(i32 2)
; CHECK: call void @safe()
define i64 @set_to_a_byte(i1 %c, i64 %n, i8 %b) {
  %pgc = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)], align 8
  %w = getelementptr inbounds [2 x ptr addrspace(10)], ptr %v, i64 0, i64 1
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %v, align 8
  call void @llvm.memset.p0.i64(ptr %w, i8 %b, i64 0, i1 false)
  call void @safe()
  %x = load ptr addrspace(10), ptr %v, align 8
  %r = call i64 @look(ptr addrspace(10) %x)
  ret i64 %r
}

; CHECK-LABEL: define i64 @copied(
; CHECK: call ptr @julia.new_gc_frame(i32 4)
; CHECK: call void @safe()
define i64 @copied(i1 %c, i64 %n, i8 %b) {
  %pgc = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)], align 8
  %w = getelementptr inbounds [2 x ptr addrspace(10)], ptr %v, i64 0, i64 1
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %v, align 8
  %u = alloca [2 x ptr addrspace(10)], align 8
  call void @llvm.memcpy.p0.p0.i64(ptr %u, ptr %v, i64 16, i1 false)
  call void @safe()
  call void @llvm.memmove.p0.p0.i64(ptr %v, ptr %u, i64 16, i1 false)
  call void @safe()
  %x = load ptr addrspace(10), ptr %v, align 8
  %r = call i64 @look(ptr addrspace(10) %x)
  ret i64 %r
}

; CHECK-LABEL: define i64 @copied_in_part(
; CHECK: call ptr @julia.new_gc_frame(i32 4)
; CHECK: call void @safe()
define i64 @copied_in_part(i1 %c, i64 %n, i8 %b) {
  %pgc = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)], align 8
  %w = getelementptr inbounds [2 x ptr addrspace(10)], ptr %v, i64 0, i64 1
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %v, align 8
  %u = alloca [2 x ptr addrspace(10)], align 8
  call void @llvm.memset.p0.i64(ptr %u, i8 0, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %u, ptr %v, i64 %n, i1 false)
  call void @safe()
  call void @llvm.memmove.p0.p0.i64(ptr %v, ptr %u, i64 %n, i1 false)
  call void @safe()
  %x = load ptr addrspace(10), ptr %v, align 8
  %r = call i64 @look(ptr addrspace(10) %x)
  ret i64 %r
}

; CHECK-LABEL: define i64 @scattered(
; CHECK: call ptr @julia.new_gc_frame(i32 3)
; CHECK: call void @safe()
define i64 @scattered(i1 %c, i64 %n, i8 %b) {
  %pgc = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)], align 8
  %w = getelementptr inbounds [2 x ptr addrspace(10)], ptr %v, i64 0, i64 1
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %v, align 8
  %p = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %o, i32 0
  %q = insertelement <2 x ptr addrspace(10)> %p, ptr addrspace(10) %o, i32 1
  %a = insertelement <2 x ptr> poison, ptr %v, i32 0
  %d = insertelement <2 x ptr> %a, ptr %w, i32 1
  call void @llvm.masked.scatter.v2p10.v2p0(<2 x ptr addrspace(10)> %q, <2 x ptr> %d, i32 8, <2 x i1> <i1 true, i1 true>)
  call void @safe()
  %x = load ptr addrspace(10), ptr %v, align 8
  %r = call i64 @look(ptr addrspace(10) %x)
  ret i64 %r
}

; CHECK-LABEL: define i64 @arguments(
; CHECK: call ptr @julia.new_gc_frame(i32 3)
; CHECK: call void @safe()
define i64 @arguments(i1 %c, i64 %n, i8 %b) {
  %pgc = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)], align 8
  %w = getelementptr inbounds [2 x ptr addrspace(10)], ptr %v, i64 0, i64 1
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %v, align 8
  %y = call ptr addrspace(10) @called(ptr addrspace(10) null, ptr %v, i32 2)
  %z = call ptr addrspace(10) @called2(ptr addrspace(11) null, ptr %v, i32 0, ptr addrspace(10) null)
  call void @safe()
  %x = load ptr addrspace(10), ptr %v, align 8
  %r = call i64 @look(ptr addrspace(10) %x)
  ret i64 %r
}

; CHECK-LABEL: define i64 @arguments_unknown(
; CHECK: call ptr @julia.new_gc_frame(i32 3)
; CHECK: call void @safe()
define i64 @arguments_unknown(i1 %c, i64 %n, i8 %b) {
  %pgc = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)], align 8
  %w = getelementptr inbounds [2 x ptr addrspace(10)], ptr %v, i64 0, i64 1
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %v, align 8
  %k = trunc i64 %n to i32
  %y = call ptr addrspace(10) @called(ptr addrspace(10) null, ptr %v, i32 %k)
  call void @safe()
  %x = load ptr addrspace(10), ptr %v, align 8
  %r = call i64 @look(ptr addrspace(10) %x)
  ret i64 %r
}

; CHECK-LABEL: define i64 @filled(
; CHECK: call ptr @julia.new_gc_frame(i32 3)
; CHECK: call void @safe()
define i64 @filled(i1 %c, i64 %n, i8 %b) {
  %pgc = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)], align 8
  %w = getelementptr inbounds [2 x ptr addrspace(10)], ptr %v, i64 0, i64 1
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %v, align 8
  call void @fill(ptr %w)
  call void @read(ptr %v)
  call void @ignore(ptr %v)
  call void @safe()
  %x = load ptr addrspace(10), ptr %v, align 8
  %r = call i64 @look(ptr addrspace(10) %x)
  ret i64 %r
}

; CHECK-LABEL: define i64 @bundle(
; CHECK: call ptr @julia.new_gc_frame(i32 3)
; CHECK: call void @safe()
define i64 @bundle(i1 %c, i64 %n, i8 %b) {
  %pgc = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)], align 8
  %w = getelementptr inbounds [2 x ptr addrspace(10)], ptr %v, i64 0, i64 1
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %v, align 8
  call void @safe() [ "whatever"(ptr %v, i64 3) ]
  call void @safe()
  %x = load ptr addrspace(10), ptr %v, align 8
  %r = call i64 @look(ptr addrspace(10) %x)
  ret i64 %r
}

; CHECK-LABEL: define i64 @fetched_ahead(
; CHECK: call ptr @julia.new_gc_frame(i32 2)
; CHECK: call void @safe()
define i64 @fetched_ahead(i1 %c, i64 %n, i8 %b) {
  %pgc = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)], align 8
  %w = getelementptr inbounds [2 x ptr addrspace(10)], ptr %v, i64 0, i64 1
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %v, align 8
  call void @llvm.prefetch.p0(ptr %v, i32 0, i32 3, i32 1)
  call void @safe()
  %x = load ptr addrspace(10), ptr %v, align 8
  %r = call i64 @look(ptr addrspace(10) %x)
  ret i64 %r
}

; CHECK-LABEL: define i64 @exchanged(
; CHECK: call ptr @julia.new_gc_frame(i32 2)
; CHECK: call void @safe()
define i64 @exchanged(i1 %c, i64 %n, i8 %b) {
  %pgc = call ptr @julia.get_pgcstack()
  %v = alloca [2 x ptr addrspace(10)], align 8
  %w = getelementptr inbounds [2 x ptr addrspace(10)], ptr %v, i64 0, i64 1
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %v, align 8
  %m = call ptr addrspace(10) @make()
  %e = cmpxchg ptr %w, ptr addrspace(10) null, ptr addrspace(10) %m seq_cst seq_cst
  %f = atomicrmw xchg ptr %v, ptr addrspace(10) %m seq_cst
  call void @safe()
  %x = load ptr addrspace(10), ptr %v, align 8
  %r = call i64 @look(ptr addrspace(10) %x)
  ret i64 %r
}
