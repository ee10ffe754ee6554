; keep.ll -- a pair that a function keeps while main.c looks at the heap.
target triple = "x86_64-unknown-linux-gnu"
@pair_type = external constant i64
declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @look()
declare void @use(ptr addrspace(10))
define void @keep() noinline {
  %gc = call ptr @julia.get_pgcstack()
  %p = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gc, i64 16, ptr addrspace(10) addrspacecast (ptr @pair_type to ptr addrspace(10)))
  store ptr addrspace(10) null, ptr addrspace(10) %p
  %f = addrspacecast ptr addrspace(10) %p to ptr addrspace(11)
  %second = getelementptr i8, ptr addrspace(11) %f, i64 8
  store ptr addrspace(10) null, ptr addrspace(11) %second
  call void @look()
  call void @use(ptr addrspace(10) %p)
  ret void
}
