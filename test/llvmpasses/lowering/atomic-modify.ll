; RUN: %lateroot opt --verify-each --passes=ExpandAtomicModify -S %s | FileCheck %s
; RUN: %lateroot opt --verify-each --passes='ExpandAtomicModify<collecting>' -S %s | FileCheck --check-prefix=EARLY %s
; RUN: %lateroot opt -S %s | FileCheck --check-prefix=ALL --implicit-check-not=atomicmodify %s
; What one atomic instruction does becomes that; anything else a loop around a compare and exchange.

declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
declare { i32, i32 } @julia.atomicmodify.i32.p0(ptr, ptr, i8, i8, ...)
declare { i64, i64 } @julia.atomicmodify.i64.p11(ptr addrspace(11), ptr, i8, i8, ...)
declare { double, double } @julia.atomicmodify.f64.p0(ptr, ptr, i8, i8, ...)
declare { ptr addrspace(10), ptr addrspace(10) } @julia.atomicmodify.p10.p0(ptr, ptr, i8, i8, ...)
declare i8 @llvm.smax.i8(i8, i8)
declare double @llvm.minnum.f64(double, double)
declare i8 @unknown(i8, i8)
declare i8 @leaf(i8, i8 zeroext) #0
attributes #0 = { "gc-leaf-function" }

define i8 @add(i8 %x, i8 %y) {
  %n = add nsw i8 %x, %y
  ret i8 %n
}

; CHECK-LABEL: define i8 @old_of_add(
; CHECK-NEXT: %[[R:.*]] = atomicrmw add ptr %p, i8 %b acq_rel, align 1, !tbaa
; CHECK-NEXT: ret i8 %[[R]]
; EARLY-LABEL: define i8 @old_of_add(
; EARLY-NEXT: call { i8, i8 } {{.*}}@julia.atomicmodify.i8.p0(
; ALL-LABEL: define i8 @old_of_add(
; ALL-NEXT: atomicrmw add
define i8 @old_of_add(ptr %p, i8 %b) {
  %r = call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @add, i8 6, i8 1, i8 %b), !tbaa !0
  %o = extractvalue { i8, i8 } %r, 0
  ret i8 %o
}

; The value is settled first: the memory and the result must agree even if it is undefined.
; CHECK-LABEL: define i8 @new_of_add(
; CHECK-NEXT: %[[V:.*]] = freeze i8 %b
; CHECK-NEXT: %[[R:.*]] = atomicrmw add ptr %p, i8 %[[V]] syncscope("singlethread") monotonic, align 1
; CHECK-NEXT: %[[N:.*]] = add nsw i8 %[[R]], %[[V]]
; CHECK-NEXT: ret i8 %[[N]]
define i8 @new_of_add(ptr %p, i8 %b) {
  %r = call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @add, i8 1, i8 0, i8 %b)
  %n = extractvalue { i8, i8 } %r, 1
  ret i8 %n
}

; CHECK-LABEL: define { i8, i8 } @both(
; CHECK-NEXT: %[[R:.*]] = atomicrmw add ptr %p, i8 3 seq_cst, align 1
; CHECK-NEXT: %[[N:.*]] = add nsw i8 %[[R]], 3
; CHECK-NEXT: insertvalue { i8, i8 } poison, i8 %[[R]], 0
; CHECK-NEXT: insertvalue {{.*}}, i8 %[[N]], 1
define { i8, i8 } @both(ptr %p) {
  %r = call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @add, i8 7, i8 1, i8 3)
  ret { i8, i8 } %r
}

define i8 @sub(i8 %x, i8 %y) {
  %n = sub i8 %x, %y
  ret i8 %n
}
define i8 @sub_swapped(i8 %x, i8 %y) {
  %n = sub i8 %y, %x
  ret i8 %n
}
define i8 @nand(i8 %x, i8 %y) {
  %a = and i8 %y, %x
  %n = xor i8 %a, -1
  ret i8 %n
}
define i8 @largest(i8 %x, i8 %y) {
  %n = call i8 @llvm.smax.i8(i8 %y, i8 %x)
  ret i8 %n
}
define i8 @first(i8 %x, i8 %y) {
  ret i8 %y
}
define i8 @same(i8 %x) {
  ret i8 %x
}
; CHECK-LABEL: define void @kinds(
; CHECK-NEXT: atomicrmw sub ptr %p, i8 %b acq_rel
; CHECK-NEXT: atomicrmw nand ptr %p, i8 %b acq_rel
; CHECK-NEXT: atomicrmw max ptr %p, i8 %b acq_rel
; CHECK-NEXT: atomicrmw xchg ptr %p, i8 %b acq_rel
; CHECK-NEXT: atomicrmw or ptr %p, i8 0 acq_rel
; CHECK-NEXT: ret void
define void @kinds(ptr %p, i8 %b) {
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @sub, i8 6, i8 1, i8 %b)
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @nand, i8 6, i8 1, i8 %b)
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @largest, i8 6, i8 1, i8 %b)
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @first, i8 6, i8 1, i8 %b)
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @same, i8 6, i8 1)
  ret void
}

