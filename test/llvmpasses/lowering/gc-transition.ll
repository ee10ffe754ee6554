; RUN: %lateroot opt --verify-each --passes=LateLowerGCFrame,CheckGCRoots -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.13 --passes=LateLowerGCFrame,FinalLowerGC -S %s | FileCheck --check-prefix=JULIA %s
; "gc-transition": the callee runs in the GC-safe state, so that others may collect meanwhile; what is live is in slots.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare i32 @block(ptr addrspace(13), i64)
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare i32 @personality(...)

; CHECK-LABEL: define i32 @around(
; CHECK: store ptr addrspace(10) %live, ptr %gcslot
; CHECK: %gc_state = getelementptr i8, ptr %ptls, i64 8
; CHECK-NEXT: %gc_state.old = load atomic i8, ptr %gc_state monotonic, align 1
; CHECK-NEXT: store atomic i8 2, ptr %gc_state release, align 1
; CHECK-NEXT: %signal_page = load atomic ptr, ptr %ptls monotonic, align 8
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: call void @julia.safepoint(ptr %signal_page)
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: %r = call i32 @block(ptr addrspace(13) %d, i64 3) #[[A:[0-9]+]]
; CHECK-NEXT: store atomic i8 %gc_state.old, ptr %gc_state release, align 1
; CHECK-NEXT: [[PAGE:%.*]] = load atomic ptr, ptr %ptls monotonic, align 8
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: call void @julia.safepoint(ptr [[PAGE]])
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: call void @use(ptr addrspace(10) %live)
; JULIA-LABEL: define i32 @around(
; JULIA: %gc_state = getelementptr i8, ptr %ptls, i64 25
; JULIA: store atomic i8 2, ptr %gc_state release
; JULIA: [[AT:%.*]] = getelementptr i8, ptr %ptls, i64 16
; JULIA: [[PAGE:%.*]] = load atomic ptr, ptr [[AT]] monotonic
; JULIA: load volatile i64, ptr [[PAGE]]
; JULIA: call i32 @block
; JULIA: load volatile i64
define i32 @around(ptr %ptls, ptr %data) {
  %p = call ptr @julia.get_pgcstack()
  %live = call ptr addrspace(10) @make()
  %owner = call ptr addrspace(10) @make()
  %d = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %owner, ptr %data)
  %r = tail call i32 @block(ptr addrspace(13) %d, i64 3) cold [ "gc-transition"(ptr %ptls), "jl_roots"(ptr addrspace(10) %live) ]
  call void @use(ptr addrspace(10) %live)
  ret i32 %r
}

; On both ways out of an invoke.
; CHECK-LABEL: define i32 @invoked(
; CHECK: store atomic i8 2, ptr %gc_state release, align 1
; CHECK: call void @julia.safepoint
; CHECK: %r = invoke i32 @block(
; CHECK-NEXT: to label %ok unwind label %bad
; CHECK: ok:
; CHECK-NEXT: %one = phi i32 [ 1, %top ]
; CHECK-NEXT: store atomic i8 %gc_state.old, ptr %gc_state release, align 1
; CHECK: call void @julia.safepoint
; CHECK: bad:
; CHECK-NEXT: %lp = landingpad
; CHECK-NEXT: cleanup
; CHECK-NEXT: store atomic i8 %gc_state.old, ptr %gc_state release, align 1
; CHECK: call void @julia.safepoint
; CHECK: resume
define i32 @invoked(ptr %ptls) personality ptr @personality {
top:
  %r = invoke i32 @block(ptr addrspace(13) null, i64 3) [ "gc-transition"(ptr %ptls) ] to label %ok unwind label %bad
ok:
  %one = phi i32 [ 1, %top ]
  %s = add i32 %r, %one
  ret i32 %s
bad:
  %lp = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %lp
}

; CHECK: attributes #[[A]] = { cold }
