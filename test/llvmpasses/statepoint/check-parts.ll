; Which parts of a composite are stale behind a statepoint, part by part as far as it can be told.
; RUN: not %lateroot opt -passes=CheckGCRelocations --disable-output %s 2>&1 | FileCheck %s --implicit-check-not=right_
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:1:10:11:12:13"
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @make()
declare <2 x ptr addrspace(1)> @two()
declare void @f()
@fixed = external constant ptr addrspace(1)
@loose = external global ptr addrspace(1)
@object = external addrspace(1) global i64
; The first lane was there before.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_lane'
define ptr addrspace(1) @wrong_lane(<2 x ptr addrspace(1)> %v) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()
  %w = insertelement <2 x ptr addrspace(1)> %v, ptr addrspace(1) %n, i32 1
  %x = extractelement <2 x ptr addrspace(1)> %w, i32 0
  ret ptr addrspace(1) %x
}
; The second one is new.
define ptr addrspace(1) @right_lane(<2 x ptr addrspace(1)> %v) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()
  %w = insertelement <2 x ptr addrspace(1)> %v, ptr addrspace(1) %n, i32 1
  %x = extractelement <2 x ptr addrspace(1)> %w, i32 1
  ret ptr addrspace(1) %x
}
; A lane that nobody knows.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_any_lane'
define ptr addrspace(1) @wrong_any_lane(<2 x ptr addrspace(1)> %v, i32 %i) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()
  %w = insertelement <2 x ptr addrspace(1)> %v, ptr addrspace(1) %n, i32 1
  %x = extractelement <2 x ptr addrspace(1)> %w, i32 %i
  ret ptr addrspace(1) %x
}
; Put where nobody knows: both may be old.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_any_place'
define ptr addrspace(1) @wrong_any_place(<2 x ptr addrspace(1)> %v, i32 %i) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()
  %w = insertelement <2 x ptr addrspace(1)> %v, ptr addrspace(1) %n, i32 %i
  %x = extractelement <2 x ptr addrspace(1)> %w, i32 1
  ret ptr addrspace(1) %x
}
; All of it is new, wherever it is taken out.
define ptr addrspace(1) @right_new_vector(i32 %i) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %v = call <2 x ptr addrspace(1)> @two()
  %n = call ptr addrspace(1) @make()
  %w = insertelement <2 x ptr addrspace(1)> %v, ptr addrspace(1) %n, i32 %i
  %x = extractelement <2 x ptr addrspace(1)> %w, i32 %i
  ret ptr addrspace(1) %x
}
; Only the lane of the new vector comes through.
define ptr addrspace(1) @right_shuffle(<2 x ptr addrspace(1)> %v) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %w = call <2 x ptr addrspace(1)> @two()
  %s = shufflevector <2 x ptr addrspace(1)> %v, <2 x ptr addrspace(1)> %w, <2 x i32> <i32 2, i32 poison>
  %x = extractelement <2 x ptr addrspace(1)> %s, i32 0
  ret ptr addrspace(1) %x
}
; The lane of the old one.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_shuffle'
define <2 x ptr addrspace(1)> @wrong_shuffle(<2 x ptr addrspace(1)> %v) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %w = call <2 x ptr addrspace(1)> @two()
  %x = shufflevector <2 x ptr addrspace(1)> %v, <2 x ptr addrspace(1)> %w, <2 x i32> <i32 2, i32 1>
  ret <2 x ptr addrspace(1)> %x
}
; A mask longer than the vectors.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_wider'
define <4 x ptr addrspace(1)> @wrong_wider(<2 x ptr addrspace(1)> %v) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %w = call <2 x ptr addrspace(1)> @two()
  %x = shufflevector <2 x ptr addrspace(1)> %w, <2 x ptr addrspace(1)> %v, <4 x i32> <i32 0, i32 1, i32 poison, i32 3>
  ret <4 x ptr addrspace(1)> %x
}
; The old member was overwritten.
define ptr addrspace(1) @right_member({ i64, [2 x ptr addrspace(1)], { ptr addrspace(1) } } %s) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()
  %i = insertvalue { i64, [2 x ptr addrspace(1)], { ptr addrspace(1) } } %s, ptr addrspace(1) %n, 1, 1
  %x = extractvalue { i64, [2 x ptr addrspace(1)], { ptr addrspace(1) } } %i, 1, 1
  ret ptr addrspace(1) %x
}
; It was another one.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_member'
define { ptr addrspace(1) } @wrong_member({ i64, [2 x ptr addrspace(1)], { ptr addrspace(1) } } %s) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()
  %i = insertvalue { i64, [2 x ptr addrspace(1)], { ptr addrspace(1) } } %s, ptr addrspace(1) %n, 1, 1
  %x = extractvalue { i64, [2 x ptr addrspace(1)], { ptr addrspace(1) } } %i, 2
  ret { ptr addrspace(1) } %x
}
; A number in it does not move.
define i64 @right_number({ i64, [2 x ptr addrspace(1)], { ptr addrspace(1) } } %s) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = extractvalue { i64, [2 x ptr addrspace(1)], { ptr addrspace(1) } } %s, 0
  ret i64 %n
}
; An array of it.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_array'
define [2 x ptr addrspace(1)] @wrong_array({ i64, [2 x ptr addrspace(1)], { ptr addrspace(1) } } %s) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %x = extractvalue { i64, [2 x ptr addrspace(1)], { ptr addrspace(1) } } %s, 1
  ret [2 x ptr addrspace(1)] %x
}
; One of the two may be the old one.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_select'
define ptr addrspace(1) @wrong_select(ptr addrspace(1) %a, i1 %c) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()
  %x = select i1 %c, ptr addrspace(1) %n, ptr addrspace(1) %a
  ret ptr addrspace(1) %x
}
; Constants and null stay where they are.
define ptr addrspace(1) @right_constants(i1 %c) gc "statepoint-example" {
  %v = load ptr addrspace(1), ptr @fixed
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %x = select i1 %c, ptr addrspace(1) null, ptr addrspace(1) @object
  ret ptr addrspace(1) %x
}
; Copies are as old.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_frozen'
define ptr addrspace(1) @wrong_frozen(ptr addrspace(1) %a) gc "statepoint-example" {
  %z = freeze ptr addrspace(1) %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %x = getelementptr i8, ptr addrspace(1) %z, i64 8
  ret ptr addrspace(1) %x
}
; Loaded before, in use behind.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_loaded'
define ptr addrspace(1) @wrong_loaded(ptr addrspace(1) %a) gc "statepoint-example" {
  %x = load ptr addrspace(1), ptr addrspace(1) %a
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  ret ptr addrspace(1) %x
}
; Loaded behind.
define ptr addrspace(1) @right_loaded() gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %x = load ptr addrspace(1), ptr @loose
  ret ptr addrspace(1) %x
}
; Places in the objects of a vector.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_vector_of_places'
define <2 x ptr addrspace(1)> @wrong_vector_of_places(<2 x ptr addrspace(1)> %v, i64 %i) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %x = getelementptr i8, <2 x ptr addrspace(1)> %v, i64 %i
  ret <2 x ptr addrspace(1)> %x
}
; More parts than are told apart: nothing is said of them.
define ptr addrspace(1) @right_many([70 x ptr addrspace(1)] %m) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()
  %i = insertvalue [70 x ptr addrspace(1)] %m, ptr addrspace(1) %n, 69
  %x = extractvalue [70 x ptr addrspace(1)] %i, 69
  ret ptr addrspace(1) %x
}
; What is stored is read.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_stored'
define i64 @wrong_stored(ptr addrspace(1) %x) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  store ptr addrspace(1) %x, ptr @loose
  ret i64 0
}
; Null is null before and behind.
define i1 @right_compared_to_null(ptr addrspace(1) %a) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %q = icmp eq ptr addrspace(1) %a, null
  ret i1 %q
}
; Two addresses of different times.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_compared'
define i1 @wrong_compared(ptr addrspace(1) %x) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()
  %q = icmp eq ptr addrspace(1) %n, %x
  ret i1 %q
}
; An atomic operation reads both.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_exchange'
define i64 @wrong_exchange(ptr addrspace(1) %x, ptr addrspace(1) %n) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %p = load ptr addrspace(1), ptr @loose
  %q = cmpxchg ptr addrspace(1) %p, ptr addrspace(1) null, ptr addrspace(1) %x seq_cst seq_cst
  ret i64 0
}
