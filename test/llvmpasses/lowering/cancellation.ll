; RUN: %lateroot opt --verify-each --profile=%S/Inputs/cancel.profile --passes=CancellationLowering -S %s | FileCheck --implicit-check-not='store atomic volatile' %s
; RUN: %lateroot opt --profile=julia-1.14 --passes=CancellationLowering -S %s | FileCheck --check-prefix=NONE %s
; RUN: %lateroot opt --profile=%S/Inputs/cancel.profile --check -S %s | FileCheck --check-prefix=ALL --implicit-check-not=@julia. %s
; RUN: sed 's/^;TRIPLE //' %s | %lateroot opt --profile=%S/Inputs/cancel.profile --passes=CancellationLowering -S - | FileCheck --check-prefix=WIN %s
; Points where a task can be reset: a buffer is published in the task, and withdrawn before what must finish.

;TRIPLE target triple = "x86_64-pc-windows-msvc"
declare ptr @julia.get_pgcstack()
declare i32 @julia.cancellation_point() returns_twice
declare void @unknown()
declare void @jl_throw(ptr addrspace(10))
declare double @llvm.sqrt.f64(double)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.assume(i1)
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
declare void @julia.field_write_barrier.p11(ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare void @use(ptr addrspace(10))

; NONE: call i32 @julia.cancellation_point()
; The order: withdraw, poll, fill the buffer, setjmp, publish. The buffer goes before the function returns.
; CHECK-LABEL: define i32 @point(
; CHECK: %reset_buffer = alloca [224 x i8], align 16
; CHECK-NEXT: %g = call ptr @julia.get_pgcstack()
; CHECK-NEXT: %[[CTX:.*]] = getelementptr i8, ptr %g, i64 40
; CHECK-NEXT: %published = load atomic volatile ptr, ptr %[[CTX]] monotonic, align 8
; CHECK-NEXT: %[[SAME:.*]] = icmp eq ptr %published, %reset_buffer
; CHECK-NEXT: br i1 %[[SAME]], label %[[REST:.*]], label %publish
; CHECK: publish:
; CHECK-NEXT: %[[CTX:.*]] = getelementptr i8, ptr %g, i64 40
; CHECK-NEXT: store atomic volatile ptr null, ptr %[[CTX]] release, align 8
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK: call void @julia.safepoint(
; CHECK-NEXT: fence
; CHECK-NEXT: store ptr %reset_buffer, ptr %reset_buffer, align 8
; CHECK-NEXT: %gcstack = load ptr, ptr %g, align 8
; CHECK-NEXT: %[[A:.*]] = getelementptr i8, ptr %reset_buffer, i64 208
; CHECK-NEXT: store ptr %gcstack, ptr %[[A]], align 8
; CHECK-NEXT: %eh_at = getelementptr i8, ptr %g, i64 32
; CHECK-NEXT: %eh = load ptr, ptr %eh_at, align 8
; CHECK-NEXT: %[[A:.*]] = getelementptr i8, ptr %reset_buffer, i64 216
; CHECK-NEXT: store ptr %eh, ptr %[[A]], align 8
; CHECK-NEXT: %[[A:.*]] = getelementptr i8, ptr %reset_buffer, i64 8
; CHECK-NEXT: %reset = call i32 @__sigsetjmp(ptr %[[A]], i32 0) #0
; CHECK-NEXT: %[[CTX:.*]] = getelementptr i8, ptr %g, i64 40
; CHECK-NEXT: store atomic volatile ptr %reset_buffer, ptr %[[CTX]] release, align 8
; CHECK-NEXT: br label %[[REST]]
; CHECK: [[REST]]:
; CHECK-NEXT: %r = phi i32 [ 0, %{{.*}} ], [ %reset, %publish ]
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store atomic volatile ptr null, ptr %{{.*}} release, align 8
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: ret i32 %r
; WIN-LABEL: define i32 @point(
; WIN: %reset = call i32 @__sigsetjmp(ptr %{{[^,]*}}) #
; ALL-LABEL: define i32 @point(
; ALL: call i32 @__sigsetjmp(
define i32 @point() {
  %g = call ptr @julia.get_pgcstack()
  %r = call i32 @julia.cancellation_point() returns_twice
  ret i32 %r
}

; Withdrawn once, in front of the first that is unsafe: calls and stores without the mark, and the runtime with it.
; CHECK-LABEL: define void @unsafe(
; CHECK: store atomic volatile ptr null
; CHECK: store atomic volatile ptr %reset_buffer
; CHECK: call void @unknown(), !julia.reset_safe
; CHECK-NEXT: call double @llvm.sqrt.f64(
; CHECK-NEXT: call void @llvm.assume(
; CHECK-NEXT: load i64, ptr %q
; CHECK-NEXT: store i64 1, ptr %q{{.*}}, !julia.reset_safe
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store atomic volatile ptr null
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: call void @unknown(){{$}}
; CHECK-NEXT: store i64 2, ptr %q
; CHECK-NEXT: ret void
define void @unsafe(ptr %q) {
  %g = call ptr @julia.get_pgcstack()
  call i32 @julia.cancellation_point()
  call void @unknown(), !julia.reset_safe !0
  call double @llvm.sqrt.f64(double 2.0)
  call void @llvm.assume(i1 true)
  load i64, ptr %q
  store i64 1, ptr %q, !julia.reset_safe !0
  call void @unknown()
  store i64 2, ptr %q
  ret void
}
; CHECK-LABEL: define void @stores(
; CHECK: store atomic volatile ptr null
; CHECK: store atomic volatile ptr %reset_buffer
; CHECK: store atomic volatile ptr null
; CHECK-NEXT: fence
; CHECK-NEXT: store i64 1, ptr %q
; CHECK: store atomic volatile ptr null
; CHECK: store atomic volatile ptr %reset_buffer
; CHECK: store atomic volatile ptr null
; CHECK-NEXT: fence
; CHECK-NEXT: load volatile i64
; CHECK: store atomic volatile ptr null
; CHECK: store atomic volatile ptr %reset_buffer
; CHECK: store atomic volatile ptr null
; CHECK-NEXT: fence
; CHECK-NEXT: call void @llvm.memset
; CHECK: store atomic volatile ptr null
; CHECK: store atomic volatile ptr %reset_buffer
; CHECK: store atomic volatile ptr null
; CHECK-NEXT: fence
; CHECK-NEXT: call void @jl_throw(
; CHECK-NEXT: unreachable
define void @stores(ptr %q, ptr addrspace(10) %x) {
  %g = call ptr @julia.get_pgcstack()
  call i32 @julia.cancellation_point()
  store i64 1, ptr %q
  call i32 @julia.cancellation_point()
  load volatile i64, ptr %q
  call i32 @julia.cancellation_point()
  call void @llvm.memset.p0.i64(ptr %q, i8 0, i64 64, i1 false)
  call i32 @julia.cancellation_point()
  call void @jl_throw(ptr addrspace(10) %x), !julia.reset_safe !0
  unreachable
}

; Allocations and barriers of all three generations have entries for regions, where one may be published.
; CHECK-LABEL: define void @entries(
; CHECK: call {{.*}} @julia.gc_alloc_obj({{.*}}){{$}}
; CHECK: store atomic volatile ptr null
; CHECK: store atomic volatile ptr %reset_buffer
; CHECK: call {{.*}} @julia.gc_alloc_obj({{.*}}), !julia.reset_region
; CHECK: call {{.*}} @julia.write_barrier({{.*}}), !julia.reset_region
; CHECK: call {{.*}} @julia.object_write_barrier({{.*}}), !julia.reset_region
; CHECK: call {{.*}} @julia.field_write_barrier.p11({{.*}}), !julia.reset_region
; CHECK: store atomic volatile ptr null
; CHECK: ret void
; ALL-LABEL: define void @entries(
; ALL: call {{.*}} @ijl_gc_small_alloc(
; ALL: call {{.*}} @ijl_gc_small_alloc_reset_safe(
define void @entries(ptr addrspace(10) %p, ptr addrspace(10) %type) {
  %g = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %g, i64 -152
  call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) %type)
  call i32 @julia.cancellation_point()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) %type)
  %d = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %o)
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %o)
  call void (ptr addrspace(10), ...) @julia.field_write_barrier.p11(ptr addrspace(10) %p, ptr addrspace(11) %d, ptr addrspace(10) %o)
  ret void
}

; On one path only, round a loop, and before a musttail call.
; CHECK-LABEL: define void @paths(
; CHECK: store atomic volatile ptr null
; CHECK: store atomic volatile ptr %reset_buffer
; CHECK: other:
; CHECK-NEXT: call void @unknown()
; CHECK: loop:
; CHECK: store atomic volatile ptr null
; CHECK-NEXT: fence
; CHECK-NEXT: call void @unknown()
; CHECK: done:
; CHECK-NEXT: ret void
define void @paths(i1 %c) {
  %g = call ptr @julia.get_pgcstack()
  br i1 %c, label %one, label %other
one:
  call i32 @julia.cancellation_point()
  br label %loop
other:
  call void @unknown()
  br label %loop
loop:
  call void @unknown()
  br i1 %c, label %loop, label %done
done:
  ret void
}
; CHECK-LABEL: define void @tail(
; CHECK: store atomic volatile ptr null
; CHECK: store atomic volatile ptr %reset_buffer
; CHECK: store atomic volatile ptr null
; CHECK-NEXT: fence
; CHECK-NEXT: musttail call void @unknown2(ptr %p), !julia.reset_safe
; CHECK-NEXT: ret void
declare void @unknown2(ptr)
define void @tail(ptr %p) {
  %g = call ptr @julia.get_pgcstack()
  call i32 @julia.cancellation_point()
  musttail call void @unknown2(ptr %p), !julia.reset_safe !0
  ret void
}

; In a region of the caller: calls, and not stores nor the return.
; CHECK-LABEL: define void @inherits(
; CHECK-NEXT: %pgcstack = call ptr @julia.get_pgcstack()
; CHECK-NEXT: store i64 1, ptr %q
; CHECK-NEXT: br i1
; CHECK: call:
; CHECK: store atomic volatile ptr null
; CHECK-NEXT: fence
; CHECK-NEXT: call void @unknown()
; CHECK: return:
; CHECK-NEXT: ret void
define void @inherits(ptr %q, i1 %c) "julia.ipo_reset_safe" {
  store i64 1, ptr %q
  br i1 %c, label %call, label %return
call:
  call void @unknown()
  br label %return
return:
  ret void
}

; Nothing to do with regions, and nothing changes.
; CHECK-LABEL: define void @untouched(
; CHECK-NEXT: store i64 1, ptr %q
; CHECK-NEXT: call void @unknown()
; CHECK-NEXT: ret void
define void @untouched(ptr %q) {
  store i64 1, ptr %q
  call void @unknown()
  ret void
}

; The thread sanitizer: a poll and no more.
; CHECK-LABEL: define i32 @sanitized(
; CHECK-NOT: sigsetjmp
; CHECK: call void @julia.safepoint(
; CHECK-NEXT: fence
; CHECK-NEXT: call void @unknown()
; CHECK-NEXT: ret i32 0
define i32 @sanitized() sanitize_thread {
  %g = call ptr @julia.get_pgcstack()
  %r = call i32 @julia.cancellation_point()
  call void @unknown()
  ret i32 %r
}

; What is live over the point has its slot.
; CHECK-LABEL: define void @rooted(
; CHECK: store atomic volatile ptr null
; CHECK: store atomic volatile ptr %reset_buffer
; CHECK: store atomic volatile ptr null
; CHECK-NEXT: fence
; CHECK-NEXT: call void @use(
; ALL-LABEL: define void @rooted(
; ALL: store ptr %x, ptr %{{.*}}
; ALL: call i32 @__sigsetjmp(
; ALL: call void @use(ptr {{(nonnull )?}}%x)
define void @rooted() {
  %g = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %r = call i32 @julia.cancellation_point()
  call void @use(ptr addrspace(10) %x)
  ret void
}
declare ptr addrspace(10) @make()
!0 = !{}
; CHECK: attributes #0 = { returns_twice }
