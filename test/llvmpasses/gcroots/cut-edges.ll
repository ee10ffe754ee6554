; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s
; RUN: %opt -passes=verify -disable-output %s
; Edges that get a block in their middle, where the frame is pushed or popped.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @poll()
declare void @may_throw()
declare i32 @personality(...)

; Two cases of a switch lead out at once, and the phi gets one input for both.
; CHECK-LABEL: define {{.*}} @several_edges(
; CHECK: slow:
; CHECK: switch i32 %k, label %more [
; CHECK-NEXT: i32 1, label %gcpop
; CHECK-NEXT: i32 2, label %gcpop
; CHECK: gcpop:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: br label %out
; CHECK: out:
; CHECK-NEXT: %p = phi i64 [ 0, %top ], [ 1, %gcpop ], [ 2, %more ]
define i64 @several_edges(i32 %k, i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %slow, label %out
slow:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  switch i32 %k, label %more [ i32 1, label %out
                               i32 2, label %out ]
more:
  call void @use(ptr addrspace(10) %a)
  br label %out
out:
  %p = phi i64 [ 0, %top ], [ 1, %slow ], [ 1, %slow ], [ 2, %more ]
  ret i64 %p
}

; Out of a loop: the phi of a tracked value, and one that goes round.
; CHECK-LABEL: define {{.*}} @out_of_a_loop(
; CHECK: loop:
; CHECK: br i1 %d, label %loop, label %gcpop
; CHECK: gcpop:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: br label %out
; CHECK: out:
; CHECK-NEXT: %p = phi ptr addrspace(10) [ %arg, %top ], [ %a, %gcpop ]
define ptr addrspace(10) @out_of_a_loop(ptr addrspace(10) %arg, i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %slow, label %out
slow:
  br label %loop
loop:
  %i = phi i64 [ 0, %slow ], [ %j, %loop ]
  %j = add i64 %i, 1
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br i1 %d, label %loop, label %out
out:
  %p = phi ptr addrspace(10) [ %arg, %top ], [ %a, %loop ]
  ret ptr addrspace(10) %p
}

; An invoke leads out on its normal edge; its pad is inside, has the frame, and pops it.
; CHECK-LABEL: define {{.*}} @invoke_leads_out(
; CHECK: slow:
; CHECK: call void @julia.push_gc_frame
; CHECK: to label %gcpop unwind label %pad
; CHECK: gcpop:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: br label %out
; CHECK: out:
; CHECK-NEXT: ret void
; CHECK: pad:
; CHECK: store ptr %gcframe, ptr %pgcstack
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
define void @invoke_leads_out(i1 %c) personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %slow, label %out
slow:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  invoke void @may_throw() to label %out unwind label %pad
out:
  ret void
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @use(ptr addrspace(10) %a)
  br label %out
}

; A pad outside puts back what the function found, for it returns.
; CHECK-LABEL: define {{.*}} @pad_outside(
; CHECK: %gchead = load ptr, ptr %pgcstack
; CHECK: pad:
; CHECK: store ptr %gchead, ptr %pgcstack
; CHECK-NEXT: ret void
define void @pad_outside(i1 %c) personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  invoke void @may_throw() to label %on unwind label %pad
on:
  br i1 %c, label %slow, label %out
slow:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %out
out:
  ret void
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  ret void
}

; The same in a function that has no frame: its caller looks at the chain.
; CHECK-LABEL: define {{.*}} @no_frame(
; CHECK: store ptr %gchead, ptr %pgcstack
; CHECK-NEXT: ret void
define void @no_frame() personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  invoke void @may_throw() to label %on unwind label %pad
on:
  ret void
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  ret void
}

; An indirect branch has no edge that can be cut: the frame stays at the entry.
; CHECK-LABEL: define {{.*}} @indirect(
; CHECK: top:
; CHECK: call void @julia.push_gc_frame
; CHECK: slow:
; CHECK: indirectbr
define void @indirect(i1 %c, ptr %to) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %slow, label %out
slow:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  indirectbr ptr %to, [label %out, label %more]
more:
  call void @use(ptr addrspace(10) %a)
  br label %out
out:
  ret void
}

; Nothing returns, and the pad needs no root: it leaves the chain as it was found, and the frame with it.
; CHECK-LABEL: define {{.*}} @pad_of_no_return(
; CHECK: [[HEAD:%gchead[0-9]*]] = load ptr, ptr %pgcstack
; CHECK: slow:
; CHECK: call void @julia.push_gc_frame
; CHECK: pad:
; CHECK: store ptr [[HEAD]], ptr %pgcstack
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: unreachable
define void @pad_of_no_return() personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %slow
slow:
  %a = call ptr addrspace(10) @make()
  invoke void @may_throw() to label %on unwind label %pad
on:
  call void @use(ptr addrspace(10) %a)
  unreachable
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @poll()
  unreachable
}
