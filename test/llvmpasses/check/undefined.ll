; An undefined reference that leaves a function may become a root of somebody else.
; RUN: not %lateroot opt --passes=CheckGCRoots %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: %lateroot opt --passes=LateLowerGCFrame --check %s -o /dev/null
; RUN: %lateroot opt --passes=LateLowerGCFrame --abi=statepoint --check %s -o /dev/null

declare ptr @julia.get_pgcstack()
declare void @use(ptr addrspace(10))
declare void @use_pair({ ptr addrspace(10), i1 })
declare void @llvm.masked.store.v2p10.p11(<2 x ptr addrspace(10)>, ptr addrspace(11), i32, <2 x i1>)
declare <2 x ptr addrspace(10)> @llvm.masked.load.v2p10.p11(ptr addrspace(11), i32, <2 x i1>, <2 x ptr addrspace(10)>)

; CHECK: error: root check: an undefined reference is returned
; CHECK-NEXT: in function 'returned'
define ptr addrspace(10) @returned() {
  ret ptr addrspace(10) undef
}

; CHECK: error: root check: an undefined reference is passed to a callee
; CHECK-NEXT: in function 'passed'
; CHECK: error: root check: an undefined reference is passed to a callee
define void @passed() {
  call void @use(ptr addrspace(10) poison)
  call void @use_pair({ ptr addrspace(10), i1 } { ptr addrspace(10) undef, i1 true })
  ret void
}

; CHECK: error: root check: an undefined reference is passed to a callee
; CHECK-NEXT: in function 'passed_to_one_that_may_throw'
define void @passed_to_one_that_may_throw() personality ptr @personality {
  invoke void @use(ptr addrspace(10) poison) to label %on unwind label %pad
on:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
declare i32 @personality(...)

; CHECK: error: root check: an undefined reference is stored
; CHECK-NEXT: in function 'stored'
; CHECK: error: root check: an undefined reference is stored
; CHECK: error: root check: an undefined reference is stored
define void @stored(ptr addrspace(11) %p, ptr addrspace(10) %x) {
  store ptr addrspace(10) undef, ptr addrspace(11) %p
  %a = atomicrmw xchg ptr addrspace(11) %p, ptr addrspace(10) undef monotonic
  %b = cmpxchg ptr addrspace(11) %p, ptr addrspace(10) %x, ptr addrspace(10) undef monotonic monotonic
  ret void
}

; CHECK: error: root check: a reference that may be undefined is returned: it comes from %p
; CHECK-NEXT: in function 'around_a_loop'
define ptr addrspace(10) @around_a_loop(i1 %c, ptr addrspace(10) %x) {
top:
  br label %loop
loop:
  %p = phi ptr addrspace(10) [ undef, %top ], [ %q, %loop ]
  %q = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) %p
  br i1 %c, label %out, label %loop
out:
  %f = freeze ptr addrspace(10) %q
  ret ptr addrspace(10) %f
}

; CHECK: error: root check: a reference that may be undefined is stored: it comes from %b
; CHECK-NEXT: in function 'half_a_struct'
define void @half_a_struct(ptr %to, ptr addrspace(10) %x) {
  %b = insertvalue { { ptr addrspace(10), i64 }, ptr addrspace(10) } poison, ptr addrspace(10) %x, 0, 0
  %d = extractvalue { { ptr addrspace(10), i64 }, ptr addrspace(10) } %b, 0
  store { ptr addrspace(10), i64 } %d, ptr %to
  %e = extractvalue { { ptr addrspace(10), i64 }, ptr addrspace(10) } %b, 1
  store ptr addrspace(10) %e, ptr %to
  ret void
}

; CHECK: error: root check: a reference that may be undefined is passed to a callee: it comes from %v
; CHECK-NEXT: in function 'lanes'
define void @lanes(ptr addrspace(10) %x) {
  %v = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %x, i32 0
  %a = extractelement <2 x ptr addrspace(10)> %v, i32 0
  call void @use(ptr addrspace(10) %a)
  %b = extractelement <2 x ptr addrspace(10)> %v, i32 1
  call void @use(ptr addrspace(10) %b)
  ret void
}

; CHECK: error: root check: a reference that may be undefined is passed to a callee: it comes from %v
; CHECK-NEXT: in function 'masked'
define void @masked(ptr addrspace(11) %p, <2 x i1> %m, ptr addrspace(10) %x) {
  %v = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %x, i32 0
  call void @llvm.masked.store.v2p10.p11(<2 x ptr addrspace(10)> %v, ptr addrspace(11) %p, i32 8, <2 x i1> %m)
  ret void
}

; CHECK: error: root check: a reference that may be undefined is returned: it comes from %w
; CHECK-NEXT: in function 'open_lane'
define <2 x ptr addrspace(10)> @open_lane(<2 x ptr addrspace(10)> %v) {
  %w = shufflevector <2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> %v, <2 x i32> <i32 3, i32 poison>
  ret <2 x ptr addrspace(10)> %w
}

; CHECK: error: root check: a reference that may be undefined is returned: it comes from %v
; CHECK-NEXT: in function 'passed_through'
define <2 x ptr addrspace(10)> @passed_through(ptr addrspace(11) %p, <2 x i1> %m) {
  %v = call <2 x ptr addrspace(10)> @llvm.masked.load.v2p10.p11(ptr addrspace(11) %p, i32 8, <2 x i1> %m, <2 x ptr addrspace(10)> poison)
  ret <2 x ptr addrspace(10)> %v
}

; CHECK: error: root check: an undefined reference is returned
; CHECK-NEXT: in function 'large_constant'
define [70 x { ptr addrspace(10), ptr addrspace(10) }] @large_constant() {
  ret [70 x { ptr addrspace(10), ptr addrspace(10) }] [
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } zeroinitializer,
    { ptr addrspace(10), ptr addrspace(10) } { ptr addrspace(10) null, ptr addrspace(10) undef }
  ]
}

; All parts are put in place, or what is undefined stays here.
define { ptr addrspace(10), i1 } @whole(ptr addrspace(10) %x) {
  %a = insertvalue { ptr addrspace(10), i1 } poison, ptr addrspace(10) %x, 0
  ret { ptr addrspace(10), i1 } %a
}

define <2 x ptr addrspace(10)> @both_lanes(ptr addrspace(10) %x) {
  %v = insertelement <2 x ptr addrspace(10)> poison, ptr addrspace(10) %x, i32 0
  %w = shufflevector <2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> poison, <2 x i32> zeroinitializer
  ret <2 x ptr addrspace(10)> %w
}

define i64 @read_here(i1 %c, ptr addrspace(10) %x) {
top:
  br i1 %c, label %join, label %other
other:
  br label %join
join:
  %p = phi ptr addrspace(10) [ %x, %top ], [ poison, %other ]
  %v = load i64, ptr addrspace(10) %p
  ret i64 %v
}

define ptr addrspace(10) @unreachable(ptr addrspace(10) %x) {
top:
  br label %join
join:
  %p = phi ptr addrspace(10) [ %x, %top ], [ undef, %never ]
  ret ptr addrspace(10) %p
never:
  call void @use(ptr addrspace(10) undef)
  br label %join
}

; What LLVM leaves of arguments that the callee ignores.
define internal void @ignores(ptr addrspace(10) %x) {
  ret void
}

define void @ignored() {
  call void @ignores(ptr addrspace(10) poison)
  ret void
}
