; LowerGlobals: variables of a typed module that hold references, and can change, are rows of a table that a constructor makes known.
; RUN: %lateroot opt --passes=LowerGlobals -S %s | FileCheck %s
; RUN: grep -v lateroot.memory %s | sed 's/^!llvm.module.flags.*//' >%t.ll && %lateroot opt --passes=LowerGlobals -S %t.ll 2>%t.err | FileCheck %s --check-prefix=PLAIN && FileCheck --input-file=%t.err %s --check-prefix=WARN
; RUN: %exits 1 %lateroot opt --passes=LowerGlobals -Werror=global -S %t.ll 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: %lateroot opt --passes=LowerGlobals -Wno-global -S %t.ll 2>&1 | FileCheck %s --check-prefix=SILENT
; RUN: %exits 2 %lateroot opt --passes=LowerGlobals -Wno-globl -S %t.ll 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: %lateroot opt --profile=julia-1.13 --passes=LowerGlobals -S %s | FileCheck %s --check-prefix=JULIA
; PLAIN-NOT: lr_globals_add
; JULIA-NOT: lr_globals_add
; WARN: warning: a reference is stored into the variable 'one', which is no root: pass its address to lr_gc_add_root, or mark the module as typed [global]
; WARN-NOT: warning
; ERROR: error: a reference is stored into the variable 'one'
; SILENT-NOT: warning
; UNKNOWN: no warning 'no-globl'
target datalayout = "e-p:64:64"
%struct.value = type { ptr addrspace(10), i64 }
%struct.machine = type { i64, [16 x %struct.value], [3 x ptr addrspace(10)], ptr }
%struct.list = type { ptr, %struct.value }
@one = internal global ptr addrspace(10) null
@values = global [8 x [2 x %struct.value]] zeroinitializer
@machine = global %struct.machine zeroinitializer
@known = global ptr addrspace(10) null
; What cannot change, has no references, or is defined elsewhere.
@constant = constant %struct.value zeroinitializer
@numbers = global { i64, ptr } zeroinitializer
@elsewhere = external global ptr addrspace(10)
@extra = available_externally global ptr addrspace(10) null
@local = internal thread_local global %struct.list zeroinitializer
@shared = thread_local global ptr addrspace(10) null
@others = external thread_local global ptr addrspace(10)
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @own, ptr null }]
; CHECK: [[ONE:@.*]] = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 1, i32 1, [1 x i64] [i64 17592187092992] }, align 8
; CHECK: [[VALUE:@.*]] = private unnamed_addr constant { i32, i32, [1 x i64] } { i32 2, i32 1, [1 x i64] [i64 17592187092992] }, align 8
; one word at 1 every 2 words 16 times; 3 words at 33
; CHECK: [[MACHINE:@.*]] = private unnamed_addr constant { i32, i32, [2 x i64] } { i32 37, i32 2, [2 x i64] [i64 281483567693825, i64 17592189190177] }, align 8
; CHECK: [[KNOWN:@.*]] = private unnamed_addr constant
; CHECK: [[TABLE:@.*]] = private constant [4 x { ptr, ptr, i64 }] [{ ptr, ptr, i64 } { ptr [[ONE]], ptr @one, i64 1 }, { ptr, ptr, i64 } { ptr [[VALUE]], ptr @values, i64 16 }, { ptr, ptr, i64 } { ptr [[MACHINE]], ptr @machine, i64 1 }, { ptr, ptr, i64 } { ptr [[KNOWN]], ptr @known, i64 1 }]
; CHECK: @llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @own, ptr null }, { i32, ptr, ptr } { i32 100, ptr @lr.globals.add, ptr null }]
; CHECK: [[LOCAL:@.*]] = private constant [2 x { ptr, ptr, i64 }] [{ ptr, ptr, i64 } { ptr @lr.map{{.*}}, ptr @lr.tls.address{{.*}}, i64 1 }, { ptr, ptr, i64 } { ptr @lr.map{{.*}}, ptr @lr.tls.address{{.*}}, i64 1 }]
; CHECK: @lr.tls.here = internal thread_local global i8 0
; CHECK: @llvm.global_dtors = appending global [2 x { i32, ptr, ptr }]

define internal void @own() {
  ret void
}

define void @store(ptr addrspace(10) %r) {
  store ptr addrspace(10) %r, ptr @one
  store ptr addrspace(10) %r, ptr @known
  store ptr addrspace(10) null, ptr @shared
  ret void
}

define void @tell() {
  call i32 @lr_gc_add_root(ptr @known)
  ret void
}

; Who only reads a thread-local variable need not ask.
; CHECK-LABEL: define ptr addrspace(10) @read(
; CHECK-NOT: lr.tls.here
; CHECK: ret
define ptr addrspace(10) @read() {
  %a = call ptr @llvm.threadlocal.address.p0(ptr @shared)
  %r = load ptr addrspace(10), ptr %a
  ret ptr addrspace(10) %r
}

; CHECK-LABEL: define void @write(
; CHECK: %v = alloca i64
; CHECK-NEXT: [[HERE:%.*]] = load i8, ptr @lr.tls.here
; CHECK-NEXT: [[KNOWN:%.*]] = icmp ne i8 [[HERE]], 0
; CHECK-NEXT: br i1 [[KNOWN]], label %[[REST:.*]], label %[[COLD:.*]], !prof
; CHECK: call void @lr.tls.add()
; CHECK-NEXT: br label %[[REST]]
define void @write(ptr addrspace(10) %r) {
  %v = alloca i64
  %a = call ptr @llvm.threadlocal.address.p0(ptr @others)
  store ptr addrspace(10) %r, ptr %a
  ret void
}

; CHECK-LABEL: define ptr @give(
; CHECK: call void @lr.tls.add()
define ptr @give() {
  %a = call ptr @llvm.threadlocal.address.p0(ptr @local)
  ret ptr %a
}

; CHECK: define internal void @lr.globals.add() #[[LEAF:.*]] {
; CHECK-NEXT: call void @lr_globals_add(ptr [[TABLE]], i64 4)
; CHECK: define internal void @lr.globals.remove()
; CHECK-NEXT: call void @lr_globals_remove(ptr [[TABLE]], i64 4)
; CHECK: define internal void @lr.tls.add()
; CHECK-NEXT: call void @lr_tls_add(ptr [[LOCAL]], i64 2)
; CHECK-NEXT: call void @lateroot.tls.others()
; CHECK-NEXT: store i8 1, ptr @lr.tls.here
; CHECK: define void @lateroot.tls.shared()
; CHECK-NEXT: call void @lr.tls.add()
; CHECK: define internal void @lr.tls.remove()
; CHECK-NEXT: call void @lr_tls_remove(ptr [[LOCAL]], i64 2)
; CHECK: attributes #[[LEAF]] = {{.*}}"gc-leaf-function"

declare ptr @llvm.threadlocal.address.p0(ptr)
declare i32 @lr_gc_add_root(ptr)
!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}
