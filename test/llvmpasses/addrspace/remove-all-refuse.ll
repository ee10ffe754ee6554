; RUN: rm -f %t
; RUN: not %lateroot opt --passes=RemoveAddrspaces -S %s -o %t 2>&1 | FileCheck %s
; RUN: test ! -e %t

%holds = type { ptr addrspace(3) }
@table = global ptr addrspace(1) blockaddress(@somewhere, %next)
; CHECK: error: the address of a block outside of address space 0 cannot be moved to address space 0; in @table
define void @somewhere() addrspace(1) {
  br label %next
next:
  ret void
}
; A target's intrinsic that knows no other space: neither its name nor its kind would fit.
; CHECK: error: this intrinsic of LLVM is about address space 4 and no other
; CHECK-NEXT: 'llvm.amdgcn.dispatch.ptr'
declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
; CHECK: error: this intrinsic of LLVM is about address space 8 and no other
; CHECK-NEXT: 'llvm.amdgcn.raw.ptr.buffer.load.f32'
declare float @llvm.amdgcn.raw.ptr.buffer.load.f32(ptr addrspace(8), i32, i32, i32)
; CHECK: error: the name of an intrinsic is made of a structure that holds pointers outside of address space 0
; CHECK-NEXT: 'llvm.ssa.copy.s_holds
declare %holds @llvm.ssa.copy.s_holds(%holds)
; CHECK: error: dso_local_equivalent or no_cfi of a function outside of address space 0 cannot be moved to address space 0
define void @names_function() {
  store ptr addrspace(1) no_cfi @somewhere, ptr null
  ret void
}
; CHECK: error: inalloca memory of pointers outside of address space 0 cannot be made anew
declare void @takes_memory(ptr addrspace(5) inalloca(i32))
define void @arguments_in_memory() {
  %a = alloca inalloca i32, addrspace(5)
  call void @takes_memory(ptr addrspace(5) inalloca(i32) %a)
  ret void
}
; Relocates of a strategy that knows objects by their space.
; CHECK: error: an instruction of this kind cannot be moved to address space 0
; CHECK-NEXT: 'relocates': %moved = call
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
declare void @names()
define ptr addrspace(1) @relocates(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @names, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
  %moved = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %moved
}
; CHECK-NOT: error:
