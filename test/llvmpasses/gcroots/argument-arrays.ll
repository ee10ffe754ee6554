; RUN: %lateroot opt --passes=LateLowerGCFrame,CheckGCRoots --check -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame,CheckGCRoots --check --abi=framemap -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame,CheckGCRoots --check --abi=shadow-stack -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame,FinalLowerGC --check -S %s | FileCheck %s --check-prefix=FINAL
; RUN: %lateroot opt --passes=LateLowerGCFrame,CheckGCRoots --check --without=argument-arrays -S %s | FileCheck %s --check-prefix=TWICE
; Arguments of boxed calls are stored once: their array lies in the frame and roots them.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @poll()
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call2(ptr, ptr addrspace(10), ptr addrspace(10), ...)
declare ptr addrspace(10) @callee(ptr addrspace(10), ptr, i32)
declare ptr addrspace(10) @callee2(ptr addrspace(10), ptr, i32, ptr addrspace(10))
declare i32 @__gxx_personality_v0(...)
@constant = external addrspace(10) constant i64

; A slot from the start, and the words of the array; no buffer, no second store, no null before.
; CHECK-LABEL: define void @once(
; CHECK: call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK-NOT: alloca
; CHECK: %x = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %x, ptr %gcslot0
; CHECK: %y = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %y, ptr %gcslot1
; CHECK-NEXT: call ptr addrspace(10) @callee(ptr addrspace(10) %f, ptr %gcslot0, i32 2)
; CHECK-NOT: store
; CHECK: ret void
; FINAL-LABEL: define void @once(
; FINAL: memset.{{.*}}i64 8
; FINAL-NOT: memset
; FINAL-LABEL: define
; TWICE-LABEL: define void @once(
; TWICE: %jlcallframe = alloca ptr addrspace(10), i32 2
; TWICE: store ptr addrspace(10) %y, ptr %gcslot
; TWICE: store ptr addrspace(10) %x, ptr %jlcallframe
; TWICE: store ptr addrspace(10) %y, ptr %
define void @once(ptr addrspace(10) %f) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %x, ptr addrspace(10) %y)
  ret void
}

; Constants and what the caller roots are stored before each call, undefined ones as null.  What is live longer keeps its word.
; CHECK-LABEL: define ptr addrspace(10) @others(
; CHECK: call {{.*}}@julia.new_gc_frame(i32 4)
; CHECK: store ptr addrspace(10) @constant, ptr %gcslot0
; CHECK: store ptr addrspace(10) %x, ptr %gcslot1
; CHECK: store ptr addrspace(10) %a, ptr %gcslot2
; CHECK: store ptr addrspace(10) null, ptr %gcslot3
; CHECK: call ptr addrspace(10) @callee(ptr addrspace(10) %a, ptr %gcslot0, i32 4)
; CHECK-NEXT: call void @poll()
; CHECK: ret ptr addrspace(10) %x
define ptr addrspace(10) @others(ptr addrspace(10) %a) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %a, ptr addrspace(10) @constant, ptr addrspace(10) %x, ptr addrspace(10) %a, ptr addrspace(10) undef)
  call void @poll()
  ret ptr addrspace(10) %x
}

; The next call finds there what has not changed.
; CHECK-LABEL: define void @consecutive(
; CHECK: call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: store ptr addrspace(10) @constant, ptr %gcslot0
; CHECK-NEXT: store ptr addrspace(10) %x, ptr %gcslot1
; CHECK: %r = call ptr addrspace(10) @callee(ptr addrspace(10) %f, ptr %gcslot0, i32 2)
; CHECK-NEXT: %s = call ptr addrspace(10) @callee(ptr addrspace(10) %f, ptr %gcslot0, i32 2)
; CHECK-NEXT: store ptr addrspace(10) %s, ptr %gcslot0
; CHECK-NEXT: call ptr addrspace(10) @callee(ptr addrspace(10) %f, ptr %gcslot0, i32 2)
define void @consecutive(ptr addrspace(10) %f) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) @constant, ptr addrspace(10) %x)
  %s = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) @constant, ptr addrspace(10) %x)
  %t = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %s, ptr addrspace(10) %x)
  ret void
}

