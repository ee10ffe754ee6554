; A function of the dialect does not unwind, wherever LLVM inlines its call: before optimisation AddNI says so, for LLVM would make invokes of
; those that come from a callee that is invoked.
; RUN: %lateroot opt '--passes=julia<level=2;no_lower_intrinsics;no_remove_ni>' -S %s | FileCheck %s --check-prefix=INLINED
; RUN: %lateroot opt '--passes=julia<level=2>' --check -S %s | FileCheck %s
; RUN: %lateroot opt -passes=AddNI -S %s | FileCheck %s --check-prefix=SAID
; RUN: %lateroot opt --abi=framemap '--passes=lateroot,default<O2>' --verify-each -S %s | FileCheck %s --check-prefix=TABLE
; TABLE-LABEL: define {{.*}}@outer
; TABLE-NOT: invoke {{.*}}stackmap
; TABLE: invoke void @may_throw
; TABLE-NOT: invoke {{.*}}stackmap
; INLINED-LABEL: define {{.*}}@outer
; INLINED: invoke void @may_throw
; INLINED: tail call void @julia.gcroot_flush()
; CHECK-LABEL: define {{.*}}@outer
; CHECK-NOT: gcroot_flush
; CHECK: invoke void @may_throw
; CHECK: landingpad
; SAID: declare void @julia.gcroot_flush() [[NOUNWIND:#[0-9]+]]
; SAID: declare {{.*}} @julia.call(ptr, ptr addrspace(10), ...){{$}}
; SAID: attributes [[NOUNWIND]] = { nounwind }
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @julia.get_pgcstack()
declare void @julia.gcroot_flush()
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare void @may_throw(ptr addrspace(10))
declare ptr addrspace(10) @make()
declare i32 @__gxx_personality_v0(...)
define internal void @inner(ptr addrspace(10) %a) {
  call void @may_throw(ptr addrspace(10) %a)
  call void @julia.gcroot_flush()
  ret void
}
define i64 @outer() personality ptr @__gxx_personality_v0 {
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  invoke void @inner(ptr addrspace(10) %a) to label %good unwind label %bad
good:
  ret i64 1
bad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @may_throw(ptr addrspace(10) %a)
  ret i64 0
}
