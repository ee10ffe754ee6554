; Objects of bits whose address is observed become stack memory.
; RUN: %lateroot opt --profile=julia-1.13 --passes='function(AllocOpt)' -S %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare void @llvm.memcpy.p11.p0.i64(ptr addrspace(11), ptr, i64, i1)
declare void @llvm.memcpy.p0.p11.i64(ptr, ptr addrspace(11), i64, i1)
declare void @llvm.memcpy.p11.p11.i64(ptr addrspace(11), ptr addrspace(11), i64, i1)
declare void @external()
declare void @takes(ptr)
declare i64 @reads(ptr) "gc-leaf-function"

; A copy into the object, and its address.
; CHECK-LABEL: define i64 @memcpy_opt
; CHECK: %v = alloca [2 x i64], align 16
; CHECK: call void @llvm.lifetime.start.p0({{.*}}ptr %v)
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 16 %v, i8 0, i64 16, i1 false)
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr %from, i64 16, i1 false)
; CHECK-NEXT: call void @takes(ptr %v) [ "jl_roots"(ptr addrspace(10) null) ]
; CHECK-NEXT: %x = load i64, ptr %v
; CHECK-NEXT: call void @llvm.lifetime.end.p0({{.*}}ptr %v)
; CHECK-NEXT: call void @external()
; CHECK-NEXT: ret i64 %x
define i64 @memcpy_opt(ptr %from) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %task = getelementptr i8, ptr %pgcstack, i64 -152
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) addrspacecast (ptr inttoptr (i64 4096 to ptr) to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  tail call void @llvm.memcpy.p11.p0.i64(ptr addrspace(11) align 8 %d, ptr %from, i64 16, i1 false)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @takes(ptr %p) [ "jl_roots"(ptr addrspace(10) %v) ]
  %x = load i64, ptr addrspace(11) %d
  call void @external()
  ret i64 %x
}

; From one half to the other: both operands change. The mark `tail` goes from all calls, as they may see the variable.
; CHECK-LABEL: define void @within
; CHECK: %v = alloca [2 x i64], align 16
; CHECK: %q = getelementptr i8, ptr %v, i64 8
; CHECK: {{^}}  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %v, i64 8, i1 false)
; CHECK: {{^}}  call void @takes(ptr %v)
define void @within() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 16, ptr addrspace(10) null)
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  %q = getelementptr i8, ptr addrspace(11) %d, i64 8
  call void @llvm.memcpy.p11.p11.i64(ptr addrspace(11) %q, ptr addrspace(11) %d, i64 8, i1 false)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  tail call void @takes(ptr %p)
  ret void
}

; A variable index; no end, since no safepoint follows. 12 bytes are no integer of 96 bits.
; CHECK-LABEL: define i32 @variable_index
; CHECK: %v = alloca [3 x i32], align 16
; CHECK: call void @llvm.memset.p0.i64(ptr align 16 %v, i8 0, i64 12, i1 false)
; CHECK: %q = getelementptr inbounds i32, ptr %v, i64 %i
; CHECK-NEXT: store i32 7, ptr %q, align 4
; CHECK-NEXT: %x = load i32, ptr %v, align 4
; CHECK-NOT: lifetime.end
; CHECK: ret i32 %x
define i32 @variable_index(i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 12, ptr addrspace(10) null)
  %q = getelementptr inbounds i32, ptr addrspace(10) %v, i64 %i
  store i32 7, ptr addrspace(10) %q, align 4
  %x = load i32, ptr addrspace(10) %v, align 4
  ret i32 %x
}

; The memory is needed to the end of the preserve region on each path.
; CHECK-LABEL: define void @preserved
; CHECK: %v = alloca [1 x i64], align 16
; CHECK-NOT: gc_preserve
; CHECK: left:
; CHECK-NEXT: call void @takes(ptr %v)
; CHECK-NEXT: call void @external()
; CHECK-NEXT: call void @llvm.lifetime.end.p0({{.*}}ptr %v)
; CHECK-NEXT: call void @external()
; CHECK: right:
; CHECK-NEXT: call void @external()
; CHECK-NEXT: call void @llvm.lifetime.end.p0({{.*}}ptr %v)
; CHECK-NEXT: call void @external()
define void @preserved(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) null)
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %v)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  br i1 %c, label %left, label %right
left:
  call void @takes(ptr %p)
  call void @external()
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @external()
  br label %end
