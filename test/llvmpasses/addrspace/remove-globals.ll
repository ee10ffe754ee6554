; RUN: %lateroot opt --passes=RemoveJuliaAddrspaces -S %s | FileCheck %s
; Globals keep all that they have but the special spaces, and their order.

$group = comdat any

; CHECK: @plain = global i32 7, align 4
@plain = global i32 7, align 4
; CHECK-NEXT: @slot = dso_local local_unnamed_addr global ptr null, section "roots", align 16
@slot = dso_local local_unnamed_addr global ptr addrspace(10) null, section "roots", align 16
; CHECK-NEXT: @not_local = global ptr null
@not_local = global ptr addrspace(10) null
; CHECK-NEXT: @in_object_space = external hidden global i8
@in_object_space = external hidden addrspace(10) global i8
; CHECK-NEXT: @tls = internal thread_local(initialexec) global ptr null
@tls = internal thread_local(initialexec) global ptr addrspace(10) null
; CHECK-NEXT: @constant = private unnamed_addr constant [1 x ptr] zeroinitializer
@constant = private unnamed_addr constant [1 x ptr addrspace(13)] zeroinitializer
; CHECK-NEXT: @together = linkonce_odr global ptr null, comdat($group)
@together = linkonce_odr global ptr addrspace(10) null, comdat($group)
; CHECK-NEXT: @initialized = externally_initialized global ptr null
@initialized = externally_initialized global ptr addrspace(10) null
; CHECK-NEXT: @weak = extern_weak dso_local global ptr
@weak = extern_weak dso_local global ptr addrspace(10)
; CHECK-NEXT: @other_space = addrspace(1) global ptr null
@other_space = addrspace(1) global ptr addrspace(10) null
; CHECK-NEXT: @with_metadata = global ptr null, !julia.constgv ![[EMPTY:[0-9]+]]
@with_metadata = global ptr addrspace(10) null, !julia.constgv !0
; CHECK-NEXT: @"quoted dso_local name" = global ptr null
@"quoted dso_local name" = global ptr addrspace(10) null
; CHECK-NEXT: @0 = private global ptr null
@0 = private global ptr addrspace(10) null
; CHECK-NEXT: @behind = dso_local global i8 1
@behind = dso_local global i8 1

; Initialisers, through each other and themselves.
; CHECK-NEXT: @self = global ptr @self
@self = global ptr addrspace(10) addrspacecast (ptr @self to ptr addrspace(10))
; CHECK-NEXT: @first = global { ptr, ptr } { ptr @second, ptr @in_object_space }
@first = global { ptr addrspace(10), ptr addrspace(10) } { ptr addrspace(10) addrspacecast (ptr @second to ptr addrspace(10)), ptr addrspace(10) @in_object_space }
; CHECK-NEXT: @second = global [2 x ptr] [ptr getelementptr inbounds (i8, ptr @first, i64 8), ptr @0]
@second = global [2 x ptr addrspace(11)] [ptr addrspace(11) getelementptr inbounds (i8, ptr addrspace(11) addrspacecast (ptr @first to ptr addrspace(11)), i64 8), ptr addrspace(11) addrspacecast (ptr @0 to ptr addrspace(11))]
; CHECK-NEXT: @as_integer = global i64 ptrtoint (ptr @in_object_space to i64)
@as_integer = global i64 ptrtoint (ptr addrspace(10) @in_object_space to i64)
; CHECK-NEXT: @literal = global ptr inttoptr (i64 4096 to ptr)
@literal = global ptr addrspace(10) addrspacecast (ptr inttoptr (i64 4096 to ptr) to ptr addrspace(10))
; CHECK-NEXT: @parts = global { i8, ptr, <2 x ptr> } { i8 1, ptr undef, <2 x ptr> <ptr @self, ptr null> }
@parts = global { i8, ptr addrspace(10), <2 x ptr addrspace(10)> } { i8 1, ptr addrspace(10) undef, <2 x ptr addrspace(10)> <ptr addrspace(10) addrspacecast (ptr @self to ptr addrspace(10)), ptr addrspace(10) null> }

; CHECK-LABEL: @uses
; CHECK: load ptr, ptr @slot
; CHECK: load i8, ptr @in_object_space
; CHECK: load ptr, ptr addrspace(1) @other_space
; CHECK: ret ptr getelementptr (i8, ptr @in_object_space, i64 1)
define ptr addrspace(10) @uses() {
  %a = load ptr addrspace(10), ptr @slot
  %b = load i8, ptr addrspace(10) @in_object_space
  %c = load ptr addrspace(10), ptr addrspace(1) @other_space
  ret ptr addrspace(10) getelementptr (i8, ptr addrspace(10) @in_object_space, i64 1)
}

; CHECK: ![[EMPTY]] = !{}
!0 = !{}
