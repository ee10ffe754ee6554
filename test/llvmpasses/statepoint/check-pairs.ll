; An address and its base are the same object if every way in which they were made says so.
; RUN: not %lateroot opt -passes=CheckGCRelocations --disable-output %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=right_

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
declare <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token, i32, i32)
declare <4 x ptr addrspace(1)> @llvm.vector.insert.v4p1.v2p1(<4 x ptr addrspace(1)>, <2 x ptr addrspace(1)>, i64)
declare <2 x ptr addrspace(1)> @llvm.vector.extract.v2p1.v4p1(<4 x ptr addrspace(1)>, i64)
declare ptr addrspace(1) @llvm.launder.invariant.group.p1(ptr addrspace(1))
declare ptr addrspace(1) @llvm.strip.invariant.group.p1(ptr addrspace(1))
declare ptr addrspace(1) @llvm.ssa.copy.p1(ptr addrspace(1) returned)
declare ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1), i64)
declare ptr addrspace(1) @other(ptr addrspace(1))
declare void @f()

; Both are chosen by the same condition.
define ptr addrspace(1) @right_selects(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %o = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %b
  %d = select i1 %c, ptr addrspace(1) %ad, ptr addrspace(1) %bd
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; The other way round.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_selects'
define ptr addrspace(1) @wrong_selects(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %o = select i1 %c, ptr addrspace(1) %b, ptr addrspace(1) %a
  %d = select i1 %c, ptr addrspace(1) %ad, ptr addrspace(1) %bd
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; By two conditions that need not agree.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_conditions'
define ptr addrspace(1) @wrong_conditions(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i1 %k) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %o = select i1 %k, ptr addrspace(1) %a, ptr addrspace(1) %b
  %d = select i1 %c, ptr addrspace(1) %ad, ptr addrspace(1) %bd
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Two places of one object.
define ptr addrspace(1) @right_one_select(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %ae = getelementptr i8, ptr addrspace(1) %a, i64 16
  %d = select i1 %c, ptr addrspace(1) %ad, ptr addrspace(1) %ae
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %a, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Whatever is chosen, it is the same object.
define ptr addrspace(1) @right_base_select(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %o = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Only one of what may be chosen.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_base_select'
define ptr addrspace(1) @wrong_base_select(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %o = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %b
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Null is in no object.
define ptr addrspace(1) @right_null(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %o = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) null
  %d = select i1 %c, ptr addrspace(1) %ad, ptr addrspace(1) null
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; A phi of one object alone.
define ptr addrspace(1) @right_base_phi(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
top:
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %o = phi ptr addrspace(1) [ %a, %top ], [ %a, %x ]
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; A phi of two.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_base_phi'
define ptr addrspace(1) @wrong_base_phi(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
top:
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %o = phi ptr addrspace(1) [ %a, %top ], [ %b, %x ]
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Phis of two places take different ways.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_places'
define ptr addrspace(1) @wrong_places(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
top:
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %d = phi ptr addrspace(1) [ %ad, %top ], [ %b, %x ]
  br i1 %c, label %v, label %w
v:
  br label %w
w:
  %o = phi ptr addrspace(1) [ %a, %y ], [ %b, %v ]
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Round a loop.
define ptr addrspace(1) @right_loop(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
top:
  br label %l
l:
  %o = phi ptr addrspace(1) [ %a, %top ], [ %o, %l ]
  %d = phi ptr addrspace(1) [ %a, %top ], [ %e, %l ]
  %e = getelementptr i8, ptr addrspace(1) %d, i64 8
  br i1 %c, label %l, label %out
out:
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Steps that stay in the object.
define ptr addrspace(1) @right_steps(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
  %l = call ptr addrspace(1) @llvm.launder.invariant.group.p1(ptr addrspace(1) %a)
  %s = call ptr addrspace(1) @llvm.strip.invariant.group.p1(ptr addrspace(1) %l)
  %o = freeze ptr addrspace(1) %a
  %m = call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %s, i64 -8)
  %y = call ptr addrspace(1) @llvm.ssa.copy.p1(ptr addrspace(1) %m)
  %d = getelementptr i8, ptr addrspace(1) %y, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Of the base, too.
define ptr addrspace(1) @right_laundered_base(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
  %l = call ptr addrspace(1) @llvm.launder.invariant.group.p1(ptr addrspace(1) %a)
  %o = call ptr addrspace(1) @llvm.strip.invariant.group.p1(ptr addrspace(1) %l)
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; A base is no place inside of the object.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_moved_base'
define ptr addrspace(1) @wrong_moved_base(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
  %o = getelementptr i8, ptr addrspace(1) %a, i64 8
  %d = getelementptr i8, ptr addrspace(1) %a, i64 16
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; What a function made of it may be another object.
; CHECK: error: pairs %a with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_call'
define ptr addrspace(1) @wrong_call(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
  %o = call ptr addrspace(1) @other(ptr addrspace(1) %a)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %a)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Two parts of a composite are two objects.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_extracted'
define ptr addrspace(1) @wrong_extracted([2 x ptr addrspace(1)] %p) gc "statepoint-example" {
  %o = extractvalue [2 x ptr addrspace(1)] %p, 0
  %d = extractvalue [2 x ptr addrspace(1)] %p, 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; So are two lanes.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_lanes'
define ptr addrspace(1) @wrong_lanes(<2 x ptr addrspace(1)> %p) gc "statepoint-example" {
  %o = extractelement <2 x ptr addrspace(1)> %p, i32 0
  %e = extractelement <2 x ptr addrspace(1)> %p, i32 1
  %d = getelementptr i8, ptr addrspace(1) %e, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; What one statepoint relocated goes through the next one: the pairs are followed back.
define ptr addrspace(1) @right_twice(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %s = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %a, ptr addrspace(1) %d)]
  %a2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %s, i32 0, i32 0)
  %d2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %s, i32 0, i32 1)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %a2, ptr addrspace(1) %d2)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; CHECK: error: pairs %d2 with %b2, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_twice'
define ptr addrspace(1) @wrong_twice(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %s = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %a, ptr addrspace(1) %d, ptr addrspace(1) %b)]
  %b2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %s, i32 2, i32 2)
  %d2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %s, i32 0, i32 1)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %b2, ptr addrspace(1) %d2)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; By two statepoints, one after the other: the object has moved between.
; CHECK: error: reads %a2 behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_statepoints'
; CHECK: error: pairs %a3 with %a2, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_statepoints'
define ptr addrspace(1) @wrong_statepoints(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
  %s = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %a, ptr addrspace(1) %b)]
  %a2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %s, i32 0, i32 0)
  %u = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %a2)]
  %a3 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %u, i32 0, i32 0)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %a2, ptr addrspace(1) %a3)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Without names.