right:
  call void @external()
  call void @llvm.julia.gc_preserve_end(token %t)
  call void @external()
  br label %end
end:
  ret void
}

; A region without an end, or one that a path leaves without: no ends.
; CHECK-LABEL: define void @never_ended
; CHECK: alloca
; CHECK: lifetime.start
; CHECK-NOT: lifetime.end
; CHECK: ret void
define void @never_ended() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) null)
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %v)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @takes(ptr %p)
  call void @external()
  ret void
}

; In a loop the memory is cleared in each round, and marks of constant memory go.
; CHECK-LABEL: define i64 @in_a_loop
; CHECK: entry:
; CHECK: %v = alloca [1 x i64], align 16
; CHECK-NOT: lifetime
; CHECK: loop:
; CHECK: call void @llvm.lifetime.start.p0({{.*}}ptr %v)
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 16 %v, i8 0, i64 8, i1 false)
; CHECK-NEXT: call void @takes(ptr %v)
; CHECK-NEXT: %x = load i64, ptr %v, align 8
; CHECK-NOT: invariant
; CHECK: call void @llvm.lifetime.end.p0({{.*}}ptr %v)
; CHECK-NEXT: call void @external()
define i64 @in_a_loop(i64 %n) {
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i64 [ 0, %entry ], [ %total, %loop ]
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) null)
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @takes(ptr %p) [ "jl_roots"(ptr addrspace(10) %v) ]
  %x = load i64, ptr addrspace(10) %v, align 8, !invariant.load !0
  %total = add i64 %sum, %x
  %next = add i64 %i, 1
  call void @external()
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i64 %total
}

; Volatile accesses stay volatile, atomic ones atomic.
; CHECK-LABEL: define i64 @observed_accesses
; CHECK: store volatile i64 1, ptr %v, align 8
; CHECK: %old = atomicrmw add ptr %v, i64 2 seq_cst, align 8
; CHECK: %x = load volatile i64, ptr %v, align 8
define i64 @observed_accesses() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) null)
  store volatile i64 1, ptr addrspace(10) %v, align 8
  %old = atomicrmw add ptr addrspace(10) %v, i64 2 seq_cst, align 8
  %x = load volatile i64, ptr addrspace(10) %v, align 8
  ret i64 %x
}

; Its type is known where it is asked for; alignment is what an access says.
; CHECK-LABEL: define ptr addrspace(10) @type_of_it
; CHECK: alloca [8 x i64], align 64
; CHECK: ret ptr addrspace(10) %type
define ptr addrspace(10) @type_of_it(ptr addrspace(10) %type, i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 64, ptr addrspace(10) %type)
  store volatile i64 1, ptr addrspace(10) %v, align 64
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %v)
  ret ptr addrspace(10) %t
}

; Said to be uninitialised: nothing is cleared.
; CHECK-LABEL: define i64 @uninitialised
; CHECK: alloca
; CHECK-NOT: memset
; CHECK: ret i64
define i64 @uninitialised(i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 16, ptr addrspace(10) null) allockind("alloc,uninitialized")
  %q = getelementptr i64, ptr addrspace(10) %v, i64 %i
  store i64 1, ptr addrspace(10) %q, align 8
  %x = load i64, ptr addrspace(10) %v, align 8
  ret i64 %x
}

; A leaf is no safepoint, so that a raw address may still be in use behind it.
; CHECK-LABEL: define void @leaf_ends_nothing
; CHECK: call i64 @reads
; CHECK-NEXT: call i64 @reads
; CHECK-NEXT: call void @llvm.lifetime.end
; CHECK-NEXT: call void @external()
define void @leaf_ends_nothing() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) null)
  %d = addrspacecast ptr addrspace(10) %v to ptr addrspace(11)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call i64 @reads(ptr %p)
  call i64 @reads(ptr null)
  call void @external()
  ret void
}
!0 = !{}
