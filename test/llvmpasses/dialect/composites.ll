; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Structs and arrays as values: interior pointers in them, atomics that give them, atomic accesses to what they came from.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @poll()
declare [2 x ptr addrspace(10)] @make_array()
declare void @use_array([2 x ptr addrspace(10)])
declare void @use_interior([2 x ptr addrspace(11)])
declare { ptr addrspace(10), i64 } @make_union()

; An array of interior pointers as an argument of a call: the objects are what is rooted.
; CHECK-LABEL: define {{.*}} @array_of_interior_pointers(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %b, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @use_interior([2 x ptr addrspace(11)] %v1)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @array_of_interior_pointers() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %v0 = insertvalue [2 x ptr addrspace(11)] poison, ptr addrspace(11) %da, 0
  %v1 = insertvalue [2 x ptr addrspace(11)] %v0, ptr addrspace(11) %db, 1
  call void @use_interior([2 x ptr addrspace(11)] %v1)
  ret void
}

; Only one of them is taken out again behind the safepoint.
; CHECK-LABEL: define {{.*}} @one_of_an_array(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %v = call [2 x ptr addrspace(10)] @make_array()
; CHECK: [[V1:%[0-9]+]] = extractvalue [2 x ptr addrspace(10)] %v, 1
; CHECK-NEXT: store ptr addrspace(10) [[V1]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @one_of_an_array() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call [2 x ptr addrspace(10)] @make_array()
  %a = extractvalue [2 x ptr addrspace(10)] %v, 0
  %b = extractvalue [2 x ptr addrspace(10)] %v, 1
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %v0 = insertvalue [2 x ptr addrspace(11)] poison, ptr addrspace(11) %da, 0
  %v1 = insertvalue [2 x ptr addrspace(11)] %v0, ptr addrspace(11) %db, 1
  call void @poll()
  %d = extractvalue [2 x ptr addrspace(11)] %v1, 1
  %x = load i64, ptr addrspace(11) %d
  ret i64 %x
}

; A choice of arrays of interior pointers: a phi of objects for each element.
; CHECK-LABEL: define {{.*}} @phi_of_arrays(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: left:
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: join:
; CHECK-NEXT: [[LIFT0:%gclift[.0-9a-z]*]] = phi ptr addrspace(10) [ %a, %top ], [ %b, %left ]
; CHECK: store ptr addrspace(10) [[LIFT0]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @phi_of_arrays(i1 %c, ptr addrspace(10) %arg) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %v0 = insertvalue [2 x ptr addrspace(11)] zeroinitializer, ptr addrspace(11) %da, 0
  br i1 %c, label %left, label %join
left:
  %b = call ptr addrspace(10) @make()
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %w0 = insertvalue [2 x ptr addrspace(11)] zeroinitializer, ptr addrspace(11) %db, 0
  %darg = addrspacecast ptr addrspace(10) %arg to ptr addrspace(11)
  %w1 = insertvalue [2 x ptr addrspace(11)] %w0, ptr addrspace(11) %darg, 1
  br label %join
join:
  %p = phi [2 x ptr addrspace(11)] [ %v0, %top ], [ %w1, %left ]
  call void @poll()
  %d = extractvalue [2 x ptr addrspace(11)] %p, 0
  %x = load i64, ptr addrspace(11) %d
  ret i64 %x
}

; The same by a select.
; CHECK-LABEL: define {{.*}} @select_of_arrays(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: [[LIFT0:%gclift[.0-9a-z]*]] = select i1 %c, ptr addrspace(10) %a, ptr addrspace(10) %b
; CHECK: store ptr addrspace(10) [[LIFT0]], ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @select_of_arrays(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %v = insertvalue [1 x ptr addrspace(11)] poison, ptr addrspace(11) %da, 0
  %w = insertvalue [1 x ptr addrspace(11)] poison, ptr addrspace(11) %db, 0
  %s = select i1 %c, [1 x ptr addrspace(11)] %v, [1 x ptr addrspace(11)] %w
  call void @poll()
  %d = extractvalue [1 x ptr addrspace(11)] %s, 0
  %x = load i64, ptr addrspace(11) %d
  ret i64 %x
}

; An aggregate in an aggregate, replaced by a part of another.
; CHECK-LABEL: define {{.*}} @part_into_whole(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %v = call [2 x ptr addrspace(10)] @make_array()
; CHECK-NEXT: [[V1:%[0-9]+]] = extractvalue [2 x ptr addrspace(10)] %v, 1
; CHECK-NEXT: store ptr addrspace(10) [[V1]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @use_array([2 x ptr addrspace(10)] %y)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @part_into_whole() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = call [2 x ptr addrspace(10)] @make_array()
  %a = call ptr addrspace(10) @make()
  %w = insertvalue { i8, [2 x ptr addrspace(10)], ptr addrspace(10) } undef, [2 x ptr addrspace(10)] %v, 1
  %x = insertvalue { i8, [2 x ptr addrspace(10)], ptr addrspace(10) } %w, ptr addrspace(10) %a, 1, 0
  %y = extractvalue { i8, [2 x ptr addrspace(10)], ptr addrspace(10) } %x, 1
  call void @use_array([2 x ptr addrspace(10)] %y)
  ret void
}

; What is frozen is the same union, part by part.
; CHECK-LABEL: define {{.*}} @freeze_of_a_union(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %u = call { ptr addrspace(10), i64 } @make_union()
; CHECK: [[V1:%[0-9]+]] = extractvalue { ptr addrspace(10), i64 } %u, 0
; CHECK-NEXT: store ptr addrspace(10) [[V1]], ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @freeze_of_a_union() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %u = call { ptr addrspace(10), i64 } @make_union()
  %f = freeze { ptr addrspace(10), i64 } %u
  call void @poll()
  %a = extractvalue { ptr addrspace(10), i64 } %f, 0
  call void @use(ptr addrspace(10) %a)
  ret void
}

; A constant aggregate has nothing to root, whichever part is taken.
; CHECK-LABEL: define {{.*}} @constant_aggregate(
; CHECK: call void @use_array([2 x ptr addrspace(10)] %s)
; CHECK-NEXT: ret void
define void @constant_aggregate(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %s = select i1 %c, [2 x ptr addrspace(10)] zeroinitializer, [2 x ptr addrspace(10)] [ptr addrspace(10) null, ptr addrspace(10) addrspacecast (ptr @object to ptr addrspace(10))]
  call void @use_array([2 x ptr addrspace(10)] %s)
  ret void
}
@object = external constant i64

; A release store through an interior pointer uses both objects, and is no safepoint.
; CHECK-LABEL: define {{.*}} @ordered_store(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %b, ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @ordered_store() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %e = getelementptr i8, ptr addrspace(11) %d, i64 8
  call void @poll()
  store atomic ptr addrspace(10) %b, ptr addrspace(11) %e release, align 8
  call void @poll()
  ret void
}

; What an acquire load finds is a value of its own.
; CHECK-LABEL: define {{.*}} @ordered_load(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %b, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret ptr addrspace(10) %b
define ptr addrspace(10) @ordered_load() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %b = load atomic ptr addrspace(10), ptr addrspace(11) %d acquire, align 8
  call void @poll()
  ret ptr addrspace(10) %b
}

; What was found in the field before the exchange lives on; whether it succeeded is a number.
; CHECK-LABEL: define {{.*}} @cmpxchg_on_a_field(
; CHECK: top:
; CHECK-NEXT: %gcframe = call {{.*}}@julia.new_gc_frame(i32 2)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK: store ptr addrspace(10) %a, ptr [[SLOT0:%[a-z0-9]+]]
; CHECK: try:
; CHECK: again:
; CHECK-NEXT: [[V0:%[0-9]+]] = extractvalue { ptr addrspace(10), i1 } %r, 0
; CHECK-NEXT: store ptr addrspace(10) [[V0]], ptr [[SLOT1:%[a-z0-9]+]]
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: [[V1:%[0-9]+]] = extractvalue { ptr addrspace(10), i1 } %r, 0
; CHECK-NEXT: store ptr addrspace(10) [[V1]], ptr [[SLOT1]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %found)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret void
define void @cmpxchg_on_a_field(ptr addrspace(10) %old, ptr addrspace(10) %new) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  br label %try
try:
  %expect = phi ptr addrspace(10) [ %old, %top ], [ %found, %again ]
  %r = cmpxchg ptr addrspace(11) %d, ptr addrspace(10) %expect, ptr addrspace(10) %new acq_rel acquire
  %found = extractvalue { ptr addrspace(10), i1 } %r, 0
  %done = extractvalue { ptr addrspace(10), i1 } %r, 1
  br i1 %done, label %exit, label %again
again:
  call void @poll()
  br label %try
exit:
  call void @use(ptr addrspace(10) %found)
  ret void
}
