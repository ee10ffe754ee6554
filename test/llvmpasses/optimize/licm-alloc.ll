; JuliaLICM: allocations.
; RUN: lateroot opt -S --profile=julia-1.13 --passes='function(JuliaLICM)' %s -o %t.ll && FileCheck %s <%t.ll
; RUN: lateroot opt -S --profile=julia-1.13 --passes=lateroot --check %t.ll -o /dev/null
; RUN: lateroot opt --profile=julia-1.13 --passes='function(JuliaLICM)' -pass-remarks-missed=lateroot %s -o /dev/null 2>&1 | FileCheck --check-prefix=MISSED %s
; Where the runtime may be told of an object's death, the number of objects stays.
; RUN: lateroot opt -S --passes='function(JuliaLICM)' %s | FileCheck --check-prefix=HOOK %s
; HOOK-LABEL: define ptr addrspace(10) @returned(
; HOOK: loop:
; HOOK: @julia.gc_alloc_obj(
; HOOK-LABEL: define void @hooks(
; HOOK: %a = call {{.*}}@julia.gc_alloc_obj(
; HOOK: loop:
; HOOK: %b = call {{.*}}@julia.gc_alloc_obj(
; HOOK: %c = call {{.*}}@julia.gc_alloc_obj(

target datalayout = "e-i64:64-n8:16:32:64-S128-ni:10:11:12:13"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@plain = internal constant %struct.lr_type { ptr null, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@hooked = internal constant %struct.lr_type { ptr null, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr @dies }, align 16
@unknown = external constant %struct.lr_type
@T = external global i8

declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) allockind("alloc,uninitialized")
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare ptr @julia.get_pgcstack()
declare void @dies(ptr)
declare void @collect()
declare void @take(ptr addrspace(10))
declare i1 @more()
declare void @poke(ptr) "gc-leaf-function"
declare i1 @leaf() "gc-leaf-function"

; One object for all rounds; the last one's is returned.  It is all zero before the first round.
define ptr addrspace(10) @returned(i64 %n) {
; CHECK-LABEL: define ptr addrspace(10) @returned(
; CHECK: entry:
; CHECK: %o = call {{.*}}@julia.gc_alloc_obj(ptr %pgcstack, i64 16,
; CHECK-NEXT: [[D:%.*]] = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
; CHECK-NEXT: call void @llvm.memset.p11.i64(ptr addrspace(11) align 8 [[D]], i8 0, i64 16, i1 false)
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NOT: memset
; CHECK-NOT: alloc
; CHECK: ret ptr addrspace(10)
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 16, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %d
  call void @collect()
  %x = load i64, ptr addrspace(11) %d
  %i1 = add i64 %x, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %out
out:
  ret ptr addrspace(10) %o
}

; What is zero by promise is zero in each round, where something is stored into it.  Behind two loops.
define i64 @counts(i64 %n) {
; CHECK-LABEL: define i64 @counts(
; CHECK: %o = call {{.*}}@julia.gc_alloc_obj(ptr %pgcstack, i64 32,
; CHECK-SAME: [ "julia.gc_alloc_zeroinit"(i64 8, i64 16) ]
; CHECK: call void @llvm.memset.p11.i64(ptr addrspace(11) align 8 {{%.*}}, i8 0, i64 32, i1 false)
; CHECK-NEXT: br label %outer
; CHECK: loop:
; CHECK: [[C:%.*]] = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
; CHECK-NEXT: [[G:%.*]] = getelementptr inbounds i8, ptr addrspace(11) [[C]], i64 8
; CHECK-NEXT: call void @llvm.memset.p11.i64(ptr addrspace(11) align 8 [[G]], i8 0, i64 16, i1 false)
; CHECK-NEXT: %d = addrspacecast
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %outer
outer:
  %j = phi i64 [ 0, %entry ], [ %j1, %latch ]
  br label %loop
loop:
  %i = phi i64 [ 0, %outer ], [ %i1, %loop ]
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 32, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10))) [ "julia.gc_alloc_zeroinit"(i64 8, i64 16) ]
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %f = getelementptr i8, ptr addrspace(11) %d, i64 8
  %x = load i64, ptr addrspace(11) %f
  %x1 = add i64 %x, 1
  store i64 %x1, ptr addrspace(11) %f
  %i1 = add i64 %i, %x1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %latch
latch:
  %j1 = add i64 %j, 1
  %e = icmp ult i64 %j1, %n
  br i1 %e, label %outer, label %out
out:
  ret i64 %x1
}

; An allocator that zeroes: nothing behind the allocation, and all in each round.  Without stores nothing there.
define i64 @zeroed(i64 %n) {
; CHECK-LABEL: define i64 @zeroed(
; CHECK: %o = call {{.*}}@julia.gc_alloc_obj(
; CHECK-NEXT: %p = call {{.*}}@julia.gc_alloc_obj(
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK: call void @llvm.memset.p11.i64(ptr addrspace(11) align 8 {{%.*}}, i8 0, i64 8, i1 false)
; CHECK-NOT: memset
; CHECK: ret i64
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10))) allockind("alloc,zeroed")
  %p = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10))) allockind("alloc,zeroed")
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %e = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  %x = load i64, ptr addrspace(11) %d
  %y = load i64, ptr addrspace(11) %e
  %x1 = add i64 %x, %i
  store i64 %x1, ptr addrspace(11) %d
  %z = add i64 %y, 1
  %i1 = add i64 %i, %z
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %out
out:
  ret i64 %x1
}

; A reference is stored into it: where there is no safepoint but the allocation.  The first object can move once the second has.
define void @stores_reference(ptr addrspace(10) %r) {
; CHECK-LABEL: define void @stores_reference(
; CHECK: entry:
; CHECK: %p = call {{.*}}@julia.gc_alloc_obj(
; CHECK: %o = call {{.*}}@julia.gc_alloc_obj(
; CHECK: br label %loop
; CHECK: collects:
; CHECK: %q = call {{.*}}@julia.gc_alloc_obj(
; CHECK: last:
; CHECK: %s = call {{.*}}@julia.gc_alloc_obj(
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store ptr addrspace(10) %r, ptr addrspace(11) %d
  %p = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  %e = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  store ptr addrspace(10) null, ptr addrspace(11) %e
  %c = call i1 @leaf()
  br i1 %c, label %loop, label %between
between:
  br label %collects
collects:
  %q = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  %f = addrspacecast ptr addrspace(10) %q to ptr addrspace(11)
  store ptr addrspace(10) %r, ptr addrspace(11) %f
  %c1 = call i1 @more()
  br i1 %c1, label %collects, label %before.last
before.last:
  br label %last
last:
  %s = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  %g = addrspacecast ptr addrspace(10) %s to ptr addrspace(11)
  store i64 0, ptr addrspace(11) %g
  %c2 = call i1 @more()
  br i1 %c2, label %last, label %out
out:
  store ptr addrspace(10) %r, ptr addrspace(11) %g
  ret void
}

; Behind the loop it may be handed on, and a region in the loop goes with it.
define void @handed_on(i1 %b) {
; CHECK-LABEL: define void @handed_on(
; CHECK: entry:
; CHECK: %o = call {{.*}}@julia.gc_alloc_obj(
; CHECK: %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
; CHECK-NEXT: br label %loop
; CHECK: loop:
; CHECK-NOT: preserve
; CHECK: out:
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  %c = call i1 @more()
  call void @llvm.julia.gc_preserve_end(token %t)
  br i1 %c, label %loop, label %out
out:
  %last = phi ptr addrspace(10) [ %o, %loop ]
  call void @take(ptr addrspace(10) %last)
  ret void
}

; ---- what stays ----

; An object is filled at the start of the loop, before the first safepoint.  In the second loop all are filled.
define void @half_made(ptr addrspace(10) %r, i64 %n) {
; CHECK-LABEL: define void @half_made(
; CHECK: loop:
; CHECK: %o = call {{.*}}@julia.gc_alloc_obj(
; CHECK: call void @collect()
; CHECK: %p = call {{.*}}@julia.gc_alloc_obj(
; CHECK: second:
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  %fresh = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  %f = addrspacecast ptr addrspace(10) %fresh to ptr addrspace(11)
  br label %loop
loop:
  store ptr addrspace(10) null, ptr addrspace(11) %f
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store i64 %n, ptr addrspace(11) %d
  %c = call i1 @more()
  br i1 %c, label %loop, label %between
between:
  call void @collect()
  br label %second
second:
  store ptr addrspace(10) null, ptr addrspace(11) %f
  %p = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  %e = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  store i64 %n, ptr addrspace(11) %e
  %c1 = call i1 @more()
  br i1 %c1, label %second, label %out
out:
  ret void
}

define ptr addrspace(10) @stays(ptr addrspace(11) %at, i1 %b, i64 %n) {
; CHECK-LABEL: define ptr addrspace(10) @stays(
; CHECK: loop:
; CHECK: %passed = call {{.*}}@julia.gc_alloc_obj(
; CHECK: %stored = call {{.*}}@julia.gc_alloc_obj(
; CHECK: %carried = call {{.*}}@julia.gc_alloc_obj(
; CHECK: %address = call {{.*}}@julia.gc_alloc_obj(
; CHECK: %constant = call {{.*}}@julia.gc_alloc_obj(
; CHECK: %sized = call {{.*}}@julia.gc_alloc_obj(
; CHECK: %compared = call {{.*}}@julia.gc_alloc_obj(
; CHECK: at_times:
; CHECK: %sometimes = call {{.*}}@julia.gc_alloc_obj(
; MISSED: allocation stays in the loop: it is passed to a call
; MISSED: allocation stays in the loop: it is stored
; MISSED: allocation stays in the loop: it is merged with another object
; MISSED: allocation stays in the loop: its address is taken
; MISSED: allocation stays in the loop: what is loaded from it is marked as constant
; MISSED: allocation stays in the loop: its size is not constant, or large
; MISSED: allocation stays in the loop: it is compared with another object
; MISSED: allocation stays in the loop: only some of the rounds make it
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %old = phi ptr addrspace(10) [ null, %entry ], [ %carried, %latch ]
  %passed = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  call void @take(ptr addrspace(10) %passed)
  %stored = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  store ptr addrspace(10) %stored, ptr addrspace(11) %at
  %carried = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  %address = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %address to ptr addrspace(11)
  %raw = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @poke(ptr %raw)
  %constant = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  %e = addrspacecast ptr addrspace(10) %constant to ptr addrspace(11)
  store i64 %n, ptr addrspace(11) %e
  %x = load i64, ptr addrspace(11) %e, !invariant.load !1
  %sized = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 %n, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  %compared = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  %same = icmp eq ptr addrspace(10) %compared, %old
  br i1 %b, label %at_times, label %latch
at_times:
  %sometimes = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @T to ptr addrspace(10)))
  br label %latch
latch:
  %c = call i1 @more()
  br i1 %c, label %loop, label %out
out:
  ret ptr addrspace(10) %carried
}

; With the reference runtime, types say whether there is a hook.
define void @hooks() {
; CHECK-LABEL: define void @hooks(
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @plain to ptr addrspace(10)))
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @hooked to ptr addrspace(10)))
  %c = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @unknown to ptr addrspace(10)))
  %d = call i1 @more()
  br i1 %d, label %loop, label %out
out:
  ret void
}

!1 = !{}
