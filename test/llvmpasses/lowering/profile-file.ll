; RUN: %lateroot opt --profile=%S/Inputs/tls.profile --passes=LateLowerGCFrame,FinalLowerGC,LowerPTLSPass -S %s | FileCheck %s
; A profile from a file: where things are, and how they are called.

target triple = "x86_64-linux-gnu"
@type = external constant i8
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)

; CHECK-LABEL: define ptr addrspace(10) @f(
; CHECK: [[TP:%.*]] = call ptr asm "movq %fs:0, $0", "=r"()
; CHECK: [[TASK:%.*]] = getelementptr i8, ptr [[TP]], i64 -16
; CHECK: call {{.*}} @pool_alloc(ptr [[TASK]], i32 1424, i32 32)
; CHECK: call {{.*}} @big_alloc(ptr [[TASK]], i64 65)
; CHECK: [[N:%.*]] = add i64 %n, 8
; CHECK: call {{.*}} @big_alloc(ptr [[TASK]], i64 [[N]])
; CHECK: call void @queue(
define ptr addrspace(10) @f(i64 %n) {
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 20, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 57, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  %c = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 %n, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %a, ptr addrspace(10) %b)
  ret ptr addrspace(10) %c
}
