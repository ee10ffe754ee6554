; A definition that is marked "lateroot-walked" is refused if its callers could not rely on it.
; RUN: split-file %s %t
; RUN: %exits 1 %lateroot opt --abi=framemap -S %t/abi.ll 2>&1 | FileCheck --check-prefix=ABI %s
; RUN: %exits 1 %lateroot opt -S %t/abi.ll 2>&1 | FileCheck --check-prefix=ABI %s
; ABI: error: the function is marked "lateroot-walked", and no table describes frames of its ABI 'gcframe'
; ABI: note: in function 'f'
; RUN: %exits 1 %lateroot opt --abi=framemap -S %t/rootless.ll 2>&1 | FileCheck --check-prefix=ROOTLESS %s
; RUN: %exits 1 %lateroot opt --abi=statepoint -S %t/rootless.ll 2>&1 | FileCheck --check-prefix=ROOTLESS %s
; RUN: %lateroot opt --abi=gcframe -S %t/rootless.ll -o /dev/null
; RUN: %lateroot opt --abi=shadow-stack -S %t/rootless.ll -o /dev/null
; ROOTLESS: error: the function is marked "lateroot-walked", and has no GC stack, so that no table describes its frame at this call, which may collect
; ROOTLESS: note: in function 'f': call void @work()
; RUN: %exits 1 %lateroot opt --abi=framemap -S %t/jump.ll 2>&1 | FileCheck --check-prefix=JUMP %s
; RUN: %exits 1 %lateroot opt --abi=statepoint -S %t/jump.ll 2>&1 | FileCheck --check-prefix=JUMP %s
; RUN: %lateroot opt --abi=gcframe -S %t/jump.ll -o /dev/null
; JUMP: error: the function is marked "lateroot-walked", and a function without the mark takes its place here
; JUMP: note: in function 'f': musttail call void @work(ptr "gcstack" %gc)
; RUN: %lateroot opt --abi=framemap --check -S %t/fine.ll -o /dev/null
; RUN: %lateroot opt --abi=statepoint --check -S %t/fine.ll -o /dev/null
; What is not compiled by us has no frame here; the checker looks for itself.
; RUN: not %lateroot opt --abi=framemap --passes=CheckGCRoots --disable-output %t/jump.ll 2>&1 | FileCheck --check-prefix=CHECKED %s
; CHECKED: error: root check: no table describes what takes the place of the function, which is marked "lateroot-walked"
; CHECKED-NEXT: in function 'f'

;--- abi.ll
target triple = "x86_64-unknown-linux-gnu"
declare void @work()
define void @f(ptr "gcstack" %gc) "lateroot-walked" "lateroot-abi"="gcframe" {
  call void @work()
  ret void
}
;--- rootless.ll
target triple = "x86_64-unknown-linux-gnu"
declare void @leaf() "gc-leaf-function"
declare void @work()
define void @f() "lateroot-walked" {
  call void @leaf()
  call void @work()
  ret void
}
;--- jump.ll
target triple = "x86_64-unknown-linux-gnu"
declare void @work(ptr)
define void @f(ptr "gcstack" %gc) "lateroot-walked" {
  musttail call void @work(ptr "gcstack" %gc)
  ret void
}
;--- fine.ll
target triple = "x86_64-unknown-linux-gnu"
declare void @leaf() "gc-leaf-function"
declare void @walked() "lateroot-walked"
declare void @work()
define void @never_collects() "lateroot-walked" {
  call void @leaf()
  ret void
}
define void @jumps() "lateroot-walked" {
  musttail call void @walked()
  ret void
}
define void @jumps_to_a_leaf() "lateroot-walked" {
  musttail call void @leaf()
  ret void
}
define void @has_a_frame(ptr "gcstack" %gc) "lateroot-walked" {
  call void @work()
  ret void
}
