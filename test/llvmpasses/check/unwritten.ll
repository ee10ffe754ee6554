; What is read out of a stack variable before it is written is undefined.
; RUN: not %lateroot opt --passes=CheckGCRoots %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=error:
; RUN: %lateroot opt --passes=LateLowerGCFrame --check %s -o /dev/null
; RUN: %lateroot opt --passes=LateLowerGCFrame --abi=statepoint --check %s -o /dev/null

%pair = type { ptr addrspace(10), i64, ptr addrspace(10) }

declare void @fill(ptr) "gc-leaf-function"
declare void @take(ptr byval(%pair)) "gc-leaf-function"
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.start.p0(i64, ptr)

; CHECK: error: root check: a reference that may be undefined is returned: it comes from %v
; CHECK-NEXT: in function 'one_way'
define ptr addrspace(10) @one_way(i1 %c, ptr addrspace(10) %x) {
  %a = alloca ptr addrspace(10)
  br i1 %c, label %one, label %two
one:
  store ptr addrspace(10) %x, ptr %a
  br label %two
two:
  %v = load ptr addrspace(10), ptr %a
  ret ptr addrspace(10) %v
}

define ptr addrspace(10) @both_ways(i1 %c, ptr addrspace(10) %x) {
  %a = alloca ptr addrspace(10)
  br i1 %c, label %one, label %other
one:
  store ptr addrspace(10) %x, ptr %a
  br label %two
other:
  store ptr addrspace(10) null, ptr %a
  br label %two
two:
  %v = load ptr addrspace(10), ptr %a
  ret ptr addrspace(10) %v
}

; CHECK: error: root check: a reference that may be undefined is stored: it comes from %v
; CHECK-NEXT: in function 'other_member'
define void @other_member(ptr addrspace(11) %to, ptr addrspace(10) %x) {
  %a = alloca %pair
  store ptr addrspace(10) %x, ptr %a
  %w = load ptr addrspace(10), ptr %a
  store ptr addrspace(10) %w, ptr addrspace(11) %to
  %third = getelementptr %pair, ptr %a, i32 0, i32 2
  %v = load ptr addrspace(10), ptr %third
  store ptr addrspace(10) %v, ptr addrspace(11) %to
  ret void
}

; CHECK: error: root check: byte 16 of stack variable %a is copied from here, and on some path that reference is not written
; CHECK-NEXT: in function 'copied'
; CHECK: error: root check: byte 16 of stack variable %a is copied from here, and on some path that reference is not written
; CHECK-NEXT: in function 'copied': call void @take
define void @copied(ptr %to, ptr addrspace(10) %x) {
  %a = alloca %pair
  store ptr addrspace(10) %x, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %a, i64 24, i1 false)
  call void @take(ptr byval(%pair) %a)
  ret void
}

; CHECK: error: root check: a reference that may be undefined is returned: it comes from %v
; CHECK-NEXT: in function 'again'
define ptr addrspace(10) @again(i1 %c, ptr addrspace(10) %x) {
  %a = alloca ptr addrspace(10)
  store ptr addrspace(10) %x, ptr %a
  br label %loop
loop:
  %v = load ptr addrspace(10), ptr %a
  br i1 %c, label %out, label %more
more:
  call void @llvm.lifetime.start.p0(i64 8, ptr %a)
  br label %loop
out:
  ret ptr addrspace(10) %v
}

define ptr addrspace(10) @cleared() {
  %a = alloca %pair
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 24, i1 false)
  %third = getelementptr %pair, ptr %a, i32 0, i32 2
  %v = load ptr addrspace(10), ptr %third
  ret ptr addrspace(10) %v
}

define ptr addrspace(10) @filled_by_a_callee() {
  %a = alloca %pair
  call void @fill(ptr %a)
  %v = load ptr addrspace(10), ptr %a
  ret ptr addrspace(10) %v
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}
