; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s | FileCheck %s
; The nearest neighbours of what is refused.

%holds_nothing = type { ptr }
; CHECK: @table = global ptr blockaddress(@blocks, %next)
@table = global ptr blockaddress(@blocks, %next)

; CHECK: define ptr @blocks(ptr %x)
define ptr addrspace(10) @blocks(ptr addrspace(10) %x) {
  br label %next
next:
  ret ptr addrspace(10) %x
}

; CHECK: declare %holds_nothing @llvm.ssa.copy.s_holds_nothings(
declare %holds_nothing @llvm.ssa.copy.s_holds_nothings(%holds_nothing)
; CHECK: declare ptr @llvm.ssa.copy.p0(
declare ptr addrspace(10) @llvm.ssa.copy.p10(ptr addrspace(10))

; CHECK: declare void @takes_memory(ptr, ptr inalloca({ i32, i32 }))
declare void @takes_memory(ptr addrspace(10), ptr inalloca({ i32, i32 }))
; CHECK: %a = alloca inalloca { i32, i32 }
; CHECK: call void @takes_memory(ptr %x, ptr inalloca({ i32, i32 }) %a)
define void @arguments_in_memory(ptr addrspace(10) %x) {
  %a = alloca inalloca { i32, i32 }
  call void @takes_memory(ptr addrspace(10) %x, ptr inalloca({ i32, i32 }) %a)
  ret void
}

; CHECK: store ptr no_cfi @blocks, ptr null
; CHECK: store ptr dso_local_equivalent @blocks, ptr null
define void @names_function() {
  store ptr no_cfi @blocks, ptr null
  store ptr dso_local_equivalent @blocks, ptr null
  ret void
}
