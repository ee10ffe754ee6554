; The base that a relocation names is an object, and not an address in one; what went through another space, or is relocated as vectors only, counts.
; RUN: not %lateroot opt -passes=CheckGCRelocations --disable-output %s 2>&1 | FileCheck %s --implicit-check-not=error: --implicit-check-not=right_

declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
declare ptr addrspace(11) @llvm.experimental.gc.relocate.p11(token, i32, i32)
declare <2 x ptr addrspace(5)> @llvm.experimental.gc.relocate.v2p5(token, i32, i32)
declare void @f()

; A place in an object as its own base: the collector takes it for an object.
; CHECK: error: names %d as an object, which may be an address in one
; CHECK-NEXT: in function 'wrong_own_base'
define i8 @wrong_own_base(ptr addrspace(1) %o) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %o, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %d)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %v = load i8, ptr addrspace(1) %r
  ret i8 %v
}
; Another place in the same object is no base, either.
; CHECK: error: names %d as an object, which may be an address in one
; CHECK-NEXT: in function 'wrong_inner_base'
define i8 @wrong_inner_base(ptr addrspace(1) %o) gc "statepoint-example" {
  %d = getelementptr i8, ptr addrspace(1) %o, i64 8
  %e = getelementptr i8, ptr addrspace(1) %d, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %d, ptr addrspace(1) %e)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  %v = load i8, ptr addrspace(1) %r
  ret i8 %v
}
; CHECK: error: names %d as an object, which may be an address in one
; CHECK-NEXT: in function 'wrong_derived'
define i8 @wrong_derived(ptr addrspace(10) %o) gc "shadow-stack" {
  %c = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %d = getelementptr i8, ptr addrspace(11) %c, i64 8
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(11) %d)]
  %r = call ptr addrspace(11) @llvm.experimental.gc.relocate.p11(token %t, i32 0, i32 0)
  %v = load i8, ptr addrspace(11) %r
  ret i8 %v
}
; Round a loop it is an object only the first time.
; CHECK: error: names %p as an object, which may be an address in one
; CHECK-NEXT: in function 'wrong_phi'
define void @wrong_phi(ptr addrspace(1) %o, i1 %c) gc "statepoint-example" {
top:
  br label %l
l:
  %p = phi ptr addrspace(1) [ %o, %top ], [ %q, %l ]
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %p)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %q = getelementptr i8, ptr addrspace(1) %r, i64 8
  br i1 %c, label %l, label %done
done:
  ret void
}
; As long as it is relocated alone, and nothing added, it stays one.
define ptr addrspace(1) @right_phi(ptr addrspace(1) %o, i1 %c) gc "statepoint-example" {
top:
  br label %l
l:
  %p = phi ptr addrspace(1) [ %o, %top ], [ %q, %l ]
  %z = getelementptr i8, ptr addrspace(1) %p, i64 0
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %z)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %q = freeze ptr addrspace(1) %r
  br i1 %c, label %l, label %done
done:
  ret ptr addrspace(1) %q
}
; To space 0 and back it is still the address of what was moved.
; CHECK: error: reads %b behind a statepoint
; CHECK-NEXT: in function 'wrong_through_space_0'
define i8 @wrong_through_space_0(ptr addrspace(1) %o) gc "statepoint-example" {
  %a = addrspacecast ptr addrspace(1) %o to ptr
  %b = addrspacecast ptr %a to ptr addrspace(1)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %v = load i8, ptr addrspace(1) %b
  ret i8 %v
}
; Also if it comes back only behind the statepoint, by a choice.
; CHECK: error: reads %b behind a statepoint
; CHECK-NEXT: in function 'wrong_back_late'
define i8 @wrong_back_late(ptr addrspace(1) %o, ptr %p, i1 %c) gc "statepoint-example" {
  %a = addrspacecast ptr addrspace(1) %o to ptr
  %e = getelementptr i8, ptr %a, i64 8
  %s = select i1 %c, ptr %e, ptr %p
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %b = addrspacecast ptr %s to ptr addrspace(1)
  %v = load i8, ptr addrspace(1) %b
  ret i8 %v
}
define i8 @right_back_early(ptr addrspace(1) %o) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(ptr addrspace(1) %o)]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %a = addrspacecast ptr addrspace(1) %r to ptr
  %b = addrspacecast ptr %a to ptr addrspace(1)
  %v = load i8, ptr addrspace(1) %b
  ret i8 %v
}
; Vectors of space 5 are relocated, so single pointers of that space move, too.
; CHECK: error: reads %stale behind a statepoint
; CHECK-NEXT: in function 'wrong_scalar'
define i8 @wrong_scalar(<2 x ptr addrspace(5)> %w, ptr addrspace(5) %stale) gc "shadow-stack" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0) ["gc-live"(<2 x ptr addrspace(5)> %w)]
  %r = call <2 x ptr addrspace(5)> @llvm.experimental.gc.relocate.v2p5(token %t, i32 0, i32 0)
  %e = extractelement <2 x ptr addrspace(5)> %r, i32 0
  %x = load i8, ptr addrspace(5) %e
  %v = load i8, ptr addrspace(5) %stale
  %s = add i8 %x, %v
  ret i8 %s
}
