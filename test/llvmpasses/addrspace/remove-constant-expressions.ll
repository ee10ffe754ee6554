; Constant expressions of every kind that both LLVM versions have are made anew where special spaces are in them, and mean the same.
; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s | FileCheck %s
; RUN: %lateroot opt --passes=RemoveAddrspaces -S %s | FileCheck %s --check-prefix=ALL

@object = external global i64
@other = external global i64
@table = external addrspace(10) global [8 x i64]

; CHECK-DAG: @cast = global ptr @object
; ALL-DAG: @cast = global ptr @object
@cast = global ptr addrspace(10) addrspacecast (ptr @object to ptr addrspace(10))
; CHECK-DAG: @difference = global i64 sub (i64 ptrtoint (ptr @object to i64), i64 ptrtoint (ptr @other to i64))
@difference = global i64 sub (i64 ptrtoint (ptr addrspace(10) addrspacecast (ptr @object to ptr addrspace(10)) to i64), i64 ptrtoint (ptr @other to i64))
; CHECK-DAG: @sum = global i64 add (i64 ptrtoint (ptr @object to i64), i64 8)
@sum = global i64 add (i64 ptrtoint (ptr addrspace(10) addrspacecast (ptr @object to ptr addrspace(10)) to i64), i64 8)
; CHECK-DAG: @hidden = global i64 xor (i64 ptrtoint (ptr @object to i64), i64 -1)
@hidden = global i64 xor (i64 ptrtoint (ptr addrspace(10) addrspacecast (ptr @object to ptr addrspace(10)) to i64), i64 -1)
; CHECK-DAG: @low = global i32 {{(trunc \(i64 )?}}ptrtoint (ptr @object to i{{32|64}}){{( to i32\))?}}
@low = global i32 trunc (i64 ptrtoint (ptr addrspace(10) addrspacecast (ptr @object to ptr addrspace(10)) to i64) to i32)
; CHECK-DAG: @back = global ptr inttoptr (i64 add (i64 ptrtoint (ptr @object to i64), i64 8) to ptr)
@back = global ptr addrspace(10) inttoptr (i64 add (i64 ptrtoint (ptr addrspace(10) addrspacecast (ptr @object to ptr addrspace(10)) to i64), i64 8) to ptr addrspace(10))
; ALL-DAG: @third = global ptr getelementptr{{.*}}@table
@third = global ptr addrspace(10) getelementptr inbounds ([8 x i64], ptr addrspace(10) @table, i64 0, i64 3)

; CHECK-LABEL: define <2 x ptr> @vector()
; CHECK: ret <2 x ptr> <ptr @object, ptr @other>
define <2 x ptr addrspace(10)> @vector() {
  ret <2 x ptr addrspace(10)> <ptr addrspace(10) addrspacecast (ptr @object to ptr addrspace(10)), ptr addrspace(10) addrspacecast (ptr @other to ptr addrspace(10))>
}
; CHECK-LABEL: define <vscale x 2 x ptr> @scalable()
; CHECK: ret <vscale x 2 x ptr>
define <vscale x 2 x ptr addrspace(10)> @scalable() {
  ret <vscale x 2 x ptr addrspace(10)> shufflevector (<vscale x 2 x ptr addrspace(10)> insertelement (<vscale x 2 x ptr addrspace(10)> poison, ptr addrspace(10) addrspacecast (ptr @object to ptr addrspace(10)), i64 0), <vscale x 2 x ptr addrspace(10)> poison, <vscale x 2 x i32> zeroinitializer)
}
; CHECK-LABEL: define <2 x i64> @bits()
; CHECK: ret <2 x i64>
define <2 x i64> @bits() {
  ret <2 x i64> bitcast (<16 x i8> bitcast (<2 x i64> <i64 ptrtoint (ptr addrspace(10) addrspacecast (ptr @object to ptr addrspace(10)) to i64), i64 ptrtoint (ptr @other to i64)> to <16 x i8>) to <2 x i64>)
}
