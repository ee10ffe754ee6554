; A variable of a mapped frame is over when its block is out of use, whoever has its address then.
; RUN: %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

@map_one = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 1, i32 1, [1 x i64] [i64 17592187092992] }, align 8
@cell = global ptr null

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @stop()
declare void @nothing()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define ptr addrspace(10) @computed_place(i64 %n, i64 %i) {
  %gcmapped = alloca [5 x i64], align 16
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_one, ptr %map, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 0, ptr %count, align 8
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  %v = alloca ptr addrspace(10), i64 %n, align 8
  %size = shl i64 %n, 3
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 %size, i1 false)
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  store i64 %n, ptr %count, align 8
  %q = getelementptr inbounds ptr addrspace(10), ptr %v, i64 %i
  store ptr addrspace(10) %x, ptr %q, align 8
  store ptr %q, ptr @cell, align 8
  call void @stop()
  %y = load ptr addrspace(10), ptr %q, align 8
  store i64 0, ptr %count, align 8
  call void @nothing()
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret ptr addrspace(10) null
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}
