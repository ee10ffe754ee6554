; Where a function links an anchor itself: once for many calls, on the ways that need it, and only for calls that take nothing on the stack.
; RUN: %lateroot opt --abi=statepoint --check --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %s | FileCheck %s
; RUN: %lateroot compile --abi=statepoint --check -O0 %s -o %t.o
; RUN: %lateroot compile --abi=statepoint --check -O2 %s -o %t.o
; RUN: %llvm_bin/llvm-objdump -d --no-show-raw-insn %t.o | FileCheck %s --check-prefix=CODE
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare void @safe()
declare void @use(ptr addrspace(10))
declare void @fail() noreturn
declare void @six(i64, i32, ptr, i64, i64, i1)
declare void @seven(i64, i64, i64, i64, i64, i64, i64)
declare void @floats(double, double, double, double, float, float, float, float)
declare void @nine(double, double, double, double, double, double, double, double, double)
declare void @wide(i128)
declare void @vector(<2 x double>)
declare { i64, i64, i64 } @three(i64, i64, i64, i64, i64, i64)
declare void @memory(ptr byval(i64))
declare void @varying(ptr, ...)
declare void @with_task(ptr swiftself, i64, i64, i64, i64, i64, i64)
declare void @take(ptr)
declare i32 @__gxx_personality_v0(...)

