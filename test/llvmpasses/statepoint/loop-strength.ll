; Reduction of strength in loops, which the code generator does, would compute the address of a variable that a statepoint names: LLVM would then
; record a register, or the slot where that was spilled, instead of a place of the stack frame.
; RUN: %lateroot compile -O2 --memory=typed --abi=statepoint %s -o %t.o
; RUN: %lateroot compile -O0 --memory=typed --abi=statepoint %s -o %t.o
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.row = type { [3 x ptr addrspace(10)], [3 x ptr addrspace(10)], ptr addrspace(10) }
define ptr addrspace(10) @fill(ptr %v0, ptr %v1, ptr  %v2) {
entry:
  %gc = call ptr @julia.get_pgcstack()
  %v3 = alloca [4 x %struct.row], align 16
  %v4 = getelementptr  i8, ptr %v3, i64 192
  %v5 = getelementptr  i8, ptr %v3, i64 8
  %v6 = getelementptr  i8, ptr %v3, i64 16
  %v7 = getelementptr  i8, ptr %v3, i64 24
  %v8 = getelementptr  i8, ptr %v3, i64 32
  %v9 = getelementptr  i8, ptr %v3, i64 40
  %v10 = getelementptr  i8, ptr %v3, i64 48
  %v11 = getelementptr  i8, ptr %v3, i64 56
  %v12 = getelementptr  i8, ptr %v3, i64 64
  %v13 = getelementptr  i8, ptr %v3, i64 72
  %v14 = getelementptr  i8, ptr %v3, i64 80
  %v15 = getelementptr  i8, ptr %v3, i64 88
  %v16 = getelementptr  i8, ptr %v3, i64 96
  %v17 = getelementptr  i8, ptr %v3, i64 104
  %v18 = getelementptr  i8, ptr %v3, i64 112
  %v19 = getelementptr  i8, ptr %v3, i64 120
  %v20 = getelementptr  i8, ptr %v3, i64 128
  %v21 = getelementptr  i8, ptr %v3, i64 136
  %v22 = getelementptr  i8, ptr %v3, i64 144
  %v23 = getelementptr  i8, ptr %v3, i64 152
  %v24 = getelementptr  i8, ptr %v3, i64 160
  %v25 = getelementptr  i8, ptr %v3, i64 168
  %v26 = getelementptr  i8, ptr %v3, i64 176
  %v27 = getelementptr  i8, ptr %v3, i64 184
  %v28 = getelementptr  i8, ptr %v3, i64 192
  %v29 = getelementptr  i8, ptr %v3, i64 200
  %v30 = getelementptr  i8, ptr %v3, i64 208
  %v31 = getelementptr  i8, ptr %v3, i64 216
  br label %turn
turn:
  %i = phi i64 [ 0, %entry ], [ %next, %turn ]
  %v33 = getelementptr  ptr addrspace(10), ptr %v1, i64 %i
  %v34 = load ptr addrspace(10), ptr %v2, align 8
  %v35 = load ptr addrspace(10), ptr %v33, align 8
  %v36 = call ptr addrspace(10) @make(i64 124, ptr addrspace(10) null, ptr addrspace(10) null)
  %v37 = call ptr addrspace(10) @make(i64 %i, ptr addrspace(10) null, ptr addrspace(10) null)
  %v38 = load ptr addrspace(10), ptr %v0, align 8
  store ptr addrspace(10) null, ptr %v3, align 16
  store ptr addrspace(10) %v34, ptr %v5, align 8
  store ptr addrspace(10) null, ptr %v6, align 16
  store ptr addrspace(10) %v35, ptr %v7, align 8
  store ptr addrspace(10) %v36, ptr %v8, align 16
  store ptr addrspace(10) %v37, ptr %v9, align 8
  store ptr addrspace(10) %v38, ptr %v10, align 16
  %v39 = load ptr addrspace(10), ptr %v2, align 8
  %v40 = load ptr addrspace(10), ptr %v33, align 8
  %v41 = call ptr addrspace(10) @make(i64 124, ptr addrspace(10) null, ptr addrspace(10) null)
  %v42 = call ptr addrspace(10) @make(i64 %i, ptr addrspace(10) null, ptr addrspace(10) null)
  %v43 = load ptr addrspace(10), ptr %v0, align 8
  store ptr addrspace(10) null, ptr %v11, align 8
  store ptr addrspace(10) %v39, ptr %v12, align 16
  store ptr addrspace(10) null, ptr %v13, align 8
  store ptr addrspace(10) %v40, ptr %v14, align 16
  store ptr addrspace(10) %v41, ptr %v15, align 8
  store ptr addrspace(10) %v42, ptr %v16, align 16
  store ptr addrspace(10) %v43, ptr %v17, align 8
  %v44 = load ptr addrspace(10), ptr %v2, align 8
  %v45 = load ptr addrspace(10), ptr %v33, align 8
  %v46 = call ptr addrspace(10) @make(i64 124, ptr addrspace(10) null, ptr addrspace(10) null)
  %v47 = call ptr addrspace(10) @make(i64 %i, ptr addrspace(10) null, ptr addrspace(10) null)
  %v48 = load ptr addrspace(10), ptr %v0, align 8
  store ptr addrspace(10) null, ptr %v18, align 16
  store ptr addrspace(10) %v44, ptr %v19, align 8
  store ptr addrspace(10) null, ptr %v20, align 16
  store ptr addrspace(10) %v45, ptr %v21, align 8
  store ptr addrspace(10) %v46, ptr %v22, align 16
  store ptr addrspace(10) %v47, ptr %v23, align 8
  store ptr addrspace(10) %v48, ptr %v24, align 16
  %v49 = load ptr addrspace(10), ptr %v2, align 8
  %v50 = load ptr addrspace(10), ptr %v33, align 8
  %v51 = call ptr addrspace(10) @make(i64 124, ptr addrspace(10) null, ptr addrspace(10) null)
  %v52 = call ptr addrspace(10) @make(i64 %i, ptr addrspace(10) null, ptr addrspace(10) null)
  %v53 = load ptr addrspace(10), ptr %v0, align 8
  store ptr addrspace(10) null, ptr %v25, align 8
  store ptr addrspace(10) %v49, ptr %v26, align 16
  store ptr addrspace(10) null, ptr %v27, align 8
  store ptr addrspace(10) %v50, ptr %v28, align 16
  store ptr addrspace(10) %v51, ptr %v29, align 8
  store ptr addrspace(10) %v52, ptr %v30, align 16
  store ptr addrspace(10) %v53, ptr %v31, align 8
  %v54 = call i64 @look(ptr addrspace(10) null)
  call void @make(i64 %v54)
  %v55 = getelementptr  [4 x %struct.row], ptr %v3, i64 0, i64 %i
  %next = add nuw nsw i64 %i, 1
  %v56 = icmp eq i64 %next, 3
  %v57 = and i64 %next, 4294967295
  %v58 = select i1 %v56, i64 0, i64 %v57
  %v59 = getelementptr  [3 x ptr addrspace(10)], ptr %v55, i64 0, i64 %v58
  %v60 = load ptr addrspace(10), ptr %v59, align 8
  %v61 = getelementptr  [3 x ptr addrspace(10)], ptr %v4, i64 0, i64 %i
  %v62 = load ptr addrspace(10), ptr %v61, align 8
  %v63 = call ptr addrspace(10) @make(i64 116, ptr addrspace(10) %v60, ptr addrspace(10) %v62)
  %end = icmp eq i64 %next, 3
  br i1 %end, label %done, label %turn
done:
  ret ptr addrspace(10) null
}
declare ptr addrspace(10) @make(i64, ptr addrspace(10), ptr addrspace(10))
declare i64 @look(ptr addrspace(10))
declare void @mix(i64)
declare ptr @julia.get_pgcstack()
