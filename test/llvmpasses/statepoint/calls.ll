; Calls become statepoints; what is live behind them is relocated, and later uses read that.
; RUN: %lateroot opt --abi=statepoint --check --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %s | FileCheck %s
; RUN: %lateroot compile --abi=statepoint --check -O2 %s -o %t.o
; RUN: %llvm_bin/llvm-readobj --stackmap %t.o | FileCheck %s --check-prefix=MAP
; MAP: LLVM StackMap Version: 3
; MAP: Num Functions: 16

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare void @safe()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @borrow(ptr addrspace(11))
declare i32 @printf(ptr, ...)

; CHECK-LABEL: define i64 @join(ptr addrspace(10) %a, i1 %c, i64 %k)
; CHECK-SAME: gc "shadow-stack"
; CHECK: [[T:%.*]] = call token {{.*}} @llvm.experimental.gc.statepoint.p0(i64 2882400000, i32 0, ptr elementtype(ptr addrspace(10) ()) @make, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(10) %a) ]
; CHECK: %o = call ptr addrspace(10) @llvm.experimental.gc.result.p10(token [[T]])
; CHECK: %a.moved = call coldcc ptr addrspace(10) @llvm.experimental.gc.relocate.p10(token [[T]], i32 0, i32 0)
; CHECK: yes:
; CHECK: [[T:%.*]] = call token {{.*}} @safe, {{.*}} [ "gc-live"(ptr addrspace(10) %a.moved, ptr addrspace(10) %o, ptr addrspace(11) %d) ]
; CHECK: %o.moved = {{.*}} @llvm.experimental.gc.relocate.p10(token [[T]], i32 1, i32 1)
; CHECK: %d.moved = {{.*}} @llvm.experimental.gc.relocate.p11(token [[T]], i32 1, i32 2)
; CHECK: no:
; CHECK: [[A:%.*]] = phi ptr addrspace(10) [ %a.moved, %top ], [ %a.moved1, %yes ]
; CHECK: [[D:%.*]] = phi ptr addrspace(11) [ %d, %top ], [ %d.moved, %yes ]
; the argument is dead behind the call, and alive during it
; CHECK: @use, i32 1, i32 0, ptr addrspace(10) [[A]], {{.*}} "deopt"(ptr addrspace(10) [[A]], i32 0, i32 0, i32 1, i32 0, i32 0)
; CHECK: load i64, ptr addrspace(11) %d.moved
define i64 @join(ptr addrspace(10) %a, i1 %c, i64 %k) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %d0 = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %d = getelementptr i8, ptr addrspace(11) %d0, i64 %k
  br i1 %c, label %yes, label %no
yes:
  call void @safe()
  br label %no
no:
  call void @use(ptr addrspace(10) %a)
  %x = load i64, ptr addrspace(11) %d
  ret i64 %x
}

