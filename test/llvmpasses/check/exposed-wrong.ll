; Whoever has the address of a variable as a number may write it while it lives: the collector is to see it at each safepoint from its first use on.
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s --implicit-check-not=error:
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

%value = type { ptr addrspace(10), i64 }
@map_pair = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 2, i32 1, [1 x i64] [i64 17592187092992] }, align 8
@cell = global i64 0

declare ptr @julia.get_pgcstack()
declare void @stop()
declare void @last()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; In use one call too late: @stop may write the variable, which @last reads.
; CHECK: error: root check: at the call of stop, byte 0 of stack variable %v may hold a reference put there by %a that is read later, and nothing roots it
; CHECK: in function 'late'
define void @late() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_pair, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 0, ptr %count, align 8
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  %a = ptrtoint ptr %v to i64
  store i64 %a, ptr @cell, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  call void @stop()
  store i64 1, ptr %count, align 8
  call void @last()
  store i64 0, ptr %count, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Not in use the second time round: the number is what it was.
; CHECK: error: root check: at the call of last, byte 0 of stack variable %v may hold a reference put there by %a that is read later, and nothing roots it
; CHECK: in function 'second'
define void @second() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_pair, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 0, ptr %count, align 8
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  %a = ptrtoint ptr %v to i64
  store i64 %a, ptr @cell, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  store i64 1, ptr %count, align 8
  call void @stop()
  store i64 0, ptr %count, align 8
  call void @stop()
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  call void @last()
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}
