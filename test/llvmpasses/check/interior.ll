; An interior pointer in a root: the collector takes the word for an object.
; RUN: %exits 3 %lateroot check --all %s | FileCheck %s --implicit-check-not=hole
; CHECK: unknown: an interior pointer is stored into a root, where a collector expects the address of an object [interior/1]
; CHECK-NEXT: in function 'field'
; CHECK: unknown: an interior pointer is stored into a root, where a collector expects the address of an object [interior/1]
; CHECK-NEXT: in function 'linked_field'
; CHECK: unknown: an interior pointer is stored into a root, where a collector expects the address of an object [interior/1]
; CHECK-NEXT: in function 'chosen'
; CHECK: proven frames start
; CHECK: proven linked linked_start
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @gc()
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr @julia.new_gc_frame(i32)
declare void @julia.pop_gc_frame(ptr)
declare void @julia.push_gc_frame(ptr, i32)
define void @field(i1 %c, ptr addrspace(10) %b) {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %i = getelementptr i8, ptr addrspace(10) %x, i64 8
  store ptr addrspace(10) %i, ptr %s
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
define void @linked_field() {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  %i = getelementptr i8, ptr addrspace(10) %x, i64 8
  store ptr addrspace(10) %i, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}
define void @chosen(i1 %c, ptr addrspace(10) %b) {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %j = getelementptr i8, ptr addrspace(10) %x, i64 8
  %i = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) %j
  store ptr addrspace(10) %i, ptr %s
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
; The nearest right neighbours: the distance is 0.
define void @start(i1 %c, ptr addrspace(10) %b) {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %i = getelementptr i8, ptr addrspace(10) %x, i64 0
  store ptr addrspace(10) %i, ptr %s
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
define void @linked_start() {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  %i = getelementptr i8, ptr addrspace(10) %x, i64 0
  store ptr addrspace(10) %i, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}
