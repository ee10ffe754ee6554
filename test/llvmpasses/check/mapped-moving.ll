; Mapped frames where objects move: what a callee may keep is deep.
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

%value = type { i64, ptr addrspace(10), i64 }
@moves = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 3, i32 1, [1 x i64] [i64 17592187092993] }, align 8
@fixed = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 3, i32 1, [1 x i64] [i64 1152939096793939969] }, align 8
@deep = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 3, i32 1, [1 x i64] [i64 2305860601400786945] }, align 8

declare ptr @julia.get_pgcstack()
declare void @stop()
declare void @val(ptr sret(%value))
declare void @fill(ptr nocapture)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal void @copes(ptr nocapture %p) "lateroot-reload"="true" {
  %pg = call ptr @julia.get_pgcstack()
  ret void
}

; Only this function reads it.
; CHECK-NOT: in function 'nobody_keeps'
define void @nobody_keeps() "lateroot-reload"="true" {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 402653188, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @moves, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @val(ptr sret(%value) %v)
  call void @stop()
  %a = getelementptr inbounds i8, ptr %v, i64 8
  %x = load ptr addrspace(10), ptr %a, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; A callee that reads again what it has read, behind safepoints.
; CHECK-NOT: in function 'copes_is_called'
define void @copes_is_called() "lateroot-reload"="true" {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 402653188, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @moves, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @val(ptr sret(%value) %v)
  call void @copes(ptr %v)
  call void @stop()
  %a = getelementptr inbounds i8, ptr %v, i64 8
  %x = load ptr addrspace(10), ptr %a, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; A callee that may keep it, and what can be reached from there.
; CHECK-NOT: in function 'lent_deep'
define void @lent_deep() "lateroot-reload"="true" {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 402653188, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @deep, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @val(ptr sret(%value) %v)
  call void @fill(ptr %v)
  call void @stop()
  %a = getelementptr inbounds i8, ptr %v, i64 8
  %x = load ptr addrspace(10), ptr %a, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; A callee that may keep it, but objects move.
; CHECK: root check: fill may keep what it reads from stack variable %v, which the mapped frame lets move
; CHECK: in function 'lent_moving'
define void @lent_moving() "lateroot-reload"="true" {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 402653188, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @moves, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @val(ptr sret(%value) %v)
  call void @fill(ptr %v)
  call void @stop()
  %a = getelementptr inbounds i8, ptr %v, i64 8
  %x = load ptr addrspace(10), ptr %a, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Or those that can be reached do.
; CHECK: root check: fill may keep what it reads from stack variable %v
; CHECK: in function 'lent_fixed'
define void @lent_fixed() "lateroot-reload"="true" {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 402653188, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @fixed, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 24, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @val(ptr sret(%value) %v)
  call void @fill(ptr %v)
  call void @stop()
  %a = getelementptr inbounds i8, ptr %v, i64 8
  %x = load ptr addrspace(10), ptr %a, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}
