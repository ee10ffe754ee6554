; AdoptDialect says of a module that its types can be believed; a flag that is there already stays as it is, and other modules get none.
; RUN: %lateroot opt --passes=AdoptDialect -S %s | FileCheck %s
; RUN: %lateroot opt --passes=AdoptDialect,AdoptDialect -S %s | FileCheck %s
; RUN: grep -v 'module asm' %s | %lateroot opt --passes=AdoptDialect -S - | FileCheck %s --check-prefix=OTHER
; OTHER-NOT: lateroot.memory
module asm ".ident \22lateroot dialect\22"
; CHECK: !llvm.module.flags = !{!0}
; CHECK: !0 = !{i32 4, !"lateroot.memory", !"typed"}
; CHECK-NOT: lateroot.memory

define void @f() {
  ret void
}
