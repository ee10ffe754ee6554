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
; CHECK-NOT: error:
