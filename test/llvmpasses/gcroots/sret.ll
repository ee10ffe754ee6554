; RUN: split-file %s %t
; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %t/slots.ll | FileCheck %t/slots.ll
; RUN: %exits 1 %lateroot opt --passes=LateLowerGCFrame -S %t/half.ll 2>&1 | FileCheck %t/half.ll
; RUN: env LATEROOT_GC_MODE=full %lateroot run --gc-stress --check %t/run.ll | FileCheck %t/run.ll
; RUN: env LATEROOT_GC_MODE=full %lateroot run --gc-stress --check --abi=framemap %t/run.ll | FileCheck %t/run.ll
; RUN: env LATEROOT_GC_MODE=full %lateroot run --gc-stress --check --abi=statepoint %t/run.ll | FileCheck %t/run.ll
; RUN: env LATEROOT_GC_MODE=full %lateroot run --gc-stress --check --abi=shadow-stack %t/run.ll | FileCheck %t/run.ll
;
; Memory for a result holds what the type of its attribute says, whatever type the alloca has.

;--- slots.ll
declare ptr @julia.get_pgcstack()
declare void @make(ptr sret([2 x ptr addrspace(10)]))
declare void @plain(ptr)
declare void @take(ptr byval([2 x ptr addrspace(10)]))
declare void @fill_beside(ptr sret([2 x ptr addrspace(10)]), ptr "julia.return_roots"="2")

; CHECK-LABEL: define void @integers(
; CHECK: call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(
; CHECK: call void @make(ptr [[V]])
define void @integers() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x i64], align 8
  call void @make(ptr %v)
  ret void
}

; The attribute may stand at the call, and there may be no word of a type in the alloca.
; CHECK-LABEL: define void @bytes(
; CHECK: call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(
; CHECK: call void @plain(ptr sret([2 x ptr addrspace(10)]) [[V]])
define void @bytes() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  call void @plain(ptr sret([2 x ptr addrspace(10)]) %v)
  ret void
}

; CHECK-LABEL: define void @argument(
; CHECK: call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: [[V:%v[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(
; CHECK: call void @take(ptr [[V]])
define void @argument() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x i64], align 8
  call void @take(ptr %v)
  ret void
}

; CHECK-LABEL: define void @either(
; CHECK: call {{.*}}@julia.new_gc_frame(i32 4)
; CHECK-COUNT-2: = call {{.*}}@julia.get_gc_frame_slot(
; CHECK-NOT: alloca
; CHECK: ret void
define void @either(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x i64], align 8
  %w = alloca { i64, i64 }, align 8
  %p = select i1 %c, ptr %v, ptr %w
  call void @make(ptr %p)
  ret void
}

; CHECK-LABEL: define void @around(
; CHECK: call {{.*}}@julia.new_gc_frame(i32 4)
; CHECK-NOT: alloca
; CHECK: ret void
define void @around(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x i64], align 8
  %w = alloca [16 x i8], align 8
  br label %loop
loop:
  %p = phi ptr [ %v, %top ], [ %w, %loop ]
  call void @make(ptr %p)
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; The roots of this result go elsewhere, so that sret is memory without roots of its own.
; CHECK-LABEL: define void @beside(
; CHECK-DAG: %v = alloca [2 x i64]
; CHECK-DAG: call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: ret void
define void @beside() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [2 x i64], align 8
  %r = alloca [2 x ptr addrspace(10)], align 8
  call void @fill_beside(ptr %v, ptr %r)
  ret void
}

;--- half.ll
declare ptr @julia.get_pgcstack()
declare void @make(ptr sret([1 x ptr addrspace(10)]))
; CHECK-NOT: define
; CHECK: error: memory for a result or an argument with object references does not begin at a whole word of its stack variable
; CHECK-NEXT: in function 'half': call void @make(ptr %q)
; CHECK-NOT: define
define void @half() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [16 x i8], align 8
  %q = getelementptr i8, ptr %v, i64 4
  call void @make(ptr %q)
  ret void
}

;--- run.ll
; CHECK: 11 22
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"
%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@number = internal constant %struct.lr_type { ptr @name, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @none, ptr null, ptr null }, align 16
@name = private unnamed_addr constant [7 x i8] c"number\00"
@none = internal constant [0 x i32] zeroinitializer, align 4
@format = private unnamed_addr constant [9 x i8] c"%ld %ld\0A\00"
declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare i32 @printf(ptr, ...)

define internal ptr addrspace(10) @make(i64 %v) noinline {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number to ptr addrspace(10)))
  store i64 %v, ptr addrspace(10) %o, align 8
  ret ptr addrspace(10) %o
}

define internal void @pair(ptr noalias noundef sret([2 x ptr addrspace(10)]) %r) noinline {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make(i64 11)
  %b = call ptr addrspace(10) @make(i64 22)
  store ptr addrspace(10) %a, ptr %r, align 8
  %second = getelementptr inbounds i8, ptr %r, i64 8
  store ptr addrspace(10) %b, ptr %second, align 8
  ret void
}

define i32 @main() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %s = alloca [2 x i64], align 8
  call void @pair(ptr noalias noundef sret([2 x ptr addrspace(10)]) %s)
  %x1 = call ptr addrspace(10) @make(i64 97)
  %x2 = call ptr addrspace(10) @make(i64 98)
  %x3 = call ptr addrspace(10) @make(i64 99)
  %a = load ptr addrspace(10), ptr %s, align 8
  %second = getelementptr inbounds i8, ptr %s, i64 8
  %b = load ptr addrspace(10), ptr %second, align 8
  %x = load i64, ptr addrspace(10) %a, align 8
  %y = load i64, ptr addrspace(10) %b, align 8
  %n = call i32 (ptr, ...) @printf(ptr @format, i64 %x, i64 %y)
  ret i32 0
}
