; Every pass under Julia's name, in opt.
; RUN: %opt -load-pass-plugin=%plugin -passes='function(LateLowerGCFrame)' -S %s | FileCheck %s --check-prefixes=LATE,KEPT
; RUN: %opt -load-pass-plugin=%plugin -passes='function(LateLowerGCFrame,FinalLowerGC)' -S %s | FileCheck %s --check-prefixes=FINAL,KEPT
; RUN: %opt -load-pass-plugin=%plugin -passes='LateLowerGCFrame,FinalLowerGC' -S %s | FileCheck %s --check-prefixes=FINAL,KEPT
; RUN: %opt -load-pass-plugin=%plugin -passes='function(LateLowerGCFrame,CheckGCRoots,FinalLowerGC,dse,gvn)' -S %s | FileCheck %s --check-prefixes=FINAL,KEPT
; RUN: %opt -load-pass-plugin=%plugin -passes='cgscc(function(LateLowerGCFrame,FinalLowerGC),inline)' -S %s | FileCheck %s --check-prefixes=FINAL,KEPT
; RUN: %opt -load-pass-plugin=%plugin -passes='function(GCInvariantVerifier<no-strong>,PropagateJuliaAddrspaces)' -S %s | FileCheck %s --check-prefixes=SAME,KEPT
; RUN: %opt -load-pass-plugin=%plugin -passes='RemoveNI' -S %s | FileCheck %s --check-prefixes=SAME,NONI
; RUN: %opt -load-pass-plugin=%plugin -passes='RemoveNI,AddNI' -S %s | FileCheck %s --check-prefixes=SAME,KEPT
; RUN: %opt -load-pass-plugin=%plugin -passes='LowerPTLSPass' -S %s | FileCheck %s --check-prefixes=PTLS,KEPT
; RUN: %opt -load-pass-plugin=%plugin -passes='RemoveJuliaAddrspaces' -S %s | FileCheck %s --check-prefixes=FLAT,KEPT
; RUN: %opt -load-pass-plugin=%plugin -passes='lateroot' -S %s | FileCheck %s --check-prefixes=WHOLE,NONI --implicit-check-not=julia. --implicit-check-not=addrspace
; RUN: %opt -load-pass-plugin=%plugin -passes='julia<level=2>' -S %s | FileCheck %s --check-prefixes=WHOLE,NONI --implicit-check-not=julia. --implicit-check-not=addrspace
; What depends on the order in which functions are lowered would show here.
; RUN: %opt -load-pass-plugin=%plugin -passes='julia' -S %s -o %t.1
; RUN: %opt -load-pass-plugin=%plugin -passes='julia' -S %s -o %t.2
; RUN: cmp %t.1 %t.2

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"
; KEPT: target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"
; NONI: target datalayout = "e-i64:64-n8:16:32:64-S128"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

define void @f() {
; LATE-LABEL: @f(
; LATE: call {{.*}}@julia.new_gc_frame(i32 1)
; LATE: call void @julia.push_gc_frame(
; LATE: call void @julia.pop_gc_frame(
; FINAL-LABEL: @f(
; FINAL: %gcframe = alloca
; FINAL-NOT: gc_frame
; FINAL: ret void
; SAME-LABEL: @f(
; SAME: call ptr @julia.get_pgcstack()
; SAME-NEXT: %a = call ptr addrspace(10) @make()
; PTLS-LABEL: @f(
; PTLS-NOT: @julia.get_pgcstack
; PTLS: %a = call ptr addrspace(10) @make()
; FLAT-LABEL: @f(
; FLAT: %a = call ptr @make()
; WHOLE-LABEL: @f(
; WHOLE: alloca
; WHOLE: %a = {{.*}}call ptr @make()
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  call void @use(ptr addrspace(10) %a)
  ret void
}
