; Stack variables in the frame, shared words, roots of other stack memory: placements that a hasty checker would refuse.
; RUN: %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s
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

; A store through a computed index stays within its variable.
define void @computed(i64 %k) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 4)
  %v = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s3 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 3)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 4)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0, align 8
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %s3, align 8
  %p = getelementptr inbounds [2 x ptr addrspace(10)], ptr %v, i64 0, i64 %k
  store ptr addrspace(10) %y, ptr %p, align 8
  call void @change(ptr %v)
  call void @take(ptr addrspace(10) %x)
  call void @take(ptr addrspace(10) %y)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; One of two variables: a slot between them is left alone.
define void @either(i1 %c, i64 %k) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 5)
  %v = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %w = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 3)
  %s2 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 2)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 5)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s2, align 8
  %s = select i1 %c, ptr %v, ptr %w
  %p = getelementptr inbounds [2 x ptr addrspace(10)], ptr %s, i64 0, i64 %k
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @stop()
  call void @look(ptr %v)
  call void @look(ptr %w)
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A value's slot lies in the variable: before it is written, and after it was read for the last time.
define void @shared() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %v = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s1, align 8
  call void @take(ptr addrspace(10) %x)
  call void @llvm.memset.p0.i64(ptr %v, i8 0, i64 16, i1 false)
  call void @change(ptr %v)
  call void @look(ptr %v)
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %s1, align 8
  call void @take(ptr addrspace(10) %y)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The same in a loop: each round writes the whole variable anew.
define void @shared_in_a_loop(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %v = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %w = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  br label %loop
loop:
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s1, align 8
  call void @results(ptr "julia.return_roots"="1" %v)
  call void @look(ptr %v)
  call void @take(ptr addrspace(10) %x)
  call void @llvm.memcpy.p0.p0.i64(ptr %w, ptr @memory, i64 16, i1 false)
  call void @look(ptr %w)
  br i1 %c, label %loop, label %done
done:
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Only one word of the variable is read later, and only the other is taken.
define void @word_by_word() {
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
  %r = load ptr addrspace(10), ptr %v, align 8
  store ptr addrspace(10) null, ptr %v, align 8
  store ptr addrspace(10) %r, ptr %s1, align 8
  call void @take(ptr addrspace(10) %r)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A variable that only is null needs no frame yet.
define void @null_before_the_push(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %v = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  store ptr addrspace(10) null, ptr %v, align 8
  call void @stop()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @look(ptr %v)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Roots of bytes on the stack may go once the bytes are written again, or are over.
define void @bytes() {
top:
  %buf = alloca [16 x i8], align 8
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @llvm.lifetime.start.p0(i64 16, ptr %buf)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0, align 8
  store ptr addrspace(10) %x, ptr %buf, align 8
  call void @look(ptr %buf)
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %s0, align 8
  store ptr addrspace(10) %y, ptr %buf, align 8
  call void @look(ptr %buf)
  call void @llvm.lifetime.end.p0(i64 16, ptr %buf)
  store ptr addrspace(10) null, ptr %s0, align 8
  call void @stop()
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The same value at many places of the bytes needs one slot only.
define void @same_value_everywhere(i64 %n) {
top:
  %buf = alloca [64 x i8], align 8
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %x = call ptr addrspace(10) @make()
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  %p = getelementptr ptr, ptr %buf, i64 %i
  store ptr addrspace(10) %x, ptr %s0, align 8
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @stop()
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, 8
  br i1 %more, label %loop, label %done
done:
  call void @look(ptr %buf)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A mirror keeps what each turn of a loop stores, and leaves the slot behind it alone.
define void @mirror() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 9)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s3 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 3)
  %s8 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 8)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 9)
  %v = alloca [64 x i8], align 8
  %early = call ptr addrspace(10) @make()
  store ptr addrspace(10) %early, ptr %s3, align 8
  call void @take(ptr addrspace(10) %early)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s8, align 8
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
  store ptr addrspace(10) %x, ptr %s3, align 8
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; One of two allocas: each has a mirror, with a word for whatever is not its own.
define void @two_mirrors(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 7)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s3 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 3)
  %s6 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 6)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 7)
  %v = alloca [16 x i8], align 8
  %w = alloca [16 x i8], align 8
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s6, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  %a = call ptr addrspace(10) @make()
  %s = select i1 %c, ptr %v, ptr %w
  %p = getelementptr ptr, ptr %s, i64 %i
  %n0 = ptrtoint ptr %v to i64
  %n1 = ptrtoint ptr %p to i64
  %d0 = sub i64 %n1, %n0
  %in0 = icmp ult i64 %d0, 16
  %e0 = select i1 %in0, i64 %d0, i64 16
  %m0 = getelementptr inbounds i8, ptr %s0, i64 %e0
  store ptr addrspace(10) %a, ptr %m0, align 8
  %n2 = ptrtoint ptr %w to i64
  %n3 = ptrtoint ptr %p to i64
  %d1 = sub i64 %n3, %n2
  %in1 = icmp ult i64 %d1, 16
  %e1 = select i1 %in1, i64 %d1, i64 16
  %m1 = getelementptr inbounds i8, ptr %s3, i64 %e1
  store ptr addrspace(10) %a, ptr %m1, align 8
  store ptr addrspace(10) %a, ptr %p, align 8
  %i1 = add i64 %i, 1
  %more = icmp slt i64 %i1, 2
  br i1 %more, label %loop, label %done
