; RUN: %lateroot opt --verify-each --passes=InlineAllocation -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.13 --passes=InlineAllocation -S %s | FileCheck --check-prefix=CALLS %s
; RUN: %lateroot opt --without=inline-allocation --passes=InlineAllocation -S %s | FileCheck --check-prefix=CALLS %s
; RUN: %lateroot opt --check --passes=InlineAllocation,LateLowerGCFrame,FinalLowerGC -S %s | FileCheck --check-prefix=FINAL %s
; RUN: %lateroot opt --check --abi=framemap -S %s -o /dev/null
; RUN: %lateroot opt --check --abi=statepoint -S %s | FileCheck --check-prefix=STATE %s
; RUN: %lateroot compile --filetype=ll %s -o - | FileCheck --check-prefix=ONCE %s
; RUN: %lateroot compile --abi=framemap --filetype=ll %s -o - | FileCheck --check-prefix=ONCE %s
; RUN: sed 's/^object_align = 16/object_align = 8/' %S/../../../share/profiles/lateroot.profile > %t.profile
; RUN: %lateroot opt --profile=%t.profile --passes=InlineAllocation -S %s | FileCheck --check-prefix=ODD %s
; RUN: sed 's/ptr addrspace(10) @julia.gc_alloc_obj/align 16 &/' %s | %lateroot opt --profile=%t.profile --passes=InlineAllocation -S - | FileCheck --check-prefix=EVEN %s
; CALLS-NOT: run_empty

; Cells of 24 bytes have a run of their own, if the profile says that 8-byte alignment is enough.
; ODD-LABEL: @one(
; ODD: %run = getelementptr i8, ptr %ptls, i64 656
; ODD: %next_after = getelementptr i8, ptr %next, i64 24
; EVEN-LABEL: @one(
; EVEN: %run = getelementptr i8, ptr %ptls, i64 48

; CHECK: declare void @quiet(){{$}}
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) memory(argmem: read, inaccessiblemem: readwrite)
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @quiet() memory(inaccessiblemem: readwrite)
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

; Class 1, of 32 bytes, holds 16 and the tag.  What is live is stored on the slow path alone.
; CHECK-LABEL: @one(
; CHECK-NOT: memory
; CHECK: %ptls = load ptr
; CHECK: %run = getelementptr i8, ptr %ptls, i64 48
; CHECK: %run_end = getelementptr i8, ptr %run, i64 8
; CHECK: br i1 %no_run, label %refill, label %take, !prof [[W:![0-9]+]]
; CHECK: take:
; CHECK-NEXT: %object = addrspacecast ptr %next to ptr addrspace(10), !lateroot.fresh
; CHECK-NEXT: %next_after = getelementptr i8, ptr %next, i64 32
; CHECK-NEXT: store ptr %next_after, ptr %run
; CHECK: store atomic ptr addrspace(10) %type, ptr addrspace(10) %{{.*}} unordered
; CHECK: refill:
; CHECK-NEXT: [[SLOW:%.*]] = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 16, ptr addrspace(10) %type)
; CHECK: [[NEW:%.*]] = phi ptr addrspace(10) [ %object, %take ], [ [[SLOW]], %refill ]
; CHECK-NEXT: store ptr addrspace(10) %live, ptr addrspace(10) [[NEW]]
; FINAL-LABEL: @one(
; FINAL-NOT: store ptr %gcframe
; FINAL: take:
; FINAL-NOT: store ptr addrspace(10) %live
; FINAL: refill:
; FINAL: store ptr %gcframe, ptr %gcs
; FINAL: store ptr addrspace(10) %live, ptr %gcslot
; FINAL: call {{.*}} @lr_gc_small_alloc(ptr %{{.*}}, i32 1, i32 32
; FINAL-NOT: trigger_wb
; FINAL: ret
; STATE-LABEL: @one(
; STATE: br i1 %no_run
; STATE-NOT: @llvm.experimental.gc.statepoint
; STATE: take:
; STATE-NOT: @llvm.experimental.gc.statepoint
; STATE: refill:
; STATE: @llvm.experimental.gc.statepoint{{.*}} @lr_gc_small_alloc
; STATE: ret
define ptr addrspace(10) @one(ptr addrspace(10) %type) memory(argmem: read, inaccessiblemem: readwrite) {
  %gcs = call ptr @julia.get_pgcstack()
  %live = call ptr addrspace(10) @make()
  %new = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 16, ptr addrspace(10) %type)
  store ptr addrspace(10) %live, ptr addrspace(10) %new
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %new, ptr addrspace(10) %live)
  ret ptr addrspace(10) %new
}

; Two side by side, and a barrier that is needed behind the second.
; CHECK-LABEL: @two(
; CHECK: br i1 %no_run
; CHECK: phi
; CHECK: br i1 %no_run
; CHECK: phi
; FINAL-LABEL: @two(
; FINAL: trigger_wb
; FINAL: ret
define ptr addrspace(10) @two(ptr addrspace(10) %type) {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) %type)
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) %type)
  store ptr addrspace(10) %b, ptr addrspace(10) %a
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %a, ptr addrspace(10) %b)
  ret ptr addrspace(10) %a
}

