; AdoptDialect turns what clang makes of <lateroot/dialect.h> into the dialect, if the header has left its mark; other modules stay as they are.
; RUN: %lateroot opt --passes=AdoptDialect -S %s | FileCheck %s --check-prefix=UNMARKED
; RUN: cp %s %t.ll
; RUN: echo 'module asm ".ident \22lateroot dialect\22"' >>%t.ll
; RUN: %lateroot opt --passes=AdoptDialect -S %t.ll | FileCheck %s
; RUN: %lateroot opt --passes=AdoptDialect,GCInvariantVerifier,SettleGCStack,lateroot,TidyLowered --disable-output %t.ll

; UNMARKED-NOT: ni:
; UNMARKED: @dialect.preserve_begin
; UNMARKED-NOT: "gcstack"

; CHECK: target datalayout = "{{.*}}-ni:10:11:12:13"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@.str = private unnamed_addr constant [27 x i8] c"lateroot.return_roots 1 3\00\00", section "llvm.metadata"
@.str.1 = private unnamed_addr constant [14 x i8] c"lateroot.leaf\00", section "llvm.metadata"
@.str.2 = private unnamed_addr constant [4 x i8] c"a.c\00", section "llvm.metadata"
@llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @fills, ptr @.str, ptr @.str.2, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @fills_too, ptr @.str, ptr @.str.2, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @leaf, ptr @.str.1, ptr @.str.2, i32 2, ptr null }
], section "llvm.metadata"

; The region's variable goes, also in functions that ask not to be optimised; an ordinary variable beside it stays in the others.
; CHECK-LABEL: define void @region
; CHECK-NOT: alloca ptr addrspace(12)
; CHECK: %[[#T:]] = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %x, ptr addrspace(10) %x)
; CHECK: call void @g()
; CHECK-NEXT: call void @llvm.julia.gc_preserve_end(token %[[#T]])
define void @region(ptr addrspace(10) %x) noinline optnone {
  %v = alloca ptr addrspace(12)
  %b = call ptr addrspace(12) (ptr addrspace(10), ...) @dialect.preserve_begin(ptr addrspace(10) %x, ptr addrspace(10) %x)
  store ptr addrspace(12) %b, ptr %v
  call void @g()
  %e = load ptr addrspace(12), ptr %v
  call void @dialect.preserve_end(ptr addrspace(12) %e)
  ret void
}

; CHECK-LABEL: define i32 @ordinary
; CHECK: alloca i32
define i32 @ordinary(i32 %x) noinline optnone {
  %v = alloca i32
  store i32 %x, ptr %v
  %y = load i32, ptr %v
  ret i32 %y
}

; CHECK-LABEL: define ptr addrspace(10) @atomics
; CHECK: %old = atomicrmw xchg ptr addrspace(11) %p, ptr addrspace(10) %x seq_cst
; CHECK: cmpxchg ptr addrspace(11) %p, ptr addrspace(10) %old, ptr addrspace(10) %x seq_cst seq_cst
; CHECK: %now = load atomic ptr addrspace(10), ptr addrspace(11) %p acquire, align 8
define ptr addrspace(10) @atomics(ptr addrspace(11) %p, ptr addrspace(10) %x) {
  %old = call ptr addrspace(10) @dialect.exchange(ptr addrspace(11) %p, ptr addrspace(10) %x)
  %was = call ptr addrspace(10) @dialect.compare_exchange(ptr addrspace(11) %p, ptr addrspace(10) %old, ptr addrspace(10) %x)
  %now = call ptr addrspace(10) @dialect.load_acquire(ptr addrspace(11) %p)
  %c = icmp eq ptr addrspace(10) %was, %old
  %r = select i1 %c, ptr addrspace(10) %now, ptr addrspace(10) %old
  ret ptr addrspace(10) %r
}

; CHECK-LABEL: define void @copies
; CHECK: call void @lateroot.copy_words.p11.p11(ptr addrspace(11) align 1 %p, ptr addrspace(11) align 1 %q, i64 16, i32 0)
; CHECK: call void @lateroot.copy_words.p11.p11(ptr addrspace(11) align 1 %p, ptr addrspace(11) align 1 %q, i64 %n, i32 1)
define void @copies(ptr addrspace(11) %p, ptr addrspace(11) %q, i64 %n) {
  call void @dialect.copy(ptr addrspace(11) %p, ptr addrspace(11) %q, i64 16)
  call void @dialect.move(ptr addrspace(11) %p, ptr addrspace(11) %q, i64 %n)
  ret void
}

; Fresh objects are zeroed as a whole, whatever the width of the size; it is no call that could collect.
; CHECK-LABEL: define ptr addrspace(10) @fresh
; CHECK: %[[#AT:]] = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
; CHECK-NEXT: call void @llvm.memset.p11.i64(ptr addrspace(11) align 8 %[[#AT]], i8 0, i64 2008, i1 false)
; CHECK: call void @llvm.memset.p11.i64(ptr addrspace(11) align 8 %{{.*}}, i8 0, i64 %n, i1 false)
; CHECK-NEXT: ret ptr addrspace(10) %x
define ptr addrspace(10) @fresh(ptr addrspace(10) %x, i64 %n) {
  %a = call ptr addrspace(10) @dialect.zero(ptr addrspace(10) %x, i64 2008)
  %b = call ptr addrspace(10) @dialect.zero(ptr addrspace(10) %a, i64 %n)
  ret ptr addrspace(10) %b
}

; CHECK: define void @fills(i64 %n, ptr "julia.return_roots"="3" %roots)
define void @fills(i64 %n, ptr %roots) {
  ret void
}

; A structure that is returned through memory is not counted, for the source does not see it.
; CHECK: define void @fills_too(ptr sret([3 x i64]) %result, i64 %n, ptr "julia.return_roots"="3" %roots)
define void @fills_too(ptr sret([3 x i64]) %result, i64 %n, ptr %roots) {
  ret void
}

; CHECK: define swiftcc void @argument(ptr swiftself "gcstack" %stack)
define swiftcc void @argument(ptr swiftself %stack) {
  ret void
}

; CHECK-NOT: @dialect.
; CHECK-DAG: declare void @leaf() #[[#LEAF:]]
; CHECK-DAG: declare ptr addrspace(10) @julia.typeof(ptr addrspace(10)) #[[#PURE:]]
; Allocation keeps LLVM in the dark.
; CHECK-DAG: declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) #[[#QUIET:]]
; CHECK-DAG: attributes #[[#LEAF]] = { "gc-leaf-function" }
; CHECK-DAG: attributes #[[#PURE]] = { nounwind willreturn memory(none) "call-inline-cost"="10" }
; CHECK-DAG: attributes #[[#QUIET]] = { nounwind }
declare void @leaf()
declare void @g()
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(12) @dialect.preserve_begin(ptr addrspace(10), ...)
declare void @dialect.preserve_end(ptr addrspace(12))
declare ptr addrspace(10) @dialect.exchange(ptr addrspace(11), ptr addrspace(10))
declare ptr addrspace(10) @dialect.compare_exchange(ptr addrspace(11), ptr addrspace(10), ptr addrspace(10))
declare ptr addrspace(10) @dialect.load_acquire(ptr addrspace(11))
declare void @dialect.copy(ptr addrspace(11), ptr addrspace(11), i64)
declare ptr addrspace(10) @dialect.zero(ptr addrspace(10), i64)
declare void @dialect.move(ptr addrspace(11), ptr addrspace(11), i64)
