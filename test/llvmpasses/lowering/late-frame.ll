; WebAssembly: code of a frame that is pushed on one path alone leaves the stack pointer alone on the other ones. The IR
; that the passes leave for others has an alloca.
; RUN: %lateroot compile --check -S %s -o - | FileCheck %s --check-prefix=CODE
; RUN: %lateroot opt -S %s | FileCheck %s --implicit-check-not=stack_pointer
target triple = "wasm32-wasi"
declare ptr @julia.get_pgcstack()
declare void @gc()
declare void @take(ptr addrspace(10))
; CHECK-LABEL: @rare(
; CHECK: alloca
; CODE-LABEL: rare:
; CODE-NOT: __stack_pointer
; CODE: br_if
; CODE: global.get __stack_pointer
; CODE: global.set __stack_pointer
; CODE: call gc
; CODE: global.set __stack_pointer
; CODE-NOT: __stack_pointer
; CODE: end_function
define void @rare(ptr swiftself "gcstack" %stack, ptr addrspace(10) %o, i1 %c) {
  br i1 %c, label %rare, label %out, !prof !0
rare:
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %x = load ptr addrspace(10), ptr addrspace(11) %d
  call void @gc()
  call void @take(ptr addrspace(10) %x)
  br label %out
out:
  ret void
}
!0 = !{!"branch_weights", i32 1, i32 2000}
