; Mapped frames: the collector is shown stack memory as it is.  All of this is right.
; RUN: %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s
; RUN: %lateroot opt --abi=statepoint --passes=CheckGCRoots -S -o /dev/null %s
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

%value = type { i64, ptr addrspace(10), i64 }
%pair = type { ptr addrspace(10), i64 }
@map_head = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 2, i32 1, [1 x i64] [i64 17592187092992] }, align 8
@map_value = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 3, i32 1, [1 x i64] [i64 17592187092993] }, align 8
@map_two = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 2, i32 1, [1 x i64] [i64 17592188141568] }, align 8
; one element of twelve words, one reference each third: at 1, n 1, stride 3, times 4
@map_four = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 12, i32 1, [1 x i64] [i64 70381630128129] }, align 8

declare ptr @julia.get_pgcstack()
declare void @stop()
declare { ptr addrspace(10), i64 } @both()
declare ptr addrspace(10) @make()
declare void @two(ptr sret([2 x ptr addrspace(10)]))
declare void @val(ptr sret(%value))
declare void @fill(ptr nocapture)
declare void @keep(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare i32 @personality(...)

define ptr addrspace(10) @result() {
  %gcmapped = alloca [5 x i64], align 16
  %buffer = alloca [2 x i64], align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_two, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %buffer, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  call void @llvm.memset.p0.i64(ptr %buffer, i8 0, i64 16, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @two(ptr sret([2 x ptr addrspace(10)]) %buffer)
  call void @stop()
  %next = getelementptr inbounds i8, ptr %buffer, i64 8
  %y = load ptr addrspace(10), ptr %next, align 8
  %x = load ptr addrspace(10), ptr %buffer, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret ptr addrspace(10) %x
}

; In use while the variable lives, in each round anew; two others, one of which a callee may keep.
define void @rounds(i1 %c, ptr %from, i64 %i) {
entry:
  %gcmapped = alloca [11 x i64], align 16
  %v = alloca %value, align 8
  %r = alloca [4 x %value], align 8
  %k = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217740, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 0, ptr %count, align 8
  %map1 = getelementptr inbounds i8, ptr %gcmapped, i64 40
  store ptr @map_value, ptr %map1, align 8
  %at1 = getelementptr inbounds i8, ptr %gcmapped, i64 48
  store ptr %r, ptr %at1, align 8
  %count1 = getelementptr inbounds i8, ptr %gcmapped, i64 56
  store i64 4, ptr %count1, align 8
  %map2 = getelementptr inbounds i8, ptr %gcmapped, i64 64
  store ptr @map_value, ptr %map2, align 8
  %at2 = getelementptr inbounds i8, ptr %gcmapped, i64 72
  store ptr %k, ptr %at2, align 8
  %count2 = getelementptr inbounds i8, ptr %gcmapped, i64 80
  store i64 0, ptr %count2, align 8
  call void @llvm.memset.p0.i64(ptr %r, i8 0, i64 96, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  br label %loop
loop:
  %v1 = getelementptr inbounds i8, ptr %v, i64 8
  store ptr addrspace(10) null, ptr %v1, align 8
  store i64 1, ptr %count, align 8
  call void @val(ptr sret(%value) %v)
  call void @stop()
  %to = getelementptr inbounds [4 x %value], ptr %r, i64 0, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %v, i64 24, i1 false)
  store i64 0, ptr %count, align 8
  %k1 = getelementptr inbounds i8, ptr %k, i64 8
  store ptr addrspace(10) null, ptr %k1, align 8
  store i64 1, ptr %count2, align 8
  call void @keep(ptr %k)
  store i64 0, ptr %count2, align 8
  call void @stop()
  br i1 %c, label %loop, label %done
done:
  call void @fill(ptr %r)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; A computed size: the address and the count come behind the alloca.
define void @computed_size(i64 %n) {
  %gcmapped = alloca [5 x i64], align 16
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %nowhere = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr null, ptr %nowhere, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 0, ptr %count, align 8
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  %v = alloca %value, i64 %n, align 8
  %size = mul i64 %n, 24
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 %size, i1 false)
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  store i64 %n, ptr %count, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @fill(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Nothing but references, one of which is stored at a computed place.
@map_one = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 1, i32 1, [1 x i64] [i64 17592187092992] }, align 8
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
  call void @stop()
  %y = load ptr addrspace(10), ptr %q, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret ptr addrspace(10) %y
}

; A variable that is not made in the entry block.
define void @made_later(i1 %c) {
  %gcmapped = alloca [5 x i64], align 16
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_two, ptr %map, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 0, ptr %count, align 8
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  br i1 %c, label %yes, label %no
yes:
  %v = alloca ptr addrspace(10), i64 2, align 8
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  store i64 1, ptr %count, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @fill(ptr %v)
  br label %no
no:
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

; Addresses instead of maps.
define ptr addrspace(10) @indirect() {
  %gcmapped = alloca [4 x i64], align 16
  %buffer = alloca [2 x i64], align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 9, ptr %gcmapped, align 8
  %a0 = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr %buffer, ptr %a0, align 8
  %a1 = getelementptr inbounds i8, ptr %gcmapped, i64 24
  %b1 = getelementptr inbounds i8, ptr %buffer, i64 8
  store ptr %b1, ptr %a1, align 8
  call void @llvm.memset.p0.i64(ptr %buffer, i8 0, i64 16, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @two(ptr sret([2 x ptr addrspace(10)]) %buffer)
  call void @stop()
  %y = load ptr addrspace(10), ptr %buffer, align 8
  %x = load ptr addrspace(10), ptr %b1, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret ptr addrspace(10) %x
}

; A parameter that is a copy; and one map for a whole array.
define ptr addrspace(10) @parameter(ptr byval(%value) %v, i64 %i) {
  %gcmapped = alloca [8 x i64], align 16
  %r = alloca [4 x %value], align 8
  %pg = call ptr @julia.get_pgcstack()
  store i64 134217736, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_value, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %v, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  %map1 = getelementptr inbounds i8, ptr %gcmapped, i64 40
  store ptr @map_four, ptr %map1, align 8
  %at1 = getelementptr inbounds i8, ptr %gcmapped, i64 48
  store ptr %r, ptr %at1, align 8
  %count1 = getelementptr inbounds i8, ptr %gcmapped, i64 56
  store i64 1, ptr %count1, align 8
  call void @llvm.memset.p0.i64(ptr %r, i8 0, i64 96, i1 false)
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @fill(ptr %v)
  call void @fill(ptr %r)
  %tag = getelementptr inbounds [4 x %value], ptr %r, i64 0, i64 %i, i32 0
  store i64 7, ptr %tag, align 8
  %row = mul i64 %i, 24
  %last = getelementptr inbounds i8, ptr %r, i64 %row
  %number = getelementptr inbounds i8, ptr %last, i64 16
  store i64 8, ptr %number, align 8
  %q = getelementptr inbounds [4 x %value], ptr %r, i64 0, i64 %i, i32 1
  %made = call ptr addrspace(10) @make()
  store ptr addrspace(10) %made, ptr %q, align 8
  call void @stop()
  %y = load ptr addrspace(10), ptr %q, align 8
  %a = getelementptr inbounds %value, ptr %v, i64 0, i32 1
  store ptr addrspace(10) %y, ptr %a, align 8
  call void @stop()
  %x = load ptr addrspace(10), ptr %a, align 8
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret ptr addrspace(10) %x
}

; A landing pad puts the head back to what was found behind the link.
define void @unwound() personality ptr @personality {
entry:
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
  %found = load ptr, ptr %pg, align 8
  invoke void @fill(ptr %v) to label %done unwind label %pad
pad:
  %l = landingpad { ptr, i32 } cleanup
  store ptr %found, ptr %pg, align 8
  call void @fill(ptr %v)
  br label %done
done:
  call void @fill(ptr %v)
  %p = load ptr, ptr %link, align 8
  store ptr %p, ptr %pg, align 8
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}

; A reference and a number are stored as a whole; the number is in no run.
define void @whole() {
  %gcmapped = alloca [5 x i64], align 16
  %p = alloca %pair, align 8
  %pg = call ptr @julia.get_pgcstack()
  %c = call { ptr addrspace(10), i64 } @both()
  store i64 134217732, ptr %gcmapped, align 8
  %map = getelementptr inbounds i8, ptr %gcmapped, i64 16
  store ptr @map_head, ptr %map, align 8
  %at = getelementptr inbounds i8, ptr %gcmapped, i64 24
  store ptr %p, ptr %at, align 8
  %count = getelementptr inbounds i8, ptr %gcmapped, i64 32
  store i64 1, ptr %count, align 8
  store { ptr addrspace(10), i64 } %c, ptr %p, align 8
  %prev = load ptr, ptr %pg, align 8
  %link = getelementptr inbounds i8, ptr %gcmapped, i64 8
  store ptr %prev, ptr %link, align 8
  store ptr %gcmapped, ptr %pg, align 8
  call void @keep(ptr %p)
  %old = load ptr, ptr %link, align 8
  store ptr %old, ptr %pg, align 8
  ret void
}
