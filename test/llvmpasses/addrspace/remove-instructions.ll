; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s | FileCheck %s
; Each instruction over special pointers, with all its marks.

; CHECK-LABEL: @memory
; CHECK-NEXT: %a = load volatile ptr, ptr %x, align 4, !tbaa
; CHECK-NEXT: %b = load atomic ptr, ptr %a syncscope("singlethread") acquire, align 8, !nonnull
; CHECK-NEXT: store atomic volatile ptr %b, ptr %a release, align 8
; CHECK-NEXT: %c = cmpxchg weak volatile ptr %a, ptr %b, ptr %x acq_rel monotonic, align 16
; CHECK-NEXT: %d = extractvalue { ptr, i1 } %c, 0
; CHECK-NEXT: %e = atomicrmw volatile xchg ptr %a, ptr %d syncscope("singlethread") seq_cst, align 8
; CHECK-NEXT: %f = va_arg ptr %ap, ptr
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: ret ptr %f
define ptr addrspace(10) @memory(ptr addrspace(11) %x, ptr %ap) {
  %a = load volatile ptr addrspace(13), ptr addrspace(11) %x, align 4, !tbaa !0
  %b = load atomic ptr addrspace(11), ptr addrspace(13) %a syncscope("singlethread") acquire, align 8, !nonnull !3
  store atomic volatile ptr addrspace(11) %b, ptr addrspace(13) %a release, align 8
  %c = cmpxchg weak volatile ptr addrspace(13) %a, ptr addrspace(11) %b, ptr addrspace(11) %x acq_rel monotonic, align 16
  %d = extractvalue { ptr addrspace(11), i1 } %c, 0
  %e = atomicrmw volatile xchg ptr addrspace(13) %a, ptr addrspace(11) %d syncscope("singlethread") seq_cst, align 8
  %f = va_arg ptr %ap, ptr addrspace(10)
  fence seq_cst
  ret ptr addrspace(10) %f
}

; CHECK-LABEL: @values
; CHECK-NEXT: %g = getelementptr inbounds i8, ptr %x, i64 8
; CHECK-NEXT: %s = select i1 %c, ptr %x, ptr null, !prof
; CHECK-NEXT: %f = freeze ptr %s
; CHECK-NEXT: %i = icmp ult ptr %f, %x
; CHECK-NEXT: %n = ptrtoint ptr %f to i64
; CHECK-NEXT: %p = inttoptr i64 %n to ptr
; CHECK-NEXT: ret ptr %p
define ptr addrspace(10) @values(i1 %c, ptr addrspace(10) %x) {
  %g = getelementptr inbounds i8, ptr addrspace(10) %x, i64 8
  %s = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) null, !prof !4
  %f = freeze ptr addrspace(10) %s
  %i = icmp ult ptr addrspace(10) %f, %x
  %n = ptrtoint ptr addrspace(10) %f to i64
  %p = inttoptr i64 %n to ptr addrspace(10)
  ret ptr addrspace(10) %p
}

; Only what changes the space disappears.
; CHECK-LABEL: @casts
; CHECK-NEXT: %w = addrspacecast ptr %p to ptr addrspace(1)
; CHECK-NEXT: call void @take(ptr %p, ptr %p, ptr addrspace(1) %w)
define void @casts(ptr %p) {
  %t = addrspacecast ptr %p to ptr addrspace(10)
  %d = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  %w = addrspacecast ptr addrspace(11) %d to ptr addrspace(1)
  call void @take(ptr addrspace(10) %t, ptr addrspace(11) %d, ptr addrspace(1) %w)
  ret void
}
declare void @take(ptr addrspace(10), ptr addrspace(11), ptr addrspace(1))

