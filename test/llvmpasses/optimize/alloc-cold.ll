; RUN: %lateroot opt --profile=julia-1.13 --passes=AllocOpt -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.13 --passes=AllocOpt,LateLowerGCFrame,CheckGCRoots -S -o /dev/null %s
;
; Objects that escape on cold paths only are made there.

@tag = external constant i8
declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @poll()
declare void @leaf(ptr addrspace(10)) "gc-leaf-function"
declare void @raw(ptr)
declare i32 @setjmp(ptr) returns_twice
declare void @llvm.memset.p11.i64(ptr addrspace(11), i8, i64, i1)

; CHECK-LABEL: define i64 @thrown(
; CHECK: entry:
; CHECK-NOT: gc_alloc_obj
; CHECK: bad:
; CHECK-NEXT: [[O:%.*]] = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8
; CHECK-NEXT: [[D:%.*]] = addrspacecast ptr addrspace(10) [[O]] to ptr addrspace(11)
; CHECK-NEXT: store i64 %x, ptr addrspace(11) [[D]], align 8
; CHECK-NEXT: call void @use(ptr addrspace(10) [[O]])
; CHECK-NEXT: unreachable
; CHECK: good:
; CHECK-NEXT: ret i64 %x
define i64 @thrown(i64 %x, i1 %c) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br i1 %c, label %bad, label %good
bad:
  call void @use(ptr addrspace(10) %o)
  unreachable
good:
  %v = load i64, ptr addrspace(10) %o, align 8
  ret i64 %v
}

; Not for the other: every path needs the object.
; CHECK-LABEL: define void @on_all_paths(
; CHECK: entry:
; CHECK: gc_alloc_obj
; CHECK: br i1
; CHECK-NOT: gc_alloc_obj
; CHECK: ret void
define void @on_all_paths(i64 %x, i1 %c) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br i1 %c, label %one, label %two
one:
  call void @use(ptr addrspace(10) %o)
  br label %end
two:
  call void @use(ptr addrspace(10) %o)
  br label %end
end:
  ret void
}

; The paths meet, and the object is read there: what it holds by then is read on the path on which it exists.
; CHECK-LABEL: define i64 @read_behind(
; CHECK: entry:
; CHECK-NOT: gc_alloc_obj
; CHECK: bad:
; CHECK-NEXT: [[O:%.*]] = call {{.*}}gc_alloc_obj
; CHECK: call void @use(ptr addrspace(10) [[O]])
; CHECK-NEXT: [[D:%.*]] = addrspacecast ptr addrspace(10) [[O]] to ptr addrspace(11)
; CHECK-NEXT: [[Y:%.*]] = load i64, ptr addrspace(11) [[D]], align 8
; CHECK: good:
; CHECK-NEXT: [[V:%.*]] = phi i64 [ %x, %entry ], [ [[Y]], %bad ]
; CHECK-NEXT: ret i64 [[V]]
define i64 @read_behind(i64 %x, i1 %c) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br i1 %c, label %bad, label %good
bad:
  call void @use(ptr addrspace(10) %o)
  br label %good
good:
  %v = load i64, ptr addrspace(10) %o, align 8
  ret i64 %v
}

; The same over several blocks.
; CHECK-LABEL: define i64 @read_in_blocks(
; CHECK: entry:
; CHECK-NOT: gc_alloc_obj
; CHECK: bad:
; CHECK-NEXT: [[O:%.*]] = call {{.*}}gc_alloc_obj
; CHECK: call void @use(ptr addrspace(10) [[O]])
; CHECK: [[Y:%.*]] = load i64
; CHECK: good:
; CHECK-NEXT: [[V:%.*]] = phi i64 [ %x, %entry ], [ [[Y]], %bad ]
; CHECK-NEXT: br i1 %e, label %one, label %two
; CHECK: one:
; CHECK-NEXT: ret i64 [[V]]
; CHECK: two:
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: ret i64 0
define i64 @read_in_blocks(i64 %x, i1 %c, i1 %e) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br i1 %c, label %bad, label %good
bad:
  call void @use(ptr addrspace(10) %o)
  br label %good
good:
  br i1 %e, label %one, label %two
one:
  %v = load i64, ptr addrspace(10) %o, align 8
  ret i64 %v
two:
  call void @poll()
  ret i64 0
}

; But not if something may be written before that: the object would have to be made on both paths.
; CHECK-LABEL: define i64 @read_later(
; CHECK: entry:
; CHECK: gc_alloc_obj
; CHECK: br i1
; CHECK-NOT: gc_alloc_obj
; CHECK: ret
define i64 @read_later(i64 %x, i1 %c) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br i1 %c, label %bad, label %good
bad:
  call void @use(ptr addrspace(10) %o)
  br label %good
good:
  call void @poll()
  %v = load i64, ptr addrspace(10) %o, align 8
  ret i64 %v
}

; Nor if the object is used behind that.
; CHECK-LABEL: define ptr addrspace(10) @used_behind(
; CHECK: entry:
; CHECK: gc_alloc_obj
; CHECK: br i1
; CHECK-NOT: gc_alloc_obj
; CHECK: ret
define ptr addrspace(10) @used_behind(i64 %x, i1 %c) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br i1 %c, label %bad, label %good
bad:
  call void @use(ptr addrspace(10) %o)
  br label %good
good:
  %v = load i64, ptr addrspace(10) %o, align 8
  ret ptr addrspace(10) %o
}

; The error object refers to it.  It is made before that is allocated, which is not filled yet where it is stored.
; CHECK-LABEL: define i64 @before_the_error(
; CHECK: entry:
; CHECK-NOT: gc_alloc_obj
; CHECK: bad:
; CHECK-NEXT: [[O:%.*]] = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8
; CHECK: store i64 %x
; CHECK: %e = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16
; CHECK: store ptr addrspace(10) [[O]], ptr addrspace(10) %e
; CHECK-NOT: gc_alloc_obj
; CHECK: ret i64 %x
define i64 @before_the_error(i64 %x, i1 %c, ptr addrspace(10) %a) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br i1 %c, label %bad, label %good
bad:
  %e = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store ptr addrspace(10) %o, ptr addrspace(10) %e, align 8
  %e8 = getelementptr i8, ptr addrspace(10) %e, i64 8
  store ptr addrspace(10) %a, ptr addrspace(10) %e8, align 8
  call void @use(ptr addrspace(10) %e)
  unreachable
good:
  %v = load i64, ptr addrspace(10) %o, align 8
  ret i64 %v
}

; Another object is allocated on the hot path, and may not be filled where this one escapes: it stays.
; CHECK-LABEL: define ptr addrspace(10) @not_filled(
; CHECK: entry:
; CHECK: %o = call {{.*}}gc_alloc_obj
; CHECK: %e = call {{.*}}gc_alloc_obj
; CHECK-NOT: gc_alloc_obj
; CHECK: ret
define ptr addrspace(10) @not_filled(i64 %x, i1 %c, ptr addrspace(10) %a) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  %e = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  br i1 %c, label %bad, label %good, !prof !0
bad:
  store ptr addrspace(10) %o, ptr addrspace(10) %e, align 8
  br label %end
good:
  store ptr addrspace(10) %a, ptr addrspace(10) %e, align 8
  br label %end
end:
  %e8 = getelementptr i8, ptr addrspace(10) %e, i64 8
  store ptr addrspace(10) %a, ptr addrspace(10) %e8, align 8
  ret ptr addrspace(10) %e
}

; Stores between the safepoint and the escape go to the object that was made.  References are kept, fields that were not
; written are what they are in a fresh object.
; CHECK-LABEL: define ptr addrspace(10) @fields(
; CHECK: entry:
; CHECK-NOT: gc_alloc_obj
; CHECK: bad:
; CHECK-NEXT: [[O:%.*]] = call ptr addrspace(10) @julia.gc_alloc_obj({{.*}}) [ "julia.gc_alloc_ptr_offsets"(i64 0, i64 24) ]
; CHECK-NEXT: [[D:%.*]] = addrspacecast ptr addrspace(10) [[O]] to ptr addrspace(11)
; CHECK-NEXT: store ptr addrspace(10) %r, ptr addrspace(11) [[D]], align 8
; CHECK-NEXT: [[D8:%.*]] = getelementptr i8, ptr addrspace(11) [[D]], i64 8
; CHECK-NEXT: store double %f, ptr addrspace(11) [[D8]], align 8
; CHECK-NEXT: [[D16:%.*]] = getelementptr i8, ptr addrspace(11) [[D]], i64 16
; CHECK-NEXT: store i64 0, ptr addrspace(11) [[D16]]
; CHECK-NEXT: %q = call ptr addrspace(10) @make()
; CHECK-NEXT: [[E:%.*]] = addrspacecast ptr addrspace(10) [[O]] to ptr addrspace(11)
; CHECK-NEXT: [[E16:%.*]] = getelementptr i8, ptr addrspace(11) [[E]], i64 16
; CHECK-NEXT: store i64 7, ptr addrspace(11) [[E16]]
; CHECK-NEXT: store i64 1, ptr addrspace(10) %q
; CHECK-NEXT: ret ptr addrspace(10) [[O]]
; CHECK: good:
; CHECK-NEXT: ret ptr addrspace(10) %r
define ptr addrspace(10) @fields(double %f, i1 %c) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %r = call ptr addrspace(10) @make()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 32, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10))) [ "julia.gc_alloc_ptr_offsets"(i64 0, i64 24) ]
  store ptr addrspace(10) %r, ptr addrspace(10) %o, align 8
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %d8 = getelementptr i8, ptr addrspace(11) %d, i64 8
  store double %f, ptr addrspace(11) %d8, align 8
  %d16 = getelementptr i8, ptr addrspace(11) %d, i64 16
  call void @poll()
  br i1 %c, label %bad, label %good, !prof !0
bad:
  %q = call ptr addrspace(10) @make()
  store i64 7, ptr addrspace(11) %d16, align 8
  store i64 1, ptr addrspace(10) %q, align 8
  ret ptr addrspace(10) %o
good:
  %v = load ptr addrspace(10), ptr addrspace(10) %o, align 8
  ret ptr addrspace(10) %v
}

; In a loop: made in the round in which it escapes, and nowhere else.
; CHECK-LABEL: define i64 @loop(
; CHECK: loop:
; CHECK-NOT: gc_alloc_obj
; CHECK: bad:
; CHECK-NEXT: call {{.*}}gc_alloc_obj
; CHECK-NOT: gc_alloc_obj
; CHECK: ret
define i64 @loop(i64 %n, i64 %m) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %next ]
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %i, ptr addrspace(10) %o, align 8
  call void @poll()
  %c = icmp eq i64 %i, %m
  br i1 %c, label %bad, label %next, !prof !0
bad:
  call void @use(ptr addrspace(10) %o)
  br label %next
next:
  %i2 = add i64 %i, 1
  %d = icmp slt i64 %i2, %n
  br i1 %d, label %loop, label %end
end:
  ret i64 %i
}

; It escapes in the loop, but was made in front of it: nothing would be won.
; CHECK-LABEL: define i64 @outside_the_loop(
; CHECK: entry:
; CHECK: gc_alloc_obj
; CHECK: loop:
; CHECK-NOT: gc_alloc_obj
; CHECK: ret
define i64 @outside_the_loop(i64 %n, i64 %m) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %n, ptr addrspace(10) %o, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %next ]
  call void @poll()
  %c = icmp eq i64 %i, %m
  br i1 %c, label %bad, label %next, !prof !0
bad:
  call void @use(ptr addrspace(10) %o)
  br label %next
next:
  %i2 = add i64 %i, 1
  %d = icmp slt i64 %i2, %n
  br i1 %d, label %loop, label %end
end:
  ret i64 %i
}

; The phi takes the object that was made.
; CHECK-LABEL: define ptr addrspace(10) @merged(
; CHECK: entry:
; CHECK-NOT: gc_alloc_obj
; CHECK: bad:
; CHECK-NEXT: [[O:%.*]] = call {{.*}}gc_alloc_obj
; CHECK: end:
; CHECK-NEXT: phi ptr addrspace(10) [ [[O]], %bad ], [ %a, %entry ]
define ptr addrspace(10) @merged(i64 %x, i1 %c, ptr addrspace(10) %a) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br i1 %c, label %bad, label %end, !prof !0
bad:
  br label %end
end:
  %r = phi ptr addrspace(10) [ %o, %bad ], [ %a, %entry ]
  ret ptr addrspace(10) %r
}

; A region that is open across the escape: the object stays.
; CHECK-LABEL: define void @preserved(
; CHECK: entry:
; CHECK: gc_alloc_obj
; CHECK: br i1
; CHECK-NOT: gc_alloc_obj
; CHECK: ret
define void @preserved(i64 %x, i1 %c) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  %r = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  br i1 %c, label %bad, label %end, !prof !0
bad:
  call void @use(ptr addrspace(10) %o)
  br label %end
end:
  call void @llvm.julia.gc_preserve_end(token %r)
  ret void
}

; A barrier in front of the store: the object is made before both.
; CHECK-LABEL: define void @barrier_before(
; CHECK: entry:
; CHECK-NOT: gc_alloc_obj
; CHECK: bad:
; CHECK-NEXT: [[O:%.*]] = call {{.*}}gc_alloc_obj
; CHECK: object_write_barrier(ptr addrspace(10) %a, ptr addrspace(10) [[O]])
; CHECK-NEXT: store ptr addrspace(10) [[O]], ptr addrspace(10) %a
; CHECK-NOT: gc_alloc_obj
; CHECK: ret
define void @barrier_before(i64 %x, i1 %c, ptr addrspace(10) %a) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br i1 %c, label %bad, label %end, !prof !0
bad:
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %a, ptr addrspace(10) %o)
  store ptr addrspace(10) %o, ptr addrspace(10) %a, align 8
  br label %end
