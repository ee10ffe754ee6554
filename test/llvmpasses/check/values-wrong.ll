; Which object a pointer belongs to, and who has to root it: wrong placements.
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
declare <2 x ptr addrspace(13)> @llvm.masked.load.v2p13.p10(ptr addrspace(10), i32, <2 x i1>, <2 x ptr addrspace(13)>)
declare <2 x i64> @llvm.masked.gather.v2i64.v2p13(<2 x ptr addrspace(13)>, i32, <2 x i1>, <2 x i64>)

; The lanes passed through belong to %b.
; CHECK: root check: at the call of stop, %w (pointer 0) is needed and sits in no root slot
; CHECK: in function 'masked'
define <2 x i64> @masked(<2 x i1> %m) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %s0, align 8
  %b = call ptr addrspace(10) @make()
  %y = load <2 x ptr addrspace(13)>, ptr addrspace(10) %b
  %w = call <2 x ptr addrspace(13)> @llvm.masked.load.v2p13.p10(ptr addrspace(10) %a, i32 8, <2 x i1> %m, <2 x ptr addrspace(13)> %y)
  call void @stop()
  %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p13(<2 x ptr addrspace(13)> %w, i32 8, <2 x i1> <i1 true, i1 true>, <2 x i64> zeroinitializer)
  call void @julia.pop_gc_frame(ptr %frame)
  ret <2 x i64> %x
}

; The arms are the wrong way round.
; CHECK: root check: at the call of stop, %w (pointer 1) is needed
; CHECK: in function 'masked_crossed'
define <2 x i64> @masked_crossed(<2 x i1> %m) {
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
  %l1 = select i1 %m1, ptr addrspace(10) %b, ptr addrspace(10) %a
  store ptr addrspace(10) %l0, ptr %s0, align 8
  store ptr addrspace(10) %l1, ptr %s1, align 8
  call void @stop()
  %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p13(<2 x ptr addrspace(13)> %w, i32 8, <2 x i1> <i1 true, i1 true>, <2 x i64> zeroinitializer)
  call void @julia.pop_gc_frame(ptr %frame)
  ret <2 x i64> %x
}

; An object that only this function's frame rooted, handed on when the frame is gone.
; CHECK: root check: at the call of take, %x is needed, but on some path the frame is not pushed
; CHECK: in function 'tail'
define void @tail(ptr addrspace(10) %arg) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0, align 8
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  musttail call void @take(ptr addrspace(10) %x)
  ret void
}

; Wherever the chain of frames is asked for, objects must be rooted, and from the start.
; CHECK: root check: at the call of take, %x is needed, but there is no frame
; CHECK: in function 'late_getter'
define void @late_getter(i1 %c) {
top:
  %x = call ptr addrspace(10) @make()
  call void @take(ptr addrspace(10) %x)
  br i1 %c, label %next, label %done
next:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %done
done:
  ret void
}

; But not by a call that is never reached.
; CHECK-NOT: unreachable_getter
define void @unreachable_getter() {
top:
  %x = call ptr addrspace(10) @make()
  call void @take(ptr addrspace(10) %x)
  ret void
never:
  %pgcstack = call ptr @julia.get_pgcstack()
  ret void
}

; A thunk is a function like any other.
; CHECK: root check: at the call of take, %x is needed, but there is no frame
; CHECK: in function 'thunk'
define void @thunk() "thunk" {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @take(ptr addrspace(10) %x)
  ret void
}

; One value in one slot on one way, in another on the other: it is rooted, but the checker looks at one slot after the other and
; does not prove it.  Nobody who places roots does that.
; CHECK: root check: at the call of stop, %x is needed and sits in no root slot
; CHECK: in function 'by_two_ways'
define void @by_two_ways(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %s0 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %s1 = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %x = call ptr addrspace(10) @make()
  br i1 %c, label %a, label %b
a:
  store ptr addrspace(10) %x, ptr %s0, align 8
  br label %j
b:
  store ptr addrspace(10) %x, ptr %s1, align 8
  br label %j
j:
  call void @stop()
  call void @take(ptr addrspace(10) %x)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
