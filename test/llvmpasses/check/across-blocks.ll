; What lives across blocks, in loops and in preserve regions.  Each function is wrong in one place.
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s --implicit-check-not='root check:'
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr addrspace(10) @make(i64)
declare void @take(ptr addrspace(10))
declare i1 @maybe() "gc-leaf-function"
declare void @stop(i64)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)

; The region goes on behind the arm that does not end it, and is over behind the one that does.
; CHECK: root check: at the call of stop, %x is needed and sits in no root slot (preserved)
; CHECK-NEXT: in function 'region_over_one_arm': call void @stop(i64 2)
define void @region_over_one_arm() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %x = call ptr addrspace(10) @make(i64 0)
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %x)
  %c = call i1 @maybe()
  br i1 %c, label %ends, label %goes_on
ends:
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @stop(i64 1)
  br label %out
goes_on:
  br label %later
later:
  call void @stop(i64 2)
  call void @llvm.julia.gc_preserve_end(token %t)
  br label %out
out:
  call void @stop(i64 3)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A region that is ended on one way to a block and not on the other is active there; begun anew in each turn of a loop, it is not active before.
; CHECK: root check: at the call of stop, %x is needed and sits in no root slot (preserved)
; CHECK-NEXT: in function 'region_in_a_loop': call void @stop(i64 2)
define void @region_in_a_loop() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  br label %turn
turn:
  call void @stop(i64 1)
  %x = call ptr addrspace(10) @make(i64 0)
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %x)
  %c = call i1 @maybe()
  br i1 %c, label %ends, label %join
ends:
  call void @llvm.julia.gc_preserve_end(token %t)
  br label %join
join:
  call void @stop(i64 2)
  %d = call i1 @maybe()
  br i1 %d, label %turn, label %out
out:
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @stop(i64 3)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Two regions in each other, the outer one ended first: only what the inner one has is needed then.
; CHECK: root check: at the call of stop, %y is needed and sits in no root slot (preserved)
; CHECK-NEXT: in function 'regions_interleaved': call void @stop(i64 1)
define void @regions_interleaved() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %x)
  br label %inner
inner:
  %y = call ptr addrspace(10) @make(i64 1)
  %u = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %y)
  br label %first
first:
  call void @llvm.julia.gc_preserve_end(token %t)
  store ptr addrspace(10) null, ptr %s0, align 8
  br label %second
second:
  call void @stop(i64 1)
  call void @llvm.julia.gc_preserve_end(token %u)
  br label %out
out:
  call void @stop(i64 2)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Two loops, one in the other: %x is used in the outer one only, and so lives through the inner one and its way back.
; CHECK: root check: at the call of stop, %x is needed and sits in no root slot
; CHECK-NEXT: in function 'inner_way_back': call void @stop(i64 1)
define void @inner_way_back() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %x = call ptr addrspace(10) @make(i64 0)
  br label %outer
outer:
  store ptr addrspace(10) %x, ptr %s0, align 8
  call void @take(ptr addrspace(10) %x)
  br label %inner
inner:
  %c = call i1 @maybe()
  br i1 %c, label %back, label %leave
back:
  store ptr addrspace(10) null, ptr %s0, align 8
  call void @stop(i64 1)
  store ptr addrspace(10) %x, ptr %s0, align 8
  br label %inner
leave:
  %d = call i1 @maybe()
  br i1 %d, label %outer, label %out
out:
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A loop with two entries: %x is used behind one of them, and so lives through the other, too.
; CHECK: root check: at the call of stop, %x is needed and sits in no root slot
; CHECK-NEXT: in function 'two_entries': call void @stop(i64 1)
define void @two_entries(i1 %which) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %x = call ptr addrspace(10) @make(i64 0)
  br i1 %which, label %a, label %b
a:
  store ptr addrspace(10) %x, ptr %s0, align 8
  call void @take(ptr addrspace(10) %x)
  store ptr addrspace(10) null, ptr %s0, align 8
  br label %b
b:
  call void @stop(i64 1)
  %c = call i1 @maybe()
  br i1 %c, label %a, label %out
out:
  call void @stop(i64 2)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
