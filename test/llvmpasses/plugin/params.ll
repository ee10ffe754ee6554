; Parameters, right and wrong; names that do not exist.
; RUN: not %opt -load-pass-plugin=%plugin -passes='function(GCInvariantVerifier<strong>)' -S %s -o %t 2>&1 | FileCheck %s --check-prefix=STRONG
; RUN: %opt -load-pass-plugin=%plugin -passes='function(GCInvariantVerifier)' -S %s -o /dev/null
; RUN: %opt -load-pass-plugin=%plugin -passes='function(GCInvariantVerifier<no-strong>),LowerPTLSPass<no-imaging>' -S %s -o /dev/null
; RUN: %opt -load-pass-plugin=%plugin -passes='LowerPTLSPass<imaging>,function(GCInvariantVerifier<no-strong>),RemoveNI' -print-pipeline-passes -disable-output %s | FileCheck %s --check-prefix=TEXT
; RUN: not %opt -load-pass-plugin=%plugin -passes='function(GCInvariantVerifier<weak>)' -S %s 2>&1 | FileCheck %s --check-prefix=WEAK
; RUN: not %opt -load-pass-plugin=%plugin -passes='function(LateLowerGCFrame<>)' -S %s 2>&1 | FileCheck %s --check-prefix=EMPTY
; RUN: not %opt -load-pass-plugin=%plugin -passes='function(RemoveNI)' -S %s 2>&1 | FileCheck %s --check-prefix=PLACE
; RUN: not %opt -load-pass-plugin=%plugin -passes='julia<level=4>' -S %s 2>&1 | FileCheck %s --check-prefix=LEVEL
; RUN: not %opt -load-pass-plugin=%plugin -passes='lateroot<clenup>' -S %s 2>&1 | FileCheck %s --check-prefix=OPTION

; STRONG: error: GEP on a Tracked (10) pointer{{.*}}in function 'f': %p = getelementptr
; TEXT: LowerPTLSPass<imaging>,function(GCInvariantVerifier<no-strong>),RemoveNI
; WEAK: unknown function pass 'GCInvariantVerifier<weak>'
; EMPTY: unknown function pass 'LateLowerGCFrame<>'
; PLACE: unknown function pass 'RemoveNI'
; LEVEL: lateroot-opt: julia<...> has no option 'level=4'
; LEVEL: unknown pass name 'julia<level=4>'
; OPTION: lateroot<...> has no option 'clenup'; did you mean 'cleanup'?

define ptr addrspace(10) @f(ptr addrspace(10) %o) {
  %p = getelementptr i8, ptr addrspace(10) %o, i64 8
  ret ptr addrspace(10) %p
}
