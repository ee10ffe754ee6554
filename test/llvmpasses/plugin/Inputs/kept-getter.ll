target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
module asm "# \22lateroot dialect\22"
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
define i64 @none(i64 %x) {
  ret i64 %x
}
define void @some() {
  %o = call ptr addrspace(10) @make()
  %p = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o)
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}
