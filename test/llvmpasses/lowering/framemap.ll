; Slots that a table finds: where they are, when they are null, and when an anchor is in the chain.
; RUN: %lateroot opt --abi=framemap --check -S %s | FileCheck %s
; RUN: %lateroot opt --abi=framemap --check -passes=LateLowerGCFrame -S %s | FileCheck %s --check-prefix=LATE
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.safepoint(ptr)
declare void @elsewhere(ptr addrspace(10))
declare void @fail() noreturn
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
@type = constant i64 0
@weak = weak global i64 0

; Code of its own kind and allocations: no chain.
; CHECK-LABEL: define ptr @inner(
; CHECK-SAME: #[[SLOTS:[0-9]+]] section "lr_text"
; CHECK-NEXT: %gcframe = alloca ptr, i32 2, align 16
; CHECK-NEXT: call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223042, i32 0, ptr %gcframe)
; CHECK-NOT: asm
; CHECK: %a = call ptr @inner(
; CHECK: store ptr %a, ptr %
; CHECK: call {{.*}} @lr_gc_small_alloc(
; CHECK: ret
; LATE-LABEL: define ptr addrspace(10) @inner(
; LATE-NOT: push_gc_frame
; LATE-LABEL: define void @leaves(
define ptr addrspace(10) @inner(ptr "gcstack" %gc) {
  %a = call ptr addrspace(10) @inner(ptr %gc)
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gc, i64 8, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call void @julia.safepoint(ptr %gc)
  store ptr addrspace(10) %a, ptr addrspace(10) %b
  ret ptr addrspace(10) %b
}

; Control leaves with nothing to root: an anchor all the same, for those who have called.
; CHECK-LABEL: define void @leaves(
; CHECK: %gcframe = alloca i64, i32 3, align 16
; CHECK-NEXT: call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223040, i32 0)
; CHECK-NEXT: %here = call i64 asm "leaq 0(%rip), $0", "=r"()
; CHECK-NEXT: [[SHIFTED:%.*]] = shl i64 %here, 2
; CHECK-NEXT: [[WORD:%.*]] = or i64 [[SHIFTED]], 2
; CHECK-NEXT: store i64 [[WORD]], ptr %gcframe
; CHECK: %fp = call ptr @llvm.frameaddress.p0(i32 0)
; CHECK: [[PREV:%.*]] = load ptr, ptr %gc
; CHECK: store ptr [[PREV]], ptr
; CHECK: store ptr %gcframe, ptr %gc
; CHECK: call void @elsewhere(
; CHECK: store ptr %anchor.prev, ptr %gc
; CHECK-NEXT: ret void
define void @leaves(ptr "gcstack" %gc) {
  call void @elsewhere(ptr addrspace(10) null)
  ret void
}

; Only the way that leaves pays.
; CHECK-LABEL: define void @rarely(
; CHECK: br i1 %c, label %bad, label %good
; CHECK: bad:
; CHECK: asm "leaq
; CHECK: call void @fail(
define void @rarely(ptr "gcstack" %gc, i1 %c) {
  %a = call ptr addrspace(10) @inner(ptr %gc)
  br i1 %c, label %bad, label %good
bad:
  call void @fail()
  unreachable
good:
  ret void
}

; Code of another kind, of which no address is told, or which the linker may replace.
; CHECK-LABEL: define void @others(
; CHECK: asm "leaq
; CHECK-LABEL: define void @chained(
; CHECK-SAME: #[[CHAINED:[0-9]+]] {
define void @others(ptr "gcstack" %gc, ptr %f) {
  call void @chained(ptr %gc)
  call void %f(ptr %gc)
  call void @replaceable(ptr %gc)
  ret void
}
define void @chained(ptr "gcstack" %gc) "lateroot-abi"="gcframe" {
  call void @elsewhere(ptr addrspace(10) null)
  ret void
}
; LATE-LABEL: define void @known(
; LATE-NOT: push_gc_frame
; LATE: call void @leaves(
define void @known(ptr "gcstack" %gc) {
  call void @leaves(ptr %gc)
  ret void
}
; LATE-LABEL: define void @unknown(
; LATE: push_gc_frame
; LATE: call void @replaceable(
; LATE: pop_gc_frame
define void @unknown(ptr "gcstack" %gc) {
  call void @replaceable(ptr %gc)
  ret void
}
define weak void @replaceable(ptr "gcstack" %gc) {
  ret void
}

; Without the task nothing is rooted, and the function is none of that kind.
; CHECK-LABEL: define void @outside()
; CHECK-SAME: #{{[0-9]+}} {
; CHECK-NEXT: ret void
define void @outside() {
  ret void
}

; A load that may fault comes when the frame is there: something in it is used.
; CHECK-LABEL: define void @polls(
; CHECK-NEXT: %gcnone = alloca i64, align 16
; CHECK-NEXT: call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5499535391499223040, i32 0, ptr %gcnone)
define void @polls(ptr "gcstack" %gc) {
  call void @julia.safepoint(ptr %gc)
  ret void
}

; Who leaves early has no stack frame: the slots are made, null and recorded where the first of what needs them is still ahead, not in a loop.
; CHECK-LABEL: define void @early(
; CHECK-NOT: stackmap
; CHECK: on:
; CHECK: call void (i64, i32, ...) @llvm.experimental.stackmap(i64 {{.*}}, i32 0, ptr %gcframe)
; CHECK: br label %loop
; CHECK-NOT: stackmap
; CHECK-LABEL: define void @aligned(
define void @early(ptr "gcstack" %gc, i1 %c) {
  br i1 %c, label %out, label %on
on:
  br label %loop
loop:
  %a = call ptr addrspace(10) @inner(ptr %gc)
  %b = call ptr addrspace(10) @inner(ptr %gc)
  store ptr addrspace(10) %a, ptr addrspace(10) %b
  %more = icmp eq ptr addrspace(10) %a, %b
  br i1 %more, label %loop, label %out
out:
  ret void
}

; The stack is not realigned: what wants more is aligned by hand.
; CHECK: [[ROOM:%.*]] = alloca i8, i64 96, align 16
; CHECK: [[AT:%.*]] = ptrtoint ptr [[ROOM]] to i64
; CHECK: [[PAST:%.*]] = add i64 [[AT]], 63
; CHECK: [[UP:%.*]] = and i64 [[PAST]], -64
; CHECK: [[BY:%.*]] = sub i64 [[UP]], [[AT]]
; CHECK: [[P:%.*]] = getelementptr inbounds i8, ptr [[ROOM]], i64 [[BY]]
; CHECK: store volatile i64 1, ptr [[P]], align 64
define void @aligned(ptr "gcstack" %gc) {
  %v = alloca [6 x i64], align 64
  store volatile i64 1, ptr %v, align 64
  ret void
}

; CHECK: attributes #[[SLOTS]] = { noinline "frame-pointer"="all" "lateroot-abi"="framemap" "no-realign-stack" }
