; Front ends that poll by themselves write julia.gcroot_flush, and then a volatile load between fences, at which the
; thread is stopped.  Where objects move, roots are read again behind the load, and behind the fence that follows it.
; RUN: %lateroot opt --passes='LateLowerGCFrame,CheckGCRoots' --abi=gcframe --reload -S %s | FileCheck %s
; RUN: %lateroot opt --passes='LateLowerGCFrame' --abi=gcframe --reload -S %s -o %t.ll
; RUN: %lateroot check %t.ll
; RUN: %lateroot opt --passes='LateLowerGCFrame,FinalLowerGC' --abi=gcframe --reload -S %s -o %t.linked.ll
; RUN: %lateroot check %t.linked.ll
; RUN: sed 's/load volatile/load/' %s | %lateroot opt --passes='LateLowerGCFrame' --abi=gcframe --reload -S - | FileCheck --check-prefix=PLAIN %s
declare ptr @julia.get_pgcstack()
declare void @julia.gcroot_flush()
declare i64 @look(ptr addrspace(12)) "gc-leaf-function"

; CHECK-LABEL: define i64 @poll(
; CHECK: store ptr addrspace(10) %x, ptr %gcslot0
; CHECK: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: %{{.*}} = load volatile i64, ptr %page
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: [[NEW:%.*]] = load ptr addrspace(10), ptr %gcslot0
; CHECK-NOT: %x
; CHECK: addrspacecast ptr addrspace(10) [[NEW]] to ptr addrspace(12)
; PLAIN-LABEL: define i64 @poll(
; PLAIN: store ptr addrspace(10) %x, ptr %gcslot0
; PLAIN: = load ptr addrspace(10), ptr %gcslot0
; PLAIN: fence syncscope("singlethread") seq_cst
define i64 @poll(ptr addrspace(10) %x, ptr %page) {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.gcroot_flush()
  fence syncscope("singlethread") seq_cst
  %poll = load volatile i64, ptr %page, align 8
  fence syncscope("singlethread") seq_cst
  %look = addrspacecast ptr addrspace(10) %x to ptr addrspace(12)
  %n = call i64 @look(ptr addrspace(12) %look)
  ret i64 %n
}

; The address of the page may itself be read out of an object.
; CHECK-LABEL: define i64 @page_of_an_object(
; CHECK: load volatile i64, ptr addrspace(11) %page
; CHECK-NEXT: load ptr addrspace(10), ptr %gcslot0
define i64 @page_of_an_object(ptr addrspace(10) %x) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %at = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %page = getelementptr i8, ptr addrspace(11) %at, i64 8
  call void @julia.gcroot_flush()
  %poll = load volatile i64, ptr addrspace(11) %page, align 8
  %look = addrspacecast ptr addrspace(10) %x to ptr addrspace(12)
  %n = call i64 @look(ptr addrspace(12) %look)
  ret i64 %n
}
