; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Kinds of calls: those that branch, those in tail position, calling conventions, bundles of all sorts.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @lend(ptr addrspace(12))
declare void @poll()
declare i64 @reads() memory(read)
declare i64 @arguments_only(ptr) memory(argmem: readwrite)
declare i64 @optimistic(ptr) memory(argmem: read) "julia.safepoint"
declare i64 @promised(ptr addrspace(10)) "gc-leaf-function"
declare swiftcc ptr addrspace(10) @task_callee(ptr swiftself "gcstack", ptr addrspace(10))

; Assembly that may branch: live on both ways, one store before it.
; CHECK-LABEL: define {{.*}} @callbr(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: callbr void asm sideeffect "", "r,!i"(ptr addrspace(10) %arg)
; CHECK: on:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %a
; CHECK: off:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %a
define ptr addrspace(10) @callbr(ptr addrspace(10) %arg) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  callbr void asm sideeffect "", "r,!i"(ptr addrspace(10) %arg) to label %on [label %off]
on:
  call void @use(ptr addrspace(10) %a)
  ret ptr addrspace(10) %a
off:
  ret ptr addrspace(10) %a
}

; It reads an object: the operand lives up to there.
; CHECK-LABEL: define {{.*}} @callbr_operand(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: callbr void asm sideeffect "", "r,!i"(ptr addrspace(10) %a)
; CHECK: on:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: off:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @callbr_operand() {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  callbr void asm sideeffect "", "r,!i"(ptr addrspace(10) %a) to label %on [label %off]
on:
  ret void
off:
  ret void
}

; Marks of tail calls are no obstacle: with a frame, `tail` must go, `notail` stays.
; CHECK-LABEL: define {{.*}} @tail_and_notail(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: notail call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @tail_and_notail() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  tail call void @use(ptr addrspace(10) %a)
  notail call void @use(ptr addrspace(10) %a)
  ret void
}

; A musttail call of the caller's own objects needs nothing.
; CHECK-LABEL: define {{.*}} @musttail_of_arguments(
; CHECK: ret void
define void @musttail_of_arguments(ptr addrspace(10) %arg) {
  %pgcstack = call ptr @julia.get_pgcstack()
  musttail call void @use(ptr addrspace(10) %arg)
  ret void
}

; The task's GC stack comes in by a register and goes on to the callee; an operand of the call like others is rooted.
; CHECK-LABEL: define {{.*}} @hands_the_task_on(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: %a = call swiftcc ptr addrspace(10) @task_callee(ptr swiftself %task, ptr addrspace(10) %arg)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %b = call swiftcc ptr addrspace(10) @task_callee(ptr swiftself %task, ptr addrspace(10) %a)
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %b
define swiftcc ptr addrspace(10) @hands_the_task_on(ptr swiftself "gcstack" %task, ptr addrspace(10) %arg) {
  %a = call swiftcc ptr addrspace(10) @task_callee(ptr swiftself %task, ptr addrspace(10) %arg)
  %b = call swiftcc ptr addrspace(10) @task_callee(ptr swiftself %task, ptr addrspace(10) %a)
  call void @poll()
  ret ptr addrspace(10) %b
}

; Deoptimisation state is a use like any other; the bundle goes.
; CHECK-LABEL: define {{.*}} @bundle_with_number(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @bundle_with_number() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @poll() [ "whatever"(i32 1, ptr addrspace(10) %a) ]
  ret void
}

; Interior and vector operands of a bundle.
; CHECK-LABEL: define {{.*}} @interior_pointers_in_bundle(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @interior_pointers_in_bundle(<2 x ptr addrspace(10)> %arg) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %e = getelementptr i8, ptr addrspace(11) %d, i64 8
  call void @poll() [ "jl_roots"(ptr addrspace(11) %e, <2 x ptr addrspace(10)> %arg) ]
  ret void
}

; What is lent and in a bundle of the same call is rooted by the callee.
; CHECK-LABEL: define {{.*}} @lent_and_in_bundle(
; CHECK-NOT: gc_frame
; CHECK: ret void
define void @lent_and_in_bundle() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %l = addrspacecast ptr addrspace(10) %a to ptr addrspace(12)
  call void @lend(ptr addrspace(12) %l) [ "jl_roots"(ptr addrspace(10) %a) ]
  ret void
}

; Read-only calls are none, a callee that is optimistic about memory is one.
; CHECK-LABEL: define {{.*}} @memory_effects(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: %x = call i64 @reads()
; CHECK-NEXT: %y = call i64 @arguments_only(ptr %p)
; CHECK-NEXT: %z = call i64 @promised(ptr addrspace(10) %a)
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %w = call i64 @optimistic(ptr %p)
; CHECK-NEXT: %v = call i64 @promised(ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %v
define i64 @memory_effects(ptr %p) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %x = call i64 @reads()
  %y = call i64 @arguments_only(ptr %p)
  %z = call i64 @promised(ptr addrspace(10) %a)
  %b = call ptr addrspace(10) @make()
  %w = call i64 @optimistic(ptr %p)
  %v = call i64 @promised(ptr addrspace(10) %b)
  ret i64 %v
}
