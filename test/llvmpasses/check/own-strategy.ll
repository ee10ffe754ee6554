; A strategy that LLVM does not know does not end the process, and stays as it is.
; RUN: %lateroot check --all %s | FileCheck %s
; CHECK: proven statepoints ok
declare void @gc()
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
define void @ok(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c) gc "foo" {
%t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %a) ]
%r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
store i64 1, ptr addrspace(1) %r
ret void
}
