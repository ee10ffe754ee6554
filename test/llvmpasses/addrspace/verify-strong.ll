; RUN: not %lateroot opt '--passes=GCInvariantVerifier<strong>' -S %s 2>&1 | FileCheck %s
; RUN: %lateroot opt '--passes=GCInvariantVerifier<no-strong>' -S %s
; RUN: not %lateroot opt '--passes=GCInvariantVerifier<weak>' -S %s 2>&1 | FileCheck %s --check-prefix=PARAM
; PARAM: takes strong or no-strong

@g = global i8 0
declare void @take(ptr addrspace(10))

; CHECK: error: GEP on a Tracked (10) pointer: cast it to Derived (11) first
; CHECK-NEXT: 'gep'
define i64 @gep(ptr addrspace(10) %x) {
  %p = getelementptr i64, ptr addrspace(10) %x, i64 1
  %v = load i64, ptr addrspace(10) %p
  ret i64 %v
}

; CHECK: error: GEP on a Tracked (10) pointer
; CHECK-NEXT: 'constant'
define void @constant() {
  call void @take(ptr addrspace(10) getelementptr (i8, ptr addrspace(10) addrspacecast (ptr @g to ptr addrspace(10)), i64 8))
  ret void
}

define i64 @decayed_first(ptr addrspace(10) %x) {
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %p = getelementptr i64, ptr addrspace(11) %d, i64 1
  %v = load i64, ptr addrspace(11) %p
  ret i64 %v
}
; CHECK-NOT: error:
