; RUN: %lateroot opt --profile=julia-1.13 --passes=AllocOpt -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.13 --passes=AllocOpt,LateLowerGCFrame,CheckGCRoots -S -o /dev/null %s
;
; Objects that meet a constant in a phi: null, or one that stands for nothing.

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
@nothing = external constant i8

; CHECK-LABEL: define i64 @null_or_box(
; CHECK-NOT: gc_alloc_obj
; CHECK: join:
; CHECK: [[V:%.*]] = phi i64 [ %x, %make ], [ undef, %entry ]
; CHECK: [[N:%.*]] = phi i1 [ false, %make ], [ true, %entry ]
; CHECK: br i1 [[N]], label %none, label %some
; CHECK: ret i64 [[V]]
define i64 @null_or_box(i1 %c, i64 %x) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  br i1 %c, label %make, label %join
make:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br label %join
join:
  %s = phi ptr addrspace(10) [ %o, %make ], [ null, %entry ]
  call void @poll()
  %n = icmp eq ptr addrspace(10) %s, null
  br i1 %n, label %none, label %some
none:
  ret i64 0
some:
  %v = load i64, ptr addrspace(10) %s, align 8
  ret i64 %v
}

; CHECK-LABEL: define i64 @nothing_or_box(
; CHECK-NOT: gc_alloc_obj
; CHECK: join:
; CHECK: [[V:%.*]] = phi i64 [ %x, %make ], [ undef, %entry ]
; CHECK: [[N:%.*]] = phi i1 [ false, %make ], [ true, %entry ]
; CHECK: br i1 [[N]], label %none, label %some
; CHECK: ret i64 [[V]]
define i64 @nothing_or_box(i1 %c, i64 %x) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  br i1 %c, label %make, label %join
make:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br label %join
join:
  %s = phi ptr addrspace(10) [ %o, %make ], [ addrspacecast (ptr @nothing to ptr addrspace(10)), %entry ]
  call void @poll()
  %n = icmp eq ptr addrspace(10) %s, addrspacecast (ptr @nothing to ptr addrspace(10))
  br i1 %n, label %none, label %some
none:
  ret i64 0
some:
  %v = load i64, ptr addrspace(10) %s, align 8
  ret i64 %v
}

; Compared with some other object: it is that one only if it is nothing, and that is nothing, too.
; CHECK-LABEL: define i1 @compared_with_another(
; CHECK-NOT: gc_alloc_obj
; CHECK: [[N:%.*]] = phi i1 [ false, %make ], [ true, %entry ]
; CHECK: [[E:%.*]] = icmp eq ptr addrspace(10) addrspacecast (ptr @nothing to ptr addrspace(10)), %y
; CHECK: [[A:%.*]] = and i1 [[N]], [[E]]
; CHECK: [[R:%.*]] = xor i1 [[A]], true
; CHECK: ret i1 [[R]]
define i1 @compared_with_another(i1 %c, i64 %x) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  br i1 %c, label %make, label %join
make:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br label %join
join:
  %s = phi ptr addrspace(10) [ %o, %make ], [ addrspacecast (ptr @nothing to ptr addrspace(10)), %entry ]
  call void @poll()
  %y = call ptr addrspace(10) @make()
  %e = icmp ne ptr addrspace(10) %s, %y
  ret i1 %e
}

; Loaded from without a test: so it is not null.
; CHECK-LABEL: define i64 @not_tested(
; CHECK-NOT: gc_alloc_obj
; CHECK: [[V:%.*]] = phi i64 [ %x, %make ], [ undef, %entry ]
; CHECK: ret i64 [[V]]
define i64 @not_tested(i1 %c, i64 %x) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  br i1 %c, label %make, label %join
make:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br label %join
join:
  %s = phi ptr addrspace(10) [ %o, %make ], [ null, %entry ]
  call void @poll()
  %v = load i64, ptr addrspace(10) %s, align 8
  ret i64 %v
}

; Loaded from though it may be nothing.
; CHECK-LABEL: define i64 @nothing_not_tested(
; CHECK: make:
; CHECK: gc_alloc_obj
; CHECK: ret
define i64 @nothing_not_tested(i1 %c, i64 %x) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  br i1 %c, label %make, label %join
make:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br label %join
join:
  %s = phi ptr addrspace(10) [ %o, %make ], [ addrspacecast (ptr @nothing to ptr addrspace(10)), %entry ]
  call void @poll()
  %v = load i64, ptr addrspace(10) %s, align 8
  ret i64 %v
}

; Tested, but for another object.
; CHECK-LABEL: define i64 @wrong_test(
; CHECK: make:
; CHECK: gc_alloc_obj
; CHECK: ret
define i64 @wrong_test(i1 %c, i64 %x) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  br i1 %c, label %make, label %join
make:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br label %join
join:
  %s = phi ptr addrspace(10) [ %o, %make ], [ addrspacecast (ptr @nothing to ptr addrspace(10)), %entry ]
  call void @poll()
  %n = icmp eq ptr addrspace(10) %s, null
  br i1 %n, label %none, label %some
none:
  ret i64 0
some:
  %v = load i64, ptr addrspace(10) %s, align 8
  ret i64 %v
}

