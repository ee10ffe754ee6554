; A callee that is marked "lateroot-walked" is walked like its caller: no anchor around its call, whether the mark is on
; the function or on the call.  In ABIs without tables the mark changes nothing.
; RUN: %lateroot opt --abi=framemap --check --passes=LateLowerGCFrame -S %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %lateroot compile --abi=framemap --check -O2 %s -o %t.o
; RUN: sed 's/"lateroot-walked"/"no"/' %s >%t.unmarked.ll
; RUN: %lateroot opt --abi=framemap --check --passes=LateLowerGCFrame -S %t.unmarked.ll | FileCheck %s --check-prefix=UNMARKED
; RUN: %lateroot opt -S %s | sed 's/"lateroot-walked"/"no"/' >%t.marked.out
; RUN: %lateroot opt -S %t.unmarked.ll | sed 's/^source_filename.*//; s/^; ModuleID.*//' >%t.2
; RUN: sed 's/^source_filename.*//; s/^; ModuleID.*//' %t.marked.out >%t.1
; RUN: diff %t.1 %t.2
; The checker takes the mark, and nothing else, for a promise.
; RUN: %lateroot opt --abi=framemap --passes=CheckGCRoots --disable-output %t.ll
; RUN: sed 's/"lateroot-walked"/"no"/' %t.ll >%t.taken.ll
; RUN: not %lateroot opt --abi=framemap --passes=CheckGCRoots --disable-output %t.taken.ll 2>&1 | FileCheck %s --check-prefix=TAKEN
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call2(ptr, ptr addrspace(10), ptr addrspace(10), ...) "lateroot-walked"
declare ptr addrspace(10) @compiled(ptr addrspace(10)) "lateroot-walked"
declare ptr addrspace(10) @other(ptr addrspace(10))
declare ptr addrspace(10) @boxed(ptr addrspace(10), ptr, i32)
declare void @work() "lateroot-walked"
declare i32 @__gxx_personality_v0(...)

