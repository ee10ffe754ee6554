; RUN: %lateroot opt --profile=julia-1.13 --passes='function(AllocOpt)' -S %s | FileCheck %s
;
; A nest of objects, each of which is stored into the next one.  They fall from outside in, one level in each round of
; the pass; the number of rounds has no bound but the steps that a function may take.
; CHECK-LABEL: define i64 @nest(
; CHECK-NOT: gc_alloc_obj
; CHECK: ret i64 %x

declare ptr @julia.get_pgcstack()
declare noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))

define i64 @nest(i64 %x) {
  %p = call ptr @julia.get_pgcstack()
  %o0 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store i64 %x, ptr addrspace(10) %o0
  %o1 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o0, ptr addrspace(10) %o1
  %o2 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o1, ptr addrspace(10) %o2
  %o3 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o2, ptr addrspace(10) %o3
  %o4 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o3, ptr addrspace(10) %o4
  %o5 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o4, ptr addrspace(10) %o5
  %o6 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o5, ptr addrspace(10) %o6
  %o7 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o6, ptr addrspace(10) %o7
  %o8 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o7, ptr addrspace(10) %o8
  %o9 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o8, ptr addrspace(10) %o9
  %o10 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o9, ptr addrspace(10) %o10
  %o11 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o10, ptr addrspace(10) %o11
  %o12 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o11, ptr addrspace(10) %o12
  %o13 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o12, ptr addrspace(10) %o13
  %o14 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o13, ptr addrspace(10) %o14
  %o15 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o14, ptr addrspace(10) %o15
  %o16 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o15, ptr addrspace(10) %o16
  %o17 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o16, ptr addrspace(10) %o17
  %o18 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o17, ptr addrspace(10) %o18
  %o19 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o18, ptr addrspace(10) %o19
  %o20 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o19, ptr addrspace(10) %o20
  %o21 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o20, ptr addrspace(10) %o21
  %o22 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o21, ptr addrspace(10) %o22
  %o23 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o22, ptr addrspace(10) %o23
  %o24 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o23, ptr addrspace(10) %o24
  %o25 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o24, ptr addrspace(10) %o25
  %o26 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o25, ptr addrspace(10) %o26
  %o27 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o26, ptr addrspace(10) %o27
  %o28 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o27, ptr addrspace(10) %o28
  %o29 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o28, ptr addrspace(10) %o29
  %o30 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o29, ptr addrspace(10) %o30
  %o31 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o30, ptr addrspace(10) %o31
  %o32 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o31, ptr addrspace(10) %o32
  %o33 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o32, ptr addrspace(10) %o33
  %o34 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o33, ptr addrspace(10) %o34
  %o35 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o34, ptr addrspace(10) %o35
  %o36 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o35, ptr addrspace(10) %o36
  %o37 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o36, ptr addrspace(10) %o37
  %o38 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o37, ptr addrspace(10) %o38
  %o39 = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %p, i64 8, ptr addrspace(10) null)
  store ptr addrspace(10) %o38, ptr addrspace(10) %o39
  %v38 = load ptr addrspace(10), ptr addrspace(10) %o39
  %v37 = load ptr addrspace(10), ptr addrspace(10) %v38
  %v36 = load ptr addrspace(10), ptr addrspace(10) %v37
  %v35 = load ptr addrspace(10), ptr addrspace(10) %v36
  %v34 = load ptr addrspace(10), ptr addrspace(10) %v35
  %v33 = load ptr addrspace(10), ptr addrspace(10) %v34
  %v32 = load ptr addrspace(10), ptr addrspace(10) %v33
  %v31 = load ptr addrspace(10), ptr addrspace(10) %v32
  %v30 = load ptr addrspace(10), ptr addrspace(10) %v31
  %v29 = load ptr addrspace(10), ptr addrspace(10) %v30
  %v28 = load ptr addrspace(10), ptr addrspace(10) %v29
  %v27 = load ptr addrspace(10), ptr addrspace(10) %v28
  %v26 = load ptr addrspace(10), ptr addrspace(10) %v27
  %v25 = load ptr addrspace(10), ptr addrspace(10) %v26
  %v24 = load ptr addrspace(10), ptr addrspace(10) %v25
  %v23 = load ptr addrspace(10), ptr addrspace(10) %v24
  %v22 = load ptr addrspace(10), ptr addrspace(10) %v23
  %v21 = load ptr addrspace(10), ptr addrspace(10) %v22
  %v20 = load ptr addrspace(10), ptr addrspace(10) %v21
  %v19 = load ptr addrspace(10), ptr addrspace(10) %v20
  %v18 = load ptr addrspace(10), ptr addrspace(10) %v19
  %v17 = load ptr addrspace(10), ptr addrspace(10) %v18
  %v16 = load ptr addrspace(10), ptr addrspace(10) %v17
  %v15 = load ptr addrspace(10), ptr addrspace(10) %v16
  %v14 = load ptr addrspace(10), ptr addrspace(10) %v15
  %v13 = load ptr addrspace(10), ptr addrspace(10) %v14
  %v12 = load ptr addrspace(10), ptr addrspace(10) %v13
  %v11 = load ptr addrspace(10), ptr addrspace(10) %v12
  %v10 = load ptr addrspace(10), ptr addrspace(10) %v11
  %v9 = load ptr addrspace(10), ptr addrspace(10) %v10
  %v8 = load ptr addrspace(10), ptr addrspace(10) %v9
  %v7 = load ptr addrspace(10), ptr addrspace(10) %v8
  %v6 = load ptr addrspace(10), ptr addrspace(10) %v7
  %v5 = load ptr addrspace(10), ptr addrspace(10) %v6
  %v4 = load ptr addrspace(10), ptr addrspace(10) %v5
  %v3 = load ptr addrspace(10), ptr addrspace(10) %v4
  %v2 = load ptr addrspace(10), ptr addrspace(10) %v3
  %v1 = load ptr addrspace(10), ptr addrspace(10) %v2
  %v0 = load ptr addrspace(10), ptr addrspace(10) %v1
  %y = load i64, ptr addrspace(10) %v0
  ret i64 %y
}
