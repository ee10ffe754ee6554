; opt's own pipelines leave IR in the dialect alone, whoever loads the plug-in: only what comes from <lateroot/dialect.h> is marked for lowering.
; RUN: %opt -load-pass-plugin=%plugin -passes='default<O2>' -S %s | FileCheck %s
; RUN: %opt -load-pass-plugin=%plugin -passes='AdoptDialect,default<O1>,function(LateLowerGCFrame)' -S %s | FileCheck %s --check-prefix=LATE
; RUN: cp %s %t.ll
; RUN: echo 'module asm ".ident \22lateroot dialect\22"' >>%t.ll
; RUN: %opt -load-pass-plugin=%plugin -passes='default<O2>' -S %t.ll | FileCheck %s --check-prefix=LOWERED
; RUN: %opt -load-pass-plugin=%plugin -passes='default<O0>' -S %t.ll | FileCheck %s --check-prefix=LOWERED

; CHECK-LABEL: @f
; CHECK: call ptr @julia.get_pgcstack()
; CHECK: call ptr addrspace(10) @g()
; LATE-LABEL: @f
; LATE: julia.push_gc_frame
; LOWERED-NOT: julia
; LOWERED-LABEL: @f
; LOWERED: @lr_get_pgcstack
define ptr addrspace(10) @f() {
  %stack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @g()
  call void @h()
  ret ptr addrspace(10) %x
}

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @g()
declare void @h()
