; Where a table finds the slots they count from the start, and an anchor must be there when control leaves.
; RUN: not %lateroot opt --abi=framemap --passes=CheckGCRoots -S -o /dev/null %s 2>&1 | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

declare noalias nonnull ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare ptr @julia.get_gc_frame_slot(ptr, i32)
declare ptr addrspace(10) @make()
declare void @take(ptr addrspace(10))

; CHECK: root check: control leaves here, and on some path the anchor is not pushed
; CHECK-NEXT: in function 'never'
define void @never(ptr "gcstack" %gc) {
  %a = call ptr addrspace(10) @make()
  ret void
}

; CHECK: root check: control leaves here, and on some path the anchor is not pushed
; CHECK-NEXT: in function 'without_objects'
define void @without_objects(ptr "gcstack" %gc) {
  call void @take(ptr addrspace(10) null)
  ret void
}

; CHECK: root check: control leaves here, and on some path the anchor is not pushed
; CHECK-NEXT: in function 'one_way'
define void @one_way(ptr "gcstack" %gc, i1 %c) {
top:
  %frame = call ptr @julia.new_gc_frame(i32 0)
  br i1 %c, label %push, label %on
push:
  call void @julia.push_gc_frame(ptr %frame, i32 0)
  br label %on
on:
  call void @take(ptr addrspace(10) null)
  unreachable
}

; CHECK: root check: the anchor may still be pushed at this return
; CHECK-NEXT: in function 'stays'
define void @stays(ptr "gcstack" %gc) {
  %frame = call ptr @julia.new_gc_frame(i32 0)
  call void @julia.push_gc_frame(ptr %frame, i32 0)
  ret void
}

; CHECK: root check: the anchor may be pushed already
; CHECK-NEXT: in function 'twice'
; CHECK: root check: on some path the anchor is not pushed here
; CHECK-NEXT: in function 'twice'
define void @twice(ptr "gcstack" %gc) {
  %frame = call ptr @julia.new_gc_frame(i32 0)
  call void @julia.push_gc_frame(ptr %frame, i32 0)
  call void @julia.push_gc_frame(ptr %frame, i32 0)
  call void @julia.pop_gc_frame(ptr %frame)
  call void @julia.pop_gc_frame(ptr %frame)
  ret void
}

; A slot needs no push, but it needs its store.
; CHECK: root check: at the call of kept, %b is needed and sits in no root slot
; CHECK-NEXT: in function 'kept'
; CHECK-NOT: in function
define void @kept(ptr "gcstack" %gc, ptr addrspace(10) %x) {
  %frame = call ptr @julia.new_gc_frame(i32 1)
  %slot = call ptr @julia.get_gc_frame_slot(ptr %frame, i32 0)
  %a = load ptr addrspace(10), ptr addrspace(10) %x
  %b = load ptr addrspace(10), ptr addrspace(10) %a
  store ptr addrspace(10) %a, ptr %slot
  call void @kept(ptr %gc, ptr addrspace(10) %x)
  store ptr addrspace(10) %b, ptr addrspace(10) %a
  ret void
}
