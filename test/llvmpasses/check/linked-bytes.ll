; Objects that get into roots as numbers, plain pointers or bytes: not known, and no holes.
; RUN: %exits 3 %lateroot check --all %s | FileCheck %s --implicit-check-not=hole
; CHECK: unknown: memory that is no object is copied into a root [linked-frame/1]
; CHECK-NEXT: in function 'memcpy_slot'
; CHECK: unknown: an object is stored into a root as a number or plain pointer [linked-frame/1]
; CHECK-NEXT: in function 'cast_store'
; CHECK: unknown: an object is stored into a root as a number or plain pointer [linked-frame/1]
; CHECK-NEXT: in function 'number_store'
; CHECK: unknown: memory that is no object is copied into a root [linked-frame/1]
; CHECK-NEXT: in function 'bytes'
; CHECK: proven linked from_object
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @gc()
declare void @leafp(ptr) "gc-leaf-function"
declare void @llvm.memcpy.p0.p0.i64(ptr,ptr,i64,i1)
define void @memcpy_slot(ptr %o) {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %pgo = getelementptr i8, ptr %pg, i64 64
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  %tmp = alloca ptr addrspace(10)
  store ptr addrspace(10) %x, ptr %tmp
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %tmp, i64 8, i1 false)
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  
  ret void
}
define void @cast_store(ptr %o) {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %pgo = getelementptr i8, ptr %pg, i64 64
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  %xc = addrspacecast ptr addrspace(10) %x to ptr
  store ptr %xc, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  
  ret void
}
define void @number_store(ptr %o) {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  %pgo = getelementptr i8, ptr %pg, i64 64
  %x = call ptr addrspace(10) @make()
  store i64 4, ptr %f
  %xi = ptrtoint ptr addrspace(10) %x to i64
  store i64 %xi, ptr %s
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  store ptr %old, ptr %pg
  
  ret void
}

define void @bytes(ptr %o, ptr addrspace(10) %unused) {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  store i64 4, ptr %f
  store ptr null, ptr %s
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %o, i64 8, i1 false)
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  call void @gc()
  store ptr %old, ptr %pg
  ret void
}
; The nearest right neighbour: what lies in an object are references.
declare void @llvm.memcpy.p0.p10.i64(ptr, ptr addrspace(10), i64, i1)
define void @from_object(ptr addrspace(10) %o) {
  %f = alloca [3 x ptr], align 16
  %s = getelementptr ptr, ptr %f, i64 2
  %p = getelementptr ptr, ptr %f, i64 1
  %pg = call ptr @julia.get_pgcstack()
  store i64 4, ptr %f
  store ptr null, ptr %s
  call void @llvm.memcpy.p0.p10.i64(ptr %s, ptr addrspace(10) %o, i64 8, i1 false)
  %old = load ptr, ptr %pg
  store ptr %old, ptr %p
  store ptr %f, ptr %pg
  call void @gc()
  store ptr %old, ptr %pg
  ret void
}
