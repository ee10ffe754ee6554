; RUN: not %lateroot opt --passes=GCInvariantVerifier -S %s 2>&1 | FileCheck --implicit-check-not=error: %s
; RUN: %lateroot opt --profile=julia-1.13 --passes=GCInvariantVerifier -S %s | FileCheck --check-prefix=TOGETHER %s
; RUN: printf 'base = julia-1.13\nbarrier = slot-log\nlog_base = bits\nqueue_slot = queue\n' > %t.profile
; RUN: not %lateroot opt --profile=%t.profile --passes=GCInvariantVerifier -S %s 2>&1 | FileCheck --implicit-check-not=error: %s
; TOGETHER: define void @field(
; No safepoint lies between a write barrier and the store behind it.

declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @unknown()
declare void @leaf() "gc-leaf-function"
declare i64 @reads(ptr) memory(read)
declare void @llvm.assume(i1)
define internal void @here() {
  ret void
}

; CHECK: error: a safepoint lies between this store and the write barrier before it
; CHECK-NEXT: 'field'
define void @field(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c)
  call void @unknown()
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  ret void
}

; CHECK: error: a safepoint lies between this store and the write barrier before it
; CHECK-NEXT: 'object'
define void @object(ptr addrspace(10) %p, ptr addrspace(10) %c, ptr %t) {
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  %d = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  %s = getelementptr i8, ptr addrspace(11) %d, i64 8
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) %c)
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  ret void
}

; CHECK: error: a safepoint lies between this store and the write barrier before it
; CHECK-NEXT: 'interim'
define void @interim(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c)
  call void @unknown()
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  ret void
}

; Fine: nothing collects; another barrier; the store is done; the barrier is for another place; behind the store.
define void @right(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(11) %t, ptr addrspace(10) %c, ptr %q) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c)
  call void @leaf()
  call i64 @reads(ptr %q)
  call void @here()
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  call void @unknown()
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c)
  call void @unknown()
  store ptr addrspace(10) %c, ptr addrspace(11) %t
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c)
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  call void @unknown()
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  ret void
}

; The barrier right behind the store is for it. Code that cannot collect may stand between the two.
define void @behind(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c, i1 %b) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c)
  call void @unknown()
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  call void @llvm.assume(i1 %b)
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c)
  call void @unknown()
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  ret void
}

; Behind a safepoint it comes too late.
; CHECK: error: a safepoint lies between this store and the write barrier before it
; CHECK-NEXT: 'late'
define void @late(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c)
  call void @unknown()
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  call void @unknown()
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c)
  ret void
}

; It is for another place, or for another object.
; CHECK: error: a safepoint lies between this store and the write barrier before it
; CHECK-NEXT: 'other'
; CHECK: error: a safepoint lies between this store and the write barrier before it
; CHECK-NEXT: 'other'
define void @other(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(11) %t, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c)
  call void @unknown()
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %t, ptr addrspace(10) %c)
  call void @unknown()
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %s, ptr addrspace(10) %c)
  call void @unknown()
  store ptr addrspace(10) %c, ptr addrspace(11) %s
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %c, ptr addrspace(10) %c)
  ret void
}
