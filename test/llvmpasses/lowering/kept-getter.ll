; A function that no more uses its stack of frames still needs it for its roots.  Where the getter is said to return, LLVM would delete the call that
; nobody uses, and the function would have no roots at all; AddNI takes that promise away before optimisation.
; RUN: %lateroot opt -passes=AddNI -S %s | FileCheck %s --check-prefix=SAID
; RUN: %lateroot opt '--passes=julia<level=1;no_lower_intrinsics>' -S %s | FileCheck %s --check-prefix=KEPT
; RUN: %lateroot opt '--passes=julia<level=2>' -S %s | FileCheck %s
; RUN: %lateroot opt '--passes=julia<level=3>' -S %s | FileCheck %s
; SAID: declare ptr @julia.get_pgcstack() [[GETTER:#[0-9]+]]
; SAID: declare ptr @julia.get_pgcstack_or_new() [[NEW:#[0-9]+]]
; SAID: declare i64 @look(ptr addrspace(10)) [[LOOK:#[0-9]+]]
; SAID-DAG: attributes [[GETTER]] = { nounwind memory(inaccessiblemem: read) }
; SAID-DAG: attributes [[LOOK]] = { nounwind willreturn memory(argmem: read) }
; KEPT-LABEL: define {{.*}}@f(
; KEPT: call ptr @julia.get_pgcstack()
; KEPT-LABEL: define {{.*}}@g(
; KEPT: call ptr @julia.get_pgcstack_or_new()
; CHECK-LABEL: define {{.*}}@f(
; CHECK: %gcframe{{[0-9]*}} = alloca
; CHECK: store ptr %a, ptr %gcslot
; CHECK: call void @collects()
; CHECK-LABEL: define {{.*}}@g(
; CHECK: %gcframe{{[0-9]*}} = alloca
; CHECK: store ptr %a, ptr %gcslot
; CHECK: call void @collects()
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @julia.get_pgcstack() #0
declare ptr @julia.get_pgcstack_or_new() #1
declare i64 @look(ptr addrspace(10)) #2
declare ptr addrspace(10) @make()
declare void @collects()
define i64 @f() {
  %unused = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @collects()
  %n = call i64 @look(ptr addrspace(10) %a)
  ret i64 %n
}
define i64 @g() {
  %unused = call ptr @julia.get_pgcstack_or_new()
  %a = call ptr addrspace(10) @make()
  call void @collects()
  %n = call i64 @look(ptr addrspace(10) %a)
  ret i64 %n
}
attributes #0 = { nounwind willreturn memory(inaccessiblemem: read) }
attributes #1 = { nounwind willreturn memory(none) }
attributes #2 = { nounwind willreturn memory(argmem: read) }
