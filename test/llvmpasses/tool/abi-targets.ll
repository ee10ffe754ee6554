; Every kind of target with every ABI: an object, or a message that names the ABI, the target and what works.  A table of
; COFF with zeros for addresses is no object.
; RUN: %S/Inputs/abi-targets.sh %lateroot %s | FileCheck %s
; CHECK: x86_64-linux-gnu statepoint: 0 object
; CHECK: i686-linux-gnu framemap: 1 refused
; CHECK: wasm32-wasi gcframe: 0 object
; CHECK: wasm32-wasi framemap: 1 refused
; CHECK: x86_64-w64-mingw32 gcframe: 0 object
; CHECK: x86_64-w64-mingw32 framemap: 1 refused
; CHECK: x86_64-w64-mingw32 statepoint: 1 refused
; CHECK: arm64-apple-macosx gcframe: 0 object
; CHECK: arm64-apple-macosx framemap: 1 refused
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
