; Every target that LLVM has, with every ABI: an object, or a message that names the ABI, the target and what works.  A
; table of COFF with zeros for addresses is no object.
; RUN: %S/Inputs/abi-targets.sh %lateroot %llvm_bin/llc %s | FileCheck --check-prefixes=CHECK%if llvm22 %{,SPIRV%} %s
; CHECK-DAG: aarch64-unknown-unknown statepoint: 0 object
; CHECK-DAG: aarch64_32-unknown-unknown gcframe: 1 no ABI
; CHECK-DAG: amdgcn-unknown-unknown gcframe: 1 no ABI
; CHECK-DAG: avr-unknown-unknown gcframe: 1 no ABI
; CHECK-DAG: bpf-unknown-unknown gcframe: 1 no ABI
; CHECK-DAG: i686-unknown-unknown framemap: 1 refused
; CHECK-DAG: msp430-unknown-unknown gcframe: 1 no ABI
; CHECK-DAG: nvptx64-unknown-unknown gcframe: 1 no ABI
; CHECK-DAG: s390x-ibm-zos gcframe: 1 no ABI
; SPIRV-DAG: spirv64-unknown-unknown gcframe: 1 no ABI
; CHECK-DAG: wasm64-unknown-unknown shadow-stack: 0 object
; CHECK-DAG: x86_64-linux-gnu statepoint: 0 object
; CHECK-DAG: wasm32-wasi gcframe: 0 object
; CHECK-DAG: wasm32-wasi framemap: 1 refused
; CHECK-DAG: x86_64-w64-mingw32 gcframe: 0 object
; CHECK-DAG: x86_64-w64-mingw32 framemap: 1 refused
; CHECK-DAG: x86_64-w64-mingw32 statepoint: 1 refused
; CHECK-DAG: arm64-apple-macosx gcframe: 0 object
; CHECK-DAG: arm64-apple-macosx framemap: 0 object
; CHECK-DAG: arm64-apple-macosx statepoint: 1 refused
; CHECK-DAG: arm64_32-apple-watchos framemap: 1 refused
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

define void @f() {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  call void @use(ptr addrspace(10) %b)
  ret void
}
