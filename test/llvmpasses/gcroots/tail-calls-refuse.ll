; What musttail calls cannot hand over is refused, and the checker finds a callee that does not do what it says.
; RUN: split-file %s %t
; RUN: %exits 1 %lateroot opt -S %t/pointer.ll 2>&1 | FileCheck --check-prefix=NOBODY %s
; RUN: %exits 1 %lateroot opt --reload -S %t/pointer.ll 2>&1 | FileCheck --check-prefix=NOBODY %s
; RUN: %exits 1 %lateroot opt --abi=statepoint -S %t/pointer.ll 2>&1 | FileCheck --check-prefix=NOBODY %s
; RUN: %exits 1 %lateroot opt -S %t/derived.ll 2>&1 | FileCheck --check-prefix=NOBODY %s
; RUN: %exits 1 %lateroot opt -S %t/weak.ll 2>&1 | FileCheck --check-prefix=NOBODY %s
; NOBODY: error: a musttail call cannot be given an object that only this function's frame roots: let the callee root it ("lateroot-roots-arguments" on the callee
; NOBODY: note: in function 'f': musttail call
; RUN: %exits 1 %lateroot opt -S %t/rootless.ll 2>&1 | FileCheck --check-prefix=ROOTLESS %s
; ROOTLESS: error: the function is reached by musttail calls (or says that it roots its arguments), and may collect here, but it has no GC stack
; ROOTLESS: note: in function 'target': call void @collect()
; RUN: not %lateroot opt --passes=CheckGCRoots -S %t/forgets.ll 2>&1 | FileCheck --check-prefix=FORGETS %s
; FORGETS: error: root check: at the call of collect, %o is needed, but there is no frame

;--- pointer.ll
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
define void @f(ptr addrspace(10) %o, ptr %g) {
  %gc = call ptr @julia.get_pgcstack()
  %mine = call ptr addrspace(10) @make()
  musttail call void %g(ptr addrspace(10) %mine, ptr %g)
  ret void
}
;--- derived.ll
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @g(ptr addrspace(11)) "lateroot-roots-arguments"
define void @f(ptr addrspace(11) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %mine = call ptr addrspace(10) @make()
  %in = addrspacecast ptr addrspace(10) %mine to ptr addrspace(11)
  musttail call void @g(ptr addrspace(11) %in)
  ret void
}
;--- weak.ll
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @collect()
define weak void @g(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  call void @collect()
  ret void
}
define void @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %mine = call ptr addrspace(10) @make()
  musttail call void @g(ptr addrspace(10) %mine)
  ret void
}
;--- rootless.ll
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @collect()
declare void @use(ptr addrspace(10))
define internal void @target(ptr addrspace(10) %o) {
  call void @collect()
  call void @use(ptr addrspace(10) %o)
  ret void
}
define void @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %mine = call ptr addrspace(10) @make()
  musttail call void @target(ptr addrspace(10) %mine)
  ret void
}
;--- forgets.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
declare void @use(ptr addrspace(10)) "gc-leaf-function"
define void @target(ptr addrspace(10) %o) "lateroot-roots-arguments" {
  %gc = call ptr @julia.get_pgcstack()
  call void @collect()
  call void @use(ptr addrspace(10) %o)
  ret void
}
