; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame --abi=framemap --check -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame --abi=shadow-stack --check -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame --abi=statepoint --check -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame --reload --check -S %s | FileCheck %s
;
; An undefined reference that leaves a function is a root of somebody else: it becomes null where it is returned, passed
; or stored.

%named = type { ptr addrspace(10), i1 }

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use_pair({ ptr addrspace(10), i1 })
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare void @poll()
declare <2 x ptr addrspace(10)> @llvm.masked.load.v2p10.p11(ptr addrspace(11), i32, <2 x i1>, <2 x ptr addrspace(10)>)

; Nothing is rooted in these functions, and in most there is not even a GC stack.

; CHECK-LABEL: define {{.*}} @returned(
; CHECK: ret ptr addrspace(10) null
define ptr addrspace(10) @returned() {
  ret ptr addrspace(10) undef
}

; CHECK-LABEL: define {{.*}} @returned_poison(
; CHECK: ret ptr addrspace(10) null
define ptr addrspace(10) @returned_poison() {
  %pgcstack = call ptr @julia.get_pgcstack()
  ret ptr addrspace(10) poison
}

; CHECK-LABEL: define {{.*}} @returned_phi(
; CHECK: phi ptr addrspace(10) [ %x, %top ], [ null, %other ]
define ptr addrspace(10) @returned_phi(i1 %c, ptr addrspace(10) %x) {
top:
  br i1 %c, label %join, label %other
other:
  br label %join
join:
  %p = phi ptr addrspace(10) [ %x, %top ], [ poison, %other ]
  ret ptr addrspace(10) %p
}

; CHECK-LABEL: define {{.*}} @returned_phi_of_a_call(
; CHECK: phi ptr addrspace(10) [ %x, %one ], [ null, %other ]
define ptr addrspace(10) @returned_phi_of_a_call(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %one, label %other
one:
  %x = call ptr addrspace(10) @make()
  br label %join
other:
  br label %join
join:
  %p = phi ptr addrspace(10) [ %x, %one ], [ poison, %other ]
  ret ptr addrspace(10) %p
}

; CHECK-LABEL: define {{.*}} @returned_through_a_loop(
; CHECK: phi ptr addrspace(10) [ null, %top ], [ %next, %loop ]
define ptr addrspace(10) @returned_through_a_loop(i64 %n, ptr addrspace(10) %x) {
top:
  br label %loop
loop:
  %p = phi ptr addrspace(10) [ undef, %top ], [ %next, %loop ]
  %i = phi i64 [ 0, %top ], [ %k, %loop ]
  %k = add i64 %i, 1
  %odd = trunc i64 %i to i1
  %next = select i1 %odd, ptr addrspace(10) %x, ptr addrspace(10) %p
  %done = icmp eq i64 %k, %n
  br i1 %done, label %out, label %loop
out:
  ret ptr addrspace(10) %next
}

; CHECK-LABEL: define {{.*}} @value_and_flag(
; CHECK: insertvalue { ptr addrspace(10), i1 } zeroinitializer, i1 false, 1
define { ptr addrspace(10), i1 } @value_and_flag() {
  %r = insertvalue { ptr addrspace(10), i1 } poison, i1 false, 1
  ret { ptr addrspace(10), i1 } %r
}

; CHECK-LABEL: define {{.*}} @constant(
; CHECK: ret %named zeroinitializer
define %named @constant() {
  ret %named { ptr addrspace(10) undef, i1 false }
}

; All parts are put in place: there is nothing undefined in what is returned.
; CHECK-LABEL: define {{.*}} @whole(
; CHECK: insertvalue { ptr addrspace(10), i1 } poison, ptr addrspace(10) %x, 0
define { ptr addrspace(10), i1 } @whole(ptr addrspace(10) %x) {
  %a = insertvalue { ptr addrspace(10), i1 } poison, ptr addrspace(10) %x, 0
  %b = insertvalue { ptr addrspace(10), i1 } %a, i1 true, 1
  ret { ptr addrspace(10), i1 } %b
}

; CHECK-LABEL: define {{.*}} @whole_array(
; CHECK: insertvalue [2 x ptr addrspace(10)] poison, ptr addrspace(10) %x, 0
define [2 x ptr addrspace(10)] @whole_array(ptr addrspace(10) %x) {
  %a = insertvalue [2 x ptr addrspace(10)] poison, ptr addrspace(10) %x, 0
  %b = insertvalue [2 x ptr addrspace(10)] %a, ptr addrspace(10) %x, 1
  ret [2 x ptr addrspace(10)] %b
}

; CHECK-LABEL: define {{.*}} @half_an_array(
; CHECK: insertvalue [2 x ptr addrspace(10)] zeroinitializer, ptr addrspace(10) %x, 1
define [2 x ptr addrspace(10)] @half_an_array(ptr addrspace(10) %x) {
  %a = insertvalue [2 x ptr addrspace(10)] poison, ptr addrspace(10) %x, 1
  ret [2 x ptr addrspace(10)] %a
}

; CHECK-LABEL: define {{.*}} @no_reference_in_it(
; CHECK: phi { ptr addrspace(10), i64 } [ %a, %top ], [ poison, %other ]
; CHECK: ret i64 undef
define i64 @no_reference_in_it(i1 %c, ptr addrspace(10) %x) {
top:
  %a = insertvalue { ptr addrspace(10), i64 } poison, i64 3, 1
  br i1 %c, label %join, label %other
other:
  br label %join
join:
  %p = phi { ptr addrspace(10), i64 } [ %a, %top ], [ poison, %other ]
  ret i64 undef
}

; CHECK-LABEL: define {{.*}} @stays_here(
; CHECK: phi ptr addrspace(10) [ %x, %top ], [ poison, %other ]
define i64 @stays_here(i1 %c, ptr addrspace(10) %x) {
top:
  br i1 %c, label %join, label %other
other:
  br label %join
join:
  %p = phi ptr addrspace(10) [ %x, %top ], [ poison, %other ]
  %v = load i64, ptr addrspace(10) %p
  ret i64 %v
}

; CHECK-LABEL: define {{.*}} @lanes(
; CHECK: insertelement <2 x ptr addrspace(10)> zeroinitializer, ptr addrspace(10) %x, i32 1
define <2 x ptr addrspace(10)> @lanes(ptr addrspace(10) %x) {
  %v = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %x, i32 1
  ret <2 x ptr addrspace(10)> %v
}

; CHECK-LABEL: define {{.*}} @both_lanes(
; CHECK: insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %x, i32 0
; CHECK: shufflevector <2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> poison, <2 x i32> zeroinitializer
define <2 x ptr addrspace(10)> @both_lanes(ptr addrspace(10) %x) {
  %v = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %x, i32 0
  %w = shufflevector <2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> poison, <2 x i32> zeroinitializer
  ret <2 x ptr addrspace(10)> %w
}

; CHECK-LABEL: define {{.*}} @open_lane(
; CHECK: %w = shufflevector
; CHECK-NEXT: [[W:%[0-9]+]] = insertelement <2 x ptr addrspace(10)> %w, ptr addrspace(10) null, i32 1
; CHECK-NEXT: ret <2 x ptr addrspace(10)> [[W]]
define <2 x ptr addrspace(10)> @open_lane(<2 x ptr addrspace(10)> %v) {
  %w = shufflevector <2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> poison, <2 x i32> <i32 0, i32 poison>
  ret <2 x ptr addrspace(10)> %w
}

; CHECK-LABEL: define {{.*}} @passed_through(
; CHECK: @llvm.masked.load{{.*}}<2 x ptr addrspace(10)> zeroinitializer)
define <2 x ptr addrspace(10)> @passed_through(ptr addrspace(11) %p, <2 x i1> %mask) {
  %v = call <2 x ptr addrspace(10)> @llvm.masked.load.v2p10.p11(ptr addrspace(11) %p, i32 8, <2 x i1> %mask, <2 x ptr addrspace(10)> poison)
  ret <2 x ptr addrspace(10)> %v
}

; CHECK-LABEL: define {{.*}} @frozen(
; CHECK: freeze ptr addrspace(10) null
define ptr addrspace(10) @frozen() {
  %v = freeze ptr addrspace(10) poison
  ret ptr addrspace(10) %v
}

; CHECK-LABEL: define {{.*}} @passed(
; CHECK: call void @use(ptr addrspace(10) null)
; CHECK: call void @use_pair({ ptr addrspace(10), i1 } zeroinitializer)
define void @passed() {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @use(ptr addrspace(10) undef)
  call void @use_pair({ ptr addrspace(10), i1 } { ptr addrspace(10) poison, i1 false })
  ret void
}

; CHECK-LABEL: define {{.*}} @passed_to_a_pointer(
; CHECK: call void %f(ptr addrspace(10) null, i64 undef)
define void @passed_to_a_pointer(ptr %f) {
  call void %f(ptr addrspace(10) undef, i64 undef)
  ret void
}

; CHECK-LABEL: define {{.*}} @stored(
; CHECK: store ptr addrspace(10) null, ptr addrspace(11) %p
; CHECK: store { ptr addrspace(10), i1 } zeroinitializer, ptr %q
; CHECK: atomicrmw xchg ptr addrspace(11) %p, ptr addrspace(10) null
define void @stored(ptr addrspace(11) %p, ptr %q) {
  store ptr addrspace(10) undef, ptr addrspace(11) %p
  store { ptr addrspace(10), i1 } poison, ptr %q
  %old = atomicrmw xchg ptr addrspace(11) %p, ptr addrspace(10) poison monotonic
  ret void
}

; A function with roots of its own.
; CHECK-LABEL: define {{.*}} @with_roots(
; CHECK: call void @use(ptr addrspace(10) null)
; CHECK: store ptr addrspace(10) null, ptr %q
; CHECK: insertvalue { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
define { ptr addrspace(10), ptr addrspace(10) } @with_roots(ptr %q) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @poll()
  call void @use(ptr addrspace(10) undef)
  store ptr addrspace(10) undef, ptr %q
  %r = insertvalue { ptr addrspace(10), ptr addrspace(10) } poison, ptr addrspace(10) %x, 0
  ret { ptr addrspace(10), ptr addrspace(10) } %r
}
