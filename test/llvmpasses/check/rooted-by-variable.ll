; What is loaded out of a variable of the frame: right, and wrong placements.
; RUN: not %lateroot opt --passes=CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s --implicit-check-not="function 'right"
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr addrspace(10) @make()
declare void @take(ptr addrspace(10))
declare void @both(ptr addrspace(10), ptr addrspace(10))
declare void @change(ptr nocapture)
declare void @keep(ptr)
declare void @stop()

; Two loads are one object; what was stored before is it, too.
define void @right() {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %x = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  %a = call ptr addrspace(10) @make()
  store ptr addrspace(10) %a, ptr %x
  %v = load ptr addrspace(10), ptr %x
  call void @stop()
  %w = load ptr addrspace(10), ptr %x
  call void @both(ptr addrspace(10) %v, ptr addrspace(10) %w)
  call void @both(ptr addrspace(10) %a, ptr addrspace(10) %w)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Whatever a callee has left there.
define void @right_of_two() {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %x = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  call void @change(ptr %x)
  %x1 = getelementptr i8, ptr %x, i64 8
  %v = load ptr addrspace(10), ptr %x1
  %both = load [2 x ptr addrspace(10)], ptr %x
  call void @take(ptr addrspace(10) %v)
  %w = extractvalue [2 x ptr addrspace(10)] %both, 1
  %u = extractvalue [2 x ptr addrspace(10)] %both, 0
  store ptr addrspace(10) null, ptr %x1
  call void @take(ptr addrspace(10) %u)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: at the call of take, %v is needed and sits in no root slot
; CHECK: in function 'overwritten'
define void @overwritten() {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %x = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @change(ptr %x)
  %v = load ptr addrspace(10), ptr %x
  store ptr addrspace(10) null, ptr %x
  call void @take(ptr addrspace(10) %v)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: at the call of change, %v is needed and sits in no root slot
; CHECK: in function 'changed'
define void @changed() {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %x = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @change(ptr %x)
  %v = load ptr addrspace(10), ptr %x
  call void @change(ptr %x)
  call void @take(ptr addrspace(10) %v)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; CHECK: root check: at the call of take, %v is needed and sits in no root slot
; CHECK: in function 'known_elsewhere'
define void @known_elsewhere() {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %x = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @keep(ptr %x)
  %v = load ptr addrspace(10), ptr %x
  call void @take(ptr addrspace(10) %v)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Which of the words it was is not known.
; CHECK: root check: at the call of take, %v is needed and sits in no root slot
; CHECK: in function 'any_word'
define void @any_word(i64 %i) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %x = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  call void @change(ptr %x)
  %p = getelementptr i64, ptr %x, i64 %i
  %v = load ptr addrspace(10), ptr %p
  call void @take(ptr addrspace(10) %v)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; On one way it is another object.
; CHECK: root check: at the call of take, %v is needed and sits in no root slot
; CHECK: in function 'on_one_way'
define void @on_one_way(i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %x = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 1)
  call void @change(ptr %x)
  %v = load ptr addrspace(10), ptr %x
  br i1 %c, label %way, label %done
way:
  store ptr addrspace(10) null, ptr %x
  br label %done
done:
  call void @take(ptr addrspace(10) %v)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; Half a word further: that is none of them.
; CHECK: root check: at the call of take, %v is needed and sits in no root slot
; CHECK: in function 'between'
define void @between() {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %x = call dereferenceable(16) ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  call void @change(ptr %x)
  %p = getelementptr i8, ptr %x, i64 4
  %v = load ptr addrspace(10), ptr %p, align 4
  call void @take(ptr addrspace(10) %v)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; The array of a boxed call is not kept by it, wherever the words behind it belong to.
declare ptr addrspace(10) @boxed(ptr addrspace(10), ptr, i32)
define void @right_boxed(ptr addrspace(10) %f) {
  %frame = call ptr @julia.new_gc_frame(i32 2)
  %args = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %x = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %frame, i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %frame, i32 2)
  %new = call ptr addrspace(10) @make()
  store ptr addrspace(10) %new, ptr %x
  store ptr addrspace(10) %new, ptr %args
  %r = call ptr addrspace(10) @boxed(ptr addrspace(10) %f, ptr %args, i32 1)
  %v = load ptr addrspace(10), ptr %x
  call void @take(ptr addrspace(10) %v)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}
