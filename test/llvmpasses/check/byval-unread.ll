; What nobody reads of an argument by value may be anything: it need not be rooted, and may not be mapped.
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s --implicit-check-not=error:
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

%value = type { ptr addrspace(10), i64 }
@map_pair = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 2, i32 1, [1 x i64] [i64 17592187092992] }, align 8

declare ptr @julia.get_pgcstack()
declare void @stop()
declare void @takes(ptr byval(%value))
declare void @ignores(ptr writeonly byval(%value))

; Handed on to one that does not read it either.
define void @right(ptr writeonly byval(%value) %v) {
  %pg = call ptr @julia.get_pgcstack()
  call void @stop()
  call void @ignores(ptr byval(%value) %v)
  call void @stop()
  call void @ignores(ptr byval(%value) %v)
  ret void
}

; The callee reads it.
; CHECK: error: root check: at the call of stop, byte 0 of parameter %v may hold a reference of the caller's that is read later, and nothing roots it
; CHECK: in function 'read'
define void @read(ptr byval(%value) %v) {
  %pg = call ptr @julia.get_pgcstack()
  call void @stop()
  call void @takes(ptr byval(%value) %v)
  ret void
}

; CHECK: error: root check: at the call of stop, byte 0 of parameter %v is mapped as a reference, but on some path is not written
; CHECK: in function 'mapped'
define void @mapped(ptr writeonly byval(%value) %v) {
  %gcmapped = alloca [5 x i64], align 16
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_pair, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @stop()
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}
