; LateLowerGCFrame removes the marks of constant memory, which LLVM would believe; what it leaves in their place is known.
; RUN: %lateroot opt --passes=LateLowerGCFrame -S %s -o %t.ll
; RUN: FileCheck %s --check-prefix=MARK <%t.ll
; MARK: %x = load ptr addrspace(10), ptr addrspace(11) %a, align 8, !lateroot.immutable
; RUN: %lateroot check %t.ll
; RUN: %exits 1 sh -c "sed 's/, !lateroot.immutable ![0-9]*//' %t.ll | %lateroot check -"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @gc()
define void @owner() {
  %s = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %a = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %x = load ptr addrspace(10), ptr addrspace(11) %a, !invariant.load !0
  call void @gc()
  store i8 1, ptr addrspace(10) %x
  call void @use(ptr addrspace(10) %o)
  ret void
}
!0 = !{}
