; RUN: %lateroot opt --profile=julia-1.13 --passes=AllocOpt -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.13 --passes=AllocOpt,LateLowerGCFrame,CheckGCRoots -S -o /dev/null %s
;
; Objects that meet in phis and selects.

@tag = external constant i8
declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
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

; A box around a loop: the loop carries a number, and the box is made behind it.
; CHECK-LABEL: define ptr addrspace(10) @box_around_a_loop(
; CHECK-NOT: gc_alloc_obj
; CHECK: loop:
; CHECK-NOT: gc_alloc_obj
; CHECK: [[X:%.*]] = phi double [ 0.000000e+00, %entry ], [ [[Y:%.*]], %loop ]
; CHECK-NOT: gc_alloc_obj
; CHECK: [[Y]] = fadd double [[X]], %f
; CHECK: end:
; CHECK: [[E:%.*]] = phi double [ [[Y]], %loop ]
; CHECK: [[O:%.*]] = call ptr addrspace(10) @julia.gc_alloc_obj(
; CHECK: store double [[E]]
; CHECK: ret ptr addrspace(10) [[O]]
define ptr addrspace(10) @box_around_a_loop(double %f, i64 %n) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store double 0.0, ptr addrspace(10) %o, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %b = phi ptr addrspace(10) [ %o, %entry ], [ %q, %loop ]
  call void @poll()
  %v = load double, ptr addrspace(10) %b, align 8
  %w = fadd double %v, %f
  %q = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store double %w, ptr addrspace(10) %q, align 8
  %i2 = add i64 %i, 1
  %d = icmp slt i64 %i2, %n
  br i1 %d, label %loop, label %end
end:
  %r = phi ptr addrspace(10) [ %q, %loop ]
  ret ptr addrspace(10) %r
}

; The same, but the box is passed on in each round.
; CHECK-LABEL: define ptr addrspace(10) @passed_in_the_loop(
; CHECK: gc_alloc_obj
; CHECK: loop:
; CHECK: gc_alloc_obj
; CHECK: ret
define ptr addrspace(10) @passed_in_the_loop(double %f, i64 %n) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store double 0.0, ptr addrspace(10) %o, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %b = phi ptr addrspace(10) [ %o, %entry ], [ %q, %loop ]
  call void @use(ptr addrspace(10) %b)
  %v = load double, ptr addrspace(10) %b, align 8
  %w = fadd double %v, %f
  %q = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store double %w, ptr addrspace(10) %q, align 8
  %i2 = add i64 %i, 1
  %d = icmp slt i64 %i2, %n
  br i1 %d, label %loop, label %end
end:
  ret ptr addrspace(10) %q
}

; Two boxes change places in each round.
; CHECK-LABEL: define double @swapped(
; CHECK-NOT: gc_alloc_obj
; CHECK: loop:
; CHECK: [[A:%.*]] = phi double [ 1.000000e+00, %entry ], [ [[B:%.*]], %loop ]
; CHECK: [[B]] = phi double [ 2.000000e+00, %entry ], [ [[A]], %loop ]
; CHECK-NOT: gc_alloc_obj
; CHECK: ret double [[A]]
define double @swapped(i64 %n) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %x = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store double 1.0, ptr addrspace(10) %x, align 8
  %y = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store double 2.0, ptr addrspace(10) %y, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %a = phi ptr addrspace(10) [ %x, %entry ], [ %b, %loop ]
  %b = phi ptr addrspace(10) [ %y, %entry ], [ %a, %loop ]
  call void @poll()
  %i2 = add i64 %i, 1
  %d = icmp slt i64 %i2, %n
  br i1 %d, label %loop, label %end
end:
  %v = load double, ptr addrspace(10) %a, align 8
  ret double %v
}

; A pair of which one is a reference, made on either path; the phi is of pointers to its inside.
; CHECK-LABEL: define ptr addrspace(10) @either(
; CHECK-NOT: gc_alloc_obj
; CHECK: end:
; CHECK: phi ptr addrspace(10) [ %a, %one ], [ %b, %two ]
; CHECK-NOT: gc_alloc_obj
; CHECK: ret
define ptr addrspace(10) @either(i1 %c) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  br i1 %c, label %one, label %two
one:
  %x = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store ptr addrspace(10) %a, ptr addrspace(10) %x, align 8
  %xd = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  br label %end
two:
  %y = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store ptr addrspace(10) %b, ptr addrspace(10) %y, align 8
  %yd = addrspacecast ptr addrspace(10) %y to ptr addrspace(11)
  br label %end
end:
  %o = phi ptr addrspace(11) [ %xd, %one ], [ %yd, %two ]
  call void @poll()
  %v = load ptr addrspace(10), ptr addrspace(11) %o, align 8
  ret ptr addrspace(10) %v
}

; CHECK-LABEL: define i64 @selected(
; CHECK-NOT: gc_alloc_obj
; CHECK: [[S:%.*]] = select i1 %c, i64 1, i64 2
; CHECK-NEXT: ret i64 [[S]]
define i64 @selected(i1 %c) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %x = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 1, ptr addrspace(10) %x, align 8
  %y = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 2, ptr addrspace(10) %y, align 8
  %s = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) %y
  %v = load i64, ptr addrspace(10) %s, align 8
  ret i64 %v
}