; Before the loop and behind it.
; CHECK-LABEL: define void @loop(
; CHECK: top:
; CHECK-NEXT: %gcanchor = alloca i64, i32 4, align 16
; CHECK-NOT: br
; CHECK: store i64 6, ptr %gcanchor
; CHECK: [[FP:%.*]] = call ptr @llvm.frameaddress.p0(i32 0)
; CHECK: [[AT:%.*]] = getelementptr i8, ptr %gcanchor, i64 16
; CHECK: store ptr [[FP]], ptr [[AT]]
; CHECK: [[SP:%.*]] = call ptr @llvm.stacksave.p0()
; CHECK: [[AT:%.*]] = getelementptr i8, ptr %gcanchor, i64 24
; CHECK: store ptr [[SP]], ptr [[AT]]
; CHECK: [[PREV:%.*]] = load ptr, ptr %gc
; CHECK: [[AT:%.*]] = getelementptr i8, ptr %gcanchor, i64 8
; CHECK: store ptr [[PREV]], ptr [[AT]]
; CHECK: store ptr %gcanchor, ptr %gc
; CHECK: br label %again
; CHECK: again:
; CHECK-NOT: ptr %gc{{[, ]}}
; CHECK: @safe,
; CHECK: out:
; CHECK: [[AT:%.*]] = getelementptr i8, ptr %gcanchor, i64 8
; CHECK: [[PREV:%.*]] = load ptr, ptr [[AT]]
; CHECK: store ptr [[PREV]], ptr %gc
; CHECK: ret void
define void @loop(ptr "gcstack" %gc, ptr addrspace(10) %a, i64 %n) {
top:
  br label %again
again:
  %i = phi i64 [ 0, %top ], [ %j, %again ]
  call void @safe()
  store i64 %i, ptr addrspace(10) %a
  %j = add i64 %i, 1
  %e = icmp eq i64 %j, %n
  br i1 %e, label %out, label %again
out:
  ret void
}

; Only the way that leaves pays.
; CHECK-LABEL: define i64 @sometimes(
; CHECK: %gcanchor = alloca
; CHECK-NEXT: %x = load
; CHECK: slow:
; CHECK: store ptr %gcanchor, ptr %gc
; CHECK: @safe,
; CHECK: store ptr {{.*}}, ptr %gc
; CHECK: br label %out
; CHECK: out:
; CHECK-NOT: gcanchor
; CHECK: ret i64
; CODE-LABEL: <sometimes>:
; CODE: movq $0x6,
; CODE: movq %rbp,
; CODE: movq %rsp,
; CODE: ret
define i64 @sometimes(ptr "gcstack" %gc, ptr addrspace(10) %a) {
top:
  %x = load i64, ptr addrspace(10) %a
  %c = icmp eq i64 %x, 7
  br i1 %c, label %slow, label %out, !prof !0
slow:
  call void @safe()
  br label %out
out:
  %y = load i64, ptr addrspace(10) %a
  ret i64 %y
}
!0 = !{!"branch_weights", i32 1, i32 1000}

; For what never comes back it is not worth the code, unless the anchor is there.
; CHECK-LABEL: define i64 @throws(
; CHECK-NOT: gcanchor
; CHECK: @lr.leave.fail, i32 1,
; CHECK: ret i64
define i64 @throws(ptr "gcstack" %gc, ptr addrspace(10) %a) {
  %x = load i64, ptr addrspace(10) %a
  %c = icmp eq i64 %x, 7
  br i1 %c, label %bad, label %out
bad:
  call void @fail()
  unreachable
out:
  ret i64 %x
}
; CHECK-LABEL: define i64 @throws_later(
; CHECK: store ptr %gcanchor
; CHECK: @safe,
; CHECK: @fail, i32 0,
define i64 @throws_later(ptr "gcstack" %gc, ptr addrspace(10) %a) {
  call void @safe()
  %x = load i64, ptr addrspace(10) %a
  %c = icmp eq i64 %x, 7
  br i1 %c, label %bad, label %out
bad:
  call void @fail()
  unreachable
out:
  ret i64 %x
}

; What is passed in registers, and what may not be.
; CHECK-LABEL: define void @places(
; CHECK: @six, i32 6,
; CHECK: @floats, i32 8,
; CHECK: @with_task, i32 7,
; CHECK: @lr.leave.seven, i32 8,
; CHECK: @lr.leave.nine, i32 10,
; CHECK: @lr.leave.wide, i32 2,
; CHECK: @lr.leave.vector, i32 2,
; CHECK: @lr.leave.three, i32 7,
; CHECK: @lr.leave.memory, i32 2,
; CHECK: @lr.leave.varying, i32 3,
; CHECK: fastcc {{.*}} @lr.leave.safe{{.*}}, i32 1,
; CHECK: ptr elementtype(void (i64)) %f, i32 1, i32 0, i64 1,
define void @places(ptr "gcstack" %gc, ptr addrspace(10) %a, i128 %w, <2 x double> %v, ptr %p, ptr %f) {
  call void @six(i64 1, i32 2, ptr %p, i64 4, i64 5, i1 true)
  call void @floats(double 1.0, double 1.0, double 1.0, double 1.0, float 1.0, float 1.0, float 1.0, float 1.0)
  call void @with_task(ptr %p, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6)
  call void @seven(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7)
  call void @nine(double 1.0, double 1.0, double 1.0, double 1.0, double 1.0, double 1.0, double 1.0, double 1.0, double 1.0)
  call void @wide(i128 %w)
  call void @vector(<2 x double> %v)
  %t = call { i64, i64, i64 } @three(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6)
  call void @memory(ptr byval(i64) %p)
  call void (ptr, ...) @varying(ptr %p, i64 1)
  call fastcc void @safe()
  call void %f(i64 1)
  store i64 1, ptr addrspace(10) %a
  ret void
}

; Who allocates on the stack says at each call where the stack pointer stands.
; CHECK-LABEL: define void @dynamic(
; CHECK: %gcanchor = alloca i64, i32 4, align 16
; CHECK-NOT: stacksave
; CHECK: store ptr %gcanchor, ptr %gc
; CHECK: %room = alloca i8, i64 %n
; CHECK: [[SP:%.*]] = call ptr @llvm.stacksave.p0()
; CHECK: [[AT:%.*]] = getelementptr i8, ptr %gcanchor, i64 24
; CHECK: store ptr [[SP]], ptr [[AT]]
; CHECK-NEXT: call token {{.*}} @take, i32 1,
define void @dynamic(ptr "gcstack" %gc, ptr addrspace(10) %a, i64 %n) {
  call void @safe()
  %room = alloca i8, i64 %n
  call void @take(ptr %room)
  store i64 1, ptr addrspace(10) %a
  ret void
}

; Landing pads find the anchor where it was at the call.
; CHECK-LABEL: define void @unwinds(
; CHECK: store ptr %gcanchor, ptr %gc
; CHECK: [[HEAD:%.*]] = load ptr, ptr %gc
; CHECK: invoke token {{.*}} @safe,
; CHECK: landingpad
; CHECK: store ptr [[HEAD]], ptr %gc
; CHECK: @use, i32 1,
; CHECK: store ptr {{.*}}, ptr %gc
; CHECK: ret void
define void @unwinds(ptr "gcstack" %gc, ptr addrspace(10) %a) personality ptr @__gxx_personality_v0 {
  invoke void @safe() to label %ok unwind label %bad
ok:
  ret void
bad:
  %lp = landingpad { ptr, i32 } catch ptr null
  call void @use(ptr addrspace(10) %a)
  ret void
}

; An edge into the part that leaves is cut, and phis at its end, those of what moves among them, come out right.
; CHECK-LABEL: define i64 @cut(
; CHECK: gcpush:
; CHECK: store ptr %gcanchor, ptr %gc
; CHECK: br label %slow
; CHECK: slow:
; CHECK-NEXT: phi ptr addrspace(10) [ %a, %gcpush ], [ {{.*}}, %slow ]
define i64 @cut(ptr "gcstack" %gc, ptr addrspace(10) %a, i1 %c) {
top:
  %x = load i64, ptr addrspace(10) %a
  br i1 %c, label %slow, label %fast, !prof !0
slow:
  call void @use(ptr addrspace(10) %a)
  %y = load i64, ptr addrspace(10) %a
  %d = icmp eq i64 %y, 0
  br i1 %d, label %out, label %slow
fast:
  ret i64 %x
out:
  ret i64 %y
}

; No anchor is in the way of a tail call.
; CHECK-LABEL: define void @tail(
; CHECK: store ptr %gcanchor, ptr %gc
; CHECK: @safe,
; CHECK: store ptr %anchor.prev, ptr %gc
; CHECK-NEXT: musttail call void @tail_callee
define void @tail(ptr "gcstack" %gc, ptr addrspace(10) %a) {
  call void @safe()
  musttail call void @tail_callee(ptr %gc, ptr addrspace(10) %a)
  ret void
}
declare void @tail_callee(ptr, ptr addrspace(10)) "lateroot-roots-arguments"
