; A statepoint that the front end wrote itself is a safepoint, and so is a call of a function that holds one.
; RUN: %lateroot run --abi=gcframe --gc-stress --check %s | FileCheck --check-prefix=PRINTS %s
; RUN: %lateroot run --abi=framemap --gc-stress --check %s | FileCheck --check-prefix=PRINTS %s
; RUN: %lateroot run --abi=framemap --reload --gc-moving --gc-stress --check %s | FileCheck --check-prefix=PRINTS %s
; RUN: %lateroot run --abi=shadow-stack --gc-stress --check %s | FileCheck --check-prefix=PRINTS %s
; RUN: %lateroot run --abi=statepoint --gc-stress --check %s | FileCheck --check-prefix=PRINTS %s
; PRINTS: 42 43
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
%type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@name = private constant [4 x i8] c"int\00"
@int = constant %type { ptr @name, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@format = private constant [9 x i8] c"%ld %ld\0A\00"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @lr_gc_collect(i32)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare i32 @printf(ptr, ...)

define internal void @collect() noinline gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (i32)) @lr_gc_collect, i32 1, i32 0, i32 1, i32 0, i32 0)
  ret void
}

define i32 @main() gc "statepoint-example" {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gc, i64 8, ptr addrspace(10) addrspacecast (ptr @int to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store i64 42, ptr addrspace(11) %d
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void (i32)) @lr_gc_collect, i32 1, i32 0, i32 1, i32 0, i32 0)
  %v = load i64, ptr addrspace(11) %d
  %o2 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gc, i64 8, ptr addrspace(10) addrspacecast (ptr @int to ptr addrspace(10)))
  %d2 = addrspacecast ptr addrspace(10) %o2 to ptr addrspace(11)
  store i64 43, ptr addrspace(11) %d2
  call void @collect()
  %v2 = load i64, ptr addrspace(11) %d2
  %p = call i32 (ptr, ...) @printf(ptr @format, i64 %v, i64 %v2)
  ret i32 0
}
