; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s | FileCheck %s
; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s | FileCheck %s --check-prefix=NONE
; NONE-NOT: addrspace(
; NONE-NOT: @{{[0-9]}}

@target = global ptr addrspace(10) null
@object = addrspace(10) global i8 0
@unused = internal global i8 0

; CHECK-DAG: @unused = internal global i8 0
; CHECK-DAG: @same_type = alias i8, ptr @target
@same_type = alias i8, ptr @target
; CHECK-DAG: @tracked = dso_local alias ptr, ptr @target
@tracked = dso_local alias ptr addrspace(10), ptr @target
; CHECK-DAG: @special = hidden alias i8, ptr @object
@special = hidden alias i8, ptr addrspace(10) @object
; CHECK-DAG: @of_alias = internal alias i8, ptr @special
@of_alias = internal alias i8, ptr addrspace(10) @special
; CHECK-DAG: @function_alias = weak alias ptr (ptr), ptr @function
@function_alias = weak alias ptr addrspace(10) (ptr addrspace(10)), ptr @function
; CHECK-DAG: @chosen = ifunc ptr (ptr), ptr @resolver
@chosen = ifunc ptr addrspace(10) (ptr addrspace(10)), ptr @resolver

declare void @unused_declaration()
; CHECK: define ptr @function(ptr %x)
define ptr addrspace(10) @function(ptr addrspace(10) %x) {
  ; CHECK: load i8, ptr @of_alias
  %a = load i8, ptr addrspace(10) @of_alias
  ; CHECK: call ptr @function_alias(ptr %x)
  %b = call ptr addrspace(10) @function_alias(ptr addrspace(10) %x)
  ; CHECK: call ptr @chosen(ptr %x)
  %c = call ptr addrspace(10) @chosen(ptr addrspace(10) %x)
  ret ptr addrspace(10) %b
}
define internal ptr @resolver() {
  ret ptr @function
}
define internal void @unused_function() {
  ret void
}
; CHECK: define internal void @unused_function
