; Stack variables in the frame, shared words, roots of other stack memory: wrong placements.
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr addrspace(10) @make()
declare void @take(ptr addrspace(10))
declare void @stop()
declare void @results(ptr "julia.return_roots"="1")
declare void @look(ptr readonly)
declare void @change(ptr)
declare i32 @setjmp(ptr) returns_twice
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.masked.store.v2p10.p0(<2 x ptr addrspace(10)>, ptr, i32, <2 x i1>)

; The slot lies in the variable that the index may reach.
; CHECK: root check: at the call of take, %x is needed and sits in no root slot
; CHECK: in function 'computed'
define void @computed(i64 %k) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 3)
  %v = call dereferenceable(24) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s2 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 2)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 3)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s2, align 8
  %p = getelementptr inbounds [3 x ptr addrspace(10)], ptr %v, i64 0, i64 %k
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A root store between a write and a read of the variable.
; CHECK: root check: stack variable %v is overwritten in the frame while it still may be read
; CHECK: in function 'root_store': store ptr addrspace(10) %x, ptr %s1
define void @root_store() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %v = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  call void @results(ptr "julia.return_roots"="2" %v)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s1, align 8
  call void @take(ptr addrspace(10) %x)
  call void @look(ptr %v)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A word is cleared before a loop as if it were a dead slot.
; CHECK: root check: stack variable %v is overwritten
; CHECK: in function 'cleared': store ptr addrspace(10) null, ptr %s0
define void @cleared(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %v = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @results(ptr "julia.return_roots"="1" %v)
  store ptr addrspace(10) null, ptr %s0, align 8
  br label %loop
loop:
  call void @stop()
  br i1 %c, label %loop, label %done
done:
  call void @look(ptr %v)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A call that is given one variable and returns into another that overlaps it.
; CHECK: root check: stack variable %v is overwritten
; CHECK: in function 'in_and_out': call void @both
define void @in_and_out() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %v = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %w = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @results(ptr "julia.return_roots"="1" %v)
  call void @both(ptr "julia.return_roots"="1" %w, ptr readonly %v)
  call void @look(ptr %w)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
declare void @both(ptr, ptr)

; The other variable is written in one round, and this one read in the next.
; CHECK: root check: stack variable %v is overwritten
; CHECK: in function 'next_round'
define void @next_round(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %v = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %w = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store ptr addrspace(10) null, ptr %v, align 8
  br label %loop
loop:
  call void @look(ptr %v)
  call void @results(ptr "julia.return_roots"="1" %w)
  call void @look(ptr %w)
  br i1 %c, label %loop, label %done
done:
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; An address that got away may be read through at any time.
; CHECK: root check: stack variable %v is overwritten
; CHECK: in function 'escaped'
define void @escaped(ptr %out) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %v = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %w = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  call void @results(ptr "julia.return_roots"="1" %v)
  store ptr %v, ptr %out, align 8
  call void @results(ptr "julia.return_roots"="2" %w)
  call void @look(ptr %w)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Control comes back to the first call, and the variable is read.
; CHECK: root check: stack variable %v is overwritten
; CHECK: in function 'twice'
define void @twice(ptr %buf) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %v = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @results(ptr "julia.return_roots"="1" %v)
  %r = call i32 @setjmp(ptr %buf)
  %z = icmp eq i32 %r, 0
  br i1 %z, label %try, label %catch
try:
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %s0, align 8
  call void @take(ptr addrspace(10) %y)
  br label %done
catch:
  call void @look(ptr %v)
  br label %done
done:
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The variable holds an object over a safepoint that does not see the frame.
; CHECK: root check: stack variable %v still may be read behind this call, but on some path the frame is not pushed
; CHECK: in function 'not_pushed'
define ptr addrspace(10) @not_pushed() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %v = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %v, align 8
  call void @stop()
  %y = load ptr addrspace(10), ptr %v, align 8
  ret ptr addrspace(10) %y
}

; CHECK: root check: the variable reaches over the end of the frame
; CHECK: in function 'too_far'
define void @too_far() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %v = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The slot of an object in bytes on the stack is given away in a later block, while the bytes still may be read.
; CHECK: root check: at the call of take, %x was stored into stack memory and sits in no root slot
; CHECK: in function 'bytes'
define void @bytes(i1 %c) {
top:
  %buf = alloca [16 x i8], align 8
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0, align 8
  store ptr addrspace(10) %x, ptr %buf, align 8
  call void @stop()
  br i1 %c, label %next, label %done
next:
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %s0, align 8
  call void @take(ptr addrspace(10) %y)
  br label %done
done:
  call void @look(ptr %buf)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Each turn of the loop stores at another place; one slot keeps only the last.
; CHECK: root check: at the call of {{make|look}}, %a was stored into stack memory and sits in no root slot
; CHECK: in function 'one_slot_for_many'
define void @one_slot_for_many() {
top:
  %buf = alloca [64 x i8], align 8
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  %a = call ptr addrspace(10) @make()
  %p = getelementptr ptr, ptr %buf, i64 %i
  store ptr addrspace(10) %a, ptr %s0, align 8
  store ptr addrspace(10) %a, ptr %p, align 8
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, 8
  br i1 %more, label %loop, label %done
done:
  call void @look(ptr %buf)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: at the call of look, %a (pointer 0) was stored into stack memory and sits in no root slot
; CHECK: in function 'masked'
define void @masked(<2 x i1> %m) {
top:
  %buf = alloca [16 x i8], align 8
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %a = load <2 x ptr addrspace(10)>, ptr @memory, align 16
  %a1 = extractelement <2 x ptr addrspace(10)> %a, i32 1
  store ptr addrspace(10) %a1, ptr %s0, align 8
  call void @llvm.masked.store.v2p10.p0(<2 x ptr addrspace(10)> %a, ptr %buf, i32 8, <2 x i1> %m)
  call void @look(ptr %buf)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The mirror is written at the distance of another pointer.
; CHECK: root check: at the call of {{make|look}}, %a was stored into stack memory and sits in no root slot
; CHECK: in function 'wrong_distance'
define void @wrong_distance() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 8)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 8)
  %v = alloca [64 x i8], align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  %a = call ptr addrspace(10) @make()
  %i1 = add i64 %i, 1
  %q = getelementptr ptr, ptr %v, i64 %i1
  %p = getelementptr ptr, ptr %v, i64 %i
  %n0 = ptrtoint ptr %v to i64
  %n1 = ptrtoint ptr %q to i64
  %d = sub i64 %n1, %n0
  %m = getelementptr inbounds i8, ptr %s0, i64 %d
  store ptr addrspace(10) %a, ptr %m, align 8
  store ptr addrspace(10) %a, ptr %p, align 8
  %more = icmp slt i64 %i1, 7
  br i1 %more, label %loop, label %done
done:
  call void @look(ptr %v)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A slot within the mirror is taken while the memory still may be read.
; CHECK: root check: the roots of stack memory %v are overwritten in the frame while it still may be read
; CHECK: in function 'mirror_overwritten'
define void @mirror_overwritten() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 8)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s3 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 3)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 8)
  %v = alloca [64 x i8], align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  %a = call ptr addrspace(10) @make()
  %p = getelementptr ptr, ptr %v, i64 %i
  %n0 = ptrtoint ptr %v to i64
  %n1 = ptrtoint ptr %p to i64
  %d = sub i64 %n1, %n0
  %m = getelementptr inbounds i8, ptr %s0, i64 %d
  store ptr addrspace(10) %a, ptr %m, align 8
  store ptr addrspace(10) %a, ptr %p, align 8
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, 8
  br i1 %more, label %loop, label %done
