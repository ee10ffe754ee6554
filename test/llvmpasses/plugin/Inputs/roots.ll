; Functions that need different things of the runtime, in an order in which opt, function by function, declares them otherwise
; than a pass that sees all at once; one that asks not to be optimised; casts for PropagateJuliaAddrspaces.
target datalayout = "e-m:e-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

@type = external addrspace(10) global i64

define void @barrier(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  ret void
}

define ptr addrspace(10) @alloc(i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %task = getelementptr i8, ptr %pgcstack, i64 -8
  %o = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 %n, ptr addrspace(10) @type)
  ret ptr addrspace(10) %o
}

define void @frame() #1 {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a, ptr addrspace(10) %b)
  call void @use(ptr addrspace(10) %b, ptr addrspace(10) %a)
  ret void
}

define i32 @propagate() {
  %slot = alloca i32
  %d = addrspacecast ptr %slot to ptr addrspace(11)
  store i32 1, ptr addrspace(11) %d
  %v = load i32, ptr addrspace(11) %d
  ret i32 %v
}

define i32 @not_optimised() #0 {
  %slot = alloca i32
  %d = addrspacecast ptr %slot to ptr addrspace(11)
  store i32 1, ptr addrspace(11) %d
  %v = load i32, ptr addrspace(11) %d
  ret i32 %v
}

define ptr addrspace(10) @small_and_frame() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %task = getelementptr i8, ptr %pgcstack, i64 -8
  %o = call noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 16, ptr addrspace(10) @type)
  store i64 0, ptr addrspace(10) %o
  call void @use(ptr addrspace(10) %o, ptr addrspace(10) %o)
  ret ptr addrspace(10) %o
}

define i64 @untouched(i64 %x) {
  %y = shl i64 %x, 1
  ret i64 %y
}

declare ptr @julia.get_pgcstack()
declare noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10), ptr addrspace(10))

attributes #0 = { noinline optnone }
attributes #1 = { noinline }
