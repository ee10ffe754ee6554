; References that are copied as bytes out of roots and objects: nobody roots the copies.  Right ones stand beside them.
; RUN: %exits 3 %lateroot check --all %s | FileCheck %s --implicit-check-not=hole
; CHECK: unknown: a reference that was copied into stack memory is read behind a safepoint [variable/1]
; CHECK-NEXT: in function 'copied_out'
; CHECK: unknown: a reference that was copied into stack memory is read behind a safepoint [variable/1]
; CHECK-NEXT: in function 'moved_out'
; CHECK: unknown: a reference that was copied into stack memory is read behind a safepoint [variable/1]
; CHECK-NEXT: in function 'copied_inline'
; CHECK: unknown: a reference that was copied into stack memory is read behind a safepoint [variable/1]
; CHECK-NEXT: in function 'to_number'
; CHECK: unknown: a reference that was copied into stack memory is read behind a safepoint [variable/1]
; CHECK-NEXT: in function 'from_object'
; CHECK: unknown: a reference that was copied into stack memory is read behind a safepoint [variable/1]
; CHECK-NEXT: in function 'copied_on'
; CHECK: unknown: references that were copied into stack memory are copied on behind a safepoint [variable/1]
; CHECK-NEXT: in function 'copied_on_late'
; CHECK: unknown: references that were copied into stack memory are given to a call behind a safepoint [variable/1]
; CHECK-NEXT: in function 'given_to_call'
; CHECK: unknown: references were copied into stack memory whose address is not followed [variable/1]
; CHECK-NEXT: in function 'address_stored'
; CHECK: unknown: what is written to the frame is not whole words of it [linked-frame/1]
; CHECK-NEXT: in function 'part_of_word'
; CHECK: proven linked whole_word
; CHECK: proven linked read_before
; CHECK: proven linked overwritten
; CHECK: proven linked numbers
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @gc()
declare void @leaf(ptr addrspace(10)) "gc-leaf-function"
declare void @fill(ptr) "gc-leaf-function"
@cell = global ptr null
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p10.i64(ptr, ptr addrspace(10), i64, i1)
define void @copied_out() {
  %f = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %s0 = getelementptr ptr addrspace(10), ptr %f, i32 2
  %s1 = getelementptr ptr addrspace(10), ptr %f, i32 3
  store ptr addrspace(10) null, ptr %s0
  store ptr addrspace(10) null, ptr %s1
  %t = call ptr @julia.get_pgcstack()
  store i64 8, ptr %f
  %h = load ptr, ptr %t
  %prev = getelementptr i8, ptr %f, i64 8
  store ptr %h, ptr %prev
  store ptr %f, ptr %t
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %s0
  call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr %s0, i64 8, i1 false)
  store ptr addrspace(10) null, ptr %s0
  call void @gc()
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  store ptr %h, ptr %t
  ret void
}
define void @moved_out() {
  %f = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %s0 = getelementptr ptr addrspace(10), ptr %f, i32 2
  %s1 = getelementptr ptr addrspace(10), ptr %f, i32 3
  store ptr addrspace(10) null, ptr %s0
  store ptr addrspace(10) null, ptr %s1
  %t = call ptr @julia.get_pgcstack()
  store i64 8, ptr %f
  %h = load ptr, ptr %t
  %prev = getelementptr i8, ptr %f, i64 8
  store ptr %h, ptr %prev
  store ptr %f, ptr %t
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %s0
  call void @llvm.memmove.p0.p0.i64(ptr %m, ptr %s0, i64 8, i1 false)
  store ptr addrspace(10) null, ptr %s0
  call void @gc()
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  store ptr %h, ptr %t
  ret void
}
define void @copied_inline() {
  %f = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %s0 = getelementptr ptr addrspace(10), ptr %f, i32 2
  %s1 = getelementptr ptr addrspace(10), ptr %f, i32 3
  store ptr addrspace(10) null, ptr %s0
  store ptr addrspace(10) null, ptr %s1
  %t = call ptr @julia.get_pgcstack()
  store i64 8, ptr %f
  %h = load ptr, ptr %t
  %prev = getelementptr i8, ptr %f, i64 8
  store ptr %h, ptr %prev
  store ptr %f, ptr %t
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %s0
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %m, ptr %s0, i64 8, i1 false)
  store ptr addrspace(10) null, ptr %s0
  call void @gc()
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  store ptr %h, ptr %t
  ret void
}
define void @to_number() {
  %f = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca i64, align 8
  %s0 = getelementptr ptr addrspace(10), ptr %f, i32 2
  %s1 = getelementptr ptr addrspace(10), ptr %f, i32 3
  store ptr addrspace(10) null, ptr %s0
  store ptr addrspace(10) null, ptr %s1
  %t = call ptr @julia.get_pgcstack()
  store i64 8, ptr %f
  %h = load ptr, ptr %t
  %prev = getelementptr i8, ptr %f, i64 8
  store ptr %h, ptr %prev
  store ptr %f, ptr %t
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %s0
  call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr %s0, i64 8, i1 false)
  store ptr addrspace(10) null, ptr %s0
  call void @gc()
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  store ptr %h, ptr %t
  ret void
}
define void @from_object() {
  %f = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %s0 = getelementptr ptr addrspace(10), ptr %f, i32 2
  %s1 = getelementptr ptr addrspace(10), ptr %f, i32 3
  store ptr addrspace(10) null, ptr %s0
  store ptr addrspace(10) null, ptr %s1
  %t = call ptr @julia.get_pgcstack()
  store i64 8, ptr %f
  %h = load ptr, ptr %t
  %prev = getelementptr i8, ptr %f, i64 8
  store ptr %h, ptr %prev
  store ptr %f, ptr %t
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %s0
  call void @llvm.memcpy.p0.p10.i64(ptr %m, ptr addrspace(10) %o, i64 8, i1 false)
  call void @gc()
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  store ptr %h, ptr %t
  ret void
}
define void @copied_on() {
  %f = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %s0 = getelementptr ptr addrspace(10), ptr %f, i32 2
  %s1 = getelementptr ptr addrspace(10), ptr %f, i32 3
  store ptr addrspace(10) null, ptr %s0
  store ptr addrspace(10) null, ptr %s1
  %t = call ptr @julia.get_pgcstack()
  store i64 8, ptr %f
  %h = load ptr, ptr %t
  %prev = getelementptr i8, ptr %f, i64 8
  store ptr %h, ptr %prev
  store ptr %f, ptr %t
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %s0
  call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr %s0, i64 8, i1 false)
  store ptr addrspace(10) null, ptr %s0
  %n = alloca i64
  call void @llvm.memcpy.p0.p0.i64(ptr %n, ptr %m, i64 8, i1 false)
  call void @gc()
  %p = load ptr addrspace(10), ptr %n
  call void @leaf(ptr addrspace(10) %p)
  store ptr %h, ptr %t
  ret void
}
define void @copied_on_late() {
  %f = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %s0 = getelementptr ptr addrspace(10), ptr %f, i32 2
  %s1 = getelementptr ptr addrspace(10), ptr %f, i32 3
  store ptr addrspace(10) null, ptr %s0
  store ptr addrspace(10) null, ptr %s1
  %t = call ptr @julia.get_pgcstack()
  store i64 8, ptr %f
  %h = load ptr, ptr %t
  %prev = getelementptr i8, ptr %f, i64 8
  store ptr %h, ptr %prev
  store ptr %f, ptr %t
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %s0
  call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr %s0, i64 8, i1 false)
  store ptr addrspace(10) null, ptr %s0
  call void @gc()
  call void @llvm.memcpy.p0.p0.i64(ptr @cell, ptr %m, i64 8, i1 false)
  store ptr %h, ptr %t
  ret void
}
define void @given_to_call() {
  %f = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %s0 = getelementptr ptr addrspace(10), ptr %f, i32 2
  %s1 = getelementptr ptr addrspace(10), ptr %f, i32 3
  store ptr addrspace(10) null, ptr %s0
  store ptr addrspace(10) null, ptr %s1
  %t = call ptr @julia.get_pgcstack()
  store i64 8, ptr %f
  %h = load ptr, ptr %t
  %prev = getelementptr i8, ptr %f, i64 8
  store ptr %h, ptr %prev
  store ptr %f, ptr %t
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %s0
  call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr %s0, i64 8, i1 false)
  store ptr addrspace(10) null, ptr %s0
  call void @gc()
  call void @fill(ptr %m)
  store ptr %h, ptr %t
  ret void
}
define void @address_stored() {
  %f = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %s0 = getelementptr ptr addrspace(10), ptr %f, i32 2
  %s1 = getelementptr ptr addrspace(10), ptr %f, i32 3
  store ptr addrspace(10) null, ptr %s0
  store ptr addrspace(10) null, ptr %s1
  %t = call ptr @julia.get_pgcstack()
  store i64 8, ptr %f
  %h = load ptr, ptr %t
  %prev = getelementptr i8, ptr %f, i64 8
  store ptr %h, ptr %prev
  store ptr %f, ptr %t
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %s0
  store ptr %m, ptr @cell
  call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr %s0, i64 8, i1 false)
  store ptr addrspace(10) null, ptr %s0
  call void @gc()
  store ptr %h, ptr %t
  ret void
}
define void @part_of_word() {
  %f = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %s0 = getelementptr ptr addrspace(10), ptr %f, i32 2
  %s1 = getelementptr ptr addrspace(10), ptr %f, i32 3
  store ptr addrspace(10) null, ptr %s0
  store ptr addrspace(10) null, ptr %s1
  %t = call ptr @julia.get_pgcstack()
  store i64 8, ptr %f
  %h = load ptr, ptr %t
  %prev = getelementptr i8, ptr %f, i64 8
  store ptr %h, ptr %prev
  store ptr %f, ptr %t
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %s0
  call void @llvm.memcpy.p0.p10.i64(ptr %s1, ptr addrspace(10) %o, i64 4, i1 false)
  call void @gc()
  store ptr %h, ptr %t
  ret void
}
define void @whole_word() {
  %f = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %s0 = getelementptr ptr addrspace(10), ptr %f, i32 2
  %s1 = getelementptr ptr addrspace(10), ptr %f, i32 3
  store ptr addrspace(10) null, ptr %s0
  store ptr addrspace(10) null, ptr %s1
  %t = call ptr @julia.get_pgcstack()
  store i64 8, ptr %f
  %h = load ptr, ptr %t
  %prev = getelementptr i8, ptr %f, i64 8
  store ptr %h, ptr %prev
  store ptr %f, ptr %t
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %s0
  call void @llvm.memcpy.p0.p10.i64(ptr %s1, ptr addrspace(10) %o, i64 8, i1 false)
  call void @gc()
  store ptr %h, ptr %t
  ret void
}
define void @read_before() {
  %f = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %s0 = getelementptr ptr addrspace(10), ptr %f, i32 2
  %s1 = getelementptr ptr addrspace(10), ptr %f, i32 3
  store ptr addrspace(10) null, ptr %s0
  store ptr addrspace(10) null, ptr %s1
  %t = call ptr @julia.get_pgcstack()
  store i64 8, ptr %f
  %h = load ptr, ptr %t
  %prev = getelementptr i8, ptr %f, i64 8
  store ptr %h, ptr %prev
  store ptr %f, ptr %t
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %s0
  call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr %s0, i64 8, i1 false)
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  call void @gc()
  store ptr %h, ptr %t
  ret void
}
define void @overwritten() {
  %f = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %s0 = getelementptr ptr addrspace(10), ptr %f, i32 2
  %s1 = getelementptr ptr addrspace(10), ptr %f, i32 3
  store ptr addrspace(10) null, ptr %s0
  store ptr addrspace(10) null, ptr %s1
  %t = call ptr @julia.get_pgcstack()
  store i64 8, ptr %f
  %h = load ptr, ptr %t
  %prev = getelementptr i8, ptr %f, i64 8
  store ptr %h, ptr %prev
  store ptr %f, ptr %t
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %s0
  call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr %s0, i64 8, i1 false)
  call void @gc()
  store i64 0, ptr %m
  %p = load ptr addrspace(10), ptr %m
  call void @leaf(ptr addrspace(10) %p)
  store ptr %h, ptr %t
  ret void
}
define void @numbers() {
  %f = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca i64, align 8
  %s0 = getelementptr ptr addrspace(10), ptr %f, i32 2
  %s1 = getelementptr ptr addrspace(10), ptr %f, i32 3
  store ptr addrspace(10) null, ptr %s0
  store ptr addrspace(10) null, ptr %s1
  %t = call ptr @julia.get_pgcstack()
  store i64 8, ptr %f
  %h = load ptr, ptr %t
  %prev = getelementptr i8, ptr %f, i64 8
  store ptr %h, ptr %prev
  store ptr %f, ptr %t
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %s0
  call void @llvm.memcpy.p0.p10.i64(ptr %m, ptr addrspace(10) %o, i64 8, i1 false)
  call void @gc()
  %p = load i64, ptr %m
  store ptr %h, ptr %t
  ret void
}
