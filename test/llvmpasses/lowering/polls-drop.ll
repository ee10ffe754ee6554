; DropGCPolls: a poll of PlaceGCPolls goes if there is another one just before it on every way, and nothing long was begun since.
; RUN: %lateroot opt --passes=DropGCPolls -S %s | FileCheck %s
; Each cycle and each call that had one before it keeps one, whatever goes; so a second time nothing is left to do.
; RUN: %lateroot opt --passes=DropGCPolls,DropGCPolls -S %s | FileCheck %s
; Inlined and unrolled by LLVM: one for each round of the recursion, one for four of the loop, and one for what remains of it.
; RUN: %lateroot opt '--passes=julia<level=2;polls;no_lower_intrinsics>' -S %S/Inputs/polls-inlined.ll | FileCheck %s --check-prefix=PLACED
; RUN: %lateroot opt '--passes=julia<level=2;polls>' --check -S %S/Inputs/polls-inlined.ll | FileCheck %s --check-prefix=LOW

; PLACED-LABEL: define i64 @sum(
; PLACED: call void @julia.safepoint(
; PLACED-NOT: @julia.safepoint(
; PLACED-LABEL: define i64 @unrolled(
; PLACED: again:
; PLACED: call void @julia.safepoint(
; PLACED-NOT: @julia.safepoint(
; PLACED: again.epil:
; PLACED: call void @julia.safepoint(
; PLACED-NOT: @julia.safepoint(
; PLACED: ret i64
; LOW-LABEL: define i64 @sum(
; LOW: load volatile i64
; LOW-NOT: load volatile i64
; LOW-LABEL: define i64 @unrolled(

declare void @julia.safepoint(ptr)
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @unknown()
declare void @twice() returns_twice
declare void @leaf() "gc-leaf-function"
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memset.element.unordered.atomic.p0.i64(ptr, i8, i64, i32)

; Nothing is left of it.
; CHECK-LABEL: define void @behind_another(
; CHECK-NEXT: load atomic
; CHECK-NEXT: fence
; CHECK-NEXT: call void @julia.safepoint(
; CHECK-NEXT: fence
; CHECK-NEXT: store
; CHECK-NEXT: ret void
define void @behind_another(ptr %gc, ptr %x) {
  %page = load atomic ptr, ptr %gc monotonic, align 8
  fence syncscope("singlethread") seq_cst
  call void @julia.safepoint(ptr %page), !lateroot.poll !0
  fence syncscope("singlethread") seq_cst
  store i64 0, ptr %x
  %field = getelementptr i8, ptr %gc, i64 8
  %ptls = load ptr, ptr %field
  %again = load atomic ptr, ptr %ptls monotonic, align 8
  fence syncscope("singlethread") seq_cst
  call void @julia.safepoint(ptr %again), !lateroot.poll !0
  fence syncscope("singlethread") seq_cst
  ret void
}

; Who has asked for one has it; it serves for another one.
; CHECK-LABEL: define void @of_the_front_end(
; CHECK: call void @julia.safepoint(ptr %p)
; CHECK: call void @julia.safepoint(ptr %p)
; CHECK-NOT: safepoint
; CHECK: ret void
define void @of_the_front_end(ptr %p) {
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  call void @julia.safepoint(ptr %p)
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  ret void
}

; CHECK-LABEL: define void @on_both_ways(
; CHECK: end:
; CHECK-NEXT: ret void
define void @on_both_ways(ptr %p, i1 %c) {
  br i1 %c, label %a, label %b
a:
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  br label %end
b:
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  br label %end
end:
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  ret void
}

; CHECK-LABEL: define void @on_one_way(
; CHECK: end:
; CHECK-NEXT: call void @julia.safepoint(
define void @on_one_way(ptr %p, i1 %c) {
  br i1 %c, label %a, label %end
a:
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  br label %end
end:
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  ret void
}

; The loop keeps one of its own.
; CHECK-LABEL: define void @into_a_loop(
; CHECK: call void @julia.safepoint(
; CHECK: again:
; CHECK-NEXT: call void @julia.safepoint(
; CHECK-NEXT: br i1 %c, label %again, label %end
; CHECK: end:
; CHECK-NEXT: ret void
define void @into_a_loop(ptr %p, i1 %c) {
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  br label %again
again:
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  br i1 %c, label %again, label %end
end:
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  ret void
}

; One that does not poll may take a while.
; CHECK-LABEL: define void @over_a_loop(
; CHECK: end:
; CHECK-NEXT: call void @julia.safepoint(
define void @over_a_loop(ptr %p) {
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  br label %again
again:
  %i = phi i64 [ 0, %0 ], [ %next, %again ]
  %next = add i64 %i, 1
  %c = icmp ult i64 %next, 1000
  br i1 %c, label %again, label %end
end:
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  ret void
}

; Two ways in: neither is above the other.
; CHECK-LABEL: define void @two_headed(
; CHECK: a:
; CHECK-NEXT: call void @julia.safepoint(
; CHECK: b:
; CHECK-NEXT: br
define void @two_headed(ptr %p, i1 %c, i1 %d) {
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  br i1 %c, label %a, label %b
a:
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  br label %b
b:
  br i1 %d, label %a, label %end
end:
  ret void
}

; CHECK-LABEL: define void @calls(
; CHECK: @julia.safepoint(
; CHECK-NEXT: call void @unknown()
; CHECK-NEXT: @julia.safepoint(
; CHECK-NEXT: call void @leaf()
; CHECK-NEXT: @julia.safepoint(
; CHECK-NEXT: call void %f()
; CHECK-NEXT: @julia.safepoint(
; CHECK-NEXT: call void @twice()
; CHECK-NEXT: @julia.safepoint(
; CHECK-NEXT: call void @may_be_another()
; CHECK-NEXT: @julia.safepoint(
; CHECK-NEXT: call void @does_not_poll()
; CHECK-NEXT: @julia.safepoint(
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %f, i64 %n, i1 false)
; CHECK-NEXT: @julia.safepoint(
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1048577, i1 false)
; CHECK-NEXT: @julia.safepoint(
; CHECK-NEXT: call void @llvm.memset.element.unordered.atomic.p0.i64(ptr align 1 %p, i8 0, i64 %n, i32 1)
; CHECK-NEXT: @julia.safepoint(
; CHECK-NEXT: call void @on_both_ways(
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %f, i64 64, i1 false)
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1048576, i1 false)
; CHECK-NEXT: call {{.*}}@julia.gc_alloc_obj(
; CHECK-NEXT: ret void
define void @calls(ptr %p, ptr %f, i64 %n, ptr addrspace(10) %t) {
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  call void @unknown()
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  call void @leaf()
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  call void %f()
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  call void @twice()
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  call void @may_be_another()
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  call void @does_not_poll()
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %f, i64 %n, i1 false)
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1048577, i1 false)
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  call void @llvm.memset.element.unordered.atomic.p0.i64(ptr align 1 %p, i8 0, i64 %n, i32 1)
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  call void @on_both_ways(ptr %p, i1 false)
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %f, i64 64, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 1048576, i1 false)
  %new = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) %t)
  call void @julia.safepoint(ptr %p), !lateroot.poll !0
  ret void
}
define weak void @may_be_another() {
  call void @julia.safepoint(ptr null), !lateroot.poll !0
  ret void
}
define void @does_not_poll() {
  ret void
}

!0 = !{}