end:
  ret void
}

; A plain address is in use where the object escapes, and nothing roots the object that it belongs to: no collection may
; come in between.
; CHECK-LABEL: define i64 @plain_address(
; CHECK: entry:
; CHECK-NOT: gc_alloc_obj
; CHECK: bad:
; CHECK: [[O:%.*]] = call {{.*}}gc_alloc_obj
; CHECK: %r = call ptr @julia.pointer_from_objref
; CHECK-NEXT: store ptr addrspace(10) [[O]], ptr addrspace(10) %a
; CHECK-NEXT: %v = load i64, ptr %r
; CHECK-NOT: gc_alloc_obj
; CHECK: ret
define i64 @plain_address(i64 %x, i1 %c, ptr addrspace(10) %a, ptr addrspace(10) %y) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br i1 %c, label %bad, label %end, !prof !0
bad:
  %d = addrspacecast ptr addrspace(10) %y to ptr addrspace(11)
  %r = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  store ptr addrspace(10) %o, ptr addrspace(10) %a, align 8
  %v = load i64, ptr %r, align 8
  ret i64 %v
end:
  ret i64 0
}

; No weights, but the callee is marked as cold.  Below, it is not, and the object is made once, where it was.
; CHECK-LABEL: define i64 @cold_callee(
; CHECK: entry:
; CHECK-NOT: gc_alloc_obj
; CHECK: bad:
; CHECK: gc_alloc_obj
; CHECK: ret
define i64 @cold_callee(i64 %x, i1 %c, i1 %d) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br i1 %c, label %end, label %bad
bad:
  call void @use(ptr addrspace(10) %o) #2
  br label %end
end:
  %v = load i64, ptr addrspace(10) %o, align 8
  ret i64 %v
}

; CHECK-LABEL: define void @likely_callee(
; CHECK: entry:
; CHECK: gc_alloc_obj
; CHECK-NOT: gc_alloc_obj
; CHECK: ret
define void @likely_callee(i64 %x, i1 %c, i1 %d) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br i1 %c, label %one, label %two
one:
  call void @use(ptr addrspace(10) %o)
  br label %end
two:
  call void @use(ptr addrspace(10) %o)
  br label %end
end:
  ret void
}

; Two checks share the code behind the first one's.  The edge from the second check gets a block, in which the object
; is made.
; CHECK-LABEL: define i64 @shared_error(
; CHECK: entry:
; CHECK-NOT: gc_alloc_obj
; CHECK: br i1 %c, label %first, label %ok, !prof
; CHECK: first:
; CHECK: [[A:%.*]] = call {{.*}}gc_alloc_obj
; CHECK: call void @use(ptr addrspace(10) [[A]])
; CHECK: ok:
; CHECK-NEXT: br i1 %d, label %[[EDGE:[0-9]+]], label %fine, !prof
; CHECK: [[EDGE]]:
; CHECK: [[B:%.*]] = call {{.*}}gc_alloc_obj
; CHECK: second:
; CHECK-NEXT: [[O:%.*]] = phi ptr addrspace(10) {{.*}}[ [[B]], %[[EDGE]] ]
; CHECK: call void @use(ptr addrspace(10) [[O]])
; CHECK: fine:
; CHECK-NEXT: ret i64 %x
define i64 @shared_error(i64 %x, i1 %c, i1 %d) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br i1 %c, label %first, label %ok, !prof !0
first:
  call void @use(ptr addrspace(10) %o)
  br label %second
ok:
  br i1 %d, label %second, label %fine, !prof !0
second:
  %n = phi i64 [ 1, %first ], [ 2, %ok ]
  call void @use(ptr addrspace(10) %o)
  ret i64 %n
fine:
  %v = load i64, ptr addrspace(10) %o, align 8
  ret i64 %v
}

; The same where the second check fails often: nothing would be gained, and no edge is split.
; CHECK-LABEL: define i64 @shared_path(
; CHECK: entry:
; CHECK: gc_alloc_obj
; CHECK: br i1 %d, label %second, label %fine{{$}}
define i64 @shared_path(i64 %x, i1 %c, i1 %d) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br i1 %c, label %ok, label %first
first:
  call void @use(ptr addrspace(10) %o)
  br label %second
ok:
  br i1 %d, label %second, label %fine
second:
  %n = phi i64 [ 1, %first ], [ 2, %ok ]
  call void @use(ptr addrspace(10) %o)
  ret i64 %n
fine:
  %v = load i64, ptr addrspace(10) %o, align 8
  ret i64 %v
}

attributes #2 = { cold }
!0 = !{!"branch_weights", i32 1, i32 2000}
