; RUN: not %lateroot opt --passes=GCInvariantVerifier -S %s 2>&1 | FileCheck %s
; Each forbidden change of space is reported, in order; none hides the next.

; CHECK: error: addrspacecast from Derived (11) to Tracked (10): a base cannot be recovered from an interior pointer
; CHECK-NEXT: in function 'derived_to_tracked': %t = addrspacecast
define void @derived_to_tracked(ptr addrspace(11) %d) {
  %t = addrspacecast ptr addrspace(11) %d to ptr addrspace(10)
  ret void
}

; CHECK: error: addrspacecast from Derived (11) to generic (0): julia.pointer_from_objref takes the address of an object
; CHECK-NEXT: 'derived_to_generic'
define void @derived_to_generic(ptr addrspace(11) %d) {
  %t = addrspacecast ptr addrspace(11) %d to ptr
  ret void
}

; CHECK: error: addrspacecast from Derived (11) to CalleeRooted (12): cast the Tracked pointer instead
define void @derived_to_callee_rooted(ptr addrspace(11) %d) {
  %t = addrspacecast ptr addrspace(11) %d to ptr addrspace(12)
  ret void
}

; CHECK: error: addrspacecast from CalleeRooted (12) to Tracked (10): a CalleeRooted pointer is a call operand and nothing else
define void @callee_rooted_to_tracked(ptr addrspace(12) %d) {
  %t = addrspacecast ptr addrspace(12) %d to ptr addrspace(10)
  ret void
}

; CHECK: error: addrspacecast from Tracked (10) to generic (0): the collector would lose sight of it
define void @tracked_to_generic(ptr addrspace(10) %x) {
  %t = addrspacecast ptr addrspace(10) %x to ptr
  ret void
}

; CHECK: error: addrspacecast from Tracked (10) to address space 1: the collector would lose sight of it
define void @tracked_to_other(ptr addrspace(10) %x) {
  %t = addrspacecast ptr addrspace(10) %x to ptr addrspace(1)
  ret void
}

; CHECK: error: addrspacecast from Tracked (10) to Loaded (13): only loads, GEPs and julia.gc_loaded make Loaded pointers
define void @tracked_to_loaded(ptr addrspace(10) %x) {
  %t = addrspacecast ptr addrspace(10) %x to ptr addrspace(13)
  ret void
}

; CHECK: error: addrspacecast from generic (0) to Loaded (13)
define void @generic_to_loaded(ptr %x) {
  %t = addrspacecast ptr %x to ptr addrspace(13)
  ret void
}

; CHECK: error: addrspacecast from Loaded (13) to Derived (11): a Loaded pointer stays in its space
define void @loaded_to_derived(ptr addrspace(13) %x) {
  %t = addrspacecast ptr addrspace(13) %x to ptr addrspace(11)
  ret void
}

; CHECK: error: addrspacecast from address space 1 to Tracked (10): objects are in the generic space
define void @other_to_tracked(ptr addrspace(1) %x) {
  %t = addrspacecast ptr addrspace(1) %x to ptr addrspace(10)
  ret void
}

; CHECK: error: addrspacecast from Derived (11) to Tracked (10)
; CHECK-NEXT: 'vectors'
define void @vectors(<2 x ptr addrspace(11)> %x) {
  %t = addrspacecast <2 x ptr addrspace(11)> %x to <2 x ptr addrspace(10)>
  ret void
}

; CHECK: error: addrspacecast from Derived (11) to Tracked (10)
; CHECK-NEXT: 'unreachable_block'
define void @unreachable_block(ptr addrspace(11) %d) {
  ret void
dead:
  %t = addrspacecast ptr addrspace(11) %d to ptr addrspace(10)
  unreachable
}

; CHECK: error: ptrtoint of a Tracked (10) pointer
; CHECK: error: ptrtoint of a Loaded (13) pointer
; CHECK: error: inttoptr to Tracked (10): make the pointer in the generic space and cast it
; CHECK: error: inttoptr to Derived (11)
; CHECK-NEXT: 'integers'
define void @integers(ptr addrspace(10) %x, <2 x ptr addrspace(13)> %y, i64 %i, <2 x i64> %v) {
  %a = ptrtoint ptr addrspace(10) %x to i64
  %b = ptrtoint <2 x ptr addrspace(13)> %y to <2 x i64>
  %c = inttoptr i64 %i to ptr addrspace(10)
  %d = inttoptr <2 x i64> %v to <2 x ptr addrspace(11)>
  ret void
}
; CHECK-NOT: error:
