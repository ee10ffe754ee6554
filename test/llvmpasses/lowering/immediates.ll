; RUN: %lateroot opt --verify-each --check --profile=%S/Inputs/fixnums.profile -S %s | FileCheck %s --check-prefixes=CHECK,FIX
; RUN: %lateroot opt --verify-each --check --profile=%S/Inputs/nan-boxes.profile -S %s | FileCheck %s --check-prefixes=CHECK,NAN
; RUN: %lateroot opt --verify-each --check --abi=framemap --profile=%S/Inputs/fixnums.profile -S %s | FileCheck %s --check-prefix=MAP
; RUN: %lateroot opt --verify-each --check --abi=statepoint --profile=%S/Inputs/fixnums.profile -S %s | FileCheck %s --check-prefix=SP
; RUN: %lateroot opt --verify-each --check --reload --profile=%S/Inputs/fixnums.profile -S %s | FileCheck %s --check-prefix=FIX
; RUN: %lateroot opt --verify-each --check --profile=%S/Inputs/fixnums.profile --passes=AddNI -S %s | FileCheck %s --check-prefix=PROMISE
; RUN: sed 's/x86_64-pc-linux-gnu/i686-pc-linux-gnu/;s/-i64:64/-p:32:32-i64:64/' %s > %t.32.ll
; RUN: %lateroot opt --verify-each --check --profile=%S/Inputs/fixnums.profile -S %t.32.ll | FileCheck %s --check-prefix=NARROW
; RUN: not %lateroot opt --profile=%S/Inputs/nan-boxes.profile -S %t.32.ll 2>&1 | FileCheck %s --check-prefix=WIDE
; RUN: not %lateroot opt -S %s 2>&1 | FileCheck %s --check-prefix=NONE
; Words in the place of references that are no addresses: the profile tells which.
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare ptr addrspace(10) @lateroot.immediate.make(i64)
declare i1 @lateroot.immediate.test(ptr addrspace(10))
declare i64 @lateroot.immediate.value(ptr addrspace(10))
declare void @f(ptr addrspace(10))
declare ptr addrspace(10) @g() nounwind
@type = external global [64 x i8], align 16

; WIDE: error: profile 'nan-boxes' tells immediates by bits of words of 64 bits, and those of the target 'i686-pc-linux-gnu' have 32
; NONE: error: lateroot.immediate.make is called, and profile 'lateroot' says of no word that it is an immediate: it needs the key immediates or immediate_bits

; The runtime is told before anything runs.
; FIX: @lr.immediates = private unnamed_addr constant [18 x i64] [i64 0, i64 2, i64 1, i64 1, i64 7, i64 2, i64 0,
; NAN: @lr.immediates = private unnamed_addr constant [18 x i64] [i64 -562949953421305, i64 0, i64 0, i64 0,
; NARROW: @lr.immediates = private unnamed_addr constant [18 x i32] [i32 0, i32 2, i32 1, i32 1, i32 7, i32 2, i32 0,
; CHECK: @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 100, ptr @lr.immediates.set, ptr null }]

; An immediate that is made here needs no root, and is not read again.
; CHECK-LABEL: define void @no_root(
; CHECK-NOT: alloca
; CHECK: [[I:%.*]] = inttoptr i64 %x to ptr
; CHECK-NEXT: call void @f(ptr [[I]])
; CHECK-NEXT: call void @f(ptr [[I]])
; MAP-LABEL: define void @no_root(
; MAP: call void (i64, i32, ...) @llvm.experimental.stackmap(i64 {{[0-9]+}}, i32 0) 
; MAP: call void @f(
; SP-LABEL: define void @no_root(
; SP: gc.statepoint
; SP-NOT: gc.relocate
; SP: ret void
; NARROW-LABEL: define void @no_root(
; NARROW: [[W:%.*]] = trunc i64 %x to i32
; NARROW: inttoptr i32 [[W]] to ptr
define void @no_root(i64 %x) {
  %s = call ptr @julia.get_pgcstack()
  %i = call ptr addrspace(10) @lateroot.immediate.make(i64 %x)
  call void @f(ptr addrspace(10) %i)
  call void @f(ptr addrspace(10) %i)
  ret void
}

; An object that may have come from elsewhere does, and a slot may hold an immediate.
; CHECK-LABEL: define void @either(
; CHECK: store ptr %p, ptr %gcslot0
define void @either(i1 %c, i64 %x) {
  %s = call ptr @julia.get_pgcstack()
  %i = call ptr addrspace(10) @lateroot.immediate.make(i64 %x)
  %o = call ptr addrspace(10) @g()
  %p = select i1 %c, ptr addrspace(10) %i, ptr addrspace(10) %o
  call void @f(ptr addrspace(10) %p)
  call void @f(ptr addrspace(10) %p)
  ret void
}

; CHECK-LABEL: define i1 @test(
; CHECK-NEXT: [[W:%.*]] = ptrtoint ptr %p to i64
; CHECK-NEXT: [[SMALL:%.*]] = icmp ult i64 [[W]], 4096
; FIX: [[B1:%.*]] = and i64 {{.*}}, 1
; FIX-NEXT: [[T1:%.*]] = icmp eq i64 [[B1]], 1
; FIX-NEXT: [[A1:%.*]] = or i1 {{.*}}, [[T1]]
; FIX-NEXT: [[B2:%.*]] = and i64 {{.*}}, 7
; FIX-NEXT: [[T2:%.*]] = icmp eq i64 [[B2]], 2
; FIX-NEXT: %t = or i1 [[A1]], [[T2]]
; NAN-NEXT: [[B:%.*]] = and i64 [[W]], -562949953421305
; NAN-NEXT: [[T:%.*]] = icmp ne i64 [[B]], 0
; NAN-NEXT: %t = or i1 [[SMALL]], [[T]]
; CHECK: ret i1 %t
; NARROW-LABEL: define i1 @test(
; NARROW-NEXT: ptrtoint ptr %p to i32
; NARROW-NEXT: icmp ult i32 {{.*}}, 4096
define i1 @test(ptr addrspace(10) %p) {
  %t = call i1 @lateroot.immediate.test(ptr addrspace(10) %p)
  ret i1 %t
}

; CHECK-LABEL: define i64 @value(
; CHECK-NEXT: %v = ptrtoint ptr %p to i64
; CHECK-NEXT: ret i64 %v
; NARROW-LABEL: define i64 @value(
; NARROW-NEXT: [[W:%.*]] = ptrtoint ptr %p to i32
; NARROW-NEXT: sext i32 [[W]] to i64
define i64 @value(ptr addrspace(10) %p) {
  %v = call i64 @lateroot.immediate.value(ptr addrspace(10) %p)
  ret i64 %v
}

; The barrier does not look for the tag of an immediate, which may also come where null cannot.
; CHECK-LABEL: define void @barrier(
; CHECK: may_trigger_wb:
; CHECK: [[W:%.*]] = ptrtoint ptr %c to i64
; CHECK: icmp ult i64 [[W]], 4096
; CHECK: [[S:%.*]] = select i1 %immediate, ptr %p, ptr %c
; CHECK-NEXT: getelementptr i8, ptr [[S]], i64 -8
; CHECK-NEXT: %child_tag = load
define void @barrier(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %c)
  ret void
}

; CHECK-LABEL: define void @barrier_of_result(
; CHECK: %immediate = or i1
define void @barrier_of_result(ptr addrspace(10) %p) {
  %c = call nonnull ptr addrspace(10) @g()
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  ret void
}

; A new object is none.
; CHECK-LABEL: define void @barrier_of_new(
; CHECK-NOT: %immediate
; CHECK: %child_tag = load
define void @barrier_of_new(ptr addrspace(10) %p) {
  %s = call ptr @julia.get_pgcstack()
  %c = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %s, i64 16, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  ret void
}

; One that is made here needs no barrier.
; CHECK-LABEL: define void @barrier_of_made(
; CHECK-NOT: parent_tag
; CHECK: ret void
define void @barrier_of_made(ptr addrspace(10) %p, i64 %x) {
  %i = call ptr addrspace(10) @lateroot.immediate.make(i64 %x)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %i)
  ret void
}

; CHECK-LABEL: define internal void @lr.immediates.set(
; CHECK-NEXT: call void @lr_immediates_set(ptr @lr.immediates)
; CHECK-NEXT: ret void

; The inliner counts what they become.
; PROMISE: declare ptr addrspace(10) @lateroot.immediate.make(i64) [[A:#[0-9]+]]
; PROMISE: declare i1 @lateroot.immediate.test(ptr addrspace(10)) [[B:#[0-9]+]]
; PROMISE: declare i64 @lateroot.immediate.value(ptr addrspace(10)) [[C:#[0-9]+]]
; PROMISE-DAG: attributes [[A]] = { nofree nosync nounwind speculatable willreturn memory(none) "call-inline-cost"="0" }
; PROMISE-DAG: attributes [[B]] = { nofree nosync nounwind speculatable willreturn memory(none) "call-inline-cost"="10" }
; PROMISE-DAG: attributes [[C]] = { nofree nosync nounwind speculatable willreturn memory(none) "call-inline-cost"="5" }
