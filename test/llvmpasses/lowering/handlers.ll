; RUN: %lateroot opt --verify-each --passes=LowerExcHandlers -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.13 --passes=LowerExcHandlers -S %s | FileCheck --check-prefix=NEW %s
; RUN: %lateroot opt --profile=julia-1.5 --passes=LowerExcHandlers -S %s | FileCheck --check-prefix=OLD %s
; RUN: %lateroot opt -S %s | FileCheck --check-prefix=ALL --implicit-check-not=julia. %s
; julia.except_enter: a handler on the stack, entered, and the context saved.

declare ptr @julia.get_pgcstack()
declare i32 @julia.except_enter() returns_twice
declare void @jl_pop_handler(i32)
declare void @may_throw(ptr addrspace(10))
declare ptr addrspace(10) @make()

; CHECK-LABEL: define void @protected(
; CHECK-NEXT: top:
; CHECK-NEXT: %handler = alloca [256 x i8], align 16
; CHECK-NEXT: %pgcstack = call ptr @julia.get_pgcstack()
; CHECK: call void @lr_enter_handler(ptr %pgcstack, ptr %handler)
; CHECK-NEXT: %thrown = call i32 @__sigsetjmp(ptr %handler, i32 0) #[[TWICE:[0-9]+]]
; CHECK-NEXT: icmp eq i32 %thrown, 0
; NEW-LABEL: define void @protected(
; NEW: %handler = alloca [384 x i8], align 16
; NEW: %task = getelementptr i8, ptr %pgcstack, i64 -152
; NEW-NEXT: call void @jl_enter_handler(ptr %task, ptr %handler)
; NEW-NEXT: %thrown = call i32 @__sigsetjmp(ptr %handler, i32 0)
; OLD-LABEL: define void @protected(
; OLD: %handler = alloca [256 x i8], align 16
; OLD: call void @jl_enter_handler(ptr %handler)
; OLD-NEXT: %thrown = call i32 @__sigsetjmp(ptr %handler, i32 0)
; What is live there has a slot of its own.
; ALL-LABEL: define void @protected(
; ALL: %gcframe = alloca ptr, i32 3
; ALL: store ptr %live, ptr %gcslot
; ALL: call i32 @__sigsetjmp
define void @protected() {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %live = call ptr addrspace(10) @make()
  %thrown = call i32 @julia.except_enter()
  %ok = icmp eq i32 %thrown, 0
  br i1 %ok, label %try, label %catch
try:
  call void @may_throw(ptr addrspace(10) %live)
  call void @jl_pop_handler(i32 1)
  ret void
catch:
  call void @jl_pop_handler(i32 1)
  call void @may_throw(ptr addrspace(10) %live)
  ret void
}

; Nested handlers are alive together, so each has a buffer.
; CHECK-LABEL: define i32 @nested(
; CHECK-DAG: [[A:%handler[0-9]*]] = alloca [256 x i8]
; CHECK-DAG: [[B:%handler[0-9]*]] = alloca [256 x i8]
; CHECK: %a = call i32 @__sigsetjmp(ptr [[X:%handler[0-9]*]], i32 0)
; CHECK-NOT: @__sigsetjmp(ptr [[X]],
; CHECK: %b = call i32 @__sigsetjmp(
define i32 @nested() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call i32 @julia.except_enter()
  %b = call i32 @julia.except_enter()
  %r = add i32 %a, %b
  ret i32 %r
}
; Optimisers may have moved the getter to where it is used in other ways.
; CHECK-LABEL: define void @getter_further_down(
; CHECK: [[TASK:%.*]] = call ptr @julia.get_pgcstack()
; CHECK-NEXT: call void @lr_enter_handler(ptr [[TASK]], ptr
; CHECK: used:
; CHECK: call ptr @julia.get_pgcstack()
define void @getter_further_down(i1 %c) {
  br i1 %c, label %enter, label %used
enter:
  %a = call i32 @julia.except_enter()
  br label %used
used:
  %pgcstack = call ptr @julia.get_pgcstack()
  %task = load ptr, ptr %pgcstack
  call void @use(ptr %task)
  ret void
}
declare void @use(ptr)

; CHECK: attributes #[[TWICE]] = { returns_twice }