; Tested, but loaded from on the wrong side.
; CHECK-LABEL: define i64 @wrong_side(
; CHECK: make:
; CHECK: gc_alloc_obj
; CHECK: ret
define i64 @wrong_side(i1 %c, i64 %x) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  br i1 %c, label %make, label %join
make:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br label %join
join:
  %s = phi ptr addrspace(10) [ %o, %make ], [ addrspacecast (ptr @nothing to ptr addrspace(10)), %entry ]
  call void @poll()
  %n = icmp eq ptr addrspace(10) %s, addrspacecast (ptr @nothing to ptr addrspace(10))
  br i1 %n, label %none, label %some
some:
  ret i64 0
none:
  %v = load i64, ptr addrspace(10) %s, align 8
  ret i64 %v
}

; Returned, whichever it is.
; CHECK-LABEL: define ptr addrspace(10) @returned(
; CHECK: make:
; CHECK: gc_alloc_obj
; CHECK: ret
define ptr addrspace(10) @returned(i1 %c, i64 %x) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  br i1 %c, label %make, label %join
make:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br label %join
join:
  %s = phi ptr addrspace(10) [ %o, %make ], [ null, %entry ]
  call void @poll()
  ret ptr addrspace(10) %s
}

; Returned where it is an object: that is made there.
; CHECK-LABEL: define ptr addrspace(10) @returned_if_any(
; CHECK: make:
; CHECK-NOT: gc_alloc_obj
; CHECK: some:
; CHECK: [[O:%.*]] = call {{.*}}gc_alloc_obj
; CHECK: ret ptr addrspace(10) [[O]]
define ptr addrspace(10) @returned_if_any(i1 %c, i64 %x) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  br i1 %c, label %make, label %join
make:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br label %join
join:
  %s = phi ptr addrspace(10) [ %o, %make ], [ null, %entry ]
  call void @poll()
  %n = icmp eq ptr addrspace(10) %s, null
  br i1 %n, label %none, label %some, !prof !0
none:
  ret ptr addrspace(10) null
some:
  ret ptr addrspace(10) %s
}

; What it is is not known where its type is asked for.
; CHECK-LABEL: define ptr addrspace(10) @its_type(
; CHECK: make:
; CHECK: gc_alloc_obj
; CHECK: ret
define ptr addrspace(10) @its_type(i1 %c, i64 %x) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  br i1 %c, label %make, label %join
make:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o, align 8
  br label %join
join:
  %s = phi ptr addrspace(10) [ %o, %make ], [ addrspacecast (ptr @nothing to ptr addrspace(10)), %entry ]
  call void @poll()
  %y = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %s)
  ret ptr addrspace(10) %y
}

; The iterator protocol: a pair of value and state, or null.
; CHECK-LABEL: define i64 @iterator(
; CHECK-NOT: gc_alloc_obj
; CHECK: ret i64
define i64 @iterator(i64 %n) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %any = icmp ugt i64 %n, 0
  br i1 %any, label %start, label %test
start:
  %first = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 1, ptr addrspace(10) %first, align 8
  %first8 = getelementptr i8, ptr addrspace(10) %first, i64 8
  store i64 1, ptr addrspace(10) %first8, align 8
  br label %test
test:
  %o = phi ptr addrspace(10) [ null, %entry ], [ %first, %start ], [ %step, %advance ], [ null, %body ]
  %sum = phi i64 [ 0, %entry ], [ 0, %start ], [ %grown, %advance ], [ %grown, %body ]
  call void @poll()
  %none = icmp eq ptr addrspace(10) %o, null
  br i1 %none, label %done, label %body
body:
  %value = load i64, ptr addrspace(10) %o, align 8
  %o8 = getelementptr i8, ptr addrspace(10) %o, i64 8
  %state = load i64, ptr addrspace(10) %o8, align 8
  %grown = add i64 %sum, %value
  %more = icmp ult i64 %state, %n
  br i1 %more, label %advance, label %test
advance:
  %next = add i64 %state, 1
  %step = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %next, ptr addrspace(10) %step, align 8
  %step8 = getelementptr i8, ptr addrspace(10) %step, i64 8
  store i64 %next, ptr addrspace(10) %step8, align 8
  br label %test
done:
  ret i64 %sum
}

; Equal allocations of two branches are made once, where these meet.
; CHECK-LABEL: define void @equal_branches(
; CHECK-NOT: gc_alloc_obj
; CHECK: join:
; CHECK-NEXT: [[V:%.*]] = phi i64 [ 1, %one ], [ 2, %two ]
; CHECK-NEXT: [[O:%.*]] = call {{.*}}gc_alloc_obj
; CHECK: store i64 [[V]]
; CHECK: call void @use(ptr addrspace(10) [[O]])
define void @equal_branches(i1 %c) {
entry:
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  br i1 %c, label %one, label %two
one:
  %x = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 1, ptr addrspace(10) %x, align 8
  br label %join
two:
  %y = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 2, ptr addrspace(10) %y, align 8
  br label %join
join:
  %o = phi ptr addrspace(10) [ %x, %one ], [ %y, %two ]
  call void @use(ptr addrspace(10) %o)
  ret void
}

!0 = !{!"branch_weights", i32 2000, i32 1}
