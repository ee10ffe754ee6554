; Functions that cannot have statepoints get another ABI, and that is said.
; RUN: %lateroot opt --abi=statepoint --check -S %s 2>%t.err | FileCheck %s
; RUN: FileCheck %s --check-prefix=NOTE <%t.err
; NOTE: note: the function uses the ABI 'framemap' instead of statepoint: a call in it may return twice
; NOTE: in function 'twice'
; NOTE: note: the function uses the ABI 'framemap' instead of statepoint: it uses the result of a function that it calls with a variable number of floating-point arguments
; NOTE: in function 'varies'
; NOTE: note: the function uses the ABI 'framemap' instead of statepoint: a call in it returns what is not, or not certainly, returned in general and vector registers
; NOTE: in function 'large'
; NOTE: note: the function uses the ABI 'framemap' instead of statepoint: a call in it that is a GC transition may unwind
; NOTE: in function 'unwinds'
; NOTE: note: the function uses the ABI 'framemap' instead of statepoint: it has stack map records of its own
; NOTE: in function 'recorded'
; NOTE: note: the function uses the ABI 'framemap' instead of statepoint: its objects are plain pointers
; NOTE: in function 'adopted'
; NOTE: note: the function uses the ABI 'framemap' instead of statepoint: it is an entry from outside
; NOTE: in function 'outside'
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare void @safe()
declare i32 @setjmp(ptr) returns_twice
declare ptr addrspace(10) @make()
declare i32 @printf(ptr, ...)
declare void @use(ptr addrspace(10))

; CHECK: define void @twice({{.*}}) #[[FRAME:[0-9]+]] section "lr_text" {
; CHECK-NOT: statepoint
; CHECK: ret void
define void @twice(ptr %buffer) {
  %pgc = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %again = call i32 @setjmp(ptr %buffer)
  call void @use(ptr addrspace(10) %o)
  ret void
}

define i32 @varies(double %x) {
  %pgc = call ptr @julia.get_pgcstack()
  %n = call i32 (ptr, ...) @printf(ptr null, double %x)
  ret i32 %n
}

declare [4 x ptr addrspace(10)] @four()
define ptr addrspace(10) @large() {
  %pgc = call ptr @julia.get_pgcstack()
  %four = call [4 x ptr addrspace(10)] @four()
  call void @safe()
  %x = extractvalue [4 x ptr addrspace(10)] %four, 3
  ret ptr addrspace(10) %x
}

; CHECK: define void @other() {{.*}}gc "shadow-stack"
define void @other() {
  %pgc = call ptr @julia.get_pgcstack()
  call void @safe()
  ret void
}

; CHECK: define void @unwinds({{.*}} section "lr_text"
define void @unwinds(ptr %ptls) personality ptr @personality {
  %pgc = call ptr @julia.get_pgcstack()
  invoke void @safe() [ "gc-transition"(ptr %ptls) ] to label %ok unwind label %bad
ok:
  ret void
bad:
  %lp = landingpad {ptr, i32} cleanup
  ret void
}
declare i32 @personality(...)

; CHECK: define void @recorded({{.*}} section "lr_text"
define void @recorded(ptr addrspace(10) %a) {
  %pgc = call ptr @julia.get_pgcstack()
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0)
  call void @safe()
  ret void
}
declare void @llvm.experimental.stackmap(i64, i32, ...)

; CHECK: define i64 @adopted({{.*}} section "lr_text"
define i64 @adopted(ptr %a) gc "anything" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr %a, ptr %r
  call void @safe()
  %x = load i64, ptr %a
  ret i64 %x
}
declare void @llvm.gcroot(ptr, ptr)

; CHECK: define void @outside({{.*}} section "lr_text"
define void @outside() {
  %pgc = call ptr @julia.get_pgcstack_or_new()
  call void @safe()
  ret void
}
declare ptr @julia.get_pgcstack_or_new()
; CHECK: attributes #[[FRAME]] = {{.*}}"lateroot-abi"="framemap"
