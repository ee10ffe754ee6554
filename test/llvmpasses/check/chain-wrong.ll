; Writes to the head of the chain, and to the header of a frame: those that no proof has read make a function unknown.
; RUN: %exits 3 %lateroot check --all %s | FileCheck %s --implicit-check-not=hole: --implicit-check-not=proven
target datalayout = "e-p:64:64"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @gc()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr @julia.new_gc_frame(i32)
declare void @julia.pop_gc_frame(ptr)
declare void @julia.push_gc_frame(ptr, i32)

; CHECK: unknown: the header of the frame is stored while the frame may be linked [linked-frame/1]
; CHECK-NEXT: in function 'count_later'
define void @count_later() {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  store i64 0, ptr %f
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

; CHECK: unknown: an address in the frame is not that of a word of it [linked-frame/1]
; CHECK-NEXT: in function 'count_by_slot'
define void @count_by_slot() {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  %w = getelementptr i8, ptr %s, i64 -16
  store i64 0, ptr %w
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

; CHECK: unknown: the header of the frame is stored while the frame may be linked [linked-frame/1]
; CHECK-NEXT: in function 'prev_later'
define void @prev_later() {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  %h = load ptr, ptr %pg
  store ptr %h, ptr %p
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

; CHECK: unknown: the head of the chain becomes something that is not known [linked-frame/1]
; CHECK-NEXT: in function 'head_null'
define void @head_null() {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  store ptr null, ptr %pg
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

; CHECK: unknown: the head of the chain becomes something that is not known [linked-frame/1]
; CHECK-NEXT: in function 'head_argument'
define void @head_argument(ptr %z) {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  store ptr %z, ptr %pg
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

; CHECK: unknown: the head of the chain becomes something that is not known [linked-frame/1]
; CHECK-NEXT: in function 'head_number'
define void @head_number() {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  store i64 0, ptr %pg
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

; CHECK: unknown: the head of the chain becomes something that is not known [linked-frame/1]
; CHECK-NEXT: in function 'head_memset'
define void @head_memset() {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  call void @llvm.memset.p0.i64(ptr %pg, i8 0, i64 8, i1 false)
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

; CHECK: unknown: the head of the chain becomes something that is not known [linked-frame/1]
; CHECK-NEXT: in function 'head_atomic'
define void @head_atomic() {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  %q = atomicrmw xchg ptr %pg, ptr %old seq_cst
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

; CHECK: unknown: the head of the chain becomes something that is not known [linked-frame/1]
; CHECK-NEXT: in function 'head_select'
define void @head_select(ptr %z) {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  %c = icmp eq ptr %z, null
  %h = select i1 %c, ptr %pg, ptr %z
  store ptr null, ptr %h
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

; CHECK: unknown: the head of the chain becomes something that is not known [linked-frame/1]
; CHECK-NEXT: in function 'head_there_and_back'
define void @head_there_and_back() {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  %a = getelementptr i8, ptr %pg, i64 64
  %h = getelementptr i8, ptr %a, i64 -64
  store ptr %old, ptr %h
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

; CHECK: unknown: the head of the chain becomes something that is not known [linked-frame/1]
; CHECK-NEXT: in function 'head_wide'
define void @head_wide() {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  %h = getelementptr i8, ptr %pg, i64 -8
  store i128 0, ptr %h
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

; CHECK: unknown: the head of the chain becomes something that is not known [linked-frame/1]
; CHECK-NEXT: in function 'head_as_number'
define void @head_as_number(i64 %z) {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  %n = ptrtoint ptr %pg to i64
  %m = xor i64 %n, %z
  %h = inttoptr i64 %m to ptr
  store ptr null, ptr %h
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

; CHECK: unknown: the head of the chain becomes something that is not known [linked-frame/1]
; CHECK-NEXT: in function 'head_indexed'
define void @head_indexed(i64 %z) {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  %h = getelementptr i8, ptr %pg, i64 %z
  store ptr null, ptr %h
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

; CHECK: unknown: the frame is linked elsewhere than into the chain that the function gets [linked-frame/1]
; CHECK-NEXT: in function 'elsewhere'
define void @elsewhere() {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %field = getelementptr i8, ptr %pg, i64 64
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %field
  store ptr %old, ptr %p
  store ptr %f, ptr %field

  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %field
  ret void
}

; CHECK: unknown: the frame is linked elsewhere than into the chain that the function gets [linked-frame/1]
; CHECK-NEXT: in function 'argument'
define void @argument(ptr %o) {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %o
  store ptr %old, ptr %p
  store ptr %f, ptr %o

  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %o
  ret void
}

; CHECK: unknown: the header of the frame is overwritten [linked-frame/1]
; CHECK-NEXT: in function 'frames_count'
define void @frames_count() {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store ptr addrspace(10) %x, ptr %s
  store i64 0, ptr %frame
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: unknown: the head of the chain becomes something that is not known [linked-frame/1]
; CHECK-NEXT: in function 'frames_head'
define void @frames_head() {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store ptr addrspace(10) %x, ptr %s
  store ptr null, ptr %pg
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: unknown: the header of the frame is overwritten [linked-frame/1]
; CHECK-NEXT: in function 'frames_slot'
; CHECK: unknown: an address in the frame is not that of a word of it [linked-frame/2]
; CHECK-NEXT: in function 'frames_slot'
define void @frames_slot() {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store ptr addrspace(10) %x, ptr %s
  %w = getelementptr i8, ptr %s, i64 -16
  store i64 0, ptr %w
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: unknown: how many roots the frame has is stored in several places [linked-frame/1]
; CHECK-NEXT: in function 'count_elsewhere'
define void @count_elsewhere(i1 %c) {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  br i1 %c, label %few, label %link
few:
  store i64 0, ptr %f
  br label %link
link:
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}
; CHECK: unknown linked count_later