done:
  call void @look(ptr %v)
  call void @look(ptr %w)
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The frame is pushed twice, and a safepoint between may free what it held: it is written anew before it is seen.
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
  %y = call ptr addrspace(10) @make()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  store ptr addrspace(10) %y, ptr %s0, align 8
  call void @take(ptr addrspace(10) %y)
  call void @julia.pop_gc_frame(ptr %frame)
  br label %done
done:
  ret void
}

; A call by array reads as many arguments as it says; what an earlier one had behind them is over.
define void @fewer_arguments() {
top:
  %args = alloca [2 x ptr addrspace(10)], align 8
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0, align 8
  store ptr addrspace(10) null, ptr %args, align 8
  %arg1 = getelementptr inbounds ptr addrspace(10), ptr %args, i32 1
  store ptr addrspace(10) %x, ptr %arg1, align 8
  %y = call ptr addrspace(10) @jlcall(ptr addrspace(10) null, ptr %args, i32 2)
  store ptr addrspace(10) %y, ptr %s0, align 8
  store ptr addrspace(10) %y, ptr %args, align 8
  %z = call ptr addrspace(10) @jlcall(ptr addrspace(10) null, ptr %args, i32 1)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
declare ptr addrspace(10) @jlcall(ptr addrspace(10), ptr, i32)
@memory = external global [2 x ptr addrspace(10)]

; Behind a tail call no variable is read, whatever may return twice: the function has been left.
define void @left_by_tail_call(ptr addrspace(10) %arg, ptr %buf, i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %v = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %v, align 8
  %r = call i32 @setjmp(ptr %buf)
  br i1 %c, label %more, label %leave
more:
  call void @stop()
  call void @look(ptr %v)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
leave:
  call void @julia.pop_gc_frame(ptr %frame)
  musttail call void @tail(ptr addrspace(10) %arg, ptr %buf, i1 %c)
  ret void
}
declare void @tail(ptr addrspace(10), ptr, i1)

; The object is stored into other stack memory while it sits in many slots; all of them but one are written again later.
define void @in_many_slots(ptr %from) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 4)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %s2 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 2)
  %s3 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 3)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 4)
  %bytes = alloca [32 x i8], align 16
  %x = load ptr addrspace(10), ptr %from, align 8
  store ptr addrspace(10) %x, ptr %s1, align 8
  store ptr addrspace(10) %x, ptr %bytes, align 8
  store ptr addrspace(10) %x, ptr %s2, align 8
  store ptr addrspace(10) %x, ptr %s3, align 8
  store ptr addrspace(10) %x, ptr %s0, align 8
  call void @stop()
  store ptr addrspace(10) null, ptr %s0, align 8
  store ptr addrspace(10) null, ptr %s2, align 8
  store ptr addrspace(10) null, ptr %s3, align 8
  br label %loop
loop:
  %y = load ptr addrspace(10), ptr %bytes, align 8
  call void @stop()
  br label %loop
}

; What is stored into the buffer sits in no slot, but whichever of the two it is does; and whichever of the three, through the one that is chosen.
define void @one_of_those_in_slots(i1 %c, i1 %d) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 3)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %s2 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 2)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 3)
  %args = alloca [1 x ptr addrspace(10)], align 16
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0, align 8
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %y, ptr %s1, align 8
  %z = call ptr addrspace(10) @make()
  store ptr addrspace(10) %z, ptr %s2, align 8
  br i1 %c, label %left, label %join
left:
  br label %join
join:
  %one = phi ptr addrspace(10) [ %x, %left ], [ %y, %top ]
  store ptr addrspace(10) %one, ptr %args, align 8
  %r = call ptr addrspace(10) @jlcall(ptr addrspace(10) null, ptr %args, i32 1)
  br i1 %d, label %right, label %end
right:
  br label %end
end:
  %other = phi ptr addrspace(10) [ %one, %join ], [ %z, %right ]
  store ptr addrspace(10) %other, ptr %args, align 8
  %q = call ptr addrspace(10) @jlcall(ptr addrspace(10) null, ptr %args, i32 1)
  call void @take(ptr addrspace(10) %x)
  call void @take(ptr addrspace(10) %y)
  call void @take(ptr addrspace(10) %z)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
