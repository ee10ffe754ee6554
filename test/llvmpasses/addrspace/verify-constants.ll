; RUN: not %lateroot opt --passes=GCInvariantVerifier -S %s 2>&1 | FileCheck %s
; Constant expressions are looked into wherever they stand: in initialisers, in operands, inside of one another.

@in_initializer = global { i64, ptr addrspace(10) } { i64 1, ptr addrspace(10) inttoptr (i64 4096 to ptr addrspace(10)) }
@g = global i8 0
@fine = global ptr addrspace(10) addrspacecast (ptr @g to ptr addrspace(10))
declare void @callee(ptr addrspace(10))
declare void @take(i64)

; CHECK: error: inttoptr to Tracked (10)
; CHECK: error: inttoptr to Tracked (10)
; CHECK-NEXT: 'operand'
define void @operand() {
  call void @callee(ptr addrspace(10) inttoptr (i64 8192 to ptr addrspace(10)))
  ret void
}

; CHECK: error: ptrtoint of a Tracked (10) pointer
; CHECK-NEXT: 'nested'
define void @nested() {
  call void @take(i64 add (i64 ptrtoint (ptr addrspace(10) addrspacecast (ptr @g to ptr addrspace(10)) to i64), i64 8))
  ret void
}

; CHECK: error: addrspacecast from generic (0) to Loaded (13)
; CHECK-NEXT: 'in_phi'
define i64 @in_phi(i1 %c, ptr addrspace(13) %l) {
top:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %p = phi ptr addrspace(13) [ %l, %top ], [ addrspacecast (ptr @g to ptr addrspace(13)), %a ]
  %v = load i64, ptr addrspace(13) %p
  ret i64 %v
}
; CHECK-NOT: error:
