; RUN: %lateroot opt --profile=julia-1.13 --passes=AllocOpt -S %s | FileCheck %s --implicit-check-not='alloca '
; RUN: %lateroot opt --profile=julia-1.13 --passes=AllocOpt -pass-remarks-missed=lateroot %s -o /dev/null 2>&1 \
; RUN:   | FileCheck %s --check-prefix=WHY
; RUN: %lateroot opt --profile=lateroot --passes=AllocOpt -pass-remarks-missed=lateroot %s -o /dev/null 2>&1 \
; RUN:   | FileCheck %s --check-prefix=HOOK
;
; Objects that stay on the heap, and the reason.
; HOOK: its type may have a hook

@tag = external constant i8
declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare void @julia.write_barrier(ptr addrspace(10), ...)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @poll()
declare void @leaf(ptr addrspace(10)) "gc-leaf-function"
declare void @raw(ptr)
declare i32 @setjmp(ptr) returns_twice
declare void @llvm.memset.p11.i64(ptr addrspace(11), i8, i64, i1)

; CHECK-LABEL: define void @passed(
; CHECK: gc_alloc_obj
; CHECK: ret void
; WHY: stays on the heap: it is passed to a call{{.*}}'passed'
define void @passed(i64 %x) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  call void @use(ptr addrspace(10) %o)
  ret void
}

; CHECK-LABEL: define void @unknown_bundle(
; CHECK: gc_alloc_obj
; CHECK: ret void
; WHY: stays on the heap: it is passed to a call{{.*}}'unknown_bundle'
define void @unknown_bundle(i64 %x) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  call void @poll() [ "unknown"(ptr addrspace(10) %o) ]
  ret void
}

; CHECK-LABEL: define void @beyond_its_end(
; CHECK: gc_alloc_obj
; CHECK: ret void
; WHY: stays on the heap: it is accessed beyond its end{{.*}}'beyond_its_end'
define void @beyond_its_end(i64 %x) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  %e = getelementptr i8, ptr addrspace(10) %o, i64 8
  store i64 %x, ptr addrspace(10) %e
  ret void
}

; CHECK-LABEL: define void @stored_into_itself(
; CHECK: gc_alloc_obj
; CHECK: ret void
; WHY: stays on the heap: it is stored{{.*}}'stored_into_itself'
define void @stored_into_itself(i64 %x) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store ptr addrspace(10) %o, ptr addrspace(10) %o
  ret void
}

; CHECK-LABEL: define void @frozen(
; CHECK: gc_alloc_obj
; CHECK: ret void
; WHY: stays on the heap: it is passed to a call{{.*}}'frozen'
define void @frozen(i64 %x) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  %f = freeze ptr addrspace(10) %o
  call void @use(ptr addrspace(10) %f)
  ret void
}

; A vector of addresses.
; CHECK-LABEL: define i64 @vector(
; CHECK: gc_alloc_obj
; CHECK: ret i64
; WHY: stays on the heap: a vector of addresses is computed from it{{.*}}'vector'
define i64 @vector(<2 x i64> %i) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 1, ptr addrspace(10) %o
  %g = getelementptr i8, ptr addrspace(10) %o, <2 x i64> %i
  %e = extractelement <2 x ptr addrspace(10)> %g, i32 0
  %v = load i64, ptr addrspace(10) %e
  ret i64 %v
}

; CHECK-LABEL: define void @numbers_and_references(
; CHECK: gc_alloc_obj
; CHECK: ret void
; WHY: stays on the heap: one of its fields holds references and is accessed in several ways{{.*}}'numbers_and_references'
define void @numbers_and_references(i64 %x) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store i64 %x, ptr addrspace(10) %o
  %v = load ptr addrspace(10), ptr addrspace(10) %o
  call void @use(ptr addrspace(10) %v)
  ret void
}

; CHECK-LABEL: define void @part_of_a_reference(
; CHECK: gc_alloc_obj
; CHECK: ret void
; WHY: stays on the heap: one of its fields holds references{{.*}}'part_of_a_reference'
define void @part_of_a_reference(i64 %x) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  store ptr addrspace(10) null, ptr addrspace(10) %o
  %e = getelementptr i8, ptr addrspace(10) %o, i64 4
  %v = load i32, ptr addrspace(10) %e
  ret void
}

; CHECK-LABEL: define void @pair_of_references(
; CHECK: gc_alloc_obj
; CHECK: ret void
; WHY: stays on the heap: one of its fields holds references{{.*}}'pair_of_references'
define void @pair_of_references(i64 %x) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  %v = load { ptr addrspace(10), ptr addrspace(10) }, ptr addrspace(10) %o
  %w = extractvalue { ptr addrspace(10), ptr addrspace(10) } %v, 0
  call void @use(ptr addrspace(10) %w)
  ret void
}

; CHECK-LABEL: define void @twice(
; CHECK: gc_alloc_obj
; CHECK: ret void
; WHY: stays on the heap: a call that may return twice may see it{{.*}}'twice'
define void @twice(i64 %x) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  %b = call i32 @setjmp(ptr null)
  store i64 %x, ptr addrspace(10) %o
  %v = load i64, ptr addrspace(10) %o
  ret void
}

; CHECK-LABEL: define void @order(
; CHECK: gc_alloc_obj
; CHECK: ret void
; WHY: stays on the heap: it is compared with another object{{.*}}'order'
define void @order(ptr addrspace(10) %y) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  %c = icmp ult ptr addrspace(10) %o, %y
  br i1 %c, label %l, label %l
l:
  ret void
}

; CHECK-LABEL: define void @with_itself(
; CHECK: gc_alloc_obj
; CHECK: ret void
; WHY: stays on the heap: it is compared with another object{{.*}}'with_itself'
define void @with_itself(i64 %x) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  %c = icmp eq ptr addrspace(10) %o, %o
  br i1 %c, label %l, label %l
l:
  ret void
}

; CHECK-LABEL: define void @computed_size(
; CHECK: gc_alloc_obj
; CHECK: ret void
; WHY: stays on the heap: it is passed to a call{{.*}}'computed_size'
define void @computed_size(i64 %x) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  %d = call i64 @llvm.abs.i64(i64 %x, i1 false)
  %q = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 %d, ptr addrspace(10) %o)
  ret void
}

; CHECK-LABEL: define void @stored_while_preserved(
; CHECK: gc_alloc_obj
; CHECK: ret void
; WHY: stays on the heap: a reference may be stored into it while it is preserved{{.*}}'stored_while_preserved'
define void @stored_while_preserved(i64 %x) {
  %p = call ptr @julia.get_pgcstack()
  %t = getelementptr i8, ptr %p, i64 -152
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 8, ptr addrspace(10) addrspacecast (ptr @tag to ptr addrspace(10)))
  %r = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  %v = call ptr addrspace(10) @make()
  store ptr addrspace(10) %v, ptr addrspace(10) %o
  %w = load ptr addrspace(10), ptr addrspace(10) %o
  %d = addrspacecast ptr addrspace(10) %w to ptr addrspace(11)
  %a = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @raw(ptr %a)
  call void @llvm.julia.gc_preserve_end(token %r)
  ret void
}
