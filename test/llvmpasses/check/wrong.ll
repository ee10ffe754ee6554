; Wrong placements: each is reported with function, safepoint and value.
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s
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

; Used after the safepoint, never stored.
; CHECK: root check: at the call of stop, %x is needed and sits in no root slot
; CHECK-NEXT: in function 'no_store'
define void @no_store() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  call void @stop()
  store ptr addrspace(10) %x, ptr %s0, align 8
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The argument of a call is the caller's to root.
; CHECK: root check: at the call of take, %x is needed and sits in no root slot
; CHECK-NEXT: in function 'operand'
define void @operand() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Stored, but the slot is taken by another value too early.
; CHECK: root check: at the call of stop, %x is needed and sits in no root slot
; CHECK-NEXT: in function 'overwritten'
define void @overwritten() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  %y = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %y, ptr %s0, align 8
  call void @stop()
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Nulled too early.
; CHECK: root check: at the call of stop, %x is needed
; CHECK-NEXT: in function 'nulled'
define void @nulled() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  store ptr addrspace(10) null, ptr %s0, align 8
  call void @stop()
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; An interior pointer keeps its object.
; CHECK: root check: at the call of stop, %x is needed
; CHECK-NEXT: in function 'interior'
define void @interior() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %p = getelementptr i8, ptr addrspace(11) %d, i64 8
  call void @stop()
  %b = load i8, ptr addrspace(11) %p
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; One arm forgets the store.
; CHECK: root check: at the call of stop, %x is needed
; CHECK-NEXT: in function 'one_arm'
define void @one_arm(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  br i1 %c, label %a, label %b
a:
  store ptr addrspace(10) %x, ptr %s0, align 8
  br label %j
b:
  br label %j
j:
  call void @stop()
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Stored before the loop: later rounds have another value.
; CHECK: root check: at the call of stop, %v is needed
; CHECK-NEXT: in function 'stale'
define void @stale(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  br label %head
head:
  %v = phi ptr addrspace(10) [ %x, %top ], [ %n, %head ]
  call void @stop()
  call void @take(ptr addrspace(10) %v)
  %n = call ptr addrspace(10) @make(i64 0)
  br i1 %c, label %head, label %done
done:
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The base phi takes its inputs the wrong way round.
; CHECK: root check: at the call of stop, %p is needed
; CHECK-NEXT: in function 'crossed'
define void @crossed(i1 %c) {
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
  %base = phi ptr addrspace(10) [ %y, %a ], [ %x, %b ]
  %p = phi ptr addrspace(11) [ %dx, %a ], [ %dy, %b ]
  store ptr addrspace(10) %base, ptr %s0, align 8
  store ptr addrspace(10) null, ptr %s1, align 8
  call void @stop()
  call void @peek(ptr addrspace(11) %p)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A load from memory that may change proves nothing.
; CHECK: root check: at the call of stop, %f is needed
; CHECK-NEXT: in function 'mutable'
define void @mutable() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %f = load ptr addrspace(10), ptr addrspace(11) %d, align 8
  call void @stop()
  call void @take(ptr addrspace(10) %f)
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; An immutable field is alive only as long as its owner is.
; CHECK: root check: at the call of stop, %f is needed
; CHECK-NEXT: in function 'owner_gone'
define void @owner_gone() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %f = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !invariant.load !0
  call void @stop()
  call void @take(ptr addrspace(10) %f)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A scope that is not of a rooted region forbids it, whatever the type says.
; CHECK: root check: at the call of stop, %f is needed
; CHECK-NEXT: in function 'veto'
define void @veto() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %f = load ptr addrspace(10), ptr addrspace(11) %d, align 8, !tbaa !1, !alias.scope !5
  call void @stop()
  call void @take(ptr addrspace(10) %f)
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The callee roots what it is lent only for that call.
; CHECK: root check: at the call of stop, %x is needed
; CHECK-NEXT: in function 'lent'
define void @lent() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  %l = addrspacecast ptr addrspace(10) %x to ptr addrspace(12)
  call void @borrow(ptr addrspace(12) %l)
  call void @stop()
  call void @borrow(ptr addrspace(12) %l)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Preserved, but in no slot.
; CHECK: root check: at the call of stop, %x is needed and sits in no root slot (preserved)
; CHECK-NEXT: in function 'preserve'
define void @preserve() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %x)
  call void @stop()
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The call may return again after %y has taken the slot.
; CHECK: root check: at the call of setjmp, %x must stay where it is
; CHECK-NEXT: in function 'twice'
define void @twice(ptr %buf) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  %r = call i32 @setjmp(ptr %buf)
  %z = icmp eq i32 %r, 0
  br i1 %z, label %try, label %catch
try:
  %y = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %y, ptr %s0, align 8
  call void @stop()
  call void @take(ptr addrspace(10) %y)
  br label %done
catch:
  call void @take(ptr addrspace(10) %x)
  br label %done
done:
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The second pointer of a pair.
; CHECK: root check: at the call of stop, %v (pointer 1) is needed
; CHECK-NEXT: in function 'pair'
define void @pair(ptr %from) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %v = load <2 x ptr addrspace(10)>, ptr %from, align 16
  %v0 = extractelement <2 x ptr addrspace(10)> %v, i32 0
  store ptr addrspace(10) %v0, ptr %s0, align 8
  call void @stop()
  store <2 x ptr addrspace(10)> %v, ptr %from, align 16
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The callee overwrites the variable.
; CHECK: root check: at the call of results, %x is needed
; CHECK-NEXT: in function 'clobbered'
define void @clobbered() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  call void @results(ptr "julia.return_roots"="1" %s0)
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Not pushed.
; CHECK: root check: at the call of take, %x is needed, but on some path the frame is not pushed
; CHECK-NEXT: in function 'no_push'
define void @no_push() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  call void @take(ptr addrspace(10) %x)
  ret void
}

; Pushed on one way only.
; CHECK: root check: at the call of stop, %x is needed, but on some path the frame is not pushed
; CHECK-NEXT: in function 'half_pushed'
define void @half_pushed(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  br i1 %c, label %a, label %j
a:
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  br label %j
j:
  call void @stop()
  call void @take(ptr addrspace(10) %x)
  unreachable
}

; Not popped.
; CHECK: root check: the frame may still be pushed at this return
; CHECK-NEXT: in function 'no_pop'
define void @no_pop() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  ret void
}

; Popped twice.
; CHECK: root check: on some path the frame is not pushed here
; CHECK-NEXT: in function 'pop_twice'
define void @pop_twice() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  call void @julia.pop_gc_frame(ptr %frame)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Pushed twice.
; CHECK: root check: the frame may be pushed already
; CHECK-NEXT: in function 'push_twice'
define void @push_twice() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; No such slot.
; CHECK: root check: slot index is not below the frame's 2 slots
; CHECK-NEXT: in function 'out_of_range'
define void @out_of_range() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 2)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The push lies about the size.
; CHECK: root check: push does not say how many slots the frame has (2)
; CHECK-NEXT: in function 'wrong_size'
define void @wrong_size() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 3)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A slot keeps a value over a safepoint before the frame shows it.
; CHECK: root check: slots keep values over a safepoint before the frame is pushed
; CHECK-NEXT: in function 'dangling'
define void @dangling() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %s0, align 8
  call void @stop()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  call void @stop()
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; There is no frame at all.
; CHECK: root check: at the call of take, %x is needed, but there is no frame
; CHECK-NEXT: in function 'no_frame'
define void @no_frame() {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make(i64 0)
  call void @take(ptr addrspace(10) %x)
  ret void
}

; A byte buffer is no root.
; CHECK: root check: at the call of stop, %x was stored into stack memory and sits in no root slot
; CHECK-NEXT: in function 'buffer'
define void @buffer() {
top:
  %buf = alloca [16 x i8], align 8
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  %at = getelementptr i8, ptr %buf, i64 8
  store ptr addrspace(10) %x, ptr %at, align 8
  call void @stop()
  call void @results(ptr %buf)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Nor are the arguments of a call by array.
; CHECK: root check: at the call of jlcall, %x was stored into stack memory and sits in no root slot
; CHECK-NEXT: in function 'array'
define void @array() {
top:
  %args = alloca [2 x ptr addrspace(10)], align 8
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make(i64 0)
  store ptr addrspace(10) %x, ptr %args, align 8
  %y = call ptr addrspace(10) @jlcall(ptr addrspace(10) null, ptr %args, i32 1)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

!0 = !{}
!1 = !{!2, !2, i64 0}
!2 = !{!"jtbaa_const", !3, i64 0}
!3 = !{!"jtbaa", !4, i64 0}
!4 = !{!"jtbaa"}
!5 = !{!6, !7}
!6 = !{!"jnoalias_immutdata", !8}
!7 = !{!"jnoalias_stack", !8}
!8 = !{!"jnoalias"}
