; What only placement says of a boxed call, where its arguments lie, may not come in with it.
; RUN: not %lateroot opt --passes=LateLowerGCFrame -S -o /dev/null %s 2>&1 | FileCheck %s
; CHECK: error: julia.call has "lateroot.arguments" already, which only placement gives

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @callee(ptr addrspace(10), ptr, i32)

define ptr addrspace(10) @given(ptr addrspace(10) %f, ptr addrspace(10) %x) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %x), !lateroot.arguments !0
  ret ptr addrspace(10) %r
}

!0 = !{i32 0}
