; The only getter of the GC stack stands behind a branch: the roots of the whole function are found all the same, in every ABI.
; RUN: %lateroot run --abi=gcframe -O0 --gc-stress --check %s | FileCheck --check-prefix=PRINTS %s
; RUN: %lateroot run --abi=framemap -O0 --gc-stress --check %s | FileCheck --check-prefix=PRINTS %s
; RUN: %lateroot run --abi=framemap -O2 --gc-stress --check %s | FileCheck --check-prefix=PRINTS %s
; RUN: %lateroot run --abi=framemap --reload --gc-moving --gc-stress --check %s | FileCheck --check-prefix=PRINTS %s
; RUN: %lateroot run --abi=gcframe --reload --gc-moving --gc-stress --check %s | FileCheck --check-prefix=PRINTS %s
; RUN: %lateroot run --abi=statepoint --gc-moving --gc-stress --check %s | FileCheck --check-prefix=PRINTS %s
; RUN: %lateroot run --abi=shadow-stack --gc-stress --check %s | FileCheck --check-prefix=PRINTS %s
; RUN: %lateroot run --abi=framemap --polls --gc-stress --check %s | FileCheck --check-prefix=PRINTS %s
; RUN: %lateroot compile --abi=framemap %s -o %t.o && %lateroot tables %t.o | FileCheck --check-prefix=TABLE %s
; PRINTS-NOT: {{.}}
; PRINTS: 42
; PRINTS-NOT: {{.}}
; TABLE: sum: {{.*}}slot

; An optimiser that runs between the passes may delete a getter that nobody uses, or move one to its only use.
; RUN: %lateroot opt --abi=framemap -passes=LateLowerGCFrame -S %s -o %t.late.ll
; RUN: sed '/%unused/d' %t.late.ll > %t.gone.ll
; RUN: %lateroot opt --abi=framemap -passes=FinalLowerGC -S %t.gone.ll | FileCheck --check-prefix=GONE %s
; GONE-LABEL: @sum(
; GONE: call void (i64, i32, ...) @llvm.experimental.stackmap
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
%type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@name = private constant [4 x i8] c"int\00"
@int = constant %type { ptr @name, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@format = private constant [5 x i8] c"%ld\0A\00"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare i32 @printf(ptr, ...)

define internal ptr addrspace(10) @box(i64 %v) noinline {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gc, i64 8, ptr addrspace(10) addrspacecast (ptr @int to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store i64 %v, ptr addrspace(11) %d
  ret ptr addrspace(10) %o
}

define internal i64 @sum(i64 %n) noinline {
top:
  %a = call ptr addrspace(10) @box(i64 %n)
  %none = icmp eq i64 %n, 0
  br i1 %none, label %rare, label %on
rare:
  %unused = call ptr @julia.get_pgcstack()
  br label %on
on:
  %b = call ptr addrspace(10) @box(i64 2)
  %c = call ptr addrspace(10) @box(i64 -2)
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %dc = addrspacecast ptr addrspace(10) %c to ptr addrspace(11)
  %x = load i64, ptr addrspace(11) %da
  %y = load i64, ptr addrspace(11) %db
  %z = load i64, ptr addrspace(11) %dc
  %xy = add i64 %x, %y
  %s = add i64 %xy, %z
  ret i64 %s
}

define i32 @main() {
  %r = call i64 @sum(i64 42)
  %p = call i32 (ptr, ...) @printf(ptr @format, i64 %r)
  ret i32 0
}
