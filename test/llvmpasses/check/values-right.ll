; Which object a pointer belongs to: placements that a hasty checker would refuse.
; RUN: %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr addrspace(10) @make()
declare void @take(ptr addrspace(10))
declare void @peek(ptr addrspace(11))
declare void @borrow(ptr addrspace(12))
declare void @stop()
declare <2 x ptr addrspace(13)> @llvm.masked.load.v2p13.p10(ptr addrspace(10), i32, <2 x i1>, <2 x ptr addrspace(13)>)
declare <2 x i64> @llvm.masked.gather.v2i64.v2p13(<2 x ptr addrspace(13)>, i32, <2 x i1>, <2 x i64>)

; The owner of a lane: the object loaded from, or, where the mask is off, that of the lane passed through.
define <2 x i64> @masked(<2 x i1> %m) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %s0, align 8
  %b = call ptr addrspace(10) @make()
  %y = load <2 x ptr addrspace(13)>, ptr addrspace(10) %b
  %w = call <2 x ptr addrspace(13)> @llvm.masked.load.v2p13.p10(ptr addrspace(10) %a, i32 8, <2 x i1> %m, <2 x ptr addrspace(13)> %y)
  %m0 = extractelement <2 x i1> %m, i32 0
  %l0 = select i1 %m0, ptr addrspace(10) %a, ptr addrspace(10) %b
  %m1 = extractelement <2 x i1> %m, i32 1
  %l1 = select i1 %m1, ptr addrspace(10) %a, ptr addrspace(10) %b
  store ptr addrspace(10) %l0, ptr %s0, align 8
  store ptr addrspace(10) %l1, ptr %s1, align 8
  call void @stop()
  %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p13(<2 x ptr addrspace(13)> %w, i32 8, <2 x i1> <i1 true, i1 true>, <2 x i64> zeroinitializer)
  call void @julia.pop_gc_frame(ptr %frame)
  ret <2 x i64> %x
}

; A mask of constants decides at once.
define <2 x i64> @constant_mask() {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %s0, align 8
  %b = call ptr addrspace(10) @make()
  %y = load <2 x ptr addrspace(13)>, ptr addrspace(10) %b
  %w = call <2 x ptr addrspace(13)> @llvm.masked.load.v2p13.p10(ptr addrspace(10) %a, i32 8, <2 x i1> <i1 true, i1 false>, <2 x ptr addrspace(13)> %y)
  store ptr addrspace(10) %b, ptr %s1, align 8
  call void @stop()
  %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p13(<2 x ptr addrspace(13)> %w, i32 8, <2 x i1> <i1 true, i1 true>, <2 x i64> zeroinitializer)
  call void @julia.pop_gc_frame(ptr %frame)
  ret <2 x i64> %x
}

; Two interior pointers go round in two loops, and never change on the way.
define void @handed_round(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %a = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  br label %inner
again:
  br label %inner
inner:
  %w2 = phi ptr addrspace(11) [ null, %top ], [ %da, %again ]
  %b2 = phi ptr addrspace(10) [ null, %top ], [ %a, %again ]
  store ptr addrspace(10) %a, ptr %s0, align 8
  call void @stop()
  br i1 %c, label %second, label %again
first:
  %w3 = phi ptr addrspace(11) [ %w5, %second ], [ %w2, %back ]
  br i1 %c, label %second, label %back
back:
  br i1 %c, label %first, label %done
second:
  %w5 = phi ptr addrspace(11) [ %w3, %first ], [ %w2, %inner ]
  store ptr addrspace(10) %b2, ptr %s0, align 8
  call void @stop()
  br label %first
done:
  call void @peek(ptr addrspace(11) %w3)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; What the caller roots may be handed on when the frame is gone.
define void @tail(ptr addrspace(10) %x) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %s0, align 8
  call void @take(ptr addrspace(10) %a)
  call void @julia.pop_gc_frame(ptr %frame)
  musttail call void @take(ptr addrspace(10) %x)
  ret void
}
