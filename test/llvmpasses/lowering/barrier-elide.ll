; RUN: %lateroot opt --verify-each --passes=LateLowerGCFrame,FinalLowerGC -S %s | FileCheck %s
; Barriers that nobody needs: for a child that lives for ever, or a parent too young to be old.

@type = external constant i64, align 16
@fixed = external constant ptr addrspace(10)
@table = external constant [4 x ptr addrspace(10)]
@loaded_once = external global ptr addrspace(10), !julia.constgv !0
@changes = external global ptr addrspace(10)
@raw = external constant ptr
@cell = external global ptr
declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...)
declare void @julia.safepoint(ptr)
declare void @callee()
declare void @leaf() memory(argmem: readwrite)
declare double @llvm.sqrt.f64(double)

; CHECK-LABEL: define void @type_of(
; CHECK-NOT: parent_tag
; CHECK: ret void
define void @type_of(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %x) {
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %x)
  call void (ptr addrspace(10), ptr addrspace(11), ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) nonnull %t)
  store ptr addrspace(10) %t, ptr addrspace(11) %s
  ret void
}

; Loads that TBAA or the region scopes say never change, from a place that is fixed.
; CHECK-LABEL: define void @constant_by_tbaa(
; CHECK-NOT: parent_tag
; CHECK: ret void
define void @constant_by_tbaa(ptr addrspace(10) %p) {
  %f = load ptr, ptr @cell, !tbaa !101
  %x = load ptr addrspace(10), ptr %f, !tbaa !101
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: define void @constant_by_region(
; CHECK-NOT: parent_tag
; CHECK: ret void
define void @constant_by_region(ptr addrspace(10) %p) {
  %x = load ptr addrspace(10), ptr @cell, !alias.scope !107
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %x)
  ret void
}

; The nearest that counts: a region that changes overrules what TBAA says.
; CHECK-LABEL: define void @changing_region(
; CHECK: parent_tag
define void @changing_region(ptr addrspace(10) %p) {
  %x = load ptr addrspace(10), ptr @cell, !tbaa !101, !alias.scope !109
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %x)
  ret void
}

; CHECK-LABEL: define void @constant_globals(
; CHECK-NOT: parent_tag
; CHECK: ret void
define void @constant_globals(ptr addrspace(10) %p, i64 %i) {
  %a = load ptr addrspace(10), ptr @fixed
  %at = getelementptr inbounds [4 x ptr addrspace(10)], ptr @table, i64 0, i64 %i
  %b = load ptr addrspace(10), ptr %at
  %c = load ptr addrspace(10), ptr @loaded_once
  %r = load ptr, ptr @raw
  %d = addrspacecast ptr %r to ptr addrspace(10)
  %dd = addrspacecast ptr addrspace(10) %c to ptr addrspace(11)
  %field = getelementptr inbounds i8, ptr addrspace(11) %dd, i64 8
  %e = load ptr addrspace(10), ptr addrspace(11) %field, !invariant.load !0
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %a, ptr addrspace(10) %b, ptr addrspace(10) nonnull noundef %c, ptr addrspace(10) %d, ptr addrspace(10) %e)
  ret void
}

; The rest of the children still count.
; CHECK-LABEL: define void @some(
; CHECK: may_trigger_wb:
; CHECK: getelementptr i8, ptr addrspace(10) %x, i64 -8
; CHECK-NOT: child_tag{{[0-9]+}}
; CHECK: ret void
define void @some(ptr addrspace(10) %p, ptr addrspace(10) %x) {
  %a = load ptr addrspace(10), ptr @fixed
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %a, ptr addrspace(10) nonnull %x)
  ret void
}

; What a global held may be garbage once it holds something else; the same goes for a field that may change.
; CHECK-LABEL: define void @changing(
; CHECK-COUNT-2: child_tag{{[0-9]*}} = load
; CHECK: ret void
define void @changing(ptr addrspace(10) %p) {
  %a = load ptr addrspace(10), ptr @changes
  %c = load ptr addrspace(10), ptr @loaded_once
  %e = load ptr addrspace(10), ptr addrspace(10) %c
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) nonnull %a, ptr addrspace(10) nonnull %e)
  ret void
}

; CHECK-LABEL: define ptr addrspace(10) @fresh(
; CHECK: call {{.*}} @lr_gc_small_alloc
; CHECK-NOT: parent_tag
; CHECK: ret ptr
define ptr addrspace(10) @fresh(ptr addrspace(10) %x, double %y) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %p = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  %q = call double @llvm.sqrt.f64(double %y)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %x)
  store ptr addrspace(10) %x, ptr addrspace(10) %p
  ret ptr addrspace(10) %p
}

; Any safepoint in between may have made it old: another allocation,
; CHECK-LABEL: define ptr addrspace(10) @allocation_between(
; CHECK: parent_tag
define ptr addrspace(10) @allocation_between() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %p = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  %c = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  store ptr addrspace(10) %c, ptr addrspace(10) %p
  ret ptr addrspace(10) %p
}

; a call,
; CHECK-LABEL: define ptr addrspace(10) @call_between(
; CHECK: parent_tag
define ptr addrspace(10) @call_between(ptr addrspace(10) %x) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %p = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call void @callee()
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %x)
  ret ptr addrspace(10) %p
}

; a poll,
; CHECK-LABEL: define ptr addrspace(10) @poll_between(
; CHECK: parent_tag
define ptr addrspace(10) @poll_between(ptr addrspace(10) %x, ptr %page) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %p = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call void @julia.safepoint(ptr %page)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %x)
  ret ptr addrspace(10) %p
}

; or what another block may hold.
; CHECK-LABEL: define ptr addrspace(10) @block_between(
; CHECK: parent_tag
define ptr addrspace(10) @block_between(ptr addrspace(10) %x) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %p = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 24, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  br label %loop
loop:
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %x)
  call void @callee()
  br label %loop
}

!0 = !{}
!101 = !{!102, !102, i64 0}
!102 = !{!"jtbaa_const", !103, i64 0}
!103 = !{!"jtbaa"}
!107 = !{!108}
!108 = !{!"jnoalias_mutconstdata", !110}
!109 = !{!111}
!111 = !{!"jnoalias_data", !110}
!110 = !{!"jnoalias"}
