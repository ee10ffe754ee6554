; The nearest right neighbours of chain-wrong.ll: writes beside the head of the chain, and a header that stays the same.
; RUN: %lateroot check --all %s | FileCheck %s --implicit-check-not=hole --implicit-check-not=unknown
; CHECK: proven; functions: 5 proven
target datalayout = "e-p:64:64"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @gc()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @same_count() {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  store i64 4, ptr %f
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

define void @field_behind() {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  %a = getelementptr i8, ptr %pg, i64 8
  store i64 0, ptr %a
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

define void @field_before() {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  %a = getelementptr i8, ptr %pg, i64 -8
  store i64 0, ptr %a
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 8, i1 false)
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

define void @chosen_field(ptr %z) {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  %a = getelementptr i8, ptr %pg, i64 16
  %c = icmp eq ptr %z, null
  %h = select i1 %c, ptr %a, ptr %z
  store ptr null, ptr %h
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}

define void @compared(ptr %z) {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  store ptr addrspace(10) %x, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  %n = ptrtoint ptr %pg to i64
  %m = and i64 %n, 7
  %c = icmp eq i64 %m, 0
  store i1 %c, ptr %z
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  ret void
}
