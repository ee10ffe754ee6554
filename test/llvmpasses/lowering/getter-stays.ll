; A getter that nothing uses yet must outlive LLVM's passes: without one, nothing is rooted.  So AddNI takes willreturn
; away, from the declaration and from calls, such as those that SettleGCStack inserts.
; RUN: %lateroot opt --passes=AddNI -S %s | FileCheck %s --check-prefix=ADDNI
; RUN: %lateroot opt --passes='lateroot<abi=gcframe>' -S %s | FileCheck %s
; RUN: %lateroot opt --passes='SettleGCStack,lateroot<abi=gcframe>' -S %s | FileCheck %s --check-prefixes=CHECK,SETTLED
declare ptr @julia.get_pgcstack() willreturn
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

; ADDNI-LABEL: define void @has_getter(
; ADDNI: call ptr @julia.get_pgcstack() #[[#CALL:]]
; ADDNI-NOT: willreturn
; CHECK-LABEL: define void @has_getter(
; CHECK: store ptr %x, ptr %gcslot0
define void @has_getter() {
  %gcstack = call ptr @julia.get_pgcstack() nounwind willreturn memory(none)
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %x)
  ret void
}

; SETTLED-LABEL: define void @gets_one(
; SETTLED: store ptr %x, ptr %gcslot0
define void @gets_one() {
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %x)
  ret void
}
