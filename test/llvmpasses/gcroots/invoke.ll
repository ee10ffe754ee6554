; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; invoke is a safepoint at the end of its block, with two ways to go on.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @poll()

declare i32 @personality(...)

; The failure meant: %a is rooted only if one of the two ways uses it, or only after the invoke.
; CHECK-LABEL: define {{.*}} @live_on_the_normal_edge(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: invoke void @poll()
; CHECK: next:
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: pad:
; CHECK: resume { ptr, i32 } %l
define void @live_on_the_normal_edge() personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  invoke void @poll() to label %next unwind label %pad
next:
  %x = load i64, ptr addrspace(10) %a
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; CHECK-LABEL: define {{.*}} @live_on_the_unwind_edge(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: invoke void @poll()
; CHECK: next:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 0
; CHECK: pad:
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @live_on_the_unwind_edge() personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  invoke void @poll() to label %next unwind label %pad
next:
  ret i64 0
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; On neither.
; CHECK-LABEL: define {{.*}} @dead_on_both_edges(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %x
define i64 @dead_on_both_edges() personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = load i64, ptr addrspace(10) %a
  invoke void @poll() to label %next unwind label %pad
next:
  ret i64 %x
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; Operands are live at it.
; CHECK-LABEL: define {{.*}} @operand(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: invoke void @use(ptr addrspace(10) %a)
; CHECK: next:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: pad:
; CHECK: resume { ptr, i32 } %l
define void @operand() personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  invoke void @use(ptr addrspace(10) %a) to label %next unwind label %pad
next:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; The result is there on the normal edge only.  On the other the frame goes back to the head of the chain before anybody collects.
; CHECK-LABEL: define {{.*}} @result(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = invoke ptr addrspace(10) @make()
; CHECK: next:
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %a
; CHECK: pad:
; CHECK: store ptr %gcframe, ptr %pgcstack
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) null
define ptr addrspace(10) @result() personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = invoke ptr addrspace(10) @make() to label %next unwind label %pad
next:
  call void @poll()
  ret ptr addrspace(10) %a
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @poll()
  ret ptr addrspace(10) null
}

; The result is an input of a phi, which takes over.
; CHECK-LABEL: define {{.*}} @result_into_a_phi(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: try:
; CHECK-NEXT: %a = invoke ptr addrspace(10) @make()
; CHECK: join:
; CHECK-NEXT: %p = phi
; CHECK-NEXT: store ptr addrspace(10) %p, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %p
; CHECK: pad:
; CHECK: ret ptr addrspace(10) null
define ptr addrspace(10) @result_into_a_phi(i1 %c) personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %try, label %join
try:
  %a = invoke ptr addrspace(10) @make() to label %join unwind label %pad
join:
  %p = phi ptr addrspace(10) [ null, %top ], [ %a, %try ]
  call void @poll()
  ret ptr addrspace(10) %p
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  ret ptr addrspace(10) null
}

; Its bundles keep things alive and go.
; CHECK-LABEL: define {{.*}} @bundle(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: invoke void @poll()
; CHECK: next:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: pad:
; CHECK: resume { ptr, i32 } %l
define void @bundle() personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  invoke void @poll() [ "jl_roots"(ptr addrspace(10) %a) ] to label %next unwind label %pad
next:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

; In a loop: what comes from outside is stored before the loop.
; CHECK-LABEL: define {{.*}} @in_a_loop(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: loop:
; CHECK-NEXT: invoke void @use(ptr addrspace(10) %a)
; CHECK: pad:
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @in_a_loop() personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br label %loop
loop:
  invoke void @use(ptr addrspace(10) %a) to label %loop unwind label %pad
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  ret void
}

; An exception that goes on leaves the frame to whoever catches it.
; CHECK-LABEL: define {{.*}} @no_pop_before_resume(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: invoke void @use(ptr addrspace(10) %a)
; CHECK: next:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: pad:
; CHECK: call void @poll()
; CHECK-NEXT: resume { ptr, i32 } %l
define void @no_pop_before_resume() personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  invoke void @use(ptr addrspace(10) %a) to label %next unwind label %pad
next:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  call void @poll()
  resume { ptr, i32 } %l
}

; A function without a frame restores what it found.
; CHECK-LABEL: define {{.*}} @no_frame(
; CHECK: %pgcstack = call ptr @julia.get_pgcstack()
; CHECK-NEXT: [[HEAD:%gchead[0-9]*]] = load ptr, ptr %pgcstack
; CHECK: pad:
; CHECK: store ptr [[HEAD]], ptr %pgcstack
; CHECK-NEXT: call void @poll()
define void @no_frame() personality ptr @personality {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  invoke void @poll() to label %next unwind label %pad
next:
  ret void
pad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @poll()
  ret void
}

declare void @use2(ptr addrspace(10), ptr addrspace(10))

; The failure meant: both ways need %v in a slot, so one store for them stands before the invoke, where the slot is still that of %a or %b.
; CHECK-LABEL: define {{.*}} @store_of_both_ways(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: store ptr addrspace(10) %a, ptr [[A:%gcslot[0-9]+]]
; CHECK: store ptr addrspace(10) %b, ptr [[B:%gcslot[0-9]+]]
; CHECK-NEXT: invoke void @use2(
; CHECK: good:
; CHECK-NEXT: store ptr addrspace(10) %v, ptr %gcslot0
; CHECK-NEXT: call void @use(
; CHECK: bad:
; CHECK: store ptr addrspace(10) %v, ptr %gcslot0
; CHECK-NEXT: call void @use(
define void @store_of_both_ways(i1 %c) personality ptr @personality {
  %p = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %v = select i1 %c, ptr addrspace(10) %a, ptr addrspace(10) %b
  invoke void @use2(ptr addrspace(10) %a, ptr addrspace(10) %b) to label %good unwind label %bad
good:
  call void @use(ptr addrspace(10) %v)
  ret void
bad:
  %l = landingpad { ptr, i32 } catch ptr null
  call void @use(ptr addrspace(10) %v)
  ret void
}