; A derived phi gets a phi of its bases beside it.
; CHECK-LABEL: define void @walk
; CHECK: l:
; CHECK-DAG: [[BASE:%gclift.*]] = phi ptr addrspace(10) [ %a, %top ], [ [[NEXT:%gclift.*]], %l ]
; CHECK-DAG: %p = phi ptr addrspace(11)
; CHECK: [[T:%.*]] = call token {{.*}} @safe, {{.*}} "gc-live"({{.*}}ptr addrspace(10) [[BASE]], ptr addrspace(11) %q)
; CHECK: [[MOVED:%.*]] = {{.*}} @llvm.experimental.gc.relocate.p10(token [[T]], {{.*}}; ([[BASE]], [[BASE]])
; CHECK: %q.moved = {{.*}} @llvm.experimental.gc.relocate.p11(token [[T]], {{.*}}; ([[BASE]], %q)
; CHECK: [[NEXT]] = select i1 %odd, ptr addrspace(10) [[MOVED]], ptr addrspace(10) %b.moved
; CHECK: %s = select i1 %odd, ptr addrspace(11) %q.moved
define void @walk(ptr addrspace(10) %a, ptr addrspace(10) %b, i64 %n) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %a1 = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %b1 = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  br label %l
l:
  %i = phi i64 [ 0, %top ], [ %i1, %l ]
  %p = phi ptr addrspace(11) [ %a1, %top ], [ %s, %l ]
  store i64 %i, ptr addrspace(11) %p
  %q = getelementptr i8, ptr addrspace(11) %p, i64 %n
  call void @safe()
  %odd = trunc i64 %i to i1
  %s = select i1 %odd, ptr addrspace(11) %q, ptr addrspace(11) %b1
  %i1 = add i64 %i, 1
  %e = icmp eq i64 %i1, %n
  br i1 %e, label %out, label %l
out:
  ret void
}

; Live around the outer loop and nowhere used in the inner one: the ways out of that merge it all the same.
; CHECK-LABEL: define void @nested
; CHECK: out:
; CHECK: phi ptr addrspace(11)
; CHECK: br label %outer
define void @nested(ptr addrspace(10) %a, i1 %c, i1 %d, i64 %k) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %cast = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %p = getelementptr i8, ptr addrspace(11) %cast, i64 %k
  br label %outer
outer:
  store i64 1, ptr addrspace(11) %p
  call void @safe()
  br i1 %c, label %inner, label %out
inner:
  br i1 %d, label %body, label %out
body:
  call void @safe()
  br label %inner
out:
  br label %outer
}

; A cast is made again instead of being relocated.
; CHECK-LABEL: define void @cast
; CHECK: "gc-live"(ptr addrspace(10) %a) ]
; CHECK: [[C:%.*]] = addrspacecast ptr addrspace(10) %a.moved to ptr addrspace(11)
; CHECK: store i64 1, ptr addrspace(11) [[C]]
define void @cast(ptr addrspace(10) %a) {
  %pgc = call ptr @julia.get_pgcstack()
  %p = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  store i64 0, ptr addrspace(11) %p
  call void @safe()
  store i64 1, ptr addrspace(11) %p
  ret void
}

; And so is a pointer at a constant distance, also by way of others, and in a phi.
; CHECK-LABEL: define void @fields
; CHECK: [[T:%.*]] = call token {{.*}} @safe, {{.*}} [ "gc-live"(ptr addrspace(10) %a, ptr addrspace(11) %e) ]
; CHECK: [[C:%.*]] = addrspacecast ptr addrspace(10) %a.moved to ptr addrspace(11)
; CHECK: [[Q:%.*]] = getelementptr {{(nuw )?}}i8, ptr addrspace(11) [[C]], i64 24
; CHECK: store i64 1, ptr addrspace(11) [[Q]]
; CHECK: [[B:%.*]] = getelementptr {{(nuw )?}}i8, ptr addrspace(11) %e.moved, i64 -8
; CHECK: store i64 2, ptr addrspace(11) [[B]]
; CHECK: yes:
; CHECK: [[P:%.*]] = getelementptr {{(nuw )?}}i8, ptr addrspace(11) %{{.*}}, i64 8
; CHECK: phi ptr addrspace(11) [ {{.*}} ], [ [[P]], %yes ]
define void @fields(ptr addrspace(10) %a, i1 %c, i64 %k) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %p = getelementptr i8, ptr addrspace(11) %d, i64 8
  %q = getelementptr { i64, i64 }, ptr addrspace(11) %p, i64 1
  %e = getelementptr i64, ptr addrspace(11) %d, i64 %k
  %b = getelementptr i64, ptr addrspace(11) %e, i64 -1
  call void @safe()
  store i64 1, ptr addrspace(11) %q
  store i64 2, ptr addrspace(11) %b
  br i1 %c, label %yes, label %no
yes:
  call void @safe()
  br label %no
no:
  %r = phi ptr addrspace(11) [ %b, %top ], [ %p, %yes ]
  store i64 3, ptr addrspace(11) %r
  ret void
}

