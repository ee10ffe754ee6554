; Addresses that are computed from those of roots are words of the frame, or it cannot be read; and what may make later passes drop roots.
; RUN: %exits 1 %lateroot check --all %s | FileCheck %s --implicit-check-not=hole: --implicit-check-not=unknown:
target datalayout = "e-p:64:64-p10:64:64"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @poll()
declare void @use(ptr addrspace(10)) "gc-leaf-function"
declare void @leaf() "gc-leaf-function"
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p10.i64(ptr, ptr addrspace(10), i64, i1)

; CHECK: unknown: an address in the frame is not that of a word of it [linked-frame/1]
; CHECK-NEXT: in function 'past'
define void @past() {
  %gcframe = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %slot0 = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %slot1 = getelementptr ptr addrspace(10), ptr %gcframe, i32 3
  store ptr addrspace(10) null, ptr %slot0
  store ptr addrspace(10) null, ptr %slot1
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 8, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  %p = getelementptr ptr addrspace(10), ptr %slot0, i32 2
  store ptr addrspace(10) %x, ptr %p
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
}

; CHECK: unknown: an address in the frame is not that of a word of it [linked-frame/1]
; CHECK-NEXT: in function 'past_far'
define void @past_far() {
  %gcframe = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %slot0 = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %slot1 = getelementptr ptr addrspace(10), ptr %gcframe, i32 3
  store ptr addrspace(10) null, ptr %slot0
  store ptr addrspace(10) null, ptr %slot1
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 8, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  %p = getelementptr ptr addrspace(10), ptr %slot0, i32 1000
  store ptr addrspace(10) %x, ptr %p
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
}

; CHECK: unknown: an address in the frame is not that of a word of it [linked-frame/1]
; CHECK-NEXT: in function 'past_inside'
define void @past_inside() {
  %gcframe = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %slot0 = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %slot1 = getelementptr ptr addrspace(10), ptr %gcframe, i32 3
  store ptr addrspace(10) null, ptr %slot0
  store ptr addrspace(10) null, ptr %slot1
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 8, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  %p = getelementptr i8, ptr %slot0, i32 8
  %q = getelementptr i8, ptr %p, i32 8
  store ptr addrspace(10) %x, ptr %q
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
}

; CHECK: unknown: an address in the frame is not that of a word of it [linked-frame/1]
; CHECK-NEXT: in function 'half'
define void @half() {
  %gcframe = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %slot0 = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %slot1 = getelementptr ptr addrspace(10), ptr %gcframe, i32 3
  store ptr addrspace(10) null, ptr %slot0
  store ptr addrspace(10) null, ptr %slot1
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 8, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot0
  %p = getelementptr i8, ptr %slot0, i32 4
  store i32 0, ptr %p
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
}

; CHECK: unknown: an address in the frame is not that of a word of it [linked-frame/1]
; CHECK-NEXT: in function 'before'
define void @before() {
  %gcframe = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %slot0 = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %slot1 = getelementptr ptr addrspace(10), ptr %gcframe, i32 3
  store ptr addrspace(10) null, ptr %slot0
  store ptr addrspace(10) null, ptr %slot1
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 8, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  %p = getelementptr i8, ptr %slot0, i32 -8
  store ptr addrspace(10) %x, ptr %p
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
}

; CHECK: unknown: what is written to the frame is not whole words of it [linked-frame/1]
; CHECK-NEXT: in function 'small'
define void @small() {
  %gcframe = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %slot0 = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %slot1 = getelementptr ptr addrspace(10), ptr %gcframe, i32 3
  store ptr addrspace(10) null, ptr %slot0
  store ptr addrspace(10) null, ptr %slot1
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 8, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot0
  store i32 0, ptr %slot0
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
}

; CHECK: unknown: what is written to the frame is not whole words of it [linked-frame/1]
; CHECK-NEXT: in function 'wide'
define void @wide() {
  %gcframe = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %slot0 = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %slot1 = getelementptr ptr addrspace(10), ptr %gcframe, i32 3
  store ptr addrspace(10) null, ptr %slot0
  store ptr addrspace(10) null, ptr %slot1
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 8, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  store <2 x ptr addrspace(10)> zeroinitializer, ptr %slot1
  store ptr addrspace(10) %x, ptr %slot0
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
}

; CHECK: unknown: what is written to the frame is not whole words of it [linked-frame/1]
; CHECK-NEXT: in function 'part_of_object'
define void @part_of_object() {
  %gcframe = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %slot0 = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %slot1 = getelementptr ptr addrspace(10), ptr %gcframe, i32 3
  store ptr addrspace(10) null, ptr %slot0
  store ptr addrspace(10) null, ptr %slot1
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 8, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  call void @llvm.memcpy.p0.p10.i64(ptr %slot0, ptr addrspace(10) %x, i64 4, i1 false)
  call void @poll()
  call void @use(ptr addrspace(10) null)
  store ptr %head, ptr %pgcstack
  ret void
}

