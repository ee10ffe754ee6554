; RUN: %lateroot opt --verify-each --profile=julia-1.13 --passes='LowerPTLSPass<imaging>' -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.13 --passes=LowerPTLSPass -S %s | FileCheck --check-prefix=JIT %s
; In an image the loader says where the GC stack is: at an offset from the thread pointer, or by a function to call.

target triple = "x86_64-linux-gnu"
declare ptr @julia.get_pgcstack()
declare i32 @setjmp(ptr) returns_twice

; CHECK-DAG: @jl_tls_offset = external hidden global i64
; CHECK-DAG: @jl_pgcstack_func_slot = external hidden global ptr
; CHECK-DAG: @jl_pgcstack_key_slot = external hidden global i64

; CHECK-LABEL: define ptr @f(
; CHECK-NEXT: entry:
; CHECK-NEXT: %a = alloca i64
; CHECK: [[OFF:%.*]] = load i64, ptr @jl_tls_offset, align 8, !invariant.load
; CHECK-NEXT: [[C:%.*]] = icmp ne i64 [[OFF]], 0
; CHECK-NEXT: br i1 [[C]], label %fast, label %slow, !prof ![[W:[0-9]+]]
; CHECK: fast:
; CHECK-NEXT: [[TP:%.*]] = call ptr asm "movq %fs:0, $0", "=r"()
; CHECK-NEXT: [[AT:%.*]] = getelementptr i8, ptr [[TP]], i64 [[OFF]]
; CHECK-NEXT: [[A:%.*]] = load ptr, ptr [[AT]], align 8
; CHECK: slow:
; CHECK-NEXT: [[G:%.*]] = load ptr, ptr @jl_pgcstack_func_slot, align 8
; CHECK-NEXT: [[B:%.*]] = call ptr [[G]]()
; CHECK: phi ptr [ [[A]], %fast ], [ [[B]], %slow ]
; CHECK: ret ptr %p
; JIT-LABEL: define ptr @f(
; JIT: %p = call ptr @jl_get_pgcstack()
define ptr @f() {
entry:
  %p = call ptr @julia.get_pgcstack()
  %a = alloca i64
  ret ptr %p
}

; After a second return LLVM must not add again to a thread pointer that it kept.
; CHECK-LABEL: define ptr @twice(
; CHECK: fast:
; CHECK-NEXT: [[AT:%.*]] = call ptr asm "movq %fs:0, $0;addq $1, $0", "=&r,r,~{flags}"(i64 {{%.*}})
; CHECK-NEXT: load ptr, ptr [[AT]], align 8
define ptr @twice(ptr %buf) {
  %p = call ptr @julia.get_pgcstack()
  %r = call i32 @setjmp(ptr %buf)
  ret ptr %p
}
; CHECK: ![[W]] = !{!"branch_weights", i32 9, i32 1}