; Out of a loop, like any other store.
; CHECK-LABEL: define void @loop(
; CHECK: store ptr addrspace(10) %x, ptr %gcslot0
; CHECK: again:
; CHECK-NOT: store
; CHECK: call ptr addrspace(10) @callee2(ptr addrspace(10) %f, ptr %gcslot0, i32 1, ptr addrspace(10) %f)
define void @loop(ptr addrspace(10) %f) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  br label %again
again:
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ptr addrspace(10), ...) @julia.call2(ptr @callee2, ptr addrspace(10) %f, ptr addrspace(10) %f, ptr addrspace(10) %x)
  %c = icmp eq ptr addrspace(10) %r, null
  br i1 %c, label %again, label %done
done:
  ret void
}

; One object twice: the second word is a copy.
; CHECK-LABEL: define void @same_twice(
; CHECK-DAG: store ptr addrspace(10) %x, ptr %gcslot0
; CHECK-DAG: store ptr addrspace(10) %x, ptr %gcslot1
; CHECK: call ptr addrspace(10) @callee(ptr addrspace(10) %f, ptr %gcslot0, i32 2)
define void @same_twice(ptr addrspace(10) %f) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %x, ptr addrspace(10) %x)
  ret void
}

; An array need not begin where the last one did.
; CHECK-LABEL: define void @further_on(
; CHECK: call {{.*}}@julia.new_gc_frame(i32 3)
; CHECK: %gcslot1 = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK-NOT: alloca
; CHECK: store ptr addrspace(10) %f, ptr %gcslot2
; CHECK-NEXT: call ptr addrspace(10) @callee(ptr addrspace(10) %f, ptr %gcslot0, i32 3)
; CHECK-NEXT: store ptr addrspace(10) %x, ptr %gcslot2
; CHECK-NEXT: call ptr addrspace(10) @callee(ptr addrspace(10) %f, ptr %gcslot1, i32 2)
; CHECK-NEXT: store ptr addrspace(10) %f, ptr %gcslot2
; CHECK-NEXT: call ptr addrspace(10) @callee(ptr addrspace(10) %f, ptr %gcslot0, i32 3)
define void @further_on(ptr addrspace(10) %f) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %x, ptr addrspace(10) %y, ptr addrspace(10) %f)
  %s = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %y, ptr addrspace(10) %x)
  %t = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %x, ptr addrspace(10) %y, ptr addrspace(10) %f)
  ret void
}

; Nothing to spare: nothing of it needs a slot.  The buffer holds what such calls need, not more.
; CHECK-LABEL: define void @buffer(
; CHECK: %jlcallframe = alloca ptr addrspace(10), align 8
; CHECK: call ptr addrspace(10) @callee(ptr addrspace(10) %f, ptr %gcslot0, i32 3)
; CHECK: call ptr addrspace(10) @callee(ptr addrspace(10) %f, ptr %jlcallframe, i32 1)
define void @buffer(ptr addrspace(10) %f) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %x, ptr addrspace(10) %x, ptr addrspace(10) %f)
  %s = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %f)
  ret void
}

; Calls that may unwind.
; CHECK-LABEL: define void @invoked(
; CHECK: store ptr addrspace(10) %x, ptr %gcslot0
; CHECK: invoke ptr addrspace(10) @callee(ptr addrspace(10) %f, ptr %gcslot0, i32 1)
define void @invoked(ptr addrspace(10) %f) personality ptr @__gxx_personality_v0 {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %r = invoke ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %x) to label %good unwind label %bad
good:
  ret void
bad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
}

; Memory of this function's is no object: no frame may hold its address.
; CHECK-LABEL: define void @stack_memory(
; CHECK-NOT: @callee{{.*}}%gcslot
; CHECK: ptr %jlcallframe, i32 2)
define void @stack_memory(ptr addrspace(10) %f) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %m = alloca i64
  %o = addrspacecast ptr %m to ptr addrspace(10)
  %x = call ptr addrspace(10) @make()
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @callee, ptr addrspace(10) %f, ptr addrspace(10) %o, ptr addrspace(10) %x)
  ret void
}