; CHECK-LABEL: define i8 @new_of_nand(
; CHECK: %[[R:.*]] = atomicrmw nand ptr %p, i8 7 acq_rel
; CHECK-NEXT: %[[A:.*]] = and i8 7, %[[R]]
; CHECK-NEXT: xor i8 %[[A]], -1
define i8 @new_of_nand(ptr %p) {
  %r = call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @nand, i8 6, i8 1, i8 7)
  %n = extractvalue { i8, i8 } %r, 1
  ret i8 %n
}

define double @smaller(double %x, double %y) {
  %n = call nnan double @llvm.minnum.f64(double %x, double %y)
  ret double %n
}
define double @plus(double %x, double %y) {
  %n = fadd fast double %y, %x
  ret double %n
}
; Fast-math flags do not say what the processor has computed.
; CHECK-LABEL: define double @floats(
; CHECK-NEXT: atomicrmw fmin ptr %p, double %b acq_rel, align 8
; CHECK-NEXT: %[[V:.*]] = freeze double %b
; CHECK-NEXT: %[[R:.*]] = atomicrmw fadd ptr %p, double %[[V]] acq_rel, align 8
; CHECK-NEXT: %[[N:.*]] = fadd double %[[V]], %[[R]]
; CHECK-NEXT: ret double %[[N]]
define double @floats(ptr %p, double %b) {
  call { double, double } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.f64.p0(ptr align 8 %p, ptr @smaller, i8 6, i8 1, double %b)
  %r = call { double, double } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.f64.p0(ptr align 8 %p, ptr @plus, i8 6, i8 1, double %b)
  %n = extractvalue { double, double } %r, 1
  ret double %n
}

define internal i8 @inner(i8 %y, i8 %x) alwaysinline {
  %twice = shl i8 %y, 1
  %n = or i8 %x, %twice
  ret i8 %n
}
define i8 @outer(i8 %x, i16 %y) {
  %low = trunc i16 %y to i8
  %n = call i8 @inner(i8 %low, i8 %x)
  ret i8 %n
}
; CHECK-LABEL: define i8 @followed(
; CHECK-NEXT: %[[L:.*]] = trunc i16 %b to i8
; CHECK-NEXT: %[[T:.*]] = shl i8 %[[L]], 1
; CHECK-NEXT: atomicrmw or ptr %p, i8 %[[T]] acq_rel
define i8 @followed(ptr %p, i16 %b) {
  %r = call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @outer, i8 6, i8 1, i16 %b)
  %o = extractvalue { i8, i8 } %r, 0
  ret i8 %o
}

; CHECK-LABEL: define i8 @swapped(
; CHECK: %first = load atomic i8, ptr %p unordered, align 1, !tbaa
; CHECK-NEXT: br label %modify
; CHECK: modify:
; CHECK-NEXT: %loaded = phi i8 [ %first, %{{.*}} ], [ %found, %modify ]
; CHECK-NEXT: %new = call i8 @sub_swapped(i8 %loaded, i8 %b)
; CHECK-NEXT: %[[N:.*]] = freeze i8 %new
; CHECK-NEXT: %[[P:.*]] = cmpxchg weak ptr %p, i8 %loaded, i8 %[[N]] acq_rel monotonic, align 1, !tbaa
; CHECK-NEXT: %found = extractvalue { i8, i1 } %[[P]], 0
; CHECK-NEXT: %stored = extractvalue { i8, i1 } %[[P]], 1
; CHECK-NEXT: br i1 %stored, label %[[REST:.*]], label %modify
; CHECK: [[REST]]:
; CHECK-NEXT: ret i8 %[[N]]
; EARLY-LABEL: define i8 @swapped(
; EARLY: cmpxchg weak
define i8 @swapped(ptr %p, i8 %b) {
  %r = call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @sub_swapped, i8 6, i8 1, i8 %b), !tbaa !0
  %n = extractvalue { i8, i8 } %r, 1
  ret i8 %n
}

; The nearest that are loops: unknown code, a value of memory, the old value twice, a definition that may be replaced.
define i8 @reads(i8 %x, ptr %q) {
  %v = load i8, ptr %q
  %n = add i8 %x, %v
  ret i8 %n
}
define i8 @twice(i8 %x) {
  %n = add i8 %x, %x
  ret i8 %n
}
define weak i8 @weak(i8 %x, i8 %y) {
  %n = add i8 %x, %y
  ret i8 %n
}
; CHECK-LABEL: define void @loops(
; CHECK-NOT: atomicrmw
; CHECK: call i8 %op(i8 %loaded{{.*}}, i8 %b)
; CHECK: cmpxchg weak ptr %p, {{.*}} monotonic monotonic
; CHECK: call i8 @unknown(i8 %loaded{{.*}}, i8 %b)
; CHECK: cmpxchg weak ptr %p, {{.*}} acq_rel monotonic
; CHECK: call i8 @leaf(i8 %loaded{{.*}}, i8 zeroext %b)
; CHECK: call i8 @reads(
; CHECK: call i8 @twice(
; CHECK: call i8 @weak(
; EARLY-LABEL: define void @loops(
; EARLY: call i8 %op(
; EARLY: call i8 @unknown(
; EARLY: call { i8, i8 } {{.*}} @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @leaf,
define void @loops(ptr %p, ptr %op, i8 %b, ptr %q) {
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr %op, i8 2, i8 1, i8 %b)
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @unknown, i8 6, i8 1, i8 %b)
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @leaf, i8 6, i8 1, i8 %b)
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @reads, i8 6, i8 1, ptr %q)
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @twice, i8 6, i8 1)
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr align 1 %p, ptr @weak, i8 6, i8 1, i8 %b)
  ret void
}

define double @times(double %x, double %y) {
  %n = fmul double %x, %y
  ret double %n
}
; Floating-point numbers are compared by their bits.
; CHECK-LABEL: define double @float_loop(
; CHECK: %first = load atomic i64, ptr %p unordered, align 8
; CHECK: %loaded = phi i64 [ %first,
; CHECK-NEXT: %old = bitcast i64 %loaded to double
; CHECK-NEXT: %new = call double @times(double %old, double %b)
; CHECK-NEXT: %[[W:.*]] = bitcast double %new to i64
; CHECK-NEXT: cmpxchg weak ptr %p, i64 %loaded, i64 %[[W]] acq_rel monotonic, align 8
; CHECK: ret double %old
define double @float_loop(ptr %p, double %b) {
  %r = call { double, double } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.f64.p0(ptr align 8 %p, ptr @times, i8 6, i8 1, double %b)
  %o = extractvalue { double, double } %r, 0
  ret double %o
}

define i64 @and(i64 %x, i64 %y) {
  %n = and i64 %x, %y
  ret i64 %n
}
; CHECK-LABEL: define i64 @field(
; CHECK: atomicrmw and ptr addrspace(11) %f, i64 %b release, align 8
define i64 @field(ptr addrspace(10) %o, i64 %b) {
  %f = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %r = call { i64, i64 } (ptr addrspace(11), ptr, i8, i8, ...) @julia.atomicmodify.i64.p11(ptr addrspace(11) align 8 %f, ptr @and, i8 5, i8 1, i64 %b)
  %v = extractvalue { i64, i64 } %r, 0
  ret i64 %v
}

define ptr addrspace(10) @exchange(ptr addrspace(10) %x, ptr addrspace(10) %y) {
  ret ptr addrspace(10) %y
}
; CHECK-LABEL: define ptr addrspace(10) @references(
; CHECK: atomicrmw xchg ptr %p, ptr addrspace(10) %b acq_rel, align 8
define ptr addrspace(10) @references(ptr %p, ptr addrspace(10) %b) {
  %r = call { ptr addrspace(10), ptr addrspace(10) } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.p10.p0(ptr align 8 %p, ptr @exchange, i8 6, i8 1, ptr addrspace(10) %b)
  %v = extractvalue { ptr addrspace(10), ptr addrspace(10) } %r, 0
  ret ptr addrspace(10) %v
}
!0 = !{!1, !1, i64 0}
!1 = !{!"number", !2}
!2 = !{!"root"}
