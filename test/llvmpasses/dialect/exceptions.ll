; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Exceptions as front ends emit them today: a handler is entered, and the call behind it returns once more when something is thrown.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @poll()
declare void @jl_enter_handler(ptr, ptr)
declare i32 @__sigsetjmp(ptr, i32) returns_twice
declare void @jl_pop_handler(ptr, i32)
declare void @jl_pop_handler_noexcept(ptr, i32)

; %a is needed by the catch block only, %b by the body only: the slot of %a is not given away in the body.
; CHECK-LABEL: define {{.*}} @try_catch(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @jl_enter_handler(ptr %task, ptr %buf)
; CHECK-NEXT: %r = call i32 @__sigsetjmp(ptr %buf, i32 0)
; CHECK: try:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: call void @jl_pop_handler_noexcept(ptr %task, i32 1)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: catch:
; CHECK-NEXT: call void @jl_pop_handler(ptr %task, i32 1)
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @try_catch(ptr %buf) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %task = getelementptr i8, ptr %pgcstack, i64 -152
  %a = call ptr addrspace(10) @make()
  call void @jl_enter_handler(ptr %task, ptr %buf)
  %r = call i32 @__sigsetjmp(ptr %buf, i32 0) returns_twice
  %thrown = icmp ne i32 %r, 0
  br i1 %thrown, label %catch, label %try
try:
  %b = call ptr addrspace(10) @make()
  call void @poll()
  call void @use(ptr addrspace(10) %b)
  call void @jl_pop_handler_noexcept(ptr %task, i32 1)
  ret void
catch:
  call void @jl_pop_handler(ptr %task, i32 1)
  call void @use(ptr addrspace(10) %a)
  ret void
}

; Handlers within handlers: what the outer catch block needs outlives the inner one.
; CHECK-LABEL: define {{.*}} @nested(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 3)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 3)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %r = call i32 @__sigsetjmp(ptr %buf, i32 0)
; CHECK: try:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: %r2 = call i32 @__sigsetjmp(ptr %buf2, i32 0)
; CHECK: try2:
; CHECK-NEXT: %e = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[SLOT2:%[a-z0-9]+]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %e)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: catch2:
; CHECK-NEXT: call void @use(ptr addrspace(10) %b)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
; CHECK: catch:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @nested(ptr %buf, ptr %buf2) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %r = call i32 @__sigsetjmp(ptr %buf, i32 0) returns_twice
  %thrown = icmp ne i32 %r, 0
  br i1 %thrown, label %catch, label %try
try:
  %b = call ptr addrspace(10) @make()
  %r2 = call i32 @__sigsetjmp(ptr %buf2, i32 0) returns_twice
  %thrown2 = icmp ne i32 %r2, 0
  br i1 %thrown2, label %catch2, label %try2
try2:
  %e = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %e)
  ret void
catch2:
  call void @use(ptr addrspace(10) %b)
  ret void
catch:
  call void @use(ptr addrspace(10) %a)
  ret void
}

; In a loop: each round its own value, in the same dedicated slot.
; CHECK-LABEL: define {{.*}} @in_a_loop(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK: loop:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %r = call i32 @__sigsetjmp(ptr %buf, i32 0)
; CHECK: next:
; CHECK-NEXT: call void @poll()
; CHECK: catch:
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK: exit:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @in_a_loop(ptr %buf, i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %a = call ptr addrspace(10) @make()
  %r = call i32 @__sigsetjmp(ptr %buf, i32 0) returns_twice
  %thrown = icmp ne i32 %r, 0
  br i1 %thrown, label %catch, label %next
next:
  call void @poll()
  br i1 %c, label %loop, label %exit
catch:
  call void @use(ptr addrspace(10) %a)
  br label %exit
exit:
  ret void
}