; A lane of a vector is the pointer itself, at its distance.
; CHECK-LABEL: define i64 @lanes
; CHECK: "gc-live"(ptr addrspace(10) %a, ptr addrspace(11) %{{[0-9]+}})
; CHECK: [[P:%.*]] = {{.*}} @llvm.experimental.gc.relocate.p11(
; CHECK: load i64, ptr addrspace(11) [[P]]
define i64 @lanes(ptr addrspace(10) %a) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %p = getelementptr i8, ptr addrspace(11) %d, i64 8
  %v = insertelement <2 x ptr addrspace(11)> poison, ptr addrspace(11) %p, i32 0
  %w = insertelement <2 x ptr addrspace(11)> %v, ptr addrspace(11) %d, i32 1
  call void @safe()
  %x = extractelement <2 x ptr addrspace(11)> %w, i32 0
  %y = load i64, ptr addrspace(11) %x
  ret i64 %y
}

; What is only compared is relocated, too, and with it its object.
; CHECK-LABEL: define i1 @compared
; CHECK: "gc-live"(ptr addrspace(10) %a, ptr addrspace(10) %b, ptr addrspace(11) %p)
; CHECK: icmp eq ptr addrspace(11) %p.moved,
define i1 @compared(ptr addrspace(10) %a, ptr addrspace(10) %b, i64 %k) {
  %pgc = call ptr @julia.get_pgcstack()
  %c = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %p = getelementptr i8, ptr addrspace(11) %c, i64 %k
  call void @safe()
  %q = load ptr addrspace(10), ptr addrspace(10) %b
  %r = addrspacecast ptr addrspace(10) %q to ptr addrspace(11)
  %e = icmp eq ptr addrspace(11) %p, %r
  ret i1 %e
}

; What a call site asks of its statepoint.
; CHECK-LABEL: define void @asked
; CHECK: gc.statepoint.p0(i64 42, i32 5, ptr elementtype(void ()) @safe, i32 0, i32 0, i32 0, i32 0)
; CHECK: call token {{.*}} @use, i32 1, i32 0, ptr addrspace(10) %m.moved, i32 0, i32 0) [ "gc-live"(ptr addrspace(10) %m.moved), "deopt"(i32 7, ptr addrspace(10) %m.moved, ptr addrspace(10) %m.moved, i32 0, i32 0, i32 1, i32 0, i32 0) ]
; CHECK: call token {{.*}} @lr.leave.safe, i32 2, i32 1, ptr %pgc, ptr %ptls, i32 0, i32 0) [ "gc-live"(ptr addrspace(10) {{%.*}}), "gc-transition"(ptr %ptls) ]
; CHECK: call fastcc token {{.*}} @lr.leave.safe.1,
define void @asked(ptr addrspace(10) %m, ptr %ptls) {
  %pgc = call ptr @julia.get_pgcstack()
  call void @safe() "statepoint-id"="42" "statepoint-num-patch-bytes"="5"
  call void @use(ptr addrspace(10) %m) [ "deopt"(i32 7, ptr addrspace(10) %m) ]
  call void @safe() [ "gc-transition"(ptr %ptls) ]
  call fastcc void @safe()
  call void @use(ptr addrspace(10) %m) "gc-leaf-function"
  ret void
}

; What is given to a function of the same kind is that one's, which relocates it; of others nobody knows.
; CHECK-LABEL: define void @given
; CHECK: @taker, i32 1, i32 0, ptr addrspace(10) %a, i32 0, i32 0){{$}}
; CHECK: @use, {{.*}} "deopt"(ptr addrspace(10) %b, i32 0, i32 0, i32 1,
define void @given(ptr addrspace(10) %a) {
  %pgc = call ptr @julia.get_pgcstack()
  call void @taker(ptr addrspace(10) %a)
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %b)
  ret void
}
define void @taker(ptr addrspace(10) %a) {
  %pgc = call ptr @julia.get_pgcstack()
  call void @safe()
  store i64 1, ptr addrspace(10) %a
  ret void
}

; A callee cannot relocate a derived argument: the object stays in place.
; CHECK-LABEL: define void @derived_argument
; CHECK: @borrow, {{.*}} "deopt"(ptr addrspace(10) %m, i32 0, i32 1, i32 0, i32 0, i32 0)
define void @derived_argument(ptr addrspace(10) %m) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %m to ptr addrspace(11)
  call void @borrow(ptr addrspace(11) %d)
  ret void
}

