; RUN: %lateroot opt --verify-each --passes=InlineAllocation -S %s | FileCheck %s
; RUN: %lateroot opt --check -S %s -o /dev/null
; RUN: %lateroot opt --check --abi=statepoint -S %s -o /dev/null
; RUN: %lateroot opt --check --abi=framemap --reload -S %s -o /dev/null
; RUN: sed 's/type_hooks = lr_type/type_hooks = none/' %S/../../../share/profiles/lateroot.profile > %t.profile
; RUN: %lateroot opt --profile=%t.profile --passes=InlineAllocation -S %s | FileCheck %s --check-prefix=NONE
; The sweep looks for the release hooks of those objects alone that an entry of the runtime has made. So an object whose
; type has one is not taken from a run; a descriptor that is not seen is asked at run time.
; NONE-NOT: hook_at
; NONE-LABEL: @seen(
; NONE: run_empty
; NONE-NOT: hook_at
%lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@name = private unnamed_addr constant [5 x i8] c"type\00"
@plain = constant %lr_type { ptr @name, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@hooked = constant %lr_type { ptr @name, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr @hook }, align 16
@elsewhere = external constant i8, align 16
@table = external constant [3 x %lr_type], align 16
@marked = external constant i8, align 16, !lateroot.hookless !0
@missing = extern_weak constant %lr_type, align 16
@variable = global %lr_type zeroinitializer, align 16
@short = weak constant [7 x i64] zeroinitializer, align 16
; CHECK: @lr.no_type = private unnamed_addr constant [8 x i64] zeroinitializer
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @hook(ptr)
declare void @use(ptr addrspace(10))

; CHECK-LABEL: @plain_type(
; CHECK-NOT: hook_at
; CHECK: br i1 %run_empty
; CHECK: ret ptr
define ptr addrspace(10) @plain_type() {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) addrspacecast (ptr @plain to ptr addrspace(10)))
  ret ptr addrspace(10) %a
}

; CHECK-LABEL: @seen(
; CHECK-NEXT: call ptr @julia.get_pgcstack
; CHECK-NEXT: call {{.*}}gc_alloc_obj
; CHECK-NEXT: ret ptr
define ptr addrspace(10) @seen() {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) addrspacecast (ptr @hooked to ptr addrspace(10)))
  ret ptr addrspace(10) %a
}

; CHECK-LABEL: @not_seen(
; CHECK: %run_empty = icmp
; CHECK-NEXT: %hook = load ptr, ptr getelementptr (i8, ptr @elsewhere, i64 56), align 8, !invariant.load
; CHECK-NEXT: %hooked = icmp ne ptr %hook, null
; CHECK-NEXT: %no_run = or i1 %run_empty, %hooked
; CHECK-NEXT: br i1 %no_run, label %refill, label %take
define ptr addrspace(10) @not_seen() {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) addrspacecast (ptr @elsewhere to ptr addrspace(10)))
  ret ptr addrspace(10) %a
}

; An element of an array of descriptors, and a variable: 64 + 56 bytes, and 56.
; CHECK-LABEL: @places(
; CHECK: load ptr, ptr getelementptr (i8, ptr @table, i64 120), align 8, !invariant.load
; CHECK: load ptr, ptr getelementptr (i8, ptr @variable, i64 56), align 8{{$}}
define void @places() {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) addrspacecast (ptr getelementptr (%lr_type, ptr @table, i64 1) to ptr addrspace(10)))
  call void @use(ptr addrspace(10) %a)
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) addrspacecast (ptr @variable to ptr addrspace(10)))
  call void @use(ptr addrspace(10) %b)
  ret void
}

; CHECK-LABEL: @mark(
; CHECK-NOT: hook_at
; CHECK: br i1 %run_empty
define ptr addrspace(10) @mark() {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) addrspacecast (ptr @marked to ptr addrspace(10)))
  ret ptr addrspace(10) %a
}

; A descriptor that may be missing, and one without a word for the hook, are not read.
; CHECK-LABEL: @unreadable(
; CHECK-NOT: run
; CHECK: ret void
define void @unreadable() {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) addrspacecast (ptr @missing to ptr addrspace(10)))
  call void @use(ptr addrspace(10) %a)
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) addrspacecast (ptr @short to ptr addrspace(10)))
  call void @use(ptr addrspace(10) %b)
  ret void
}

; A tag that is known at run time may be a small number.
; CHECK-LABEL: @value(
; CHECK: %small = icmp ult ptr addrspace(10) %type, addrspacecast (ptr inttoptr (i64 4096 to ptr) to ptr addrspace(10))
; CHECK-NEXT: %descriptor = select i1 %small, ptr addrspace(10) addrspacecast (ptr @lr.no_type to ptr addrspace(10)), ptr addrspace(10) %type
; CHECK: load ptr, ptr addrspace(10) %hook_at, align 8{{$}}
define ptr addrspace(10) @value(ptr addrspace(10) %type) {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) %type)
  ret ptr addrspace(10) %a
}

; CHECK-LABEL: @small_tag(
; CHECK-NOT: hook_at
; CHECK: br i1 %run_empty
define ptr addrspace(10) @small_tag() {
  %gcs = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcs, i64 8, ptr addrspace(10) addrspacecast (ptr inttoptr (i64 16 to ptr) to ptr addrspace(10)))
  ret ptr addrspace(10) %a
}

; A group asks for all of its types, and for each of them once.
; CHECK-LABEL: @group(
; CHECK: %run_short = icmp
; CHECK-NOT: br
; CHECK: @elsewhere
; CHECK: @table
; CHECK-NOT: hook{{[0-9]*}} = load
; CHECK: br i1 %no_run
define void @group(ptr %ptls) {
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %ptls, i64 8, ptr addrspace(10) addrspacecast (ptr @elsewhere to ptr addrspace(10)))
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %ptls, i64 8, ptr addrspace(10) addrspacecast (ptr @elsewhere to ptr addrspace(10)))
  %c = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %ptls, i64 8, ptr addrspace(10) addrspacecast (ptr @table to ptr addrspace(10)))
  store ptr addrspace(10) %b, ptr addrspace(10) %a
  store ptr addrspace(10) %c, ptr addrspace(10) %b
  call void @use(ptr addrspace(10) %a)
  ret void
}
!0 = !{}
