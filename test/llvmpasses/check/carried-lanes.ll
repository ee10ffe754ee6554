; A vector that is read out of a root: the checker looks at the lanes that are taken of it.
; RUN: not %lateroot opt --abi=statepoint --memory=typed --passes=CheckGCRoots -S -o /dev/null %s 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not="in function 'right"
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not="in function 'right"
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

%value = type { i64, ptr addrspace(10), i64 }
@map_value = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 3, i32 1, [1 x i64] [i64 17592187092993] }, align 8

declare ptr @julia.get_pgcstack()
declare void @stop()
declare void @val(ptr sret(%value))
declare void @keep(i64)
declare void @keep2(<2 x i64>)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'reference'
define void @reference() {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
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
  %n = load <2 x i64>, ptr %v, align 8
  %e = extractelement <2 x i64> %n, i32 1
  call void @stop()
  call void @keep(i64 %e)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'shuffled'
define void @shuffled(<2 x i64> %other) {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
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
  %n = load <2 x i64>, ptr %v, align 8
  %e = shufflevector <2 x i64> %other, <2 x i64> %n, <2 x i32> <i32 0, i32 3>
  call void @stop()
  call void @keep2(<2 x i64> %e)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

define void @right_element(<2 x i64> %other) {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
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
  %n = load <2 x i64>, ptr %v, align 8
  %e = extractelement <2 x i64> %n, i32 0
  %s = shufflevector <2 x i64> %other, <2 x i64> %n, <2 x i32> <i32 1, i32 2>
  %t = shufflevector <2 x i64> %n, <2 x i64> %other, <2 x i32> <i32 0, i32 3>
  call void @stop()
  call void @keep(i64 %e)
  call void @keep2(<2 x i64> %s)
  call void @keep2(<2 x i64> %t)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}