; Here a store through the select must be seen through its input: the objects stay.
; CHECK-LABEL: define i64 @selected_and_stored(
; CHECK: gc_alloc_obj
; CHECK: gc_alloc_obj
; CHECK: ret
define i64 @selected_and_stored(i1 %c) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %x = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 1, ptr addrspace(10) %x, align 8
  %y = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 2, ptr addrspace(10) %y, align 8
  %s = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) %y
  store i64 3, ptr addrspace(10) %s, align 8
  %v = load i64, ptr addrspace(10) %x, align 8
  ret i64 %v
}

; And here through the input, behind it.
; CHECK-LABEL: define i64 @stored_behind(
; CHECK: gc_alloc_obj
; CHECK: gc_alloc_obj
; CHECK: ret
define i64 @stored_behind(i1 %c) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %x = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 1, ptr addrspace(10) %x, align 8
  %y = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 2, ptr addrspace(10) %y, align 8
  %s = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) %y
  store i64 3, ptr addrspace(10) %x, align 8
  %v = load i64, ptr addrspace(10) %s, align 8
  ret i64 %v
}

; The same object on each edge into the loop, changed in it.
; CHECK-LABEL: define i64 @changed_in_the_loop(
; CHECK: gc_alloc_obj
; CHECK: loop:
; CHECK: load i64
; CHECK: ret
define i64 @changed_in_the_loop(i64 %n) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %x = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 0, ptr addrspace(10) %x, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %o = phi ptr addrspace(10) [ %x, %entry ], [ %x, %loop ]
  %v = load i64, ptr addrspace(10) %o, align 8
  %w = add i64 %v, 2
  store i64 %w, ptr addrspace(10) %o, align 8
  call void @poll()
  %i2 = add i64 %i, 1
  %d = icmp slt i64 %i2, %n
  br i1 %d, label %loop, label %end
end:
  ret i64 %v
}

; A counter that the loop changes in place, and then replaces: the phi takes it over.
; CHECK-LABEL: define i64 @taken_over(
; CHECK-NOT: gc_alloc_obj
; CHECK: ret i64
define i64 @taken_over(i64 %n) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %x = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 0, ptr addrspace(10) %x, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %loop ]
  %o = phi ptr addrspace(10) [ %x, %entry ], [ %y, %loop ]
  %v = load i64, ptr addrspace(10) %o, align 8
  %w = add i64 %v, 2
  store i64 %w, ptr addrspace(10) %o, align 8
  call void @poll()
  %z = load i64, ptr addrspace(10) %o, align 8
  %y = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %z, ptr addrspace(10) %y, align 8
  %i2 = add i64 %i, 1
  %d = icmp slt i64 %i2, %n
  br i1 %d, label %loop, label %end
end:
  ret i64 %z
}

; Another object of which nothing is known.
; CHECK-LABEL: define i64 @unknown(
; CHECK: gc_alloc_obj
; CHECK: ret
define i64 @unknown(i1 %c, ptr addrspace(10) %a) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %x = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 1, ptr addrspace(10) %x, align 8
  %s = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) %a
  %v = load i64, ptr addrspace(10) %s, align 8
  ret i64 %v
}

; Of another size.
; CHECK-LABEL: define i64 @larger(
; CHECK: gc_alloc_obj
; CHECK: gc_alloc_obj
; CHECK: ret
define i64 @larger(i1 %c) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %x = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 1, ptr addrspace(10) %x, align 8
  %y = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 2, ptr addrspace(10) %y, align 8
  %s = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) %y
  %v = load i64, ptr addrspace(10) %s, align 8
  ret i64 %v
}

; Their identity is asked for.
; CHECK-LABEL: define i1 @compared(
; CHECK: gc_alloc_obj
; CHECK: gc_alloc_obj
; CHECK: ret
define i1 @compared(i1 %c) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %x = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 1, ptr addrspace(10) %x, align 8
  %y = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 2, ptr addrspace(10) %y, align 8
  %s = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) %y
  %v = icmp eq ptr addrspace(10) %s, %x
  ret i1 %v
}

; A list that grows in a loop: each object refers to the one before it, which is made in its round.  The last one is
; not made.
; CHECK-LABEL: define i64 @list(
; CHECK: entry:
; CHECK-NOT: gc_alloc_obj
; CHECK: loop:
; CHECK: [[L:%.*]] = phi ptr addrspace(10) [ null, %entry ], [ [[O:%.*]], %next ]
; CHECK: [[O]] = call {{.*}}gc_alloc_obj
; CHECK: store ptr addrspace(10) [[L]]
; CHECK: call void @use(ptr addrspace(10) [[O]])
; CHECK-NOT: gc_alloc_obj
; CHECK: ret i64
define i64 @list(i64 %n) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store ptr addrspace(10) null, ptr addrspace(10) %o, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i2, %next ]
  %l = phi ptr addrspace(10) [ %o, %entry ], [ %q, %next ]
  call void @poll()
  %q = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store ptr addrspace(10) %l, ptr addrspace(10) %q, align 8
  %i2 = add i64 %i, 1
  %d = icmp slt i64 %i2, %n
  br i1 %d, label %next, label %end
next:
  br label %loop
end:
  call void @use(ptr addrspace(10) %l)
  ret i64 %i
}
