; Arrays of arguments lie in the frame only if that spares words or stores.  Here one word more would spare no store.
; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --without=argument-arrays -S %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @callee(ptr addrspace(10), ptr, i32)
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

; CHECK-LABEL: @disagree(
; CHECK: call ptr @julia.new_gc_frame(i32 2)
; CHECK-COUNT-7: store ptr addrspace(10)
; CHECK-NOT: store ptr addrspace(10)
; CHECK: ret void
define void @disagree(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  br i1 %c, label %first.a, label %first.b
first.a:
  %r0 = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) null, ptr addrspace(10) %a)
  br label %second
first.b:
  %r1 = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) null, ptr addrspace(10) %b)
  br label %second
second:
  br i1 %c, label %second.a, label %second.b
second.a:
  %r2 = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) null, ptr addrspace(10) %a, ptr addrspace(10) %a)
  br label %end
second.b:
  %r3 = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) null, ptr addrspace(10) %b)
  br label %end
end:
  call void @use(ptr addrspace(10) %b)
  ret void
}
