; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Which calls may collect.  In each function %a is live across the call in question.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @poll()
declare void @look(ptr addrspace(10)) memory(read)
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
declare ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10), ptr)
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
declare void @julia.gcroot_flush()
declare void @julia.write_barrier(ptr addrspace(10), ...)

; Nothing is known of it.
; CHECK-LABEL: define {{.*}} @unknown_callee(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @poll()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @unknown_callee() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @poll()
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; CHECK-LABEL: define {{.*}} @indirect_call(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void %f()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @indirect_call(ptr %f) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void %f()
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; A collection writes; what only reads, or only touches what its arguments point to, cannot be one.
; CHECK-LABEL: define {{.*}} @callee_that_touches_nothing(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %x
define i64 @callee_that_touches_nothing() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @pure()
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}
declare void @pure() memory(none)

; CHECK-LABEL: define {{.*}} @callee_that_reads(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %x
define i64 @callee_that_reads() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @look(ptr addrspace(10) %a)
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; CHECK-LABEL: define {{.*}} @callee_that_writes_its_arguments_only(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %x
define i64 @callee_that_writes_its_arguments_only() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @set(ptr addrspace(10) %a)
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}
declare void @set(ptr addrspace(10)) memory(argmem: readwrite)

; Memory of its own, out of our sight, is where a collector lives.
; CHECK-LABEL: define {{.*}} @callee_that_writes_inaccessible_memory(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @hidden()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @callee_that_writes_inaccessible_memory() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @hidden()
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}
declare void @hidden() memory(argmem: read, inaccessiblemem: readwrite)

; What the call site says counts as much.
; CHECK-LABEL: define {{.*}} @call_site_that_touches_nothing(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %x
define i64 @call_site_that_touches_nothing() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @poll() memory(none)
  call void @use(ptr addrspace(10) %a) memory(argmem: readwrite)
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; Callee and call site together: it may write arguments, this call writes nothing else.
; CHECK-LABEL: define {{.*}} @both_narrow_it_down(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %x
define i64 @both_narrow_it_down() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @hidden() memory(argmem: readwrite, inaccessiblemem: read)
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; CHECK-LABEL: define {{.*}} @llvm_intrinsics(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %y
define i64 @llvm_intrinsics(ptr %p, i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @llvm.memcpy.p10.p0.i64(ptr addrspace(10) %a, ptr %p, i64 %n, i1 false)
  %m = call i64 @llvm.ctpop.i64(i64 %n)
  fence seq_cst
  %x = load i64, ptr addrspace(10) %a
  %y = add i64 %x, %m
  ret i64 %y
}
declare void @llvm.memcpy.p10.p0.i64(ptr addrspace(10), ptr, i64, i1)
declare i64 @llvm.ctpop.i64(i64)

; Helpers of the runtime that are known not to collect, under both prefixes.
; CHECK-LABEL: define {{.*}} @known_helpers(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %x
define i64 @known_helpers(ptr %task, ptr %p) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %e = call i32 @jl_egal__unboxed(ptr addrspace(10) %a, ptr addrspace(10) %a, ptr addrspace(10) null)
  %f = call i32 @ijl_egal__unboxed(ptr addrspace(10) %a, ptr addrspace(10) %a, ptr addrspace(10) null)
  call void @jl_lock_value(ptr addrspace(10) %a)
  call void @ijl_unlock_value(ptr addrspace(10) %a)
  call void @jl_lock_field(ptr %p)
  call void @ijl_unlock_field(ptr %p)
  call void @ijl_pop_handler_noexcept(ptr %task, i32 1)
  %c = call i32 @memcmp(ptr %p, ptr %p, i64 8)
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}
declare i32 @jl_egal__unboxed(ptr addrspace(10), ptr addrspace(10), ptr addrspace(10))
declare i32 @ijl_egal__unboxed(ptr addrspace(10), ptr addrspace(10), ptr addrspace(10))
declare void @jl_lock_value(ptr addrspace(10))
declare void @ijl_unlock_value(ptr addrspace(10))
declare void @jl_lock_field(ptr)
declare void @ijl_unlock_field(ptr)
declare void @ijl_pop_handler_noexcept(ptr, i32)
declare i32 @memcmp(ptr, ptr, i64)

; A name that only looks like one of them.
; CHECK-LABEL: define {{.*}} @not_quite_a_known_helper(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @my_jl_lock_value(ptr addrspace(10) %a)
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @not_quite_a_known_helper() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @my_jl_lock_value(ptr addrspace(10) %a)
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}
declare void @my_jl_lock_value(ptr addrspace(10))

; Intrinsics of the dialect that never collect.
; CHECK-LABEL: define {{.*}} @dialect_intrinsics(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %x
define i64 @dialect_intrinsics(ptr %raw) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %a)
  %r = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  %l = call ptr addrspace(13) @julia.gc_loaded(ptr addrspace(10) %a, ptr %raw)
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %a, ptr addrspace(10) %a)
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; It has no effect but this: everything live is rooted.
; CHECK-LABEL: define {{.*}} @gcroot_flush(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @gcroot_flush() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @julia.gcroot_flush()
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; An explicit poll of the runtime.
; CHECK-LABEL: define {{.*}} @julia_safepoint(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @julia.safepoint(ptr %page)
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @julia_safepoint(ptr %page) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @julia.safepoint(ptr %page)
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}
declare void @julia.safepoint(ptr)

; An allocation may collect.
; CHECK-LABEL: define {{.*}} @allocation(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK: %b = call nonnull align 8 dereferenceable(16) ptr addrspace(10) @julia.gc_alloc_bytes(ptr %ptls, i64 16, i64 ptrtoint (ptr @type to i64))
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %z
define i64 @allocation() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 16, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  %x = load i64, ptr addrspace(10) %a
  %y = load i64, ptr addrspace(10) %b
  %z = add i64 %x, %y
  ret i64 %z
}
@type = external constant i8
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) memory(argmem: read, inaccessiblemem: readwrite)

; Somebody vouches for it.
; CHECK-LABEL: define {{.*}} @gc_leaf_function(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %x
define i64 @gc_leaf_function() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @leaf()
  call void @poll() "gc-leaf-function"
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}
declare void @leaf() "gc-leaf-function"

; The failure meant: trusting memory attributes that the front end made better than they are.
; CHECK-LABEL: define {{.*}} @optimistic_attributes(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void @optimistic()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @optimistic_attributes() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @optimistic()
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}
declare void @optimistic() memory(argmem: read) "julia.safepoint"

; CHECK-LABEL: define {{.*}} @optimistic_attributes_at_the_call(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void %f()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @optimistic_attributes_at_the_call(ptr %f) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void %f() memory(argmem: read) "julia.safepoint"
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; What may return twice may run anything in between.
; CHECK-LABEL: define {{.*}} @returns_twice_and_reads(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: %r = call i32 @fork()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @returns_twice_and_reads() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %r = call i32 @fork() memory(read) returns_twice
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}
declare i32 @fork()

; Of an indirect call nobody can tell whether its attributes are of that kind.  The failure meant: believing them.
; CHECK-LABEL: define {{.*}} @indirect_call_said_to_read(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void %f()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @indirect_call_said_to_read(ptr %f) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void %f() memory(read)
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; Assembly may do anything unless it says otherwise.
; CHECK-LABEL: define {{.*}} @inline_assembly(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[SLOT0]]
; CHECK-NEXT: call void asm sideeffect "", "~{memory}"()
; CHECK: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: ret i64 %x
define i64 @inline_assembly() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void asm sideeffect "", "~{memory}"()
  %x = load i64, ptr addrspace(10) %a
  ret i64 %x
}

; CHECK-LABEL: define {{.*}} @pure_inline_assembly(
; CHECK-NOT: gc_frame
; CHECK: ret i64 %y
define i64 @pure_inline_assembly() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %n = call i64 asm "", "=r,0"(i64 1) memory(none)
  %x = load i64, ptr addrspace(10) %a
  %y = add i64 %x, %n
  ret i64 %y
}
