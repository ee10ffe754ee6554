; RUN: not %lateroot opt --passes=GCInvariantVerifier -S %s 2>&1 | FileCheck %s
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1)
declare ptr addrspace(10) @jl_alloc_genericmemory_unchecked(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @ijl_alloc_genericmemory(ptr, i64, ptr addrspace(10))
declare void @julia.safepoint(ptr)
declare void @block()

; CHECK: error: julia.gc_alloc_obj cannot have both zeroing bundles, or one of them twice
; CHECK-NEXT: 'both': %o = call
define void @both(ptr %task, ptr addrspace(10) %x) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) %x) [ "julia.gc_alloc_ptr_offsets"(i64 8), "julia.gc_alloc_zeroinit"(i64 0, i64 8) ]
  ret void
}
; CHECK: error: julia.gc_alloc_obj cannot have both zeroing bundles, or one of them twice
; CHECK-NEXT: 'twice'
define void @twice(ptr %task, ptr addrspace(10) %x) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) %x) [ "julia.gc_alloc_ptr_offsets"(i64 8), "julia.gc_alloc_ptr_offsets"(i64 0) ]
  ret void
}
; CHECK: error: the zeroing bundle of julia.gc_alloc_obj must hold integers
; CHECK-NEXT: 'offsets'
define void @offsets(ptr %task, ptr addrspace(10) %x) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) %x) [ "julia.gc_alloc_ptr_offsets"(i64 8, ptr %task) ]
  ret void
}
; CHECK: error: a zeroing bundle of julia.gc_alloc_obj reaches beyond the end of the object
; CHECK-NEXT: 'behind_the_end'
define void @behind_the_end(ptr %task, ptr addrspace(10) %x) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) %x) [ "julia.gc_alloc_ptr_offsets"(i64 8, i64 9) ]
  ret void
}
; CHECK: error: a zeroing bundle of julia.gc_alloc_obj reaches beyond the end of the object
; CHECK-NEXT: 'too_long'
define void @too_long(ptr %task, ptr addrspace(10) %x) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) %x) [ "julia.gc_alloc_zeroinit"(i64 8, i64 -8) ]
  ret void
}
; CHECK: error: the zeroing bundle of julia.gc_alloc_obj must hold integers: an offset and a size
; CHECK-NEXT: 'one'
define void @one(ptr %task, ptr addrspace(10) %x) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) %x) [ "julia.gc_alloc_zeroinit"(i64 8) ]
  ret void
}
; CHECK: error: the zeroing bundle of julia.gc_alloc_obj must hold integers: an offset and a size
; CHECK-NEXT: 'no_offset'
define void @no_offset(ptr %task, ptr addrspace(10) %x) {
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) %x) [ "julia.gc_alloc_zeroinit"(ptr addrspace(10) %x, i64 8) ]
  ret void
}
; CHECK: error: the bundle "julia.gc_alloc_zeroinit" may only stand on julia.gc_alloc_obj
; CHECK-NEXT: 'region_of_memory'
define void @region_of_memory(ptr %task, ptr addrspace(10) %x) {
  %o = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %task, i64 16, ptr addrspace(10) %x, i64 2, i1 false) [ "julia.gc_alloc_zeroinit"(i64 0, i64 8) ]
  ret void
}
; CHECK: error: the bundle "julia.gc_alloc_ptr_offsets" may only stand on julia.gc_alloc_obj
; CHECK-NEXT: 'offsets_of_call'
define void @offsets_of_call() {
  call void @block() [ "julia.gc_alloc_ptr_offsets"(i64 0) ]
  ret void
}
; CHECK: error: the bundle "julia.gc_alloc_zeroinit_indirect" may only stand on a call of jl_alloc_genericmemory_unchecked
; CHECK-NEXT: 'indirect_of_other'
define void @indirect_of_other(ptr %ptls, ptr addrspace(10) %x) {
  %o = call ptr addrspace(10) @ijl_alloc_genericmemory(ptr %ptls, i64 16, ptr addrspace(10) %x) [ "julia.gc_alloc_zeroinit_indirect"(i64 8, i64 16) ]
  ret void
}
; CHECK: error: the bundle "julia.gc_alloc_zeroinit_indirect" must hold the offset of the data pointer and a size
; CHECK-NEXT: 'indirect_of_nothing'
define void @indirect_of_nothing(ptr %ptls, ptr addrspace(10) %x) {
  %o = call ptr addrspace(10) @jl_alloc_genericmemory_unchecked(ptr %ptls, i64 16, ptr addrspace(10) %x) [ "julia.gc_alloc_zeroinit_indirect"() ]
  ret void
}
; CHECK: error: the bundle "gc-transition" must hold the ptls, a pointer in address space 0, and nothing else
; CHECK-NEXT: 'transition_of_two'
define void @transition_of_two(ptr %ptls) {
  call void @block() [ "gc-transition"(ptr %ptls, ptr %ptls) ]
  ret void
}
; CHECK: error: the bundle "gc-transition" must hold the ptls, a pointer in address space 0, and nothing else
; CHECK-NEXT: 'transition_of_object'
define void @transition_of_object(ptr addrspace(10) %ptls) {
  call void @block() [ "gc-transition"(ptr addrspace(10) %ptls) ]
  ret void
}
; CHECK: error: the bundle "gc-transition" must hold the ptls, a pointer in address space 0, and nothing else
; CHECK-NEXT: 'transition_of_integer'
define void @transition_of_integer() {
  call void @block() [ "gc-transition"(i64 0) ]
  ret void
}
; CHECK: error: the bundle "gc-transition" may only stand on calls of ordinary functions, not of julia.safepoint
define void @transition_of_safepoint(ptr %ptls) {
  call void @julia.safepoint(ptr %ptls) [ "gc-transition"(ptr %ptls) ]
  ret void
}
; CHECK-NOT: error:
; CHECK: error: the bundle "jl_roots" may hold references, addresses of stack variables and constant addresses, but it is given a number
; CHECK-NEXT: 'roots_number'
define void @roots_number(i64 %x) {
  call void @block() [ "jl_roots"(i64 %x) ]
  ret void
}
; CHECK: error: the bundle "jl_roots" may hold references, addresses of stack variables and constant addresses, but it is given a plain pointer
; CHECK-NEXT: 'roots_pointer'
define void @roots_pointer(ptr %p) {
  call void @block() [ "jl_roots"(ptr null, ptr %p) ]
  ret void
}
; CHECK-NOT: 'roots_good'
define void @roots_good(ptr addrspace(10) %x, ptr addrspace(11) %y) {
  %v = alloca [4 x i64]
  %w = getelementptr i64, ptr %v, i64 1
  call void @block() [ "jl_roots"(ptr addrspace(10) %x, ptr addrspace(11) %y, ptr null, ptr %v, ptr %w, ptr @block, ptr poison) ]
  ret void
}
