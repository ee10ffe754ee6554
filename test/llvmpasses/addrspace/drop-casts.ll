; Before code is generated at -O0 for x86-64, only casts between address spaces go.  The code is that of the whole
; RemoveJuliaAddrspaces, which `--passes` asks for.
; RUN: split-file %s %t
; RUN: %lateroot compile -O0 %t/casts.ll -o %t/a.o && %lateroot compile -O0 --passes=lateroot %t/casts.ll -o %t/b.o
; RUN: cmp %t/a.o %t/b.o
; RUN: %lateroot compile -O0 --abi=framemap %t/casts.ll -o %t/a.o
; RUN: %lateroot compile -O0 --abi=framemap --passes=lateroot %t/casts.ll -o %t/b.o && cmp %t/a.o %t/b.o
; RUN: %lateroot compile -O0 --abi=statepoint %t/casts.ll -o %t/a.o
; RUN: %lateroot compile -O0 --abi=statepoint --passes=lateroot %t/casts.ll -o %t/b.o && cmp %t/a.o %t/b.o
; RUN: %lateroot compile -O0 --verify-each %t/casts.ll -o %t/a.o && %lateroot compile -O0 %t/casts.ll -o %t/b.o
; RUN: cmp %t/a.o %t/b.o
; RUN: %lateroot compile -O0 --mtriple=aarch64-linux-gnu %t/arm.ll -o %t/a.o
; RUN: %lateroot compile -O0 --mtriple=aarch64-linux-gnu --passes=lateroot %t/arm.ll -o %t/b.o && cmp %t/a.o %t/b.o
; RUN: %lateroot compile -O0 %t/global.ll -o %t/a.o && %lateroot compile -O0 --passes=lateroot %t/global.ll -o %t/b.o
; RUN: cmp %t/a.o %t/b.o
; Without the promise that it was verified, invalid IR is an error; with it, valid IR compiles as before.
; RUN: %lateroot compile -O0 --assume-verified %t/casts.ll -o %t/a.o
; RUN: %lateroot compile -O0 %t/casts.ll -o %t/b.o && cmp %t/a.o %t/b.o
; RUN: %lateroot opt -S --assume-verified %t/casts.ll -o %t/a.ll && %lateroot opt -S %t/casts.ll -o %t/b.ll
; RUN: cmp %t/a.ll %t/b.ll
; RUN: %exits 1 %lateroot compile -O0 %t/invalid.ll -o %t/a.o 2>&1 | FileCheck %s
; CHECK: LLVM's verifier rejects the module

;--- casts.ll
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

%pair = type { ptr addrspace(10), i8 }
@type = external constant i8
@table = external global [4 x i64]
@holder = global ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10))

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @llvm.memcpy.p11.p0.i64(ptr addrspace(11), ptr, i64, i1)
declare void @use(ptr addrspace(10), ptr addrspace(11))
declare void @take(ptr, i64)

define ptr addrspace(10) @chain(i1 %which, ptr addrspace(10) %given) {
top:
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 16, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %i = getelementptr inbounds i8, ptr addrspace(11) %d, i64 8
  call void @llvm.memcpy.p11.p0.i64(ptr addrspace(11) %i, ptr @table, i64 8, i1 false)
  store i64 7, ptr addrspace(11) %d
  br i1 %which, label %then, label %join

join:
  %phi = phi ptr addrspace(11) [ %far, %then ], [ addrspacecast (ptr @table to ptr addrspace(11)), %top ]
  %phi.pair = phi %pair [ { ptr addrspace(10) addrspacecast (ptr null to ptr addrspace(10)), i8 1 }, %then ], [ { ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)), i8 2 }, %top ]
  %number = load i64, ptr addrspace(11) %phi
  %kind = extractvalue %pair %phi.pair, 1
  %kept = extractvalue %pair %phi.pair, 0
  %wide = zext i8 %kind to i64
  %sum = add i64 %number, %wide
  call void @take(ptr null, i64 %sum)
  call void @use(ptr addrspace(10) %kept, ptr addrspace(11) %phi)
  ret ptr addrspace(10) %a

then:
  %near = addrspacecast ptr addrspace(10) %given to ptr addrspace(11)
  %far = getelementptr i8, ptr addrspace(11) %near, i64 16
  call void @use(ptr addrspace(10) %a, ptr addrspace(11) %far)
  br label %join
}

define i64 @constants() {
  %n = load i64, ptr addrspace(11) getelementptr ([4 x i64], ptr addrspace(11) addrspacecast (ptr @table to ptr addrspace(11)), i64 0, i64 2)
  %m = load i64, ptr addrspace(11) getelementptr (i8, ptr addrspace(11) getelementptr (i64, ptr addrspace(11) addrspacecast (ptr inttoptr (i64 4096 to ptr) to ptr addrspace(11)), i64 1), i64 4)
  %s = add i64 %n, %m
  %t = icmp eq ptr addrspace(11) addrspacecast (ptr @table to ptr addrspace(11)), null
  %b = select i1 %t, i64 1, i64 2
  %r = add i64 %s, %b
  %c = load ptr addrspace(10), ptr @holder
  %cd = addrspacecast ptr addrspace(10) %c to ptr addrspace(11)
  %raw = call ptr @julia.pointer_from_objref(ptr addrspace(11) %cd)
  call void @take(ptr %raw, i64 1)
  ret i64 %r
}

define <2 x i64> @vector(<2 x ptr addrspace(10)> %v) {
  %w = addrspacecast <2 x ptr addrspace(10)> %v to <2 x ptr addrspace(11)>
  %x = getelementptr i8, <2 x ptr addrspace(11)> %w, <2 x i64> <i64 8, i64 16>
  %one = extractelement <2 x ptr addrspace(11)> %x, i32 0
  %n = load <2 x i64>, ptr addrspace(11) %one
  ret <2 x i64> %n
}

;--- arm.ll
@type = external constant i8
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
define ptr addrspace(10) @f() {
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 16, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  store i64 7, ptr addrspace(11) %d
  ret ptr addrspace(10) %a
}

;--- global.ll
@constant = addrspace(10) constant i64 5
define i64 @f() {
  %n = load i64, ptr addrspace(10) @constant
  ret i64 %n
}

;--- invalid.ll
define i64 @f() {
  %a = add i64 %b, 1
  %b = add i64 %a, 1
  ret i64 %b
}
