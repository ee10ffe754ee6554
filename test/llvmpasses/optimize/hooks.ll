; An object whose type has a hook that the runtime runs when it dies, or may have one, is always made.
; RUN: %lateroot opt --passes='function(AllocOpt)' -S %s | FileCheck %s
; RUN: sed 's/type_hooks = lr_type/type_hooks = unless-marked/' %S/../../../share/profiles/lateroot.profile > %t.profile
; RUN: %lateroot opt --profile=%t.profile --passes='function(AllocOpt)' -S %s | FileCheck %s --check-prefix=MARK
; RUN: %lateroot opt --profile=julia-1.13 --passes='function(AllocOpt)' -S %s | FileCheck %s --check-prefix=NONE
; NONE: define void @hookless
; NONE-NOT: call {{.*}}gc_alloc_obj
; NONE: define void @maybe
; NONE-NOT: call {{.*}}gc_alloc_obj
; NONE: ret void
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
%lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
%object = type { ptr, ptr, %lr_type }
@name = private unnamed_addr constant [5 x i8] c"type\00"
@plain = constant %lr_type { ptr @name, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@hooked = constant %lr_type { ptr @name, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr @hook }, align 16
; As LR_TYPE_DEFINE makes them.
@as_object = constant %object { ptr null, ptr @plain, %lr_type { ptr @name, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null } }, align 16
@hooked_object = constant { ptr, ptr, { ptr, [32 x i8], ptr, ptr, ptr } } { ptr null, ptr @plain, { ptr, [32 x i8], ptr, ptr, ptr } { ptr @name, [32 x i8] zeroinitializer, ptr null, ptr null, ptr @hook } }, align 16
@zeros = internal constant %lr_type zeroinitializer, align 16
@elsewhere = external constant %lr_type
@marked = external constant %lr_type, !lateroot.hookless !0
@variable = global %lr_type zeroinitializer, align 16
@weak = weak constant %lr_type zeroinitializer, align 16
@either = weak_odr constant %lr_type zeroinitializer, align 16
@loaded = externally_initialized constant %lr_type zeroinitializer, align 16
@short = constant [3 x i64] zeroinitializer, align 16
declare ptr @julia.get_pgcstack()
declare noalias ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @hook(ptr)

; CHECK-LABEL: define void @hookless
; CHECK-NOT: gc_alloc_obj
; CHECK: ret void
; MARK-LABEL: define void @hookless
; MARK-COUNT-3: call {{.*}}gc_alloc_obj
; MARK-NOT: gc_alloc_obj
; MARK: ret void
define void @hookless() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @plain to ptr addrspace(10)))
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr getelementptr (i8, ptr @as_object, i64 16) to ptr addrspace(10)))
  %c = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @zeros to ptr addrspace(10)))
  %d = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @marked to ptr addrspace(10)))
  ret void
}

; CHECK-LABEL: define void @maybe
; CHECK-COUNT-11: call ptr addrspace(10) @julia.gc_alloc_obj
; CHECK: ret void
; MARK-LABEL: define void @maybe
; MARK-COUNT-11: call ptr addrspace(10) @julia.gc_alloc_obj
; MARK: ret void
define void @maybe(ptr addrspace(10) %unknown, i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @hooked to ptr addrspace(10)))
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr getelementptr (i8, ptr @hooked_object, i64 16) to ptr addrspace(10)))
  %c = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @elsewhere to ptr addrspace(10)))
  %d = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @variable to ptr addrspace(10)))
  %e = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @weak to ptr addrspace(10)))
  %f = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @either to ptr addrspace(10)))
  %g = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @loaded to ptr addrspace(10)))
  %h = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @short to ptr addrspace(10)))
  %j = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) %unknown)
  %p = getelementptr %lr_type, ptr @plain, i64 %i
  %q = addrspacecast ptr %p to ptr addrspace(10)
  %k = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) %q)
  %l = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %pgcstack, i64 8, ptr addrspace(10) null)
  ret void
}
!0 = !{}
