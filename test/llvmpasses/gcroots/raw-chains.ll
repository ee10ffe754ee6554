; Chains of loads that start at constants, through raw pointers that become tracked only at their end.  `free`: no root; `root`: one.
; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s
; RUN: %lateroot opt --check --abi=statepoint --verify-each -S %s -o /dev/null
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

@raw = external constant ptr
@other = external constant ptr
@loose = external global ptr
@memory = external constant ptr addrspace(10)
declare ptr @julia.get_pgcstack()
declare ptr @foreign()
declare void @safe()
declare i64 @look(ptr addrspace(10))
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
; CHECK-LABEL: define i64 @free_select(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_select(ptr addrspace(10) %o, i1 %c, i64 %i) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %a = load ptr, ptr @raw
  %b = load ptr, ptr @other
  %s = select i1 %c, ptr %a, ptr %b
  %v = addrspacecast ptr %s to ptr addrspace(10)
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_select(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_select(ptr addrspace(10) %o, i1 %c, i64 %i) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %a = load ptr, ptr @raw
  %b = load ptr, ptr @loose
  %s = select i1 %c, ptr %a, ptr %b
  %v = addrspacecast ptr %s to ptr addrspace(10)
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_call(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_call(ptr addrspace(10) %o, i1 %c, i64 %i) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %a = load ptr, ptr @raw
  %b = call ptr @foreign()
  %s = select i1 %c, ptr %a, ptr %b
  %v = addrspacecast ptr %s to ptr addrspace(10)
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_second(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_second(ptr addrspace(10) %o, i1 %c, i64 %i) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %a = load ptr, ptr @raw
  %b = load ptr, ptr %a, !invariant.load !0
  %s = select i1 %c, ptr %a, ptr %b
  %v = addrspacecast ptr %s to ptr addrspace(10)
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_second(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_second(ptr addrspace(10) %o, i1 %c, i64 %i) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %a = load ptr, ptr @raw
  %b = load ptr, ptr %a
  %s = select i1 %c, ptr %a, ptr %b
  %v = addrspacecast ptr %s to ptr addrspace(10)
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_stack(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_stack(ptr addrspace(10) %o, i1 %c, i64 %i) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %a = load ptr, ptr @raw
  %g = getelementptr inbounds i8, ptr %pgc, i64 16
  %b = load ptr, ptr %g, !invariant.load !0
  %s = select i1 %c, ptr %a, ptr %b
  %v = addrspacecast ptr %s to ptr addrspace(10)
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_type(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_type(ptr addrspace(10) %o, i1 %c, i64 %i) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %a = load ptr, ptr @raw
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %o)
  %d = addrspacecast ptr addrspace(10) %t to ptr addrspace(11)
  %b = load ptr, ptr addrspace(11) %d, !invariant.load !0
  %s = select i1 %c, ptr %a, ptr %b
  %v = addrspacecast ptr %s to ptr addrspace(10)
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_argument(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_argument(ptr addrspace(10) %o, i1 %c, i64 %i) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %a = load ptr, ptr @raw
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %b = load ptr, ptr addrspace(11) %d, !invariant.load !0
  %s = select i1 %c, ptr %a, ptr %b
  %v = addrspacecast ptr %s to ptr addrspace(10)
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_data_raw(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_data_raw(ptr addrspace(10) %o, i1 %c, i64 %i) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %a = load ptr, ptr @raw
  %m = load ptr addrspace(10), ptr @memory
  %l = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %m, ptr %a)
  %b = load ptr, ptr addrspace(13) %l, !invariant.load !0
  %s = select i1 %c, ptr %a, ptr %b
  %v = addrspacecast ptr %s to ptr addrspace(10)
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_data(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_data(ptr addrspace(10) %o, i1 %c, i64 %i) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %a = load ptr, ptr @raw
  %m = load ptr addrspace(10), ptr @memory
  %f = call ptr @foreign()
  %l = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %m, ptr %f)
  %b = load ptr, ptr addrspace(13) %l, !invariant.load !0
  %s = select i1 %c, ptr %a, ptr %b
  %v = addrspacecast ptr %s to ptr addrspace(10)
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_loop(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_loop(ptr addrspace(10) %o, i1 %c, i64 %i) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %a = load ptr, ptr @raw
  br label %l
l:
  %b = phi ptr [ %a, %top ], [ %q, %l ]
  %q = load ptr, ptr %b, !invariant.load !0
  br i1 %c, label %l, label %e
e:
  %s = select i1 %c, ptr %a, ptr %b
  %v = addrspacecast ptr %s to ptr addrspace(10)
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @root_loop(
; CHECK: call ptr @julia.new_gc_frame(i32 1)
; CHECK: call void @safe()
define i64 @root_loop(ptr addrspace(10) %o, i1 %c, i64 %i) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %a = load ptr, ptr @raw
  br label %l
l:
  %b = phi ptr [ %a, %top ], [ %q, %l ]
  %q = load ptr, ptr %b
  br i1 %c, label %l, label %e
e:
  %s = select i1 %c, ptr %a, ptr %b
  %v = addrspacecast ptr %s to ptr addrspace(10)
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}
; CHECK-LABEL: define i64 @free_chosen_address(
; CHECK-NOT: call ptr @julia.new_gc_frame
; CHECK: call void @safe()
define i64 @free_chosen_address(ptr addrspace(10) %o, i1 %c, i64 %i) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %a = load ptr, ptr @raw
  %g = select i1 %c, ptr @raw, ptr @other
  %b = load ptr, ptr %g, !invariant.load !0
  %s = select i1 %c, ptr %a, ptr %b
  %v = addrspacecast ptr %s to ptr addrspace(10)
  call void @safe()
  %n = call i64 @look(ptr addrspace(10) %v)
  ret i64 %n
}

!0 = !{}
