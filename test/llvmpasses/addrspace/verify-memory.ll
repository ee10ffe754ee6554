; RUN: not %lateroot opt --passes=GCInvariantVerifier -S %s 2>&1 | FileCheck %s
; Decayed pointers stay out of memory; CalleeRooted ones are call operands only; only Tracked ones are returned.

; CHECK: error: a Derived (11) pointer is stored to memory
; CHECK-NEXT: 'store_derived'
define void @store_derived(ptr addrspace(11) %d, ptr %p) {
  store ptr addrspace(11) %d, ptr %p
  ret void
}

; CHECK: error: a CalleeRooted (12) pointer is stored to memory
define void @store_callee_rooted(ptr addrspace(12) %d, ptr %p) {
  store ptr addrspace(12) %d, ptr %p
  ret void
}

; CHECK: error: a Derived (11) pointer is stored to memory
; CHECK-NEXT: 'store_aggregate'
define void @store_aggregate({ i64, ptr addrspace(11) } %d, ptr %p) {
  store { i64, ptr addrspace(11) } %d, ptr %p
  ret void
}

; CHECK: error: a Derived (11) pointer is stored to memory
; CHECK-NEXT: 'store_vector'
define void @store_vector(<2 x ptr addrspace(11)> %d, ptr %p) {
  store <2 x ptr addrspace(11)> %d, ptr %p
  ret void
}

; CHECK: error: a Derived (11) pointer is loaded from memory
; CHECK-NEXT: 'load_derived'
define i64 @load_derived(ptr %p) {
  %d = load ptr addrspace(11), ptr %p
  %v = load i64, ptr addrspace(11) %d
  ret i64 %v
}

; CHECK: error: a Derived (11) pointer is stored to memory
; CHECK-NEXT: 'exchange'
define void @exchange(ptr %p, ptr addrspace(11) %d) {
  %old = atomicrmw xchg ptr %p, ptr addrspace(11) %d seq_cst
  ret void
}

; CHECK: error: a Derived (11) pointer is stored to memory
; CHECK-NEXT: 'compare_exchange'
define void @compare_exchange(ptr %p, ptr addrspace(11) %d) {
  %old = cmpxchg ptr %p, ptr addrspace(11) null, ptr addrspace(11) %d seq_cst seq_cst
  ret void
}

declare void @llvm.masked.scatter.v2p11.v2p0(<2 x ptr addrspace(11)>, <2 x ptr>, i32, <2 x i1>)
declare <2 x ptr addrspace(11)> @llvm.masked.gather.v2p11.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x ptr addrspace(11)>)
; CHECK: error: Derived (11) pointers are stored to memory
; CHECK: error: Derived (11) pointers are loaded from memory
; CHECK-NEXT: 'masked'
define void @masked(<2 x ptr addrspace(11)> %d, <2 x ptr> %p) {
  call void @llvm.masked.scatter.v2p11.v2p0(<2 x ptr addrspace(11)> %d, <2 x ptr> %p, i32 8, <2 x i1> <i1 true, i1 false>)
  %l = call <2 x ptr addrspace(11)> @llvm.masked.gather.v2p11.v2p0(<2 x ptr> %p, i32 8, <2 x i1> <i1 true, i1 false>, <2 x ptr addrspace(11)> undef)
  ret void
}

; CHECK: error: a CalleeRooted (12) pointer is used by something that is not a call
; CHECK-NEXT: 'load_through_callee_rooted'
define i64 @load_through_callee_rooted(ptr addrspace(12) %d) {
  %v = load i64, ptr addrspace(12) %d
  ret i64 %v
}

; CHECK: error: a Derived (11) pointer is returned: of special pointers only Tracked (10) ones may be
define ptr addrspace(11) @return_derived(ptr addrspace(11) %d) {
  ret ptr addrspace(11) %d
}

; CHECK: error: a Loaded (13) pointer is returned
define { i64, ptr addrspace(13) } @return_loaded({ i64, ptr addrspace(13) } %d) {
  ret { i64, ptr addrspace(13) } %d
}

declare ptr addrspace(11) @makes_derived()
; CHECK: error: a call gives a Derived (11) pointer, whose object cannot be found
define void @call_gives_derived() {
  %d = call ptr addrspace(11) @makes_derived()
  ret void
}
; CHECK-NOT: error:
