; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s -o %t.ll
; RUN: %opt -passes=verify -disable-output %t.ll
; RUN: FileCheck %s --input-file=%t.ll --implicit-check-not='call void @julia.push' --implicit-check-not='call void @julia.pop' --implicit-check-not=', ptr %gcs'
;
; Exception handling in funclets: a pad is the first instruction of its block, and beside a catchswitch there is nothing at all.  The
; failure meant: the frame is pushed in front of a pad, or a root stored in front of a catchswitch.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @may_throw()
declare void @promised() "gc-leaf-function"
declare i32 @__CxxFrameHandler3(...)

; CHECK-LABEL: define {{.*}} @behind_a_cleanuppad(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: invoke void @may_throw()
; CHECK: good:
; CHECK-NEXT: ret i64 %i
; CHECK: pad:
; CHECK: %e = call ptr addrspace(10) @make() [ "funclet"(token %c) ]
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %e, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %e) [ "funclet"(token %c) ]
; CHECK-NEXT: unreachable
define i64 @behind_a_cleanuppad(i64 %i) personality ptr @__CxxFrameHandler3 {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  invoke void @may_throw() to label %good unwind label %pad
good:
  ret i64 %i
pad:
  %c = cleanuppad within none []
  %e = call ptr addrspace(10) @make() [ "funclet"(token %c) ]
  call void @use(ptr addrspace(10) %e) [ "funclet"(token %c) ]
  unreachable
}

; Each handler has the frame to itself; the one that goes on pops it.
; CHECK-LABEL: define {{.*}} @above_a_catchswitch(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: invoke void @may_throw()
; CHECK: good:
; CHECK-NEXT: ret i64 %i
; CHECK: switch:
; CHECK: one:
; CHECK: %a = call ptr addrspace(10) @make() [ "funclet"(token %c) ]
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a) [ "funclet"(token %c) ]
; CHECK-NEXT: unreachable
; CHECK: two:
; CHECK: %b = call ptr addrspace(10) @make() [ "funclet"(token %d) ]
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b) [ "funclet"(token %d) ]
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
define i64 @above_a_catchswitch(i64 %i) personality ptr @__CxxFrameHandler3 {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  invoke void @may_throw() to label %good unwind label %switch
good:
  ret i64 %i
switch:
  %s = catchswitch within none [label %one, label %two] unwind to caller
one:
  %c = catchpad within %s [ptr null, i32 64, ptr null]
  %a = call ptr addrspace(10) @make() [ "funclet"(token %c) ]
  call void @use(ptr addrspace(10) %a) [ "funclet"(token %c) ]
  unreachable
two:
  %d = catchpad within %s [ptr null, i32 64, ptr null]
  %b = call ptr addrspace(10) @make() [ "funclet"(token %d) ]
  call void @use(ptr addrspace(10) %b) [ "funclet"(token %d) ]
  catchret from %d to label %good
}

; No handler goes on.  Each has it by itself.
; CHECK-LABEL: define {{.*}} @above_a_cold_catchswitch(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: invoke void @may_throw()
; CHECK: good:
; CHECK-NEXT: ret i64 %i
; CHECK: switch:
; CHECK: one:
; CHECK: %a = call ptr addrspace(10) @make() [ "funclet"(token %c) ]
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a) [ "funclet"(token %c) ]
; CHECK-NEXT: unreachable
; CHECK: two:
; CHECK: %b = call ptr addrspace(10) @make() [ "funclet"(token %d) ]
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %b, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %b) [ "funclet"(token %d) ]
; CHECK-NEXT: unreachable
define i64 @above_a_cold_catchswitch(i64 %i) personality ptr @__CxxFrameHandler3 {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  invoke void @may_throw() to label %good unwind label %switch
good:
  ret i64 %i
switch:
  %s = catchswitch within none [label %one, label %two] unwind to caller
one:
  %c = catchpad within %s [ptr null, i32 64, ptr null]
  %a = call ptr addrspace(10) @make() [ "funclet"(token %c) ]
  call void @use(ptr addrspace(10) %a) [ "funclet"(token %c) ]
  unreachable
two:
  %d = catchpad within %s [ptr null, i32 64, ptr null]
  %b = call ptr addrspace(10) @make() [ "funclet"(token %d) ]
  call void @use(ptr addrspace(10) %b) [ "funclet"(token %d) ]
  unreachable
}

; Both handlers need the value, but there is no room for a store above both of them.
; CHECK-LABEL: define {{.*}} @stored_behind_a_catchswitch(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: invoke void @promised()
; CHECK: good:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %i
; CHECK: switch:
; CHECK: one:
; CHECK: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a) [ "funclet"(token %c) ]
; CHECK: two:
; CHECK: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a) [ "funclet"(token %d) ]
define i64 @stored_behind_a_catchswitch(i64 %i) personality ptr @__CxxFrameHandler3 {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  invoke void @promised() to label %good unwind label %switch
good:
  ret i64 %i
switch:
  %s = catchswitch within none [label %one, label %two] unwind to caller
one:
  %c = catchpad within %s [ptr null, i32 64, ptr null]
  call void @use(ptr addrspace(10) %a) [ "funclet"(token %c) ]
  catchret from %c to label %good
two:
  %d = catchpad within %s [ptr null, i32 64, ptr null]
  call void @use(ptr addrspace(10) %a) [ "funclet"(token %d) ]
  catchret from %d to label %good
}
