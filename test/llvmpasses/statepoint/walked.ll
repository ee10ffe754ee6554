; A callee that is marked "lateroot-walked" is called directly: without an anchor and without a trampoline.
; RUN: %lateroot opt --abi=statepoint --check --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %lateroot compile --abi=statepoint --check -O0 %s -o %t.o
; RUN: %lateroot compile --abi=statepoint --check -O2 %s -o %t.o
; RUN: sed 's/x86_64-unknown-linux-gnu/aarch64-unknown-linux-gnu/' %s >%t.arm.ll
; RUN: %lateroot opt --abi=statepoint --check --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %t.arm.ll | FileCheck %s --check-prefixes=CHECK,ARM
; The checker takes the mark, and nothing else, for a promise.
; RUN: %lateroot opt --abi=statepoint --passes=CheckGCRelocations --disable-output %t.ll
; RUN: sed 's/"lateroot-walked"/"no"/' %t.ll >%t.taken.ll
; RUN: not %lateroot opt --abi=statepoint --passes=CheckGCRelocations --disable-output %t.taken.ll 2>&1 | FileCheck %s --check-prefix=TAKEN
target triple = "x86_64-unknown-linux-gnu"

declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @compiled(ptr addrspace(10)) "lateroot-walked"
declare ptr addrspace(10) @other(ptr addrspace(10))
declare ptr addrspace(10) @boxed(ptr addrspace(10), ptr, i32)
declare void @seven(i64, i64, i64, i64, i64, i64, i64) "lateroot-walked"
declare void @result(ptr sret(i64), i64) "lateroot-walked"
declare i32 @__gxx_personality_v0(...)

; CHECK-LABEL: define ptr addrspace(10) @declared(
; CHECK-NOT: anchor
; CHECK: @compiled, i32 1,
; CHECK-NOT: anchor
; CHECK: ret
; TAKEN: control leaves here, and on some path there is no anchor
; TAKEN-NEXT: in function 'declared'
define ptr addrspace(10) @declared(ptr "gcstack" %gc, ptr addrspace(10) %a) {
  %b = call ptr addrspace(10) @compiled(ptr addrspace(10) %a)
  %c = call ptr addrspace(10) @compiled(ptr addrspace(10) %b)
  store ptr addrspace(10) %b, ptr addrspace(10) %c
  ret ptr addrspace(10) %c
}

; CHECK-LABEL: define ptr addrspace(10) @pointer(
; CHECK-NOT: anchor
; CHECK: %f, i32 1,
; CHECK-NOT: anchor
; CHECK: ret
; TAKEN: control leaves here, and on some path there is no anchor
; TAKEN: in function 'pointer'
define ptr addrspace(10) @pointer(ptr "gcstack" %gc, ptr %f, ptr addrspace(10) %a) {
  %b = call ptr addrspace(10) %f(ptr addrspace(10) %a) "lateroot-walked"
  %c = call ptr addrspace(10) %f(ptr addrspace(10) %b) "lateroot-walked"
  store ptr addrspace(10) %b, ptr addrspace(10) %c
  ret ptr addrspace(10) %c
}

; The callee finds its caller by the frame pointer, wherever the arguments are.
; CHECK-LABEL: define void @on_the_stack(
; CHECK: @seven, i32 7,
define void @on_the_stack(ptr "gcstack" %gc) {
  call void @seven(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7)
  ret void
}

; CHECK-LABEL: define ptr addrspace(10) @array(
; CHECK: @boxed, i32 3,
define ptr addrspace(10) @array(ptr "gcstack" %gc, ptr addrspace(10) %a) {
  %b = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @boxed, ptr addrspace(10) %a, ptr addrspace(10) %a) "lateroot-walked"
  ret ptr addrspace(10) %b
}

; CHECK-LABEL: define ptr addrspace(10) @unwinds(
; CHECK: %gcstack.head = load ptr, ptr %gc
; CHECK: invoke token {{.*}} %f, i32 1,
; CHECK: landingpad
; CHECK: store ptr %gcstack.head, ptr %gc
define ptr addrspace(10) @unwinds(ptr "gcstack" %gc, ptr %f, ptr addrspace(10) %a) personality ptr @__gxx_personality_v0 {
  %b = invoke ptr addrspace(10) %f(ptr addrspace(10) %a) "lateroot-walked" to label %fine unwind label %pad
fine:
  ret ptr addrspace(10) %b
pad:
  %l = landingpad { ptr, i32 } cleanup
  %d = call ptr addrspace(10) @compiled(ptr addrspace(10) %a)
  ret ptr addrspace(10) %a
}

; CHECK-LABEL: define ptr addrspace(10) @jumps(
; CHECK: musttail call ptr addrspace(10) %f(
define ptr addrspace(10) @jumps(ptr "gcstack" %gc, ptr addrspace(10) %a) "lateroot-walked" {
  %b = call ptr addrspace(10) @compiled(ptr addrspace(10) %a)
  %f = load ptr, ptr addrspace(10) %b
  %c = musttail call ptr addrspace(10) %f(ptr "gcstack" %gc, ptr addrspace(10) %b) "lateroot-walked" "lateroot-roots-arguments"
  ret ptr addrspace(10) %c
}

; CHECK-LABEL: define ptr addrspace(10) @calls_jumps(
; CHECK-NOT: anchor
; CHECK: @jumps, i32 2,
define ptr addrspace(10) @calls_jumps(ptr "gcstack" %gc, ptr addrspace(10) %a) {
  %b = call ptr addrspace(10) @jumps(ptr "gcstack" %gc, ptr addrspace(10) %a)
  ret ptr addrspace(10) %b
}

; What a statepoint cannot do by itself, the trampoline does.
; CHECK-LABEL: define void @transition(
; CHECK: @lr.leave.seven, i32 9,
define void @transition(ptr "gcstack" %gc, ptr %ptls) {
  call void @seven(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7) [ "gc-transition"(ptr %ptls) ]
  ret void
}

; ARM-LABEL: define void @in_memory(
; ARM: @lr.leave.result, i32 3,
define void @in_memory(ptr "gcstack" %gc) {
  %m = alloca i64
  call void @result(ptr sret(i64) %m, i64 1)
  ret void
}
