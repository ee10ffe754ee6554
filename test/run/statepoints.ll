; statepoints.ll -- program of statepoints.c: every allocation moves every object.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

@pair_type = external constant i64
@box_type = external constant i64

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare i32 @__gcc_personality_v0(...)
declare void @throw()

define ptr addrspace(10) @box(i64 %v) noinline {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gc, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  store i64 %v, ptr addrspace(10) %o
  ret ptr addrspace(10) %o
}

define ptr addrspace(10) @pair(ptr addrspace(10) %a, ptr addrspace(10) %b) noinline {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gc, i64 16, ptr addrspace(10) addrspacecast (ptr @pair_type to ptr addrspace(10)))
  store ptr addrspace(10) %a, ptr addrspace(10) %o
  %f = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %second = getelementptr i8, ptr addrspace(11) %f, i64 8
  store ptr addrspace(10) %b, ptr addrspace(11) %second
  ret ptr addrspace(10) %o
}

; n, n-1, ..., 1
define ptr addrspace(10) @list(i64 %n) noinline {
top:
  %gc = call ptr @julia.get_pgcstack()
  br label %l
l:
  %i = phi i64 [ 1, %top ], [ %i1, %l ]
  %tail = phi ptr addrspace(10) [ null, %top ], [ %cell, %l ]
  %x = call ptr addrspace(10) @box(i64 %i)
  %cell = call ptr addrspace(10) @pair(ptr addrspace(10) %x, ptr addrspace(10) %tail)
  %i1 = add i64 %i, 1
  %e = icmp sgt i64 %i1, %n
  br i1 %e, label %out, label %l
out:
  ret ptr addrspace(10) %cell
}

; The pointer to the second field is live over a call; which object it is in changes from round to round.
define i64 @sum(ptr addrspace(10) %list) {
top:
  %gc = call ptr @julia.get_pgcstack()
  %d0 = addrspacecast ptr addrspace(10) %list to ptr addrspace(11)
  br label %l
l:
  %s = phi i64 [ 0, %top ], [ %s1, %more ]
  %d = phi ptr addrspace(11) [ %d0, %top ], [ %d1, %more ]
  %link = getelementptr i8, ptr addrspace(11) %d, i64 8
  %g = call ptr addrspace(10) @box(i64 77)
  %car = load ptr addrspace(10), ptr addrspace(11) %d
  %v = load i64, ptr addrspace(10) %car
  %s1 = add i64 %s, %v
  %next = load ptr addrspace(10), ptr addrspace(11) %link
  %end = icmp eq ptr addrspace(10) %next, null
  br i1 %end, label %out, label %more
more:
  %d1 = addrspacecast ptr addrspace(10) %next to ptr addrspace(11)
  br label %l
out:
  ret i64 %s1
}

define { ptr addrspace(10), i64 } @both(i64 %n) noinline {
  %gc = call ptr @julia.get_pgcstack()
  %b = call ptr addrspace(10) @box(i64 %n)
  %p = insertvalue { ptr addrspace(10), i64 } undef, ptr addrspace(10) %b, 0
  %q = insertvalue { ptr addrspace(10), i64 } %p, i64 %n, 1
  %g = call ptr addrspace(10) @box(i64 1)
  ret { ptr addrspace(10), i64 } %q
}

; Aggregates, vectors, a variable on the stack, arguments of a call through a list.
define i64 @composites(i64 %n) {
  %gc = call ptr @julia.get_pgcstack()
  %var = alloca [2 x ptr addrspace(10)]
  %p = call { ptr addrspace(10), i64 } @both(i64 %n)
  %a = call ptr addrspace(10) @box(i64 100)
  %at = getelementptr ptr addrspace(10), ptr %var, i64 1
  store ptr addrspace(10) %a, ptr %at
  %b = call ptr addrspace(10) @box(i64 1000)
  %v0 = insertelement <2 x ptr addrspace(10)> zeroinitializer, ptr addrspace(10) %a, i32 0
  %v = insertelement <2 x ptr addrspace(10)> %v0, ptr addrspace(10) %b, i32 1
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @apply, ptr addrspace(10) null, ptr addrspace(10) %a, ptr addrspace(10) %b)
  %o = extractvalue { ptr addrspace(10), i64 } %p, 0
  %x = load i64, ptr addrspace(10) %o
  %lane = and i64 %n, 1
  %c = extractelement <2 x ptr addrspace(10)> %v, i64 %lane
  %y = load i64, ptr addrspace(10) %c
  %z0 = load ptr addrspace(10), ptr %at
  %z = load i64, ptr addrspace(10) %z0
  %w = load i64, ptr addrspace(10) %r
  %s0 = add i64 %x, %y
  %s1 = add i64 %s0, %z
  %s2 = add i64 %s1, %w
  ret i64 %s2
}

define ptr addrspace(10) @apply(ptr addrspace(10) %f, ptr %args, i32 %n) noinline {
  %gc = call ptr @julia.get_pgcstack()
  %g = call ptr addrspace(10) @box(i64 1)
  %x = load ptr addrspace(10), ptr %args
  %at = getelementptr ptr addrspace(10), ptr %args, i64 1
  %g1 = call ptr addrspace(10) @box(i64 1)
  %y = load ptr addrspace(10), ptr %at
  %a = load i64, ptr addrspace(10) %y
  %s = call ptr addrspace(10) @box(i64 %a)
  ret ptr addrspace(10) %s
}

; Unwound from below: the pad writes to what it finds again.
define i64 @unwound(ptr addrspace(10) %a) personality ptr @__gcc_personality_v0 {
top:
  %gc = call ptr @julia.get_pgcstack()
  %f = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %d = getelementptr i8, ptr addrspace(11) %f, i64 8
  invoke void @thrower() to label %ok unwind label %bad
ok:
  ret i64 0
bad:
  %lp = landingpad { ptr, i32 } cleanup
  %b = call ptr addrspace(10) @box(i64 4321)
  store ptr addrspace(10) %b, ptr addrspace(11) %d
  resume { ptr, i32 } %lp
}

define void @thrower() noinline {
  %gc = call ptr @julia.get_pgcstack()
  %b = call ptr addrspace(10) @box(i64 1)
  call void @throw()
  ret void
}

; Of a preserved object the address is in use.
define i64 @preserved(i64 %n) {
  %gc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @box(i64 %n)
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %raw = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  %g = call ptr addrspace(10) @box(i64 1)
  %x = load i64, ptr %raw
  call void @llvm.julia.gc_preserve_end(token %t)
  ret i64 %x
}

define i64 @main_program() {
  %gc = call ptr @julia.get_pgcstack()
  %l = call ptr addrspace(10) @list(i64 40)
  %s = call i64 @sum(ptr addrspace(10) %l)
  %t = call i64 @sum(ptr addrspace(10) %l)
  %u = add i64 %s, %t
  %c = call i64 @composites(i64 7)
  %v = add i64 %u, %c
  %p = call i64 @preserved(i64 5)
  %w = add i64 %v, %p
  ret i64 %w
}
