; RUN: %lateroot opt --verify-each --passes=LowerPTLSPass -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.13 --passes=LowerPTLSPass -S %s | FileCheck --check-prefix=JULIA %s
; RUN: %lateroot opt --verify-each --profile=julia-1.13 --passes='LowerPTLSPass<imaging>' -S %s | FileCheck --check-prefix=IMAGE %s
; Functions that threads call which the runtime may not know, or which are GC-safe.

target triple = "x86_64-linux-gnu"
declare ptr @julia.get_pgcstack_or_new()
declare ptr @julia.get_pgcstack()
declare i64 @work(ptr)

; The state is entered and left, with safepoints; a thread that is adopted is left GC-safe.
; CHECK-LABEL: define i64 @entry_point(
; CHECK-NEXT: top:
; CHECK-NEXT: [[P:%.*]] = call ptr @lr_pgcstack_or_null()
; CHECK-NEXT: [[C:%.*]] = icmp ne ptr [[P]], null
; CHECK-NEXT: br i1 [[C]], label %enter, label %adopt, !prof ![[W:[0-9]+]]
; CHECK: enter:
; CHECK-NEXT: %ptls_field = getelementptr i8, ptr [[P]], i64 8
; CHECK-NEXT: %ptls = load ptr, ptr %ptls_field, align 8
; CHECK-NEXT: [[AT:%.*]] = getelementptr i8, ptr %ptls, i64 8
; CHECK-NEXT: [[OLD:%.*]] = load atomic i8, ptr [[AT]] monotonic, align 1
; CHECK-NEXT: %gc_state = getelementptr i8, ptr %ptls, i64 8
; CHECK-NEXT: store atomic i8 0, ptr %gc_state release, align 1
; CHECK-NEXT: %signal_page = load atomic ptr, ptr %ptls monotonic, align 8
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: load volatile i64, ptr %signal_page, align 8
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: br label %[[REST:.*]]
; CHECK: adopt:
; CHECK-NEXT: [[NEW:%.*]] = call ptr @lr_adopt_thread()
; CHECK-NEXT: br label %[[REST]]
; CHECK: [[REST]]:
; CHECK-NEXT: %p = phi ptr [ [[P]], %enter ], [ [[NEW]], %adopt ]
; CHECK-NEXT: %gc_state.old = phi i8 [ [[OLD]], %enter ], [ 2, %adopt ]
; CHECK: left:
; CHECK: store atomic i8 %gc_state.old, ptr {{%.*}} release, align 1
; CHECK: load volatile i64
; CHECK: ret i64 1
; CHECK: right:
; CHECK-NEXT: %r = call i64 @work(ptr %p)
; CHECK: store atomic i8 %gc_state.old, ptr {{%.*}} release, align 1
; CHECK: load volatile i64
; CHECK: ret i64 %r
; JULIA-LABEL: define i64 @entry_point(
; JULIA: [[P:%.*]] = call ptr @jl_get_pgcstack()
; JULIA: enter:
; JULIA: getelementptr i8, ptr [[P]], i64 16
; JULIA: store atomic i8 0, ptr {{%.*}} release, align 1
; JULIA: adopt:
; JULIA: call ptr @jl_adopt_thread()
; IMAGE-LABEL: define i64 @entry_point(
; IMAGE: load i64, ptr @jl_tls_offset
; IMAGE: fast:
; IMAGE: slow:
; IMAGE: [[P:%.*]] = phi ptr
; IMAGE-NEXT: icmp ne ptr [[P]], null
; IMAGE: enter:
; IMAGE: adopt:
define i64 @entry_point(i1 %c) {
top:
  %p = call ptr @julia.get_pgcstack_or_new()
  br i1 %c, label %left, label %right
left:
  ret i64 1
right:
  %r = call i64 @work(ptr %p)
  ret i64 %r
}

; A reference cannot be handed out of the GC-unsafe state.
; CHECK-LABEL: define ptr addrspace(10) @reference(
; CHECK: enter:
; CHECK: adopt:
; CHECK-NOT: release
; CHECK: ret ptr
define ptr addrspace(10) @reference(ptr addrspace(10) %x) {
  %p = call ptr @julia.get_pgcstack_or_new()
  %r = call i64 @work(ptr %p)
  ret ptr addrspace(10) %x
}

; Inlined into a function that knows its task.
; CHECK-LABEL: define i64 @inlined(
; CHECK: call ptr @lr_get_pgcstack()
; CHECK: call ptr @lr_get_pgcstack()
; CHECK-NOT: adopt
; CHECK: ret
define i64 @inlined() {
  %p = call ptr @julia.get_pgcstack()
  br label %next
next:
  %q = call ptr @julia.get_pgcstack_or_new()
  %a = call i64 @work(ptr %p)
  %b = call i64 @work(ptr %q)
  ret i64 %b
}

; CHECK-LABEL: define swiftcc i64 @swiftself(
; CHECK-NEXT: call i64 @work(ptr %self)
; CHECK-NEXT: call i64 @work(ptr %self)
define swiftcc i64 @swiftself(ptr swiftself %self) {
  %p = call ptr @julia.get_pgcstack_or_new()
  %q = call ptr @julia.get_pgcstack()
  %a = call i64 @work(ptr %p)
  %b = call i64 @work(ptr %q)
  ret i64 %b
}

; CHECK: ![[W]] = !{!"branch_weights", i32 9, i32 1}