; CHECK: unknown: what is read reaches beyond the frame [linked-frame/1]
; CHECK-NEXT: in function 'reads_past'
define void @reads_past() {
  %gcframe = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %slot0 = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %slot1 = getelementptr ptr addrspace(10), ptr %gcframe, i32 3
  store ptr addrspace(10) null, ptr %slot0
  store ptr addrspace(10) null, ptr %slot1
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 8, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot0
  %v = load <2 x ptr addrspace(10)>, ptr %slot1
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
}

; CHECK: unknown: a reference that was copied into stack memory is read behind a safepoint [variable/1]
; CHECK-NEXT: in function 'copied'
define void @copied() {
  %gcframe = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %slot0 = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %slot1 = getelementptr ptr addrspace(10), ptr %gcframe, i32 3
  store ptr addrspace(10) null, ptr %slot0
  store ptr addrspace(10) null, ptr %slot1
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 8, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot0
  call void @llvm.memcpy.p0.p0.i64(ptr %m, ptr %slot0, i64 8, i1 false)
  store ptr addrspace(10) null, ptr %slot0
  call void @poll()
  %p = load ptr addrspace(10), ptr %m
  call void @use(ptr addrspace(10) %p)
  store ptr %head, ptr %pgcstack
  ret void
}

; CHECK: unknown: the call is marked tail, though the collector reads the frame [linked-frame/1]
; CHECK-NEXT: in function 'tail'
define void @tail() {
  %gcframe = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %slot0 = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %slot1 = getelementptr ptr addrspace(10), ptr %gcframe, i32 3
  store ptr addrspace(10) null, ptr %slot0
  store ptr addrspace(10) null, ptr %slot1
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 8, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot0
  tail call void @poll()
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
}

define void @right() {
  %gcframe = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %slot0 = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %slot1 = getelementptr ptr addrspace(10), ptr %gcframe, i32 3
  store ptr addrspace(10) null, ptr %slot0
  store ptr addrspace(10) null, ptr %slot1
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 8, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  %p = getelementptr i8, ptr %slot0, i32 8
  store ptr addrspace(10) %x, ptr %p
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
}

define void @back_right() {
  %gcframe = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %slot0 = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %slot1 = getelementptr ptr addrspace(10), ptr %gcframe, i32 3
  store ptr addrspace(10) null, ptr %slot0
  store ptr addrspace(10) null, ptr %slot1
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 8, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  %p = getelementptr i8, ptr %slot1, i32 -8
  store ptr addrspace(10) %x, ptr %p
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
}

define void @tail_right() {
  %gcframe = alloca ptr addrspace(10), i32 4, align 16
  %m = alloca ptr addrspace(10), align 8
  %slot0 = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %slot1 = getelementptr ptr addrspace(10), ptr %gcframe, i32 3
  store ptr addrspace(10) null, ptr %slot0
  store ptr addrspace(10) null, ptr %slot1
  %pgcstack = call ptr @julia.get_pgcstack()
  store i64 8, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot0
  tail call void @leaf()
  notail call void @poll()
  call void @use(ptr addrspace(10) %x)
  store ptr addrspace(10) null, ptr %slot0
  store ptr %head, ptr %pgcstack
  ret void
}

define void @tail_behind() {
  tail call void @poll()
  ret void
}

; Frames of intrinsics: FinalLowerGC takes the marks off.
; CHECK: unknown: an address in the frame is not that of a word of it [linked-frame/1]
; CHECK-NEXT: in function 'frames_past'
; CHECK: hole: at the call of poll, %x is needed and sits in no root slot [root/1]
; CHECK-NEXT: in function 'frames_past'
define void @frames_past() {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %slot = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %x = call ptr addrspace(10) @make()
  %p = getelementptr ptr addrspace(10), ptr %slot, i32 1
  store ptr addrspace(10) %x, ptr %p
  call void @poll()
  call void @use(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
define void @frames_right() {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %slot = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %x = call ptr addrspace(10) @make()
  %p = getelementptr ptr addrspace(10), ptr %slot, i32 1
  store ptr addrspace(10) %x, ptr %p
  tail call void @poll()
  call void @use(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)

; CHECK: unknown linked past
; CHECK: unknown linked past_far
; CHECK: unknown linked past_inside
; CHECK: unknown linked half
; CHECK: unknown linked before
; CHECK: unknown linked small
; CHECK: unknown linked wide
; CHECK: unknown linked part_of_object
; CHECK: unknown linked reads_past
; CHECK: unknown linked copied
; CHECK: unknown linked tail
; CHECK: proven linked right
; CHECK: proven linked back_right
; CHECK: proven linked tail_right
; CHECK: hole frames frames_past
; CHECK: proven frames frames_right
