; RUN: not %lateroot opt --passes=GCInvariantVerifier -S %s 2>&1 | FileCheck %s
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare token @llvm.julia.other()
declare void @llvm.julia.takes(token)

; CHECK: error: the token of llvm.julia.gc_preserve_begin is used by something that is not llvm.julia.gc_preserve_end
; CHECK-NEXT: 'strange_user'
define void @strange_user(ptr addrspace(10) %x) {
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %x)
  call void @llvm.julia.takes(token %t)
  ret void
}

; CHECK: error: the operand of llvm.julia.gc_preserve_end is not the token of an llvm.julia.gc_preserve_begin
; CHECK-NEXT: 'strange_token'
define void @strange_token() {
  %t = call token @llvm.julia.other()
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}

; CHECK: error: the operand of llvm.julia.gc_preserve_end is not the token of an llvm.julia.gc_preserve_begin
; CHECK-NEXT: 'no_token'
define void @no_token() {
  call void @llvm.julia.gc_preserve_end(token none)
  ret void
}
; CHECK-NOT: error:
