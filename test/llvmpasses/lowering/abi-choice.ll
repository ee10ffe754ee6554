; Which ABI a function gets: its own attribute, the pass's parameter, the context's option; in this order.
; RUN: not %lateroot opt -passes=LateLowerGCFrame -S %s 2>&1 | FileCheck %s --check-prefix=NAME
; NAME: error: "lateroot-abi"="framemp": no such ABI; did you mean 'framemap'?; there is: gcframe, framemap
; RUN: sed 's/framemp/gcframe/' %s >%t.ll
; RUN: %lateroot opt --abi=shadow-stack -passes='LateLowerGCFrame<gcframe>' -S %t.ll | FileCheck %s --check-prefix=OWN
; OWN: define void @own() #[[GCFRAME:[0-9]+]]
; OWN: define void @other() #[[GCFRAME]]
; OWN: attributes #[[GCFRAME]] = {{.*}}"lateroot-abi"="gcframe"
; RUN: %lateroot opt --abi=shadow-stack -passes=LateLowerGCFrame -S %t.ll | FileCheck %s --check-prefix=MIXED
; RUN: %lateroot opt -passes='julia<abi=shadow-stack>' -S %t.ll | FileCheck %s --check-prefix=MIXED
; MIXED: define void @own() {{.*}}#[[GCFRAME:[0-9]+]]
; MIXED: define void @other() {{.*}}#[[SHADOW:[0-9]+]]
; MIXED-DAG: attributes #[[GCFRAME]] = {{.*}}"lateroot-abi"="gcframe"
; MIXED-DAG: attributes #[[SHADOW]] = {{.*}}"lateroot-abi"="shadow-stack"
; RUN: not %lateroot opt -passes='julia<abi=shadowstack>' -S %t.ll 2>&1 | FileCheck %s --check-prefix=OPTION
; OPTION: julia<...> has no option 'abi=shadowstack'

define void @own() "lateroot-abi"="framemp" {
  ret void
}

define void @other() {
  ret void
}
