; Right placements that a hasty checker would refuse.
; RUN: %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr addrspace(10) @make(i64)
declare void @take(ptr addrspace(10))
declare void @peek(ptr addrspace(11))
declare void @borrow(ptr addrspace(12))
declare void @stop()
declare i32 @setjmp(ptr) returns_twice
declare void @results(ptr)
declare ptr addrspace(10) @jlcall(ptr addrspace(10), ptr, i32)
declare void @unknown_reader() readonly
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)

; Arguments are the caller's, constants nobody's.
define void @argument(ptr addrspace(10) %x) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @stop()
  call void @take(ptr addrspace(10) %x)
  call void @take(ptr addrspace(10) addrspacecast (ptr inttoptr (i64 4096 to ptr) to ptr addrspace(10)))
  ret void
}

; Without the frame chain there is nothing to root with.
define void @no_chain() {
top:
  %x = call ptr addrspace(10) @make(i64 0)
  call void @stop()
  call void @take(ptr addrspace(10) %x)
  ret void
}

; Reading calls cannot collect.
define void @reader() {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 0)
  call void @unknown_reader()
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  store i64 1, ptr addrspace(11) %d, align 8
  ret void
}

; Nothing is needed where control does not come back.
define void @dead() {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 0)
  call void @stop()
  ret void
}

; The callee roots what it is lent.
define void @lent() {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 0)
  %l = addrspacecast ptr addrspace(10) %x to ptr addrspace(12)
  call void @borrow(ptr addrspace(12) %l)
  ret void
}

; The base phi lists its predecessors in another order.
define void @other_order(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s1, align 8
  %y = call ptr addrspace(10) @make(i64 0)
  %dx = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %dy = addrspacecast ptr addrspace(10) %y to ptr addrspace(11)
  br i1 %c, label %a, label %b
a:
  br label %j
b:
  br label %j
j:
  %base = phi ptr addrspace(10) [ %y, %b ], [ %x, %a ]
  %p = phi ptr addrspace(11) [ %dx, %a ], [ %dy, %b ]
  store ptr addrspace(10) %base, ptr %s0, align 8
  store ptr addrspace(10) null, ptr %s1, align 8
  call void @stop()
  call void @peek(ptr addrspace(11) %p)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A switch enters the same block twice from one predecessor.
define void @switch(i64 %n) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s1, align 8
  %y = call ptr addrspace(10) @make(i64 0)
  %dx = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %dy = addrspacecast ptr addrspace(10) %y to ptr addrspace(11)
  switch i64 %n, label %b [
    i64 1, label %j
    i64 2, label %j
  ]
b:
  br label %j
j:
  %base = phi ptr addrspace(10) [ %x, %top ], [ %x, %top ], [ %y, %b ]
  %p = phi ptr addrspace(11) [ %dy, %b ], [ %dx, %top ], [ %dx, %top ]
  store ptr addrspace(10) %base, ptr %s0, align 8
  call void @stop()
  call void @peek(ptr addrspace(11) %p)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A web of derived phis and selects around a loop, and its twin of bases.
define void @web(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s1, align 8
  %y = call ptr addrspace(10) @make(i64 0)
  %dx = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %dy = addrspacecast ptr addrspace(10) %y to ptr addrspace(11)
  br label %head
head:
  %b = phi ptr addrspace(10) [ %x, %top ], [ %bs, %head ]
  %p = phi ptr addrspace(11) [ %dx, %top ], [ %q, %head ]
  store ptr addrspace(10) %b, ptr %s0, align 8
  store ptr addrspace(10) %y, ptr %s1, align 8
  call void @stop()
  %bs = select i1 %c, ptr addrspace(10) %b, ptr addrspace(10) %y
  %s = select i1 %c, ptr addrspace(11) %p, ptr addrspace(11) %dy
  %q = getelementptr i8, ptr addrspace(11) %s, i64 8
  %v = load i8, ptr addrspace(11) %q
  %more = icmp eq i8 %v, 0
  br i1 %more, label %head, label %done
done:
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Inputs of a phi share its slot: no store is needed behind it.
define void @coalesced(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  br i1 %c, label %a, label %b
a:
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  br label %j
b:
  %y = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %y, ptr %s0, align 8
  br label %j
j:
  %v = phi ptr addrspace(10) [ %x, %a ], [ %y, %b ]
  call void @stop()
  call void @take(ptr addrspace(10) %v)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Immutable fields of a rooted object, also of one behind another.
define void @owned() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %f = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !invariant.load !0
  %e = addrspacecast ptr addrspace(10) %f to ptr addrspace(11)
  %g = load ptr addrspace(10), ptr addrspace(11) %e, align 8, !alias.scope !5
  %h = load ptr addrspace(10), ptr addrspace(11) %e, align 8, !tbaa !1
  call void @stop()
  call void @take(ptr addrspace(10) %g)
  call void @take(ptr addrspace(10) %h)
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Array data keeps its array.
define void @array() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %data = load ptr addrspace(13), ptr addrspace(11) %d, align 8
  call void @stop()
  %v = load i64, ptr addrspace(13) %data, align 8
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Only the cold path has a frame.
define void @cold(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 0)
  br i1 %c, label %bad, label %good
bad:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @stop()
  call void @take(ptr addrspace(10) %x)
  unreachable
good:
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  store i64 1, ptr addrspace(11) %d, align 8
  ret void
}

; The preserve region ends on both ways; behind it the value is free.
define void @preserve(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %x)
  call void @stop()
  br i1 %c, label %a, label %b
a:
  call void @llvm.julia.gc_preserve_end(token %t)
  br label %j
b:
  call void @llvm.julia.gc_preserve_end(token %t)
  br label %j
j:
  store ptr addrspace(10) null, ptr %s0, align 8
  call void @stop()
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A byte buffer, and the slot beside it; what is not read any more needs none.
define void @buffer() {
top:
  %buf = alloca [16 x i8], align 8
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %buf, align 8
  store ptr addrspace(10) %x, ptr %s0, align 8
  call void @stop()
  call void @results(ptr %buf)
  store ptr addrspace(10) null, ptr %s0, align 8
  %y = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %y, ptr %buf, align 8
  call void @stop()
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A phi that is always the same field of a rooted object.
define void @around(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %f = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !invariant.load !0
  br label %head
head:
  %p = phi ptr addrspace(10) [ %f, %top ], [ %p, %head ]
  call void @take(ptr addrspace(10) %p)
  br i1 %c, label %head, label %done
done:
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

!0 = !{}
!1 = !{!2, !2, i64 0}
!2 = !{!"jtbaa_const", !3, i64 0}
!3 = !{!"jtbaa", !4, i64 0}
!4 = !{!"jtbaa"}
!5 = !{!6, !9}
!6 = !{!"jnoalias_immutdata", !8}
!7 = !{!"jnoalias_stack", !8}
!8 = !{!"jnoalias"}
!9 = !{!"somebody else's", !10}
!10 = !{!"another domain"}
