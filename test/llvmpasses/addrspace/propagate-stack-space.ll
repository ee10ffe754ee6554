; RUN: %lateroot opt --passes=PropagateJuliaAddrspaces -S %s | FileCheck %s
; A target whose stack is in a space of its own.
target datalayout = "A5"
declare void @llvm.memset.p11.i64(ptr addrspace(11), i8, i64, i1)

; CHECK-LABEL: @stack
; CHECK: %v = load i64, ptr addrspace(5) %a
define i64 @stack() {
  %a = alloca i64, addrspace(5)
  %d = addrspacecast ptr addrspace(5) %a to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %d
  ret i64 %v
}

; CHECK-LABEL: @chain
; CHECK: %p = phi ptr addrspace(5) [ %a, %top ], [ %g, %loop ]
; CHECK: %g = getelementptr i8, ptr addrspace(5) %p, i64 8
; CHECK: call void @llvm.memset.p5.i64(ptr addrspace(5) %g, i8 0, i64 8, i1 false)
define void @chain(i1 %c) {
top:
  %a = alloca [4 x i64], addrspace(5)
  %d = addrspacecast ptr addrspace(5) %a to ptr addrspace(11)
  br label %loop
loop:
  %p = phi ptr addrspace(11) [ %d, %top ], [ %g, %loop ]
  %g = getelementptr i8, ptr addrspace(11) %p, i64 8
  call void @llvm.memset.p11.i64(ptr addrspace(11) %g, i8 0, i64 8, i1 false)
  br i1 %c, label %loop, label %end
end:
  ret void
}

; Once in the generic space, the generic space is used.
; CHECK-LABEL: @through_generic
; CHECK: load i64, ptr %p
define i64 @through_generic() {
  %a = alloca i64, addrspace(5)
  %p = addrspacecast ptr addrspace(5) %a to ptr
  %d = addrspacecast ptr %p to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %d
  ret i64 %v
}