done:
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s3, align 8
  call void @take(ptr addrspace(10) %x)
  call void @look(ptr %v)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The mirror's store may hit any word of it: a value's slot there does not last.
; CHECK: root check: at the call of make, %x is needed and sits in no root slot
; CHECK: in function 'slot_in_mirror'
define void @slot_in_mirror() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 8)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s7 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 7)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 8)
  %v = alloca [64 x i8], align 8
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s7, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  %a = call ptr addrspace(10) @make()
  %p = getelementptr ptr, ptr %v, i64 %i
  %n0 = ptrtoint ptr %v to i64
  %n1 = ptrtoint ptr %p to i64
  %d = sub i64 %n1, %n0
  %m = getelementptr inbounds i8, ptr %s0, i64 %d
  store ptr addrspace(10) %a, ptr %m, align 8
  store ptr addrspace(10) %a, ptr %p, align 8
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, 8
  br i1 %more, label %loop, label %done
done:
  call void @look(ptr %v)
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
@memory = external global <2 x ptr addrspace(10)>

; One word less than the memory has.
; CHECK: root check: the mirror of %v reaches over the end of the frame
; CHECK: in function 'mirror_too_short'
define void @mirror_too_short(i64 %i) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 7)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 7)
  %v = alloca [64 x i8], align 8
  %a = call ptr addrspace(10) @make()
  %p = getelementptr ptr, ptr %v, i64 %i
  %n0 = ptrtoint ptr %v to i64
  %n1 = ptrtoint ptr %p to i64
  %d = sub i64 %n1, %n0
  %m = getelementptr inbounds i8, ptr %s0, i64 %d
  store ptr addrspace(10) %a, ptr %m, align 8
  store ptr addrspace(10) %a, ptr %p, align 8
  call void @look(ptr %v)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The frame is pushed again with what it held before, which a safepoint between may have freed.
; CHECK: root check: slots keep values over a safepoint before the frame is pushed
; CHECK: in function 'pushed_again': call void @stop()
define void @pushed_again(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0, align 8
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  call void @stop()
  br i1 %c, label %cold, label %done
cold:
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %s0, align 8
  call void @take(ptr addrspace(10) %y)
  call void @julia.pop_gc_frame(ptr %frame)
  br label %done
done:
  ret void
}

; What is stored into the buffer is one of two objects; only one of these is still in a slot at the call.
; CHECK: root check: at the call of jlcall, %one was stored into stack memory and sits in no root slot
; CHECK: in function 'one_of_two_lost': %r = call
define void @one_of_two_lost(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %args = alloca [1 x ptr addrspace(10)], align 16
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0, align 8
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %s1, align 8
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %one = phi ptr addrspace(10) [ %x, %left ], [ %y, %top ]
  store ptr addrspace(10) %one, ptr %args, align 8
  store ptr addrspace(10) null, ptr %s1, align 8
  %r = call ptr addrspace(10) @jlcall(ptr addrspace(10) null, ptr %args, i32 1)
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
declare ptr addrspace(10) @jlcall(ptr addrspace(10), ptr, i32)

; A variable that nothing but loads and stores is done to.
; CHECK: root check: at the call of stop, %x was stored into stack memory and sits in no root slot
; CHECK: in function 'only_stored'
define void @only_stored() {
top:
  %a = alloca [2 x ptr addrspace(10)], align 8
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %x = call ptr addrspace(10) @make()
  %p = getelementptr inbounds i8, ptr %a, i64 8
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @stop()
  %y = load ptr addrspace(10), ptr %p, align 8
  store ptr addrspace(10) %y, ptr %s0, align 8
  call void @take(ptr addrspace(10) %y)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
