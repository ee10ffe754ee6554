; What is read as something else out of variables that a mapped frame shows, or out of variables of references where
; statepoints are placed later.
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s 2>&1 \
; RUN:   | FileCheck %s --implicit-check-not="in function 'right" --implicit-check-not="in function 'later"
; RUN: not %lateroot opt --abi=statepoint --passes=CheckGCRoots -S -o /dev/null %s 2>&1 \
; RUN:   | FileCheck %s --check-prefixes=CHECK,LATER --implicit-check-not="in function 'right"
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

%value = type { i64, ptr addrspace(10), i64 }
@map_value = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 3, i32 1, [1 x i64] [i64 17592187092993] }, align 8

declare ptr @julia.get_pgcstack()
declare void @stop()
declare void @val(ptr sret(%value))
declare void @keep(i64)
declare void @use(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'reference'
define void @reference(ptr %to) {
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
  %r = getelementptr inbounds %value, ptr %v, i64 0, i32 1
  %n = load i64, ptr %r, align 8
  call void @stop()
  store i64 %n, ptr %to, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'both_words'
define void @both_words(ptr %to) {
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
  call void @stop()
  store <2 x i64> %n, ptr %to, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'far_behind'
define void @far_behind(ptr %to) {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca [40 x %value], align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 40, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 960, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @val(ptr sret(%value) %v)
  %r = getelementptr inbounds [40 x %value], ptr %v, i64 0, i64 39, i32 1
  %n = load i64, ptr %r, align 8
  call void @stop()
  store i64 %n, ptr %to, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; CHECK: root check: %n is read out of a root as something else, and used here behind a safepoint
; CHECK-NEXT: in function 'upper_half'
define void @upper_half(ptr %to) {
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
  %r = getelementptr inbounds i8, ptr %v, i64 12
  %n = load i32, ptr %r, align 4
  call void @stop()
  store i32 %n, ptr %to, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

define void @right_number(ptr %to) {
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
  %r = getelementptr inbounds %value, ptr %v, i64 0, i32 2
  %n = load i64, ptr %r, align 8
  call void @stop()
  store i64 %n, ptr %to, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

define void @right_any_number(ptr %to, i64 %i) {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca [40 x %value], align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 40, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 960, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @val(ptr sret(%value) %v)
  %r = getelementptr inbounds [40 x %value], ptr %v, i64 0, i64 %i, i32 2
  %n = load i64, ptr %r, align 8
  call void @stop()
  store i64 %n, ptr %to, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

define void @right_last_number(ptr %to) {
  %gcmapped = alloca [5 x i64], align 16
  %v = alloca [40 x %value], align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 40, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 960, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @val(ptr sret(%value) %v)
  %r = getelementptr inbounds [40 x %value], ptr %v, i64 0, i64 39, i32 2
  %n = load i64, ptr %r, align 8
  call void @stop()
  store i64 %n, ptr %to, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

define void @right_into_it(ptr %to) {
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
  %r = getelementptr inbounds %value, ptr %v, i64 0, i32 1
  %n = load i64, ptr %r, align 8
  store i64 %n, ptr %r, align 8
  call void @stop()
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; LATER: root check: %n is read out of a root as something else, and used here behind a safepoint
; LATER-NEXT: in function 'later_whole'
define void @later_whole(ptr addrspace(10) %o, ptr %to) {
  %v = alloca [2 x ptr addrspace(10)], align 8
  %pg = call ptr @julia.get_pgcstack()
  store ptr addrspace(10) %o, ptr %v, align 8
  %n = load i64, ptr %v, align 8
  call void @stop()
  store i64 %n, ptr %to, align 8
  ret void
}

; LATER: root check: %n is read out of a root as something else, and used here behind a safepoint
; LATER-NEXT: in function 'later_part'
define void @later_part(ptr addrspace(10) %o, ptr %to) {
  %v = alloca [2 x ptr addrspace(10)], align 8
  %pg = call ptr @julia.get_pgcstack()
  store ptr addrspace(10) %o, ptr %v, align 8
  %r = getelementptr i8, ptr %v, i64 8
  %n = load i64, ptr %r, align 8
  call void @stop()
  store i64 %n, ptr %to, align 8
  ret void
}

; LATER: root check: %n is read out of a root as something else, and used here behind a safepoint
; LATER-NEXT: in function 'later_either'
define void @later_either(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %v = alloca [2 x ptr addrspace(10)], align 8
  %pg = call ptr @julia.get_pgcstack()
  store ptr addrspace(10) %o, ptr %v, align 8
  %w = alloca ptr addrspace(10), align 8
  %r = select i1 %c, ptr %v, ptr %w
  %n = load i64, ptr %r, align 8
  call void @stop()
  store i64 %n, ptr %to, align 8
  ret void
}

; LATER: root check: %n is read out of a root as something else, and used here behind a safepoint
; LATER-NEXT: in function 'later_exchanged'
define void @later_exchanged(ptr addrspace(10) %o, ptr %to) {
  %v = alloca [2 x ptr addrspace(10)], align 8
  %pg = call ptr @julia.get_pgcstack()
  store ptr addrspace(10) %o, ptr %v, align 8
  %n = atomicrmw xchg ptr %v, i64 0 seq_cst
  call void @stop()
  store i64 %n, ptr %to, align 8
  ret void
}

; LATER: root check: %n is read out of a root as something else, and used here behind a safepoint
; LATER-NEXT: in function 'later_round'
define void @later_round(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %v = alloca [2 x ptr addrspace(10)], align 8
  %pg = call ptr @julia.get_pgcstack()
  store ptr addrspace(10) %o, ptr %v, align 8
  br label %head
head:
  %r = phi ptr [ %v, %0 ], [ %q, %head ]
  %q = getelementptr i8, ptr %r, i64 8
  %n = load i64, ptr %r, align 8
  call void @stop()
  store i64 %n, ptr %to, align 8
  br i1 %c, label %head, label %out
out:
  ret void
}

define void @right_as_reference(ptr addrspace(10) %o, ptr %to) {
  %v = alloca [2 x ptr addrspace(10)], align 8
  %pg = call ptr @julia.get_pgcstack()
  store ptr addrspace(10) %o, ptr %v, align 8
  %n = load ptr addrspace(10), ptr %v, align 8
  call void @stop()
  call void @use(ptr %to)
  ret void
}

define void @right_of_numbers(ptr addrspace(10) %o, ptr %to) {
  %v = alloca [2 x ptr addrspace(10)], align 8
  %pg = call ptr @julia.get_pgcstack()
  store ptr addrspace(10) %o, ptr %v, align 8
  %w = alloca i64, align 8
  store i64 1, ptr %w, align 8
  %n = load i64, ptr %w, align 8
  call void @stop()
  store i64 %n, ptr %to, align 8
  ret void
}
