; RUN: env LATEROOT_GC_MODE=full %lateroot run --memory=typed --gc-stress %s | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run --memory=typed --gc-stress --gc-moving %s | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run --memory=typed --abi=framemap --gc-stress %s | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run --memory=typed --abi=framemap --gc-stress --gc-moving %s | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run --memory=typed --abi=statepoint --gc-stress %s | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run --memory=typed --abi=statepoint --gc-stress --gc-moving %s | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run --memory=typed --abi=shadow-stack --gc-stress %s | FileCheck %s
;
; Variables that callees fill, run with a collection at every safepoint, in every ABI: arrays of structs, variables of computed size, arguments by value.
; CHECK: 11 5 1 144
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"
%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
%struct.value = type { ptr addrspace(10), i64 }
@number = internal constant %struct.lr_type { ptr @name, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @none, ptr null, ptr null }, align 16
@name = private unnamed_addr constant [7 x i8] c"number\00"
@none = internal constant [0 x i32] zeroinitializer, align 4
@format = private unnamed_addr constant [17 x i8] c"%ld %ld %ld %ld\0A\00"
declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare i32 @printf(ptr, ...)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
define internal ptr addrspace(10) @make(i64 %v) noinline {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number to ptr addrspace(10)))
  store i64 %v, ptr addrspace(10) %o, align 8
  ret ptr addrspace(10) %o
}
define internal void @set(ptr %r, i64 %v) noinline {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make(i64 %v)
  store ptr addrspace(10) %a, ptr %r, align 8
  %second = getelementptr inbounds i8, ptr %r, i64 8
  store i64 4096, ptr %second, align 8
  ret void
}
define internal i64 @sum(i64 %n) noinline {
  %pgcstack = call ptr @julia.get_pgcstack()
  %save = call ptr @llvm.stacksave.p0()
  %v = alloca %struct.value, i64 %n, align 8
  call void @set(ptr %v, i64 5)
  %x1 = call ptr addrspace(10) @make(i64 97)
  %a = load ptr addrspace(10), ptr %v, align 8
  %x = load i64, ptr addrspace(10) %a, align 8
  call void @llvm.stackrestore.p0(ptr %save)
  %x2 = call ptr addrspace(10) @make(i64 97)
  ret i64 %x
}
define internal i64 @parameter(ptr byval(%struct.value) %v) noinline {
  %pgcstack = call ptr @julia.get_pgcstack()
  %n = call ptr addrspace(10) @make(i64 1)
  store ptr addrspace(10) %n, ptr %v
  %x1 = call ptr addrspace(10) @make(i64 97)
  %x2 = call ptr addrspace(10) @make(i64 97)
  %a = load ptr addrspace(10), ptr %v, align 8
  %x = load i64, ptr addrspace(10) %a, align 8
  ret i64 %x
}
; Code without a getter: where statepoints are, an anchor is linked for the time of the call, within the mapped frame.
define internal void @leave(ptr %v) noinline {
  call void @set(ptr %v, i64 3)
  call void @set(ptr %v, i64 4)
  ret void
}
define internal i64 @left() noinline {
  %v = alloca %struct.value, align 8
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @leave(ptr %v)
  %x1 = call ptr addrspace(10) @make(i64 97)
  %a = load ptr addrspace(10), ptr %v, align 8
  %x = load i64, ptr addrspace(10) %a, align 8
  ret i64 %x
}
define internal i64 @rounds() noinline {
top:
  %v = alloca %struct.value, align 8
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 1, %top ], [ %i1, %loop ]
  %s = phi i64 [ 0, %top ], [ %s1, %loop ]
  call void @llvm.lifetime.start.p0(i64 16, ptr %v)
  call void @set(ptr %v, i64 %i)
  %x1 = call ptr addrspace(10) @make(i64 97)
  %a = load ptr addrspace(10), ptr %v, align 8
  %x = load i64, ptr addrspace(10) %a, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr %v)
  %x2 = call ptr addrspace(10) @make(i64 98)
  %s1 = add i64 %s, %x
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, 9
  br i1 %c, label %loop, label %exit
exit:
  ret i64 %s1
}
define i32 @main() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %s = alloca [3 x %struct.value], align 8
  %p = getelementptr inbounds [3 x %struct.value], ptr %s, i64 0, i64 1
  call void @set(ptr %p, i64 11)
  %x1 = call ptr addrspace(10) @make(i64 97)
  %x2 = call ptr addrspace(10) @make(i64 98)
  %a = load ptr addrspace(10), ptr %p, align 8
  %x3 = call ptr addrspace(10) @make(i64 99)
  %x = load i64, ptr addrspace(10) %a, align 8
  %y = call i64 @sum(i64 3)
  %z = call i64 @parameter(ptr byval(%struct.value) %p)
  %w = call i64 @rounds()
  %l1 = call i64 @left()
  %l2 = call i64 @left()
  %x9 = call ptr addrspace(10) @make(i64 97)
  %wl = mul i64 %w, %l2
  %n = call i32 (ptr, ...) @printf(ptr @format, i64 %x, i64 %y, i64 %z, i64 %wl)
  ret i32 0
}
