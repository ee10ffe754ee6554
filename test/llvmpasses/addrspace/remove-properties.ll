; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s | FileCheck %s
; Properties that LLVM-C has no words for stay nevertheless.

@bytes = global [8 x i8] zeroinitializer
@tls = thread_local(localexec) global ptr addrspace(10) null
; Wrap flags of constants.
; CHECK: @nuw = global i64 add nuw (i64 ptrtoint (ptr @bytes to i64), i64 1)
@nuw = global i64 add nuw (i64 ptrtoint (ptr addrspace(10) addrspacecast (ptr @bytes to ptr addrspace(10)) to i64), i64 1)
; CHECK: @nsw = global i64 sub nsw (i64 2, i64 ptrtoint (ptr @bytes to i64))
@nsw = global i64 sub nsw (i64 2, i64 ptrtoint (ptr addrspace(10) addrspacecast (ptr @bytes to ptr addrspace(10)) to i64))
; CHECK: @without = global i64 sub (i64 2, i64 ptrtoint (ptr @bytes to i64))
@without = global i64 sub (i64 2, i64 ptrtoint (ptr addrspace(10) addrspacecast (ptr @bytes to ptr addrspace(10)) to i64))
; Signed pointers, and what is inside of them.
; CHECK: @signed = global ptr ptrauth (ptr @bytes, i32 1, i64 7)
@signed = global ptr addrspace(10) ptrauth (ptr addrspace(10) addrspacecast (ptr @bytes to ptr addrspace(10)), i32 1, i64 7)

; CHECK-DAG: @other_name = thread_local(localexec) alias ptr, ptr @tls
@other_name = thread_local(localexec) alias ptr addrspace(10), ptr @tls

; The stack's own space, and another one.
; CHECK-LABEL: @stacks
; CHECK: %a = alloca ptr, align 8, addrspace(5)
; CHECK: %b = alloca ptr, i32 %n, align 64
; CHECK: %c = alloca i64
; CHECK: %d = alloca ptr, align 8, addrspace(5)
define void @stacks(i32 %n) {
  %a = alloca ptr addrspace(10), align 8, addrspace(5)
  %b = alloca ptr addrspace(10), i32 %n, align 64
  %c = alloca i64
  %d = alloca ptr addrspace(10), align 8, addrspace(5)
  ret void
}

; CHECK: declare void @elsewhere(ptr) addrspace(3)
declare void @elsewhere(ptr addrspace(10)) addrspace(3)

; CHECK-LABEL: @elsewhere_too
; CHECK-SAME: (ptr %x) addrspace(3)
; CHECK: call addrspace(3) void @elsewhere(ptr %x)
define void @elsewhere_too(ptr addrspace(10) %x) addrspace(3) {
  call addrspace(3) void @elsewhere(ptr addrspace(10) %x)
  ret void
}

declare swiftcc void @fails(ptr swifterror)
declare swiftcc void @fails_by_declaration(i32, ptr swifterror)

; CHECK-LABEL: @errors
; CHECK: %e = alloca swifterror ptr, align 8
; CHECK-NEXT: store ptr null, ptr %e
; CHECK-NEXT: call swiftcc void @fails(ptr swifterror %e)
; CHECK-NEXT: load ptr, ptr %e
; CHECK: %ordinary = alloca ptr
define ptr addrspace(10) @errors() {
  %e = alloca swifterror ptr addrspace(10), align 8
  store ptr addrspace(10) null, ptr %e
  call swiftcc void @fails(ptr swifterror %e)
  %v = load ptr addrspace(10), ptr %e
  %ordinary = alloca ptr addrspace(10)
  store ptr addrspace(10) %v, ptr %ordinary
  ret ptr addrspace(10) %v
}

; CHECK-LABEL: @errors_by_declaration
; CHECK: %e = alloca swifterror ptr, align 8
define void @errors_by_declaration() {
  %e = alloca swifterror ptr addrspace(10), align 8
  store ptr addrspace(10) null, ptr %e
  call swiftcc void @fails_by_declaration(i32 1, ptr swifterror %e)
  ret void
}

; CHECK-LABEL: @scopes
; CHECK-NEXT: %a = load atomic volatile ptr, ptr %p syncscope("agent") acquire, align 16, !nonnull
; CHECK-NEXT: %b = cmpxchg weak volatile ptr %p, ptr %a, ptr %x syncscope("agent") acq_rel monotonic, align 16
; CHECK-NEXT: %c = atomicrmw volatile xchg ptr %p, ptr %x syncscope("a\22b") release, align 8
; CHECK-NEXT: %d = load atomic ptr, ptr %p syncscope("singlethread") monotonic, align 8
; CHECK-NEXT: %e = load atomic ptr, ptr %p monotonic, align 8
; CHECK-NEXT: %f = load atomic ptr, ptr %p syncscope("wavefront") seq_cst, align 8
define ptr addrspace(10) @scopes(ptr addrspace(11) %p, ptr addrspace(10) %x) {
  %a = load atomic volatile ptr addrspace(10), ptr addrspace(11) %p syncscope("agent") acquire, align 16, !nonnull !0
  %b = cmpxchg weak volatile ptr addrspace(11) %p, ptr addrspace(10) %a, ptr addrspace(10) %x syncscope("agent") acq_rel monotonic, align 16
  %c = atomicrmw volatile xchg ptr addrspace(11) %p, ptr addrspace(10) %x syncscope("a\22b") release, align 8
  %d = load atomic ptr addrspace(10), ptr addrspace(11) %p syncscope("singlethread") monotonic, align 8
  %e = load atomic ptr addrspace(10), ptr addrspace(11) %p monotonic, align 8
  %f = load atomic ptr addrspace(10), ptr addrspace(11) %p syncscope("wavefront") seq_cst, align 8
  ret ptr addrspace(10) %f
}

; In a loop, an exchange is before what it exchanges.
; CHECK-LABEL: @scope_before_operand
; CHECK: %old = atomicrmw xchg ptr %p, ptr %new syncscope("agent") release, align 8
; CHECK: %new = phi ptr
define void @scope_before_operand(ptr addrspace(11) %p, i1 %c) {
top:
  br i1 %c, label %late, label %dead
early:
  %old = atomicrmw xchg ptr addrspace(11) %p, ptr addrspace(10) %new syncscope("agent") release, align 8
  br label %late
late:
  %new = phi ptr addrspace(10) [ null, %top ], [ %old, %early ]
  br label %early
dead:
  ret void
}

; CHECK-LABEL: @nested
; CHECK: extractvalue { i8, { i8, { ptr, i8 } } } %a, 1
; CHECK-NEXT: extractvalue { i8, { ptr, i8 } } %{{.*}}, 1
; CHECK-NEXT: insertvalue { ptr, i8 } %{{.*}}, ptr %x, 0
; CHECK-NEXT: insertvalue { i8, { ptr, i8 } } %{{.*}}, { ptr, i8 } %{{.*}}, 1
; CHECK-NEXT: %b = insertvalue { i8, { i8, { ptr, i8 } } } %a, { i8, { ptr, i8 } } %{{.*}}, 1
; CHECK-NEXT: ret
define { i8, { i8, { ptr addrspace(10), i8 } } } @nested({ i8, { i8, { ptr addrspace(10), i8 } } } %a, ptr addrspace(10) %x) {
  %b = insertvalue { i8, { i8, { ptr addrspace(10), i8 } } } %a, ptr addrspace(10) %x, 1, 1, 0
  ret { i8, { i8, { ptr addrspace(10), i8 } } } %b
}

!0 = !{}
