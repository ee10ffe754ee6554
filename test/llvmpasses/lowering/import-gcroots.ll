; LLVM's older intrinsics become the dialect.
; RUN: split-file %s %t
; RUN: %lateroot opt -passes=AdoptGCRoots -S %t/good.ll | FileCheck %s
; RUN: %lateroot opt -passes='AdoptGCRoots<no-barriers>' -S %t/good.ll | FileCheck %s --check-prefix=STORE
; RUN: %lateroot opt --check -S %t/good.ll | FileCheck %s --check-prefix=LOWERED
; RUN: %exits 1 %lateroot opt -passes=AdoptGCRoots -S %t/not-alloca.ll 2>&1 | FileCheck %s --check-prefix=ALLOCA
; ALLOCA: gcroot parameter #1 must be an alloca
; RUN: %exits 1 %lateroot opt -passes=AdoptGCRoots -S %t/twice.ll 2>&1 | FileCheck %s --check-prefix=TWICE
; TWICE: error: the variable is given to llvm.gcroot twice
; RUN: %exits 1 %lateroot opt -passes=AdoptGCRoots -S %t/struct.ll 2>&1 | FileCheck %s --check-prefix=STRUCT
; STRUCT: error: a variable given to llvm.gcroot must hold one pointer in address space 0
; RUN: %exits 1 %lateroot opt -passes=AdoptGCRoots -S %t/nested.ll 2>&1 | FileCheck %s --check-prefix=NESTED
; NESTED: error: a variable given to llvm.gcroot must be in the entry block

;--- good.ll
declare void @llvm.gcroot(ptr, ptr)
declare ptr @llvm.gcread(ptr, ptr)
declare void @llvm.gcwrite(ptr, ptr, ptr)
declare ptr @make()
declare void @use(ptr)
declare void @fill(ptr)
declare i32 @personality(...)
@kind = constant i32 1

; LOWERED: @gc_map = private unnamed_addr constant { i32, i32, [1 x ptr] } { i32 1, i32 1, [1 x ptr] [ptr @kind] }

; The callee has the object as long as it runs; no strategy is left.
; CHECK: define void @value(){{ (#[0-9]+ )?}}{
; CHECK: %[[O:.*]] = call ptr @make()
; CHECK: %[[T:.*]] = call ptr addrspace(10) @julia.tracked_pointer(ptr %[[O]])
; CHECK: call void @use(ptr %[[O]])
; CHECK: addrspacecast ptr addrspace(10) %[[T]] to
; CHECK: call ptr @julia.pointer_from_objref
; CHECK: ret void
; LOWERED-LABEL: define void @value(
; LOWERED: store ptr %o, ptr %gcslot
; LOWERED: call void @use(ptr %o)
define void @value() gc "toy" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  %o = call ptr @make()
  store ptr %o, ptr %r
  call void @use(ptr %o)
  ret void
}

; Its address gets away: it stays a variable.
; CHECK: define ptr @address(
; CHECK: %[[R:.*]] = alloca ptr addrspace(10)
; CHECK: store ptr addrspace(10) null, ptr %[[R]]
; CHECK: call void @fill(ptr %[[R]])
; CHECK: load ptr addrspace(10), ptr %[[R]]
define ptr @address() gc "toy" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  call void @fill(ptr %r)
  %o = load ptr, ptr %r
  ret ptr %o
}

; CHECK: define void @described() #[[SHADOW:[0-9]+]]
; CHECK: alloca ptr addrspace(10), align 8, !lateroot.roots
define void @described() gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr @kind)
  %o = call ptr @make()
  store ptr %o, ptr %r
  call void @use(ptr %o)
  ret void
}

; CHECK: define ptr @barriers(
; CHECK: store ptr %v, ptr %at
; CHECK: call void (ptr addrspace(10), ...) @julia.write_barrier(
; CHECK: load ptr, ptr %at
; STORE: define ptr @barriers(
; STORE: store ptr %v, ptr %at
; STORE-NEXT: load ptr, ptr %at
define ptr @barriers(ptr %v, ptr %o) gc "toy" {
  %at = getelementptr i8, ptr %o, i64 8
  call void @llvm.gcwrite(ptr %v, ptr %o, ptr %at)
  %x = call ptr @llvm.gcread(ptr %o, ptr %at)
  ret ptr %x
}

; On both ways out of an invoke.
; CHECK: define void @invoked(
; CHECK: ok:
; CHECK: call ptr @julia.pointer_from_objref
; CHECK: landingpad { ptr, i32 }
; CHECK: call ptr @julia.pointer_from_objref
define void @invoked() gc "toy" personality ptr @personality {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  %o = call ptr @make()
  store ptr %o, ptr %r
  invoke void @use(ptr %o) to label %ok unwind label %bad
ok:
  ret void
bad:
  %p = landingpad { ptr, i32 } cleanup
  ret void
}
; CHECK: attributes #[[SHADOW]] = { "lateroot-abi"="shadow-stack" }

;--- not-alloca.ll
declare void @llvm.gcroot(ptr, ptr)
define void @f(ptr %r) gc "toy" {
  call void @llvm.gcroot(ptr %r, ptr null)
  ret void
}
;--- twice.ll
declare void @llvm.gcroot(ptr, ptr)
define void @f() gc "toy" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  call void @llvm.gcroot(ptr %r, ptr null)
  ret void
}
;--- struct.ll
@kind = constant i32 1
declare void @llvm.gcroot(ptr, ptr)
define void @f() gc "toy" {
  %r = alloca { ptr, ptr }
  call void @llvm.gcroot(ptr %r, ptr @kind)
  ret void
}
;--- nested.ll
declare void @llvm.gcroot(ptr, ptr)
define void @f(i1 %c) gc "toy" {
  br i1 %c, label %a, label %b
a:
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  br label %b
b:
  ret void
}