; The next free address is read once for each, though the first object is stored into its slot after that of the second is read.
; ONCE-LABEL: @kept(
; ONCE: br i1 %no_run{{[0-9]*}}
; ONCE: take{{.*}}:
; ONCE-NOT: load
; ONCE: refill{{.*}}:
; ONCE: %[[NEXT:next[0-9]+]] = load ptr
; ONCE: store ptr %{{.*}}, ptr %gc
; ONCE-NEXT: br i1 %no_run{{[0-9]*}}
; ONCE: take{{.*}}:
; ONCE-NOT: load
; ONCE: refill{{.*}}:
; ONCE: phi ptr {{.*}}%[[NEXT]], %take
; ONCE: ret ptr
define ptr addrspace(10) @kept(ptr addrspace(10) %type) {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) %type)
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 40, ptr addrspace(10) %type)
  call void @use(ptr addrspace(10) %b)
  call void @use(ptr addrspace(10) %a)
  call void @use(ptr addrspace(10) %a)
  ret ptr addrspace(10) %b
}

; A collection in between empties the run, whatever is said of the call's memory.
; CHECK-LABEL: @in_between(
; CHECK: call void @quiet()
define void @in_between(ptr addrspace(10) %type) {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) %type)
  call void @quiet()
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) %type)
  call void @use(ptr addrspace(10) %b)
  ret void
}

; CHECK-LABEL: @too_large(
; CHECK-NOT: run_empty
; CHECK: ret
define ptr addrspace(10) @too_large(ptr addrspace(10) %type) {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 2025, ptr addrspace(10) %type)
  ret ptr addrspace(10) %a
}

; CHECK-LABEL: @unknown_size(
; CHECK-NOT: run_empty
; CHECK: ret
define ptr addrspace(10) @unknown_size(ptr addrspace(10) %type, i64 %n) {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 %n, ptr addrspace(10) %type)
  ret ptr addrspace(10) %a
}

; CHECK-LABEL: @zeroed(
; CHECK-NOT: run_empty
; CHECK: ret
define ptr addrspace(10) @zeroed(ptr addrspace(10) %type) {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) %type) [ "julia.gc_alloc_ptr_offsets"(i64 0) ]
  ret ptr addrspace(10) %a
}

; CHECK-LABEL: @small_code(
; CHECK-NOT: run_empty
; CHECK: ret
define ptr addrspace(10) @small_code(ptr addrspace(10) %type) optsize {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) %type)
  ret ptr addrspace(10) %a
}
; CHECK: [[W]] = !{!"branch_weights", i32 1, i32 63}
