; Frames that stores link are read, in each layout and from whoever, and what is rooted is proven.
; RUN: %lateroot check --all %s | FileCheck %s --implicit-check-not=hole --implicit-check-not=unknown
; RUN: %lateroot check --kind=linked --func=shadow %s
; RUN: %exits 3 %lateroot check --kind=statepoints --func=julia %s | FileCheck %s --check-prefix=KIND
; KIND: unknown: the function is of another kind than was asked for [kind/1]
; CHECK: proven linked julia
; CHECK: proven linked twice_zeroed
; CHECK: proven linked optimised
; CHECK: proven linked shadow
; CHECK: proven frames unframed
; CHECK: nothing none plain
; CHECK: proven linked joined
; CHECK: proven; functions: 6 proven, 1 with nothing to prove

target datalayout = "e-p:64:64"
@llvm_gc_root_chain = external thread_local global ptr
@map = private constant { i32, i32 } { i32 1, i32 0 }
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @ijl_gc_queue_root(ptr addrspace(10))
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @llvm.threadlocal.address.p0(ptr)

; As Julia's FinalLowerGC leaves it: null bytes over the header, too.
define void @julia() {
  %gcframe = alloca ptr addrspace(10), i32 3, align 16
  call void @llvm.memset.p0.i64(ptr align 16 %gcframe, i8 0, i64 24, i1 true)
  %pgcstack = call ptr @julia.get_pgcstack()
  %frame.nroots = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 0
  store i64 4, ptr %frame.nroots
  %task.gcstack = load ptr, ptr %pgcstack
  %frame.prev = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 1
  store ptr %task.gcstack, ptr %frame.prev
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  %slot = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 2
  store ptr addrspace(10) %x, ptr %slot
  call void @use(ptr addrspace(10) null)
  call void @use(ptr addrspace(10) %x)
  %p = getelementptr inbounds ptr addrspace(10), ptr %gcframe, i32 1
  %prev = load ptr addrspace(10), ptr %p
  store ptr addrspace(10) %prev, ptr %pgcstack
  ret void
}

; No root is nulled that is stored before a safepoint; the frame is pushed on one side only.
define void @twice_zeroed(i1 %c) {
  %gcframe = alloca ptr addrspace(10), i32 4, align 16
  %s0 = getelementptr i8, ptr %gcframe, i64 16
  %s1 = getelementptr i8, ptr %gcframe, i64 24
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %a, label %b
a:
  call void @llvm.memset.p0.i64(ptr %s1, i8 0, i64 8, i1 false)
  store i64 8, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  store ptr addrspace(10) null, ptr %s0
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %s0
  call void @ijl_gc_queue_root(ptr addrspace(10) %x)
  call void @use(ptr addrspace(10) null)
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
b:
  call void @use(ptr addrspace(10) null)
  ret void
}

; Behind LLVM's optimiser: the head was loaded at the start, prev is not read again.
define void @optimised() {
  %gcframe = alloca [3 x ptr addrspace(10)], align 16
  %slot = getelementptr inbounds i8, ptr %gcframe, i64 16
  store ptr addrspace(10) null, ptr %slot
  %pgcstack = call ptr @julia.get_pgcstack()
  %head = load ptr, ptr %pgcstack
  store i64 4, ptr %gcframe
  %word = getelementptr inbounds i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot
  call void @use(ptr addrspace(10) null)
  call void @use(ptr addrspace(10) %x)
  store ptr %head, ptr %pgcstack
  ret void
}

define void @shadow() "lateroot-abi"="shadow-stack" {
  %frame = alloca { { ptr, ptr }, ptr addrspace(10) }
  %slot = getelementptr { { ptr, ptr }, ptr addrspace(10) }, ptr %frame, i32 0, i32 1
  store ptr addrspace(10) null, ptr %slot
  %chain = call ptr @llvm.threadlocal.address.p0(ptr @llvm_gc_root_chain)
  %word = getelementptr { { ptr, ptr }, ptr addrspace(10) }, ptr %frame, i32 0, i32 0, i32 1
  store ptr @map, ptr %word
  %head = load ptr, ptr %chain
  store ptr %head, ptr %frame
  store ptr %frame, ptr %chain
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot
  call void @use(ptr addrspace(10) null)
  call void @use(ptr addrspace(10) %x)
  %again = call ptr @llvm.threadlocal.address.p0(ptr @llvm_gc_root_chain)
  %prev = load ptr, ptr %frame
  store ptr %prev, ptr %again
  ret void
}

define void @unframed(ptr addrspace(10) %x) {
  call void @use(ptr addrspace(10) %x)
  ret void
}

define i32 @plain(i32 %x) {
  ret i32 %x
}

; The frame is pushed on one of two ways to a call that does not return: what the slot holds on the other does not count.
define void @joined(i1 %c) {
  %gcframe = alloca ptr addrspace(10), i32 3, align 16
  %slot = getelementptr ptr addrspace(10), ptr %gcframe, i32 2
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %push, label %both
push:
  store ptr addrspace(10) null, ptr %slot
  store i64 4, ptr %gcframe
  %head = load ptr, ptr %pgcstack
  %word = getelementptr i8, ptr %gcframe, i64 8
  store ptr %head, ptr %word
  store ptr %gcframe, ptr %pgcstack
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %slot
  call void @use(ptr addrspace(10) null)
  call void @use(ptr addrspace(10) %x)
  br label %both
both:
  call void @use(ptr addrspace(10) null)
  unreachable
}