; CHECK: error: pairs a pointer with a base, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_nameless'
define ptr addrspace(1) @wrong_nameless(ptr addrspace(1), ptr addrspace(1)) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %0, ptr addrspace(1) %1)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; A bundle of deopt values comes first.
define ptr addrspace(1) @right_bundles(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["deopt"(i32 1, ptr addrspace(1) %b), "gc-live"(ptr addrspace(1) %a, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Put into composites and taken out again.
define ptr addrspace(1) @right_parts(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %x1 = insertvalue { i64, [2 x ptr addrspace(1)] } zeroinitializer, ptr addrspace(1) %a, 1, 0
  %x = insertvalue { i64, [2 x ptr addrspace(1)] } %x1, ptr addrspace(1) %b, 1, 1
  %y1 = insertvalue { i64, [2 x ptr addrspace(1)] } zeroinitializer, ptr addrspace(1) %ad, 1, 0
  %y = insertvalue { i64, [2 x ptr addrspace(1)] } %y1, ptr addrspace(1) %bd, 1, 1
  %o = extractvalue { i64, [2 x ptr addrspace(1)] } %x, 1, 1
  %d = extractvalue { i64, [2 x ptr addrspace(1)] } %y, 1, 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Another part.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_parts'
define ptr addrspace(1) @wrong_parts(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %x1 = insertvalue { i64, [2 x ptr addrspace(1)] } zeroinitializer, ptr addrspace(1) %a, 1, 0
  %x = insertvalue { i64, [2 x ptr addrspace(1)] } %x1, ptr addrspace(1) %b, 1, 1
  %y1 = insertvalue { i64, [2 x ptr addrspace(1)] } zeroinitializer, ptr addrspace(1) %ad, 1, 0
  %y = insertvalue { i64, [2 x ptr addrspace(1)] } %y1, ptr addrspace(1) %bd, 1, 1
  %o = extractvalue { i64, [2 x ptr addrspace(1)] } %x, 1, 0
  %d = extractvalue { i64, [2 x ptr addrspace(1)] } %y, 1, 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; A part that was in it before.
define ptr addrspace(1) @right_part_below(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
  %x = insertvalue { ptr addrspace(1), ptr addrspace(1) } poison, ptr addrspace(1) %a, 0
  %y = insertvalue { ptr addrspace(1), ptr addrspace(1) } %x, ptr addrspace(1) %b, 1
  %o = extractvalue { ptr addrspace(1), ptr addrspace(1) } %y, 0
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; One lane of each of two vectors.
define ptr addrspace(1) @right_lane(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %x1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %a, i32 0
  %x = insertelement <2 x ptr addrspace(1)> %x1, ptr addrspace(1) %b, i32 1
  %y1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %ad, i32 0
  %y = insertelement <2 x ptr addrspace(1)> %y1, ptr addrspace(1) %bd, i32 1
  %o = extractelement <2 x ptr addrspace(1)> %x, i32 1
  %d = extractelement <2 x ptr addrspace(1)> %y, i32 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Two lanes.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_lane'
define ptr addrspace(1) @wrong_lane(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %x1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %a, i32 0
  %x = insertelement <2 x ptr addrspace(1)> %x1, ptr addrspace(1) %b, i32 1
  %y1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %ad, i32 0
  %y = insertelement <2 x ptr addrspace(1)> %y1, ptr addrspace(1) %bd, i32 1
  %o = extractelement <2 x ptr addrspace(1)> %x, i32 0
  %d = extractelement <2 x ptr addrspace(1)> %y, i32 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Whichever lane it is, it is the same in both.
define ptr addrspace(1) @right_any_lane(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %x1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %a, i32 0
  %x = insertelement <2 x ptr addrspace(1)> %x1, ptr addrspace(1) %b, i32 1
  %y1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %ad, i32 0
  %y = insertelement <2 x ptr addrspace(1)> %y1, ptr addrspace(1) %bd, i32 1
  %o = extractelement <2 x ptr addrspace(1)> %x, i32 %i
  %d = extractelement <2 x ptr addrspace(1)> %y, i32 %i
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; The lanes are exchanged.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_any_lane'
define ptr addrspace(1) @wrong_any_lane(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %x1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %b, i32 0
  %x = insertelement <2 x ptr addrspace(1)> %x1, ptr addrspace(1) %a, i32 1
  %y1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %ad, i32 0
  %y = insertelement <2 x ptr addrspace(1)> %y1, ptr addrspace(1) %bd, i32 1
  %o = extractelement <2 x ptr addrspace(1)> %x, i32 %i
  %d = extractelement <2 x ptr addrspace(1)> %y, i32 %i
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Any lane is in the one object.
define ptr addrspace(1) @right_one_in_lanes(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %y1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %ad, i32 0
  %y = insertelement <2 x ptr addrspace(1)> %y1, ptr addrspace(1) %a, i32 1
  %d = extractelement <2 x ptr addrspace(1)> %y, i32 %i
  %o = freeze ptr addrspace(1) %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; One lane is not.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_one_in_lanes'
define ptr addrspace(1) @wrong_one_in_lanes(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %y1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %ad, i32 0
  %y = insertelement <2 x ptr addrspace(1)> %y1, ptr addrspace(1) %bd, i32 1
  %d = extractelement <2 x ptr addrspace(1)> %y, i32 %i
  %o = freeze ptr addrspace(1) %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; What is put into a lane that is not known may be in any.
define ptr addrspace(1) @right_put(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %x1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %a, i32 0
  %x = insertelement <2 x ptr addrspace(1)> %x1, ptr addrspace(1) %a, i32 1
  %y1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %ad, i32 0
  %y = insertelement <2 x ptr addrspace(1)> %y1, ptr addrspace(1) %ad, i32 1
  %xb = insertelement <2 x ptr addrspace(1)> %x, ptr addrspace(1) %b, i32 %i
  %yb = insertelement <2 x ptr addrspace(1)> %y, ptr addrspace(1) %bd, i32 %i
  %o = extractelement <2 x ptr addrspace(1)> %xb, i32 0
  %d = extractelement <2 x ptr addrspace(1)> %yb, i32 0
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; But not only of the pointers.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_put'
define ptr addrspace(1) @wrong_put(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %x1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %a, i32 0
  %x = insertelement <2 x ptr addrspace(1)> %x1, ptr addrspace(1) %a, i32 1
  %y1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %ad, i32 0
  %y = insertelement <2 x ptr addrspace(1)> %y1, ptr addrspace(1) %ad, i32 1
  %yb = insertelement <2 x ptr addrspace(1)> %y, ptr addrspace(1) %bd, i32 %i
  %o = extractelement <2 x ptr addrspace(1)> %x, i32 0
  %d = extractelement <2 x ptr addrspace(1)> %yb, i32 0
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Lanes change places in both.
define ptr addrspace(1) @right_shuffle(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %x1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %a, i32 0
  %x = insertelement <2 x ptr addrspace(1)> %x1, ptr addrspace(1) %b, i32 1
  %y1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %ad, i32 0
  %y = insertelement <2 x ptr addrspace(1)> %y1, ptr addrspace(1) %bd, i32 1
  %xs = shufflevector <2 x ptr addrspace(1)> %x, <2 x ptr addrspace(1)> poison, <2 x i32> <i32 1, i32 0>
  %o = extractelement <2 x ptr addrspace(1)> %xs, i32 0
  %d = extractelement <2 x ptr addrspace(1)> %y, i32 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; In the base alone.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_shuffle'
define ptr addrspace(1) @wrong_shuffle(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %x1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %a, i32 0
  %x = insertelement <2 x ptr addrspace(1)> %x1, ptr addrspace(1) %b, i32 1
  %y1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %ad, i32 0
  %y = insertelement <2 x ptr addrspace(1)> %y1, ptr addrspace(1) %bd, i32 1
  %xs = shufflevector <2 x ptr addrspace(1)> %x, <2 x ptr addrspace(1)> poison, <2 x i32> <i32 1, i32 0>
  %o = extractelement <2 x ptr addrspace(1)> %xs, i32 1
  %d = extractelement <2 x ptr addrspace(1)> %y, i32 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Whole vectors, lane by lane.
define <2 x ptr addrspace(1)> @right_vectors(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %o1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %a, i32 0
  %o = insertelement <2 x ptr addrspace(1)> %o1, ptr addrspace(1) %b, i32 1
  %d1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %ad, i32 0
  %d = insertelement <2 x ptr addrspace(1)> %d1, ptr addrspace(1) %bd, i32 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(<2 x ptr addrspace(1)> %o, <2 x ptr addrspace(1)> %d)]
  %r = call <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token %t, i32 0, i32 1)
  ret <2 x ptr addrspace(1)> %r
}
; One of the lanes is in another object.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_vectors'
define <2 x ptr addrspace(1)> @wrong_vectors(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %o1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %a, i32 0
  %o = insertelement <2 x ptr addrspace(1)> %o1, ptr addrspace(1) %a, i32 1
  %d1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %ad, i32 0
  %d = insertelement <2 x ptr addrspace(1)> %d1, ptr addrspace(1) %bd, i32 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(<2 x ptr addrspace(1)> %o, <2 x ptr addrspace(1)> %d)]
  %r = call <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token %t, i32 0, i32 1)
  ret <2 x ptr addrspace(1)> %r
}
; A select lane by lane.
define <2 x ptr addrspace(1)> @right_lanewise(ptr addrspace(1) %a, ptr addrspace(1) %b, <2 x i1> %k) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %x1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %a, i32 0
  %x = insertelement <2 x ptr addrspace(1)> %x1, ptr addrspace(1) %b, i32 1
  %y1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %b, i32 0
  %y = insertelement <2 x ptr addrspace(1)> %y1, ptr addrspace(1) %a, i32 1
  %xd1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %ad, i32 0
  %xd = insertelement <2 x ptr addrspace(1)> %xd1, ptr addrspace(1) %bd, i32 1
  %yd1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %bd, i32 0
  %yd = insertelement <2 x ptr addrspace(1)> %yd1, ptr addrspace(1) %ad, i32 1
  %o = select <2 x i1> %k, <2 x ptr addrspace(1)> %x, <2 x ptr addrspace(1)> %y
  %d = select <2 x i1> %k, <2 x ptr addrspace(1)> %xd, <2 x ptr addrspace(1)> %yd
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(<2 x ptr addrspace(1)> %o, <2 x ptr addrspace(1)> %d)]
  %r = call <2 x ptr addrspace(1)> @llvm.experimental.gc.relocate.v2p1(token %t, i32 0, i32 1)
  ret <2 x ptr addrspace(1)> %r
}
; The objects of the lanes chosen one by one, by what the lanes are chosen by.
define <2 x ptr addrspace(1)> @right_lane_by_lane(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i1 %e) gc "statepoint-example" {
  %k0 = insertelement <2 x i1> poison, i1 %c, i32 0
  %k = insertelement <2 x i1> %k0, i1 %e, i32 1
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %x1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %ad, i32 0
  %x = insertelement <2 x ptr addrspace(1)> %x1, ptr addrspace(1) %bd, i32 1
  %y1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %bd, i32 0
  %y = insertelement <2 x ptr addrspace(1)> %y1, ptr addrspace(1) %ad, i32 1
  %v = select <2 x i1> %k, <2 x ptr addrspace(1)> %x, <2 x ptr addrspace(1)> %y
  %d0 = extractelement <2 x ptr addrspace(1)> %v, i32 0
  %d1 = extractelement <2 x ptr addrspace(1)> %v, i32 1
  %by = extractelement <2 x i1> %k, i32 0
  %o0 = select i1 %by, ptr addrspace(1) %a, ptr addrspace(1) %b
  %o1 = select i1 %e, ptr addrspace(1) %b, ptr addrspace(1) %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o0, ptr addrspace(1) %d0, ptr addrspace(1) %o1, ptr addrspace(1) %d1)]
  %r0 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  %r1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 2, i32 3)
  %q = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %r0, i32 0
  %r = insertelement <2 x ptr addrspace(1)> %q, ptr addrspace(1) %r1, i32 1
  ret <2 x ptr addrspace(1)> %r
}
; The same, but the second object is chosen by the first lane's bit.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: note: in function 'other_lane'
define ptr addrspace(1) @other_lane(ptr addrspace(1) %a, ptr addrspace(1) %b, <2 x i1> %k) gc "statepoint-example" {
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %x1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %ad, i32 0
  %x = insertelement <2 x ptr addrspace(1)> %x1, ptr addrspace(1) %bd, i32 1
  %y1 = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) %bd, i32 0
  %y = insertelement <2 x ptr addrspace(1)> %y1, ptr addrspace(1) %ad, i32 1
  %v = select <2 x i1> %k, <2 x ptr addrspace(1)> %x, <2 x ptr addrspace(1)> %y
  %d = extractelement <2 x ptr addrspace(1)> %v, i32 1
  %by = extractelement <2 x i1> %k, i32 0
  %o = select i1 %by, ptr addrspace(1) %b, ptr addrspace(1) %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; What a phi of composites has from each side.
define ptr addrspace(1) @right_phi_of_parts(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
top:
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  %bd = getelementptr i8, ptr addrspace(1) %b, i64 8
  %x1 = insertvalue { i64, [2 x ptr addrspace(1)] } zeroinitializer, ptr addrspace(1) %a, 1, 0
  %x = insertvalue { i64, [2 x ptr addrspace(1)] } %x1, ptr addrspace(1) %b, 1, 1
  %xd1 = insertvalue { i64, [2 x ptr addrspace(1)] } zeroinitializer, ptr addrspace(1) %ad, 1, 0
  %xd = insertvalue { i64, [2 x ptr addrspace(1)] } %xd1, ptr addrspace(1) %bd, 1, 1
  %y1 = insertvalue { i64, [2 x ptr addrspace(1)] } zeroinitializer, ptr addrspace(1) %b, 1, 0
  %y = insertvalue { i64, [2 x ptr addrspace(1)] } %y1, ptr addrspace(1) %a, 1, 1
  %yd1 = insertvalue { i64, [2 x ptr addrspace(1)] } zeroinitializer, ptr addrspace(1) %bd, 1, 0
  %yd = insertvalue { i64, [2 x ptr addrspace(1)] } %yd1, ptr addrspace(1) %ad, 1, 1
  br i1 %c, label %l, label %m
l:
  br label %m
m:
  %p = phi { i64, [2 x ptr addrspace(1)] } [ %x, %top ], [ %y, %l ]
  %q = phi { i64, [2 x ptr addrspace(1)] } [ %xd, %top ], [ %yd, %l ]
  %o = extractvalue { i64, [2 x ptr addrspace(1)] } %p, 1, 1
  %d = extractvalue { i64, [2 x ptr addrspace(1)] } %q, 1, 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Nobody moves it with null for its object.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_null_base'
define ptr addrspace(1) @wrong_null_base(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
  %o = freeze ptr addrspace(1) null
  %d = getelementptr i8, ptr addrspace(1) %a, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; From a block that is never reached nothing comes.
define ptr addrspace(1) @right_never(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i32 %i) gc "statepoint-example" {
top:
  %ad = getelementptr i8, ptr addrspace(1) %a, i64 8
  br label %m
never:
  br label %m
m:
  %o = phi ptr addrspace(1) [ %a, %top ], [ null, %never ]
  %d = phi ptr addrspace(1) [ %ad, %top ], [ %b, %never ]
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; Halves of vectors.
define ptr addrspace(1) @right_half(<4 x ptr addrspace(1)> %v, <2 x ptr addrspace(1)> %h) gc "statepoint-example" {
  %w = call <4 x ptr addrspace(1)> @llvm.vector.insert.v4p1.v2p1(<4 x ptr addrspace(1)> %v, <2 x ptr addrspace(1)> %h, i64 2)
  %x = call <2 x ptr addrspace(1)> @llvm.vector.extract.v2p1.v4p1(<4 x ptr addrspace(1)> %w, i64 2)
  %o = extractelement <2 x ptr addrspace(1)> %h, i32 1
  %d = extractelement <2 x ptr addrspace(1)> %x, i32 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
; The other half is what it was.
; CHECK: error: pairs %d with %o, which is not the object that it points into
; CHECK-NEXT: in function 'wrong_half'
define ptr addrspace(1) @wrong_half(<4 x ptr addrspace(1)> %v, <2 x ptr addrspace(1)> %h) gc "statepoint-example" {
  %w = call <4 x ptr addrspace(1)> @llvm.vector.insert.v4p1.v2p1(<4 x ptr addrspace(1)> %v, <2 x ptr addrspace(1)> %h, i64 2)
  %x = call <2 x ptr addrspace(1)> @llvm.vector.extract.v2p1.v4p1(<4 x ptr addrspace(1)> %w, i64 0)
  %o = extractelement <2 x ptr addrspace(1)> %h, i32 1
  %d = extractelement <2 x ptr addrspace(1)> %x, i32 1
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o, ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  ret ptr addrspace(1) %r
}