; Assembly cannot be called by a statepoint; functions of variable arguments are called by what comes in between.
; CHECK-LABEL: define i32 @others
; CHECK: call void asm sideeffect "nop"
; CHECK-COUNT-2: ptr elementtype(i32 (ptr, i64, ptr)) @lr.leave.printf,
define i32 @others(ptr addrspace(10) %a) {
  %pgc = call ptr @julia.get_pgcstack()
  call void asm sideeffect "nop", "~{memory}"()
  %n = call i32 (ptr, ...) @printf(ptr null, i64 1)
  %m = call i32 (ptr, ...) @printf(ptr null, i64 1)
  call void @use(ptr addrspace(10) %a)
  ret i32 %n
}

; Of a musttail call the caller has no frame left, and what is given to it is the callee's.
; CHECK-LABEL: define ptr addrspace(10) @tail(
; CHECK: call token
; CHECK: %q = musttail call ptr addrspace(10) @tail_callee(ptr addrspace(10) %r)
define ptr addrspace(10) @tail(ptr addrspace(10) %a) {
  %pgc = call ptr @julia.get_pgcstack()
  %r = call ptr addrspace(10) @tail_callee(ptr addrspace(10) %a)
  %q = musttail call ptr addrspace(10) @tail_callee(ptr addrspace(10) %r)
  ret ptr addrspace(10) %q
}
declare ptr addrspace(10) @tail_callee(ptr addrspace(10)) "lateroot-roots-arguments"

; The anchor needs the chain: the getter comes before all that leaves.
; CHECK-LABEL: define void @late_getter
; CHECK-NEXT: %gcanchor = alloca
; CHECK-NEXT: %pgc = call ptr @julia.get_pgcstack()
; CHECK: store ptr %gcanchor, ptr %pgc
; CHECK: call token {{.*}} @safe, i32 0, i32 0
; CHECK: call token {{.*}} @safe, i32 0, i32 0
define void @late_getter(i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @safe()
  ret void
b:
  %pgc = call ptr @julia.get_pgcstack()
  call void @safe()
  ret void
}

; Polls are calls: a statepoint speaks of a return address.
; CHECK-LABEL: define void @poll
; CHECK: gc.statepoint{{.*}} @lr_gc_safepoint
define void @poll(ptr %page) {
  %pgc = call ptr @julia.get_pgcstack()
  call void @julia.safepoint(ptr %page)
  ret void
}
declare void @julia.safepoint(ptr)

; What allows LLVM to carry an access over a relocation is taken away.
; CHECK-LABEL: define i64 @stripped(ptr addrspace(10) align 8 %a,
; CHECK-NOT: invariant
; CHECK: load i64, ptr addrspace(10) %a, align 8{{$}}
; CHECK: load i64, ptr %raw, align 8, !invariant.load
; CHECK-NOT: gc-live
define i64 @stripped(ptr addrspace(10) dereferenceable(16) noalias align 8 %a, ptr %raw) memory(read, inaccessiblemem: readwrite) {
  %x = load i64, ptr addrspace(10) %a, !invariant.load !0, !tbaa !1
  %s = call ptr @llvm.invariant.start.p10(i64 8, ptr addrspace(10) %a)
  %y = load i64, ptr %raw, !invariant.load !0
  %pgc = call ptr @julia.get_pgcstack()
  call void @safe()
  call void @llvm.invariant.end.p10(ptr %s, i64 8, ptr addrspace(10) %a)
  %z = add i64 %x, %y
  ret i64 %z
}
declare ptr @llvm.invariant.start.p10(i64, ptr addrspace(10))
declare void @llvm.invariant.end.p10(ptr, i64, ptr addrspace(10))
!0 = !{}
!1 = !{!2, !2, i64 0, i64 1}
!2 = !{!"constant thing", !3, i64 0}
!3 = !{!"root"}
