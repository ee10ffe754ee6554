; RUN: %lateroot opt --passes=PropagateJuliaAddrspaces -S %s | FileCheck %s
; An access is made in the space in which its memory is, whatever the way of the pointer.

; CHECK-LABEL: @cast
; CHECK-NEXT: %a = alloca i64
; CHECK-NEXT: store i64 7, ptr %a
; CHECK-NEXT: %v = load volatile i64, ptr %a, align 16
define i64 @cast() {
  %a = alloca i64
  %d = addrspacecast ptr %a to ptr addrspace(11)
  store i64 7, ptr addrspace(11) %d
  %v = load volatile i64, ptr addrspace(11) %d, align 16
  ret i64 %v
}

; CHECK-LABEL: @geps
; CHECK: %g = getelementptr inbounds nuw i64, ptr %a, i64 1
; CHECK: %h = getelementptr i8, ptr %g, i64 %i
; CHECK: store i64 7, ptr %h
; CHECK-NOT: addrspace
define void @geps(i64 %i) {
  %a = alloca [4 x i64]
  %d = addrspacecast ptr %a to ptr addrspace(11)
  %g = getelementptr inbounds nuw i64, ptr addrspace(11) %d, i64 1
  %h = getelementptr i8, ptr addrspace(11) %g, i64 %i
  store i64 7, ptr addrspace(11) %h
  ret void
}

; An alloca cast to Tracked is stack memory none the less.
; CHECK-LABEL: @twice_cast
; CHECK: store i64 7, ptr %a
define void @twice_cast() {
  %a = alloca i64
  %t = addrspacecast ptr %a to ptr addrspace(10)
  %d = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  store i64 7, ptr addrspace(11) %d
  ret void
}

; CHECK-LABEL: @select
; CHECK: %s = select i1 %c, ptr %a, ptr %b, !prof
; CHECK: store i64 7, ptr %s
define void @select(i1 %c) {
  %a = alloca i64
  %b = alloca i64
  %da = addrspacecast ptr %a to ptr addrspace(11)
  %db = addrspacecast ptr %b to ptr addrspace(11)
  %s = select i1 %c, ptr addrspace(11) %da, ptr addrspace(11) %db, !prof !0
  store i64 7, ptr addrspace(11) %s
  ret void
}

; CHECK-LABEL: @phi
; CHECK: %p = phi ptr [ %a, %top ], [ %g, %x ], [ null, %y ]
; CHECK: store i64 7, ptr %p
define void @phi(i32 %n) {
top:
  %a = alloca [2 x i64]
  %d = addrspacecast ptr %a to ptr addrspace(11)
  switch i32 %n, label %z [ i32 1, label %x
                            i32 2, label %y ]
x:
  %g = getelementptr i64, ptr addrspace(11) %d, i64 1
  br label %z
y:
  br label %z
z:
  %p = phi ptr addrspace(11) [ %d, %top ], [ %g, %x ], [ null, %y ]
  store i64 7, ptr addrspace(11) %p
  ret void
}

; Edges of a switch to one block must stay equal.
; CHECK-LABEL: @repeated_edges
; CHECK: %p = phi ptr [ %a, %top ], [ %a, %top ]
define void @repeated_edges(i32 %n) {
top:
  %a = alloca i64
  %d = addrspacecast ptr %a to ptr addrspace(11)
  switch i32 %n, label %z [ i32 1, label %z ]
z:
  %p = phi ptr addrspace(11) [ %d, %top ], [ %d, %top ]
  store i64 7, ptr addrspace(11) %p
  ret void
}

; Phis in a circle, through each other.
; CHECK-LABEL: @cycle
; CHECK: %p = phi ptr [ %a, %top ], [ %q, %back ]
; CHECK: %q = phi ptr [ %p, %loop ], [ %g, %more ]
; CHECK: %g = getelementptr i8, ptr %q, i64 8
; CHECK-NOT: addrspace
define void @cycle(i1 %c) {
top:
  %a = alloca [8 x i64]
  %d = addrspacecast ptr %a to ptr addrspace(11)
  br label %loop
loop:
  %p = phi ptr addrspace(11) [ %d, %top ], [ %q, %back ]
  br label %inner
inner:
  %q = phi ptr addrspace(11) [ %p, %loop ], [ %g, %more ]
  store i64 7, ptr addrspace(11) %q
  br i1 %c, label %more, label %back
more:
  %g = getelementptr i8, ptr addrspace(11) %q, i64 8
  br label %inner
back:
  br i1 %c, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: @atomics
; CHECK: atomicrmw add ptr %a, i64 1 seq_cst
; CHECK: cmpxchg weak ptr %a, i64 0, i64 1 acq_rel monotonic
; CHECK: load atomic i64, ptr %a acquire
; CHECK: store atomic i64 1, ptr %a release
define void @atomics() {
  %a = alloca i64
  %d = addrspacecast ptr %a to ptr addrspace(11)
  %o = atomicrmw add ptr addrspace(11) %d, i64 1 seq_cst
  %x = cmpxchg weak ptr addrspace(11) %d, i64 0, i64 1 acq_rel monotonic
  %v = load atomic i64, ptr addrspace(11) %d acquire, align 8
  store atomic i64 1, ptr addrspace(11) %d release, align 8
  ret void
}

declare void @use(ptr addrspace(11))
; What others use stays, beside the copy.
; CHECK-LABEL: @original_stays
; CHECK: %d = addrspacecast ptr %a to ptr addrspace(11)
; CHECK: %[[COPY:g[0-9]+]] = getelementptr i8, ptr %a, i64 8
; CHECK: %g = getelementptr i8, ptr addrspace(11) %d, i64 8
; CHECK: store i64 7, ptr %[[COPY]]
; CHECK: call void @use(ptr addrspace(11) %g)
define void @original_stays() {
  %a = alloca [2 x i64]
  %d = addrspacecast ptr %a to ptr addrspace(11)
  %g = getelementptr i8, ptr addrspace(11) %d, i64 8
  store i64 7, ptr addrspace(11) %g
  call void @use(ptr addrspace(11) %g)
  ret void
}

; A global is not moved to, unless it shares the way with something that is.
@global = global i64 0
; CHECK-LABEL: @beside_a_constant
; CHECK: %s = select i1 %c, ptr %a, ptr @global
define void @beside_a_constant(i1 %c) {
  %a = alloca i64
  %d = addrspacecast ptr %a to ptr addrspace(11)
  %s = select i1 %c, ptr addrspace(11) %d, ptr addrspace(11) addrspacecast (ptr @global to ptr addrspace(11))
  store i64 7, ptr addrspace(11) %s
  ret void
}

; CHECK-LABEL: @unreachable_block
; CHECK: store i64 7, ptr %h
define void @unreachable_block(i1 %c) {
  %a = alloca i64
  %d = addrspacecast ptr %a to ptr addrspace(11)
  ret void
dead:
  %g = getelementptr i8, ptr addrspace(11) %h, i64 8
  %h = select i1 %c, ptr addrspace(11) %g, ptr addrspace(11) %d
  store i64 7, ptr addrspace(11) %h
  br label %dead
}
!0 = !{!"branch_weights", i32 1, i32 2}
