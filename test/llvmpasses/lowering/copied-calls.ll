; RUN: %lateroot opt --passes=LateLowerGCFrame -S %s | FileCheck %s
; Calls that are alike become copies of one.  What makes them differ must not get lost: attributes, sizes, conventions, callees.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @julia.call2(ptr, ptr addrspace(10), ptr addrspace(10), ...)
declare ptr addrspace(10) @one(ptr addrspace(10), ptr, i32)
declare ptr addrspace(10) @two(ptr addrspace(10), ptr, i32)
declare ptr addrspace(10) @three(ptr addrspace(10), ptr, i32, ptr addrspace(10))
declare void @use(ptr addrspace(10), ptr addrspace(10), ptr addrspace(10), ptr addrspace(10), ptr addrspace(10))

; 8 and 72 bytes are of one kind to the table that the copies come from.
; CHECK-LABEL: define void @allocations(
; CHECK: %a = call nonnull align 8 dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_bytes(ptr %{{.*}}, i64 8, i64 [[T:.*]]) #[[N:[0-9]+]]
; CHECK: %b = call nonnull align 8 dereferenceable(8) ptr addrspace(10) @julia.gc_alloc_bytes(ptr %{{.*}}, i64 8, i64 {{.*}}) #[[N]]
; CHECK: %c = call nonnull align 8 dereferenceable(72) ptr addrspace(10) @julia.gc_alloc_bytes(ptr %{{.*}}, i64 72, i64 {{.*}}) #[[N]]
; CHECK: %d = call nonnull align 16 dereferenceable(72) ptr addrspace(10) @julia.gc_alloc_bytes(ptr %{{.*}}, i64 72, i64 {{.*}}) #[[N]]
; CHECK: %e = call nonnull align 8 dereferenceable(72) ptr addrspace(10) @julia.gc_alloc_bytes(ptr %{{.*}}, i64 72, i64 {{.*}}){{$}}
define void @allocations(ptr addrspace(10) %t) {
  %pgc = call ptr @julia.get_pgcstack()
  %task = getelementptr i8, ptr %pgc, i64 -8
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) %t) #0
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 8, ptr addrspace(10) %t) #0
  %c = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 72, ptr addrspace(10) %t) #0
  %d = call align 16 ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 72, ptr addrspace(10) %t) #0
  %e = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %task, i64 72, ptr addrspace(10) %t)
  call void @use(ptr addrspace(10) %a, ptr addrspace(10) %b, ptr addrspace(10) %c, ptr addrspace(10) %d, ptr addrspace(10) %e)
  ret void
}

; CHECK-LABEL: define void @boxed(
; CHECK: %a = call nonnull ptr addrspace(10) @one(ptr addrspace(10) %f, ptr %{{.*}}, i32 1) #[[N]]
; CHECK: %b = call nonnull ptr addrspace(10) @two(ptr addrspace(10) %f, ptr %{{.*}}, i32 1) #[[N]]
; CHECK: %c = call fastcc nonnull ptr addrspace(10) @one(ptr addrspace(10) %f, ptr %{{.*}}, i32 1) #[[N]]
; CHECK: %d = call nonnull ptr addrspace(10) @one(ptr addrspace(10) nonnull %f, ptr %{{.*}}, i32 1) #[[N]]
; CHECK: %e = call ptr addrspace(10) @one(ptr addrspace(10) %f, ptr %{{.*}}, i32 1) #[[N]]
; CHECK: %g = call ptr addrspace(10) @one(ptr addrspace(10) %f, ptr %{{.*}}, i32 1){{$}}
; CHECK: %h = call ptr addrspace(10) @three(ptr addrspace(10) %f, ptr %{{.*}}, i32 1, ptr addrspace(10) %x){{$}}
; CHECK: call ptr addrspace(10) @one(ptr addrspace(10) %f, ptr null, i32 0) #[[R:[0-9]+]]
; CHECK: call ptr addrspace(10) @one(ptr addrspace(10) %f, ptr %{{.*}}, i32 1) #[[N]]
define void @boxed(ptr addrspace(10) %f, ptr addrspace(10) %x) {
  %a = call nonnull ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @one, ptr addrspace(10) %f, ptr addrspace(10) %x) #0
  %b = call nonnull ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @two, ptr addrspace(10) %f, ptr addrspace(10) %x) #0
  %c = call fastcc nonnull ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @one, ptr addrspace(10) %f, ptr addrspace(10) %x) #0
  %d = call nonnull ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @one, ptr addrspace(10) nonnull %f, ptr addrspace(10) %x) #0
  %e = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @one, ptr addrspace(10) %f, ptr addrspace(10) %x) #0
  %g = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @one, ptr addrspace(10) %f, ptr addrspace(10) %x)
  %h = call ptr addrspace(10) (ptr, ptr addrspace(10), ptr addrspace(10), ...) @julia.call2(ptr @three, ptr addrspace(10) %x, ptr addrspace(10) %f, ptr addrspace(10) %x)
  %i = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @one, ptr addrspace(10) %f) #1
  %j = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @one, ptr addrspace(10) %f, ptr addrspace(10) %x) #2
  ret void
}

; A promise on memory holds only without a list of arguments.
; CHECK-DAG: attributes #[[N]] = { nounwind }
; CHECK-DAG: attributes #[[R]] = { nounwind memory(read) }
attributes #0 = { nounwind }
attributes #1 = { nounwind memory(read) }
attributes #2 = { nounwind memory(read) }
