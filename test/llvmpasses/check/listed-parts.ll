; References in stack memory that statepoints do not list: parts of words, and numbers.
; RUN: %exits 3 %lateroot check --all %s | FileCheck %s --implicit-check-not=hole:
; CHECK: unknown: stack memory may hold a reference that is needed behind the call, which does not list it [memory/1]
; CHECK-NEXT: in function 'pieced'
; CHECK: unknown: stack memory may hold a reference that is needed behind the call, which does not list it [memory/1]
; CHECK-NEXT: in function 'stored'
; CHECK: unknown: stack memory may hold a reference that is needed behind the call, which does not list it [memory/1]
; CHECK-NEXT: in function 'exchanged'
; CHECK: unknown: stack memory may hold a reference that is needed behind the call, which does not list it [memory/1]
; CHECK-NEXT: in function 'cast'
; CHECK: proven statepoints torn
; CHECK: proven statepoints number
declare void @gc()
declare void @take(i64)
declare void @look(ptr) "gc-leaf-function"
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)

; The callee may have left a reference in the second word.  It is gone when a part of the word is stored.
define void @torn(i32 %n, i1 %c) gc "statepoint-example" {
  %s = alloca [2 x i64]
  store ptr addrspace(1) null, ptr %s
  %f = getelementptr i8, ptr %s, i64 8
  br label %loop
loop:
  store ptr addrspace(1) null, ptr %s
  store i32 %n, ptr %f
  call void @look(ptr %s)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0)
  br i1 %c, label %loop, label %done
done:
  ret void
}

; Not if two parts may be those of a reference.
define void @pieced(i32 %n, i32 %m, i1 %c) gc "statepoint-example" {
  %s = alloca [2 x i64]
  %f = getelementptr i8, ptr %s, i64 8
  %g = getelementptr i8, ptr %s, i64 12
  br label %loop
loop:
  store ptr addrspace(1) null, ptr %s
  store i32 %n, ptr %f
  store i32 %m, ptr %g
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0)
  call void @look(ptr %s)
  br i1 %c, label %loop, label %done
done:
  ret void
}

; What is read as a number needs no reference, if it stays one.
define i64 @number(ptr addrspace(1) %a, i64 %n) gc "statepoint-example" {
  %s = alloca ptr addrspace(1)
  %o = alloca i64
  store ptr addrspace(1) null, ptr %s
  call void @look(ptr %s)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0)
  %i = load i64, ptr %s
  %j = add i64 %i, %n
  store i64 %j, ptr %o
  call void @take(i64 %j)
  ret i64 %i
}
define void @stored(ptr %p) gc "statepoint-example" {
  %s = alloca ptr addrspace(1)
  store ptr addrspace(1) null, ptr %s
  call void @look(ptr %s)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0)
  %i = load i64, ptr %s
  store i64 %i, ptr %p
  ret void
}
define void @exchanged(ptr %p) gc "statepoint-example" {
  %s = alloca ptr addrspace(1)
  store ptr addrspace(1) null, ptr %s
  call void @look(ptr %s)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0)
  %i = load i64, ptr %s
  %old = atomicrmw xchg ptr %p, i64 %i seq_cst
  ret void
}
define ptr @cast() gc "statepoint-example" {
  %s = alloca ptr addrspace(1)
  store ptr addrspace(1) null, ptr %s
  call void @look(ptr %s)
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @gc, i32 0, i32 0, i32 0, i32 0)
  %i = load i64, ptr %s
  %p = inttoptr i64 %i to ptr
  ret ptr %p
}
