; Memory objects that move to the stack.
; RUN: %lateroot opt --profile=julia-1.13 --passes='function(AllocOpt)' -S %s | FileCheck %s
; RUN: %lateroot opt --profile=julia-1.13 --passes='function(AllocOpt,LateLowerGCFrame,CheckGCRoots,FinalLowerGC)' -o /dev/null %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare noalias ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1)
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare void @llvm.memset.p13.i64(ptr addrspace(13), i8, i64, i1)
declare void @llvm.memcpy.p13.p13.i64(ptr addrspace(13), ptr addrspace(13), i64, i1)
declare void @external()
declare void @takes(ptr addrspace(10))
declare void @takes_data(ptr addrspace(13))

; Header and data are cleared, the length and the address of the data stored.
; CHECK-LABEL: define i64 @stack_memory
; CHECK: %m = alloca [6 x i64], align 16
; CHECK: call void @llvm.lifetime.start
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 16 %m, i8 0, i64 48, i1 false)
; CHECK-NEXT: %memory_data = getelementptr i8, ptr %m, i64 16
; CHECK-NEXT: store i64 4, ptr %m, align 8
; CHECK-NEXT: [[AT:%.*]] = getelementptr i8, ptr %m, i64 8
; CHECK-NEXT: store ptr %memory_data, ptr [[AT]], align 8
; CHECK: %data = load ptr, ptr %at, align 8
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr %data, i8 1, i64 32, i1 false)
; CHECK-NEXT: %slot = getelementptr inbounds i64, ptr %data, i64 %i
; CHECK-NEXT: store i64 %i, ptr %slot, align 8
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr %data, ptr %slot, i64 8, i1 false)
; CHECK-NEXT: %x = load i64, ptr %data, align 8
; CHECK-NEXT: call void @llvm.lifetime.end
; CHECK-NEXT: call void @external()
define i64 @stack_memory(i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %m = call noalias ptr addrspace(10) @julia.gc_alloc_memory(ptr %pgcstack, i64 32, ptr addrspace(10) null, i64 4, i1 false)
  %d = addrspacecast ptr addrspace(10) %m to ptr addrspace(11)
  %at = getelementptr inbounds i8, ptr addrspace(11) %d, i64 8
  %data = load ptr, ptr addrspace(11) %at, align 8
  %p = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %m, ptr %data)
  call void @llvm.memset.p13.i64(ptr addrspace(13) %p, i8 1, i64 32, i1 false)
  %slot = getelementptr inbounds i64, ptr addrspace(13) %p, i64 %i
  store i64 %i, ptr addrspace(13) %slot, align 8
  tail call void @llvm.memcpy.p13.p13.i64(ptr addrspace(13) %p, ptr addrspace(13) %slot, i64 8, i1 false)
  %x = load i64, ptr addrspace(13) %p, align 8
  call void @external()
  ret i64 %x
}

; In a loop it is clear in each round.
; CHECK-LABEL: define void @stack_memory_loop
; CHECK: entry:
; CHECK: alloca [3 x i64], align 16
; CHECK-NOT: memset
; CHECK: loop:
; CHECK: call void @llvm.lifetime.start
; CHECK-NEXT: call void @llvm.memset.p0.i64({{.*}}, i8 0, i64 24, i1 false)
; CHECK: call void @llvm.lifetime.end
; CHECK-NEXT: call void @external()
define void @stack_memory_loop(i64 %n) {
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = call noalias ptr addrspace(10) @julia.gc_alloc_memory(ptr %pgcstack, i64 8, ptr addrspace(10) null, i64 1, i1 false)
  %at = getelementptr inbounds i8, ptr addrspace(10) %m, i64 8
  %data = load ptr, ptr addrspace(10) %at, align 8
  %p = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %m, ptr %data)
  %x = load i64, ptr addrspace(13) %p, align 8
  %next = add i64 %i, 1
  call void @external()
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Never looked at: gone.
; CHECK-LABEL: define void @dead_memory
; CHECK-NEXT: %pgcstack
; CHECK-NEXT: call void @external()
; CHECK-NEXT: ret void
define void @dead_memory() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %m = call noalias ptr addrspace(10) @julia.gc_alloc_memory(ptr %pgcstack, i64 8, ptr addrspace(10) null, i64 1, i1 false)
  %slot = getelementptr inbounds i8, ptr addrspace(10) %m, i64 16
  store i64 1, ptr addrspace(10) %slot, align 8
  call void @external()
  ret void
}

; CHECK-LABEL: define void @escaping_memory
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_memory
define void @escaping_memory() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %m = call noalias ptr addrspace(10) @julia.gc_alloc_memory(ptr %pgcstack, i64 8, ptr addrspace(10) null, i64 1, i1 false)
  call void @takes(ptr addrspace(10) %m)
  ret void
}

; Its data go to a callee.
; CHECK-LABEL: define void @escaping_data
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_memory
define void @escaping_data() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %m = call noalias ptr addrspace(10) @julia.gc_alloc_memory(ptr %pgcstack, i64 8, ptr addrspace(10) null, i64 1, i1 false)
  %at = getelementptr inbounds i8, ptr addrspace(10) %m, i64 8
  %data = load ptr, ptr addrspace(10) %at, align 8
  %p = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %m, ptr %data)
  call void @takes_data(ptr addrspace(13) %p)
  ret void
}

; References as elements.
; CHECK-LABEL: define ptr addrspace(10) @pointerful_memory
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_memory
define ptr addrspace(10) @pointerful_memory(ptr addrspace(10) %x) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %m = call noalias ptr addrspace(10) @julia.gc_alloc_memory(ptr %pgcstack, i64 8, ptr addrspace(10) null, i64 1, i1 true)
  %at = getelementptr inbounds i8, ptr addrspace(10) %m, i64 8
  %data = load ptr, ptr addrspace(10) %at, align 8
  %p = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %m, ptr %data)
  store ptr addrspace(10) %x, ptr addrspace(13) %p, align 8
  call void @external()
  %r = load ptr addrspace(10), ptr addrspace(13) %p, align 8
  ret ptr addrspace(10) %r
}

; CHECK-LABEL: define i64 @too_large
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_memory
define i64 @too_large() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %m = call noalias ptr addrspace(10) @julia.gc_alloc_memory(ptr %pgcstack, i64 4000, ptr addrspace(10) null, i64 500, i1 false)
  %x = load i64, ptr addrspace(10) %m, align 8
  ret i64 %x
}

; CHECK-LABEL: define i64 @unknown_size
; CHECK: call noalias ptr addrspace(10) @julia.gc_alloc_memory
define i64 @unknown_size(i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %m = call noalias ptr addrspace(10) @julia.gc_alloc_memory(ptr %pgcstack, i64 %n, ptr addrspace(10) null, i64 %n, i1 false)
  %x = load i64, ptr addrspace(10) %m, align 8
  ret i64 %x
}
