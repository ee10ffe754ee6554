; A function of a table may jump to one that no table tells of, which then stands in its place on the stack: whoever calls it links an anchor.
; RUN: %lateroot opt --passes=LateLowerGCFrame --abi=framemap --check -S %s | FileCheck %s
; RUN: env LATEROOT_GC_MODE=full %lateroot run --gc-stress %s | FileCheck %s --check-prefix=OUT
; RUN: env LATEROOT_GC_MODE=full LATEROOT_GC_VERIFY=1 %lateroot run --abi=framemap --gc-stress %s | FileCheck %s --check-prefix=OUT
; RUN: env LATEROOT_GC_MODE=full LATEROOT_GC_VERIFY=1 %lateroot run --abi=statepoint --gc-stress %s | FileCheck %s --check-prefix=OUT
; RUN: env LATEROOT_GC_MODE=full %lateroot run --abi=statepoint --gc-stress --gc-moving %s | FileCheck %s --check-prefix=OUT
; RUN: %lateroot opt --abi=framemap --passes=LateLowerGCFrame -S %s | sed '/call void @julia.push_gc_frame/d; /call void @julia.pop_gc_frame/d' >%t.ll
; RUN: not %lateroot opt --abi=framemap --passes=CheckGCRoots -S %t.ll 2>&1 | FileCheck %s --check-prefix=WRONG
; WRONG: root check: control leaves here, and on some path the anchor is not pushed
; WRONG-NEXT: in function 'main'
; OUT: 42
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"
%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@number = internal constant %struct.lr_type { ptr @name, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr @none, ptr null, ptr null }, align 16
@name = private unnamed_addr constant [7 x i8] c"number\00"
@none = internal constant [0 x i32] zeroinitializer, align 4
@format = private unnamed_addr constant [5 x i8] c"%ld\0A\00"
declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare i32 @printf(ptr, ...)

define internal ptr addrspace(10) @make(i64 %v) noinline {
  %pgcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @number to ptr addrspace(10)))
  store i64 %v, ptr addrspace(10) %o, align 8
  ret ptr addrspace(10) %o
}

; It has no references, so no GC stack and no table.
define internal i64 @plain(i64 %n, ptr %next) noinline {
  %a = call i64 @churn(i64 %n)
  %b = add i64 %a, 1
  ret i64 %b
}

define internal i64 @churn(i64 %n) noinline {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 %n)
  %y = call ptr addrspace(10) @make(i64 97)
  %r = load i64, ptr addrspace(10) %x, align 8
  ret i64 %r
}

define internal i64 @jumps(i64 %n, ptr %next) noinline {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 %n)
  %y = call ptr addrspace(10) @make(i64 97)
  %m = load i64, ptr addrspace(10) %x, align 8
  %r = musttail call i64 %next(i64 %m, ptr %next)
  ret i64 %r
}

; CHECK-LABEL: define i32 @main(
; CHECK: call void @julia.push_gc_frame
; CHECK: call i64 @jumps(
; CHECK: call void @julia.pop_gc_frame
define i32 @main() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %kept = call ptr addrspace(10) @make(i64 36)
  %n = call i64 @jumps(i64 5, ptr @plain)
  %v = load i64, ptr addrspace(10) %kept, align 8
  %sum = add i64 %v, %n
  %p = call i32 (ptr, ...) @printf(ptr @format, i64 %sum)
  ret i32 0
}
