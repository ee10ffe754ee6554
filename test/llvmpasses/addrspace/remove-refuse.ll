; RUN: rm -f %t
; RUN: not %lateroot opt --passes=RemoveJuliaAddrspaces -S %s -o %t 2>&1 | FileCheck %s
; RUN: test ! -e %t
; What cannot be moved is named, all of it at once and in order, and nothing is written.

%holds_tracked = type { ptr addrspace(10) }
@table = global ptr addrspace(10) blockaddress(@in_object_space_too, %next)

; CHECK: error: the address of a block of address spaces 10 to 13 cannot be moved to address space 0; in @table
; CHECK: error: a function is in a special address space: code is no object
; CHECK-NEXT: 'in_object_space'
declare void @in_object_space() addrspace(10)
define void @fine(ptr addrspace(10) %x) {
  ret void
}

declare %holds_tracked @llvm.ssa.copy.s_holds_tracked(%holds_tracked)

; CHECK: error: a function is in a special address space: code is no object
; CHECK-NEXT: 'in_object_space_too'
define void @in_object_space_too() addrspace(10) {
  br label %next
next:
  ret void
}

; LLVM gives it another name as it reads it, and puts it last.
; CHECK: error: the name of an intrinsic is made of a structure that holds pointers of address spaces 10 to 13
; CHECK-NEXT: 'llvm.ssa.copy.s_holds_tracked
; CHECK: error: an alloca in a special address space: the stack holds no objects
; CHECK-NEXT: 'special_stack': %a = alloca i8, align 1, addrspace(10)
define void @special_stack() {
  %a = alloca i8, align 1, addrspace(10)
  ret void
}

declare void @takes_memory(ptr inalloca({ ptr addrspace(10), i32 }))
; CHECK: error: inalloca memory of pointers of address spaces 10 to 13 cannot be made anew
; CHECK-NEXT: 'arguments_in_memory'
define void @arguments_in_memory() {
  %a = alloca inalloca { ptr addrspace(10), i32 }
  call void @takes_memory(ptr inalloca({ ptr addrspace(10), i32 }) %a)
  ret void
}
; CHECK: error: dso_local_equivalent or no_cfi of a function of address spaces 10 to 13 cannot be moved to address space 0
; CHECK-NEXT: 'names_function'
define void @names_function() {
  store ptr addrspace(10) no_cfi @in_object_space, ptr null
  ret void
}
; CHECK-NOT: error:
