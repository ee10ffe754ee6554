; Values made of other values in every way that moves no object: each has its base, and the verifier of relocations finds nothing wrong.
; RUN: %lateroot opt --abi=statepoint --check --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %s | FileCheck %s
; RUN: %lateroot compile --abi=statepoint --check -O2 %s -o %t.o
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

@fixed = external constant ptr addrspace(10)
@marked = external global ptr addrspace(10), !julia.constgv !0

declare ptr @julia.get_pgcstack()
declare void @safe()
declare <2 x ptr addrspace(10)> @two()
declare ptr addrspace(10) @make()
declare ptr addrspace(11) @llvm.ptrmask.p11.i64(ptr addrspace(11), i64)
declare ptr addrspace(10) @llvm.launder.invariant.group.p10(ptr addrspace(10))
declare ptr addrspace(10) @llvm.strip.invariant.group.p10(ptr addrspace(10))

; CHECK-LABEL: define <2 x ptr addrspace(10)> @shuffled
; CHECK: "gc-live"(
; CHECK: @llvm.experimental.gc.relocate.p10
define <2 x ptr addrspace(10)> @shuffled() {
  %pgc = call ptr @julia.get_pgcstack()
  %a = call <2 x ptr addrspace(10)> @two()
  %b = call <2 x ptr addrspace(10)> @two()
  %s = shufflevector <2 x ptr addrspace(10)> %a, <2 x ptr addrspace(10)> %b, <2 x i32> <i32 1, i32 2>
  call void @safe()
  ret <2 x ptr addrspace(10)> %s
}
; CHECK-LABEL: define ptr addrspace(10) @lanes
; CHECK: @llvm.experimental.gc.relocate.p10
define ptr addrspace(10) @lanes(i32 %i, ptr addrspace(10) %x) {
  %pgc = call ptr @julia.get_pgcstack()
  %a = call <2 x ptr addrspace(10)> @two()
  %b = insertelement <2 x ptr addrspace(10)> %a, ptr addrspace(10) %x, i32 %i
  %c = insertelement <2 x ptr addrspace(10)> %b, ptr addrspace(10) %x, i32 1
  %e = extractelement <2 x ptr addrspace(10)> %c, i32 %i
  call void @safe()
  ret ptr addrspace(10) %e
}
; CHECK-LABEL: define i64 @masked
; CHECK: @llvm.experimental.gc.relocate.p1{{[01]}}
define i64 @masked(ptr addrspace(10) %x) {
  %pgc = call ptr @julia.get_pgcstack()
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %p = getelementptr i8, ptr addrspace(11) %d, i64 20
  %m = call ptr addrspace(11) @llvm.ptrmask.p11.i64(ptr addrspace(11) %p, i64 -16)
  call void @safe()
  %v = load i64, ptr addrspace(11) %m
  ret i64 %v
}
; CHECK-LABEL: define ptr addrspace(10) @laundered
; CHECK: @llvm.experimental.gc.relocate.p10
define ptr addrspace(10) @laundered(ptr addrspace(10) %x) {
  %pgc = call ptr @julia.get_pgcstack()
  %l = call ptr addrspace(10) @llvm.launder.invariant.group.p10(ptr addrspace(10) %x)
  %s = call ptr addrspace(10) @llvm.strip.invariant.group.p10(ptr addrspace(10) %l)
  %f = freeze ptr addrspace(10) %s
  call void @safe()
  ret ptr addrspace(10) %f
}
; Phis and selects of derived pointers take phis and selects of their objects with them, in cycles too.
; CHECK-LABEL: define i64 @cycle
; CHECK: phi ptr addrspace(10)
define i64 @cycle(ptr addrspace(10) %x, ptr addrspace(10) %y, i1 %c, i64 %n) {
  %pgc = call ptr @julia.get_pgcstack()
  %dx = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %dy = addrspacecast ptr addrspace(10) %y to ptr addrspace(11)
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %p = phi ptr addrspace(11) [ %dx, %0 ], [ %q, %loop ]
  %moved = getelementptr i8, ptr addrspace(11) %p, i64 8
  %q = select i1 %c, ptr addrspace(11) %moved, ptr addrspace(11) %dy
  call void @safe()
  %v = load i64, ptr addrspace(11) %q
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i64 %v
}
; Selects lane by lane, of composites, and phis of vectors.
; CHECK-LABEL: define <2 x ptr addrspace(10)> @by_lane
; CHECK: @llvm.experimental.gc.relocate.p10
define <2 x ptr addrspace(10)> @by_lane(<2 x i1> %c, i1 %d) {
  %pgc = call ptr @julia.get_pgcstack()
  %a = call <2 x ptr addrspace(10)> @two()
  %b = call <2 x ptr addrspace(10)> @two()
  %s = select <2 x i1> %c, <2 x ptr addrspace(10)> %a, <2 x ptr addrspace(10)> %b
  br i1 %d, label %then, label %end
then:
  call void @safe()
  br label %end
end:
  %p = phi <2 x ptr addrspace(10)> [ %s, %0 ], [ %a, %then ]
  call void @safe()
  ret <2 x ptr addrspace(10)> %p
}
; What a constant or an immutable variable names stays where it is.
; CHECK-LABEL: define ptr addrspace(10) @permanent
define ptr addrspace(10) @permanent(i1 %c) {
  %pgc = call ptr @julia.get_pgcstack()
  %f = load ptr addrspace(10), ptr @fixed
  %m = load ptr addrspace(10), ptr @marked
  %s = select i1 %c, ptr addrspace(10) %f, ptr addrspace(10) %m
  call void @safe()
  ret ptr addrspace(10) %s
}
; So does what is made of a raw pointer out of a variable that does not change.
; CHECK-LABEL: define ptr addrspace(10) @raw
define ptr addrspace(10) @raw(i1 %c, ptr %other) {
  %pgc = call ptr @julia.get_pgcstack()
  %f = load ptr, ptr @fixed
  %g = getelementptr i8, ptr %f, i64 16
  %s = select i1 %c, ptr %g, ptr %f
  %x = addrspacecast ptr %s to ptr addrspace(10)
  call void @safe()
  ret ptr addrspace(10) %x
}
; Control never comes from a block that nothing leads to, but phis need its entry: new ones, old ones, and bases.
; CHECK-LABEL: define ptr addrspace(10) @never_reached
; CHECK: loop:
; CHECK: phi ptr addrspace(10){{.*}}%never
; CHECK: out:
; CHECK: phi ptr addrspace(1{{.*}}%never
define ptr addrspace(10) @never_reached(i1 %c) {
  %pgc = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %ad = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %bd = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %bi = getelementptr i8, ptr addrspace(11) %bd, i64 8
  br label %loop
never:
  switch i64 0, label %loop [ i64 1, label %out
                              i64 2, label %out ]
loop:
  call void @safe()
  br i1 %c, label %loop, label %out
out:
  %p = phi ptr addrspace(10) [ %a, %loop ], [ %b, %never ], [ %b, %never ]
  %d = phi ptr addrspace(11) [ %ad, %loop ], [ %bi, %never ], [ %bi, %never ]
  call void @safe()
  store i64 1, ptr addrspace(11) %d
  ret ptr addrspace(10) %p
}
!0 = !{}
