; RUN: %lateroot opt --profile=julia-1.13 --passes=AllocOpt -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.13 --passes=AllocOpt,LateLowerGCFrame,CheckGCRoots -S -o /dev/null %s
;
; Objects that do not leave the function become variables.

@tag = external constant i8
@other = external constant i8
declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @poll()
declare void @llvm.memset.p11.i64(ptr addrspace(11), i8, i64, i1)

; A freeze of an object is the object: it is no undefined value.
; CHECK-LABEL: define i64 @frozen(
; CHECK-NOT: gc_alloc_obj
; CHECK: ret i64 %x
define i64 @frozen(i64 %x, i64 %i) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  %f = freeze ptr addrspace(10) %o
  %d = addrspacecast ptr addrspace(10) %f to ptr addrspace(11)
  store i64 %x, ptr addrspace(11) %d, align 8
  %g = getelementptr inbounds i8, ptr addrspace(10) %o, i64 0
  %z = freeze ptr addrspace(10) %g
  %v = load i64, ptr addrspace(10) %z, align 8
  ret i64 %v
}

; The same on the stack.
; CHECK-LABEL: define i64 @frozen_on_the_stack(
; CHECK: alloca
; CHECK-NOT: gc_alloc_obj
; CHECK: ret i64
define i64 @frozen_on_the_stack(i64 %x, i64 %i) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  %f = freeze ptr addrspace(10) %o
  %g = getelementptr i64, ptr addrspace(10) %f, i64 %i
  %z = freeze ptr addrspace(10) %g
  store i64 %x, ptr addrspace(10) %z, align 8
  %v = load i64, ptr addrspace(10) %o, align 8
  ret i64 %v
}

; CHECK-LABEL: define i64 @number(
; CHECK-NEXT: %p = call
; CHECK-NEXT: %t = getelementptr
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: ret i64 %x
define i64 @number(i64 %x) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store i64 %x, ptr addrspace(11) %d, align 8
  call void @poll()
  %v = load i64, ptr addrspace(11) %d, align 8
  ret i64 %v
}

; CHECK-LABEL: define ptr addrspace(10) @nested(
; CHECK-NOT: gc_alloc_obj
; CHECK: %v = call ptr addrspace(10) @make()
; CHECK: ret ptr addrspace(10) %v
define ptr addrspace(10) @nested() {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  %v = call ptr addrspace(10) @make()
  store ptr addrspace(10) %v, ptr addrspace(10) %o, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %v)
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  %b8 = getelementptr i8, ptr addrspace(10) %b, i64 8
  store ptr addrspace(10) %o, ptr addrspace(10) %b8, align 8
  call void @poll()
  %o2 = load ptr addrspace(10), ptr addrspace(10) %b8, align 8
  %v2 = load ptr addrspace(10), ptr addrspace(10) %o2, align 8
  ret ptr addrspace(10) %v2
}

; CHECK-LABEL: define i1 @typeof_and_compare(
; CHECK: ret i1 false
define i1 @typeof_and_compare(ptr addrspace(10) %x) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  %c = icmp eq ptr addrspace(10) %o, %x
  ret i1 %c
}

; The object keeps what it refers to alive.
; CHECK-LABEL: define void @preserved(
; CHECK-NOT: gc_alloc_obj
; CHECK: call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %x)
; CHECK: call void @poll()
; CHECK: gc_preserve_end
define void @preserved() {
  %p = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store ptr addrspace(10) %x, ptr addrspace(10) %o, align 8
  %r = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) nonnull %o)
  call void @poll()
  call void @llvm.julia.gc_preserve_end(token %r)
  ret void
}

; CHECK-LABEL: define void @jl_roots(
; CHECK-NOT: gc_alloc_obj
; CHECK: [[A:%.*]] = insertvalue [2 x ptr addrspace(10)] undef, ptr addrspace(10) %x, 0
; CHECK: [[B:%.*]] = insertvalue [2 x ptr addrspace(10)] [[A]], ptr addrspace(10) %y, 1
; CHECK: call void @poll() [ "jl_roots"([2 x ptr addrspace(10)] [[B]]) ]
define void @jl_roots() {
  %p = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store ptr addrspace(10) %x, ptr addrspace(10) %o, align 8
  %o8 = getelementptr i8, ptr addrspace(10) %o, i64 8
  store ptr addrspace(10) %y, ptr addrspace(10) %o8, align 8
  call void @poll() [ "jl_roots"(ptr addrspace(10) %o) ]
  ret void
}

; Written as one type and read as another.
; CHECK-LABEL: define i64 @other_type(
; CHECK: [[B:%.*]] = bitcast double %f to i64
; CHECK: ret i64 [[B]]
define i64 @other_type(double %f) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store double %f, ptr addrspace(10) %o, align 8
  %v = load i64, ptr addrspace(10) %o, align 8
  ret i64 %v
}

; Read in parts: memory of its own, for SROA.
; CHECK-LABEL: define i32 @in_parts(
; CHECK: [[M:%.*]] = alloca [8 x i8], {{.*}}align 16
; CHECK: call void @llvm.memset{{.*}} align 16 [[M]], i8 0, i64 8
; CHECK: store double %f, ptr [[M]], align 16
; CHECK: [[H:%.*]] = getelementptr i8, ptr [[M]], i64 4
; CHECK: [[V:%.*]] = load i32, ptr [[H]], align 4
; CHECK: ret i32 [[V]]
define i32 @in_parts(double %f) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store double %f, ptr addrspace(10) %o, align 8
  %h = getelementptr i8, ptr addrspace(10) %o, i64 4
  %v = load i32, ptr addrspace(10) %h, align 4
  ret i32 %v
}

; What is set to zero, and what is zero from birth.
; CHECK-LABEL: define i64 @zero(
; CHECK: or i64 0, 0
define i64 @zero(i64 %x) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10))) [ "julia.gc_alloc_zeroinit"(i64 16, i64 8) ]
  store i64 %x, ptr addrspace(10) %o, align 8
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  call void @llvm.memset.p11.i64(ptr addrspace(11) %d, i8 0, i64 16, i1 false)
  %v = load i64, ptr addrspace(10) %o, align 8
  %o16 = getelementptr i8, ptr addrspace(10) %o, i64 16
  %w = load i64, ptr addrspace(10) %o16, align 8
  %s = or i64 %v, %w
  ret i64 %s
}

; A use that cannot be reached.
; CHECK-LABEL: define void @unreachable_use(
; CHECK: call void @use(ptr addrspace(10) poison)
define void @unreachable_use() {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 0, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  ret void
nowhere:
  call void @use(ptr addrspace(10) %o)
  br label %nowhere
}

; An allocator that leaves memory as it is: what a bundle promises is zero all the same, also a part of a field.
; CHECK-LABEL: define i64 @partly_zero(
; CHECK: or i64 0, undef
; CHECK: ret
define i64 @partly_zero() {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 24, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10))) allockind("alloc,uninitialized") [ "julia.gc_alloc_zeroinit"(i64 4, i64 8) ]
  %v = load i64, ptr addrspace(10) %o, align 8
  %o16 = getelementptr i8, ptr addrspace(10) %o, i64 16
  %w = load i64, ptr addrspace(10) %o16, align 8
  %s = or i64 %v, %w
  ret i64 %s
}