; LLVM-C inserts one level deep at a time.
; CHECK-LABEL: @aggregates
; CHECK-NEXT: %a = insertvalue { ptr, [2 x i8] } zeroinitializer, ptr %x, 0
; CHECK-NEXT: %[[INNER:[0-9]+]] = extractvalue { ptr, [2 x i8] } %a, 1
; CHECK-NEXT: %[[NEW:[0-9]+]] = insertvalue [2 x i8] %[[INNER]], i8 1, 1
; CHECK-NEXT: %b = insertvalue { ptr, [2 x i8] } %a, [2 x i8] %[[NEW]], 1
; CHECK-NEXT: %e = extractvalue { ptr, [2 x i8] } %b, 0
; CHECK-NEXT: %v = insertelement <2 x ptr> poison, ptr %e, i32 0
; CHECK-NEXT: %s = shufflevector <2 x ptr> %v, <2 x ptr> poison, <4 x i32> <i32 0, i32 poison, i32 1, i32 0>
; CHECK-NEXT: %r = extractelement <4 x ptr> %s, i64 %i
; CHECK-NEXT: %m = getelementptr i8, <4 x ptr> %s, <4 x i64> <i64 0, i64 1, i64 2, i64 3>
; CHECK-NEXT: ret ptr %r
define ptr addrspace(10) @aggregates(ptr addrspace(10) %x, i64 %i) {
  %a = insertvalue { ptr addrspace(10), [2 x i8] } zeroinitializer, ptr addrspace(10) %x, 0
  %b = insertvalue { ptr addrspace(10), [2 x i8] } %a, i8 1, 1, 1
  %e = extractvalue { ptr addrspace(10), [2 x i8] } %b, 0
  %v = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %e, i32 0
  %s = shufflevector <2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> poison, <4 x i32> <i32 0, i32 poison, i32 1, i32 0>
  %r = extractelement <4 x ptr addrspace(10)> %s, i64 %i
  %m = getelementptr i8, <4 x ptr addrspace(10)> %s, <4 x i64> <i64 0, i64 1, i64 2, i64 3>
  ret ptr addrspace(10) %r
}

; CHECK-LABEL: @loop
; CHECK: %p = phi ptr [ %x, %top ], [ %q, %loop ]
; CHECK-NEXT: %q = phi ptr [ null, %top ], [ %n, %loop ]
; CHECK-NEXT: %n = load ptr, ptr %p, align 8
; CHECK-NEXT: switch i32 %i, label %loop [
; CHECK-NEXT: i32 1, label %end
; CHECK-NEXT: i32 2, label %end
; CHECK: %r = phi ptr [ %p, %loop ], [ %p, %loop ]
define ptr addrspace(10) @loop(ptr addrspace(10) %x, i32 %i) {
top:
  br label %loop
loop:
  %p = phi ptr addrspace(10) [ %x, %top ], [ %q, %loop ]
  %q = phi ptr addrspace(10) [ null, %top ], [ %n, %loop ]
  %n = load ptr addrspace(10), ptr addrspace(10) %p, align 8
  switch i32 %i, label %loop [ i32 1, label %end
                               i32 2, label %end ]
end:
  %r = phi ptr addrspace(10) [ %p, %loop ], [ %p, %loop ]
  ret ptr addrspace(10) %r
}

; Blocks stand in any order, and what is not reached may go in circles.
; CHECK-LABEL: @order
; CHECK: second:
; CHECK-NEXT: %g = getelementptr i8, ptr %l, i64 8
; CHECK: first:
; CHECK-NEXT: %l = load ptr, ptr %x, align 8
; CHECK: dead:
; CHECK-NEXT: %u = getelementptr i8, ptr %w, i64 1
; CHECK-NEXT: %v = select i1 %c, ptr %u, ptr %x
; CHECK-NEXT: %w = freeze ptr %v
define ptr addrspace(10) @order(i1 %c, ptr addrspace(10) %x) {
  br label %first
second:
  %g = getelementptr i8, ptr addrspace(10) %l, i64 8
  ret ptr addrspace(10) %g
first:
  %l = load ptr addrspace(10), ptr addrspace(10) %x, align 8
  br label %second
dead:
  %u = getelementptr i8, ptr addrspace(10) %w, i64 1
  %v = select i1 %c, ptr addrspace(10) %u, ptr addrspace(10) %x
  %w = freeze ptr addrspace(10) %v
  br label %dead
}

; CHECK-LABEL: @casts_in_a_circle
; CHECK: dead:
; CHECK-NEXT: store i8 0, ptr
define void @casts_in_a_circle() {
  ret void
dead:
  %a = addrspacecast ptr addrspace(11) %b to ptr addrspace(10)
  %b = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  store i8 0, ptr addrspace(10) %a
  br label %dead
}

!0 = !{!1, !1, i64 0}
!1 = !{!"t", !2}
!2 = !{!"root"}
!3 = !{}
!4 = !{!"branch_weights", i32 1, i32 2}
