; RUN: %lateroot opt --passes=LateLowerGCFrame,CheckGCRoots --check -S %s | FileCheck %s
; Blocks that hardly ever run push the frame for themselves, where that spares the others.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @poll()

; Around the calls on one way, and around the slow call that both ways may take.
; CHECK-LABEL: define ptr addrspace(10) @two_stretches(
; CHECK: calls:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %gcslot0
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(
; CHECK-NEXT: br label %join
; CHECK: join:
; CHECK-NOT: gc_frame
; CHECK: slow:
; CHECK-NEXT: call void @julia.push_gc_frame(
; CHECK-NEXT: store ptr addrspace(10) %x, ptr %gcslot0
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(
; CHECK-NEXT: br label %done
; CHECK: done:
; CHECK-NOT: gc_frame
; CHECK: ret
define ptr addrspace(10) @two_stretches(i1 %c, i1 %d) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %calls, label %join
calls:
  %a = call ptr addrspace(10) @make()
  call void @poll()
  br label %join
join:
  %x = phi ptr addrspace(10) [ null, %0 ], [ %a, %calls ]
  br i1 %d, label %slow, label %done, !prof !0
slow:
  call void @poll()
  br label %done
done:
  ret ptr addrspace(10) %x
}

; Nothing else needs it: two slow ways, one after the other.
; CHECK-LABEL: define ptr addrspace(10) @only_slow(
; CHECK: slow1:
; CHECK-NEXT: call void @julia.push_gc_frame(
; CHECK: call void @julia.pop_gc_frame(
; CHECK: on:
; CHECK-NOT: gc_frame
; CHECK: slow2:
; CHECK-NEXT: call void @julia.push_gc_frame(
; CHECK: call void @julia.pop_gc_frame(
; CHECK: done:
define ptr addrspace(10) @only_slow(i1 %c, i1 %d) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  br i1 %c, label %slow1, label %on, !prof !0
slow1:
  call void @poll()
  br label %on
on:
  br i1 %d, label %slow2, label %done, !prof !0
slow2:
  call void @poll()
  br label %done
done:
  ret ptr addrspace(10) %x
}

; The value is in its slot already, where the frame is pushed first: it stays.
; CHECK-LABEL: define ptr addrspace(10) @stored_before(
; CHECK: %x = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(
; CHECK-NOT: push_gc_frame
; CHECK: ret
define ptr addrspace(10) @stored_before(i1 %d) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @poll()
  br label %next
next:
  br i1 %d, label %slow, label %done, !prof !0
slow:
  call void @poll()
  br label %done
done:
  ret ptr addrspace(10) %x
}

; The same, but not on the way that is taken always: the slow way relies on what the other has stored.
; CHECK-LABEL: define ptr addrspace(10) @relies(
; CHECK: one:
; CHECK: push_gc_frame
; CHECK-NOT: push_gc_frame
; CHECK: ret
define ptr addrspace(10) @relies(i1 %c, i1 %d) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %one, label %done
one:
  %x = call ptr addrspace(10) @make()
  call void @poll()
  br i1 %d, label %slow, label %done, !prof !0
slow:
  call void @poll()
  br label %done
done:
  %y = phi ptr addrspace(10) [ null, %0 ], [ %x, %one ], [ %x, %slow ]
  ret ptr addrspace(10) %y
}

!0 = !{!"branch_weights", i32 1, i32 63}