; CHECK-LABEL: define ptr addrspace(10) @declared(
; CHECK-NOT: push_gc_frame
; CHECK: ret
; UNMARKED-LABEL: define ptr addrspace(10) @declared(
; UNMARKED: push_gc_frame
; TAKEN: control leaves here, and on some path the anchor is not pushed
; TAKEN-NEXT: in function 'declared'
define ptr addrspace(10) @declared(ptr "gcstack" %gc, ptr addrspace(10) %a) {
  %b = call ptr addrspace(10) @compiled(ptr addrspace(10) %a)
  %c = call ptr addrspace(10) @compiled(ptr addrspace(10) %b)
  store ptr addrspace(10) %b, ptr addrspace(10) %c
  ret ptr addrspace(10) %c
}

; CHECK-LABEL: define ptr addrspace(10) @pointer(
; CHECK-NOT: push_gc_frame
; CHECK: ret
; UNMARKED-LABEL: define ptr addrspace(10) @pointer(
; UNMARKED: push_gc_frame
; TAKEN: control leaves here
; TAKEN: in function 'pointer'
define ptr addrspace(10) @pointer(ptr "gcstack" %gc, ptr %f, ptr addrspace(10) %a) {
  %b = call ptr addrspace(10) %f(ptr addrspace(10) %a) "lateroot-walked"
  %c = call ptr addrspace(10) %f(ptr addrspace(10) %b) "lateroot-walked"
  store ptr addrspace(10) %b, ptr addrspace(10) %c
  ret ptr addrspace(10) %c
}

; Only what is not marked pays.
; CHECK-LABEL: define ptr addrspace(10) @one_of_two(
; CHECK: call ptr addrspace(10) %f(
; CHECK: push_gc_frame
; CHECK: call ptr addrspace(10) @other(
; CHECK: pop_gc_frame
define ptr addrspace(10) @one_of_two(ptr "gcstack" %gc, ptr %f, ptr addrspace(10) %a) {
  %b = call ptr addrspace(10) %f(ptr addrspace(10) %a) "lateroot-walked"
  %c = call ptr addrspace(10) @other(ptr addrspace(10) %b)
  store ptr addrspace(10) %b, ptr addrspace(10) %c
  ret ptr addrspace(10) %c
}

; Of julia.call it is the target that is called, of julia.call2 a function of the runtime.
; CHECK-LABEL: define ptr addrspace(10) @array(
; CHECK-NOT: push_gc_frame
; CHECK: ret
; UNMARKED-LABEL: define ptr addrspace(10) @array(
; UNMARKED: push_gc_frame
define ptr addrspace(10) @array(ptr "gcstack" %gc, ptr addrspace(10) %a) {
  %b = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @boxed, ptr addrspace(10) %a, ptr addrspace(10) %a) "lateroot-walked"
  ret ptr addrspace(10) %b
}

; CHECK-LABEL: define ptr addrspace(10) @array2(
; CHECK: push_gc_frame
define ptr addrspace(10) @array2(ptr "gcstack" %gc, ptr addrspace(10) %a) {
  %b = call ptr addrspace(10) (ptr, ptr addrspace(10), ptr addrspace(10), ...) @julia.call2(ptr @boxed, ptr addrspace(10) %a, ptr addrspace(10) %a)
  ret ptr addrspace(10) %b
}

; The landing pad puts the chain back: what was unwound may have linked anchors.
; CHECK-LABEL: define ptr addrspace(10) @unwinds(
; CHECK: %gchead = load ptr, ptr %gc
; CHECK-NOT: push_gc_frame
; CHECK: landingpad
; CHECK: store ptr %gchead, ptr %gc
; CHECK-NOT: push_gc_frame
; CHECK: ret
define ptr addrspace(10) @unwinds(ptr "gcstack" %gc, ptr %f, ptr addrspace(10) %a) personality ptr @__gxx_personality_v0 {
  %b = invoke ptr addrspace(10) %f(ptr addrspace(10) %a) "lateroot-walked" to label %fine unwind label %pad
fine:
  ret ptr addrspace(10) %b
pad:
  %l = landingpad { ptr, i32 } cleanup
  %d = call ptr addrspace(10) @compiled(ptr addrspace(10) %a)
  ret ptr addrspace(10) %a
}

; A walked function may give its place away to another one.
; CHECK-LABEL: define ptr addrspace(10) @jumps(
; CHECK-NOT: push_gc_frame
; CHECK: musttail
; TAKEN: in function 'jumps'
define ptr addrspace(10) @jumps(ptr "gcstack" %gc, ptr addrspace(10) %a) "lateroot-walked" {
  %b = call ptr addrspace(10) @compiled(ptr addrspace(10) %a)
  %f = load ptr, ptr addrspace(10) %b
  %c = musttail call ptr addrspace(10) %f(ptr "gcstack" %gc, ptr addrspace(10) %b) "lateroot-walked" "lateroot-roots-arguments"
  ret ptr addrspace(10) %c
}

; CHECK-LABEL: define ptr addrspace(10) @calls_jumps(
; CHECK-NOT: push_gc_frame
; CHECK: ret
; UNMARKED-LABEL: define ptr addrspace(10) @calls_jumps(
; UNMARKED: push_gc_frame
define ptr addrspace(10) @calls_jumps(ptr "gcstack" %gc, ptr addrspace(10) %a) {
  %b = call ptr addrspace(10) @jumps(ptr "gcstack" %gc, ptr addrspace(10) %a)
  ret ptr addrspace(10) %b
}

; In a GC transition the thread may be walked at any time.
; CHECK-LABEL: define ptr addrspace(10) @transition(
; CHECK: push_gc_frame
define ptr addrspace(10) @transition(ptr "gcstack" %gc, ptr addrspace(10) %a, ptr %ptls) {
  call void @work() [ "gc-transition"(ptr %ptls) ]
  ret ptr addrspace(10) %a
}

; Nobody compiles assembly.
; CHECK-LABEL: define void @assembly(
; CHECK: push_gc_frame
define void @assembly(ptr "gcstack" %gc) {
  call void asm sideeffect "call work", "~{memory}"() "lateroot-walked"
  ret void
}

; A body that has no table is believed more than a mark of its calls.
; CHECK-LABEL: define ptr addrspace(10) @contradicts(
; CHECK: push_gc_frame
define ptr addrspace(10) @contradicts(ptr "gcstack" %gc, ptr addrspace(10) %a) {
  %b = call ptr addrspace(10) @in_the_chain(ptr "gcstack" %gc, ptr addrspace(10) %a) "lateroot-walked"
  ret ptr addrspace(10) %b
}
define ptr addrspace(10) @in_the_chain(ptr "gcstack" %gc, ptr addrspace(10) %a) "lateroot-abi"="gcframe" noinline {
  %b = call ptr addrspace(10) @other(ptr addrspace(10) %a)
  ret ptr addrspace(10) %b
}
