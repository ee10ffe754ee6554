; RUN: %lateroot opt --verify-each --passes=InlineAllocation -S %s | FileCheck %s
; RUN: %lateroot opt --profile=%S/Inputs/object-log.profile --passes=InlineAllocation -S %s | FileCheck --check-prefix=COUNT %s
; RUN: %lateroot opt --check -S %s -o /dev/null
; RUN: %lateroot opt --check --reload -S %s -o /dev/null
; RUN: %lateroot opt --check --abi=framemap --reload -S %s -o /dev/null
; RUN: %lateroot opt --check --abi=statepoint -S %s -o /dev/null
; RUN: %lateroot compile -O2 --filetype=ll %s -o - | FileCheck --check-prefix=ONCE %s
; Neighbours of one class take their memory at once: one look at the run, one bump, all tags.

@other_type = external constant i8, align 16
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr @julia.pointer_from_objref(ptr addrspace(11)) memory(none)
declare void @leaf() "gc-leaf-function"
declare void @llvm.memset.p10.i64(ptr addrspace(10), i8, i64, i1)

; CHECK-LABEL: @three(
; CHECK: %run_left = sub i64
; CHECK-NEXT: %run_short = icmp ult i64 %run_left, 96
; CHECK: %no_run = or i1 %run_short, %hooked
; CHECK: br i1 [[NO:%no_run[0-9]*]], label %refill, label %take, !prof [[W:![0-9]+]]
; CHECK: take:
; CHECK: getelementptr i8, ptr %next, i64 96
; CHECK: store atomic ptr addrspace(10) %type,
; CHECK: getelementptr i8, ptr %next, i64 32
; CHECK: store atomic ptr addrspace(10) %type,
; CHECK: getelementptr i8, ptr %next, i64 64
; CHECK: store atomic ptr addrspace(10) addrspacecast (ptr @other_type to ptr addrspace(10)),
; CHECK: br label
; CHECK: br i1 [[NO]], label %[[SLOW:refill[0-9]+]], label %[[FAST:take[0-9]+]], !prof [[W]]
; CHECK: [[FAST]]:
; CHECK-NEXT: [[AT:%.*]] = getelementptr i8, ptr %next, i64 32
; CHECK-NEXT: addrspacecast ptr [[AT]] to ptr addrspace(10), !lateroot.fresh
; CHECK-NEXT: br label
; CHECK: [[SLOW]]:
; CHECK-NEXT: call ptr addrspace(10) @julia.gc_alloc_obj(
; CHECK: br i1 [[NO]]
; CHECK: ret
; COUNT-LABEL: @three(
; COUNT: add i64 %allocated, 96
; COUNT-NOT: %allocated{{[0-9]*}} = load
; COUNT: ret
; ONCE-LABEL: @three(
; ONCE-COUNT-1: icmp ult i64
; ONCE-NOT: icmp ult i64
; ONCE-LABEL: define {{.*}} @between(
define ptr addrspace(10) @three(ptr addrspace(10) %type) {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 24, ptr addrspace(10) %type)
  store ptr addrspace(10) null, ptr addrspace(10) %a
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 24, ptr addrspace(10) %type)
  store ptr addrspace(10) %a, ptr addrspace(10) %b
  %c = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 20, ptr addrspace(10) addrspacecast (ptr @other_type to ptr addrspace(10)))
  store ptr addrspace(10) %b, ptr addrspace(10) %c
  ret ptr addrspace(10) %c
}

; A call of C between them may leave by longjmp, and is not looked into; clearing memory is harmless.
; CHECK-LABEL: @between(
; CHECK: run_empty
; CHECK: call void @leaf()
; CHECK: run_short
; CHECK: call void @llvm.memset
; CHECK: br i1 %no_run
; CHECK: ret
define ptr addrspace(10) @between(ptr addrspace(10) %type) {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) %type)
  store i64 0, ptr addrspace(10) %a
  call void @leaf()
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) %type)
  call void @llvm.memset.p10.i64(ptr addrspace(10) %b, i8 0, i64 8, i1 false)
  %c = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) %type)
  store ptr addrspace(10) %a, ptr addrspace(10) %c
  ret ptr addrspace(10) %b
}

; Another class, another task, a type that is not known at the first, another block, more than four.
; CHECK-LABEL: @apart(
; CHECK-NOT: run_short
; CHECK: ret
define void @apart(ptr %t, ptr %u, ptr addrspace(10) %type, ptr %p) {
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) %type)
  store i64 0, ptr addrspace(10) %a
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 200, ptr addrspace(10) %type)
  store i64 0, ptr addrspace(10) %b
  %c = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %u, i64 200, ptr addrspace(10) %type)
  store i64 0, ptr addrspace(10) %c
  %late = load ptr addrspace(10), ptr %p
  %d = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %u, i64 200, ptr addrspace(10) %late)
  store i64 0, ptr addrspace(10) %d
  br label %next
next:
  %e = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %u, i64 200, ptr addrspace(10) %late)
  store i64 0, ptr addrspace(10) %e
  ret void
}

; CHECK-LABEL: @five(
; CHECK: icmp ult i64 %run_left, 64
; CHECK: icmp eq ptr %next
; CHECK: ret
define void @five(ptr %t, ptr addrspace(10) %type) {
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) %type)
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) %type)
  %c = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) %type)
  %d = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) %type)
  %e = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) %type)
  ret void
}
