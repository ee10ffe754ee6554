; Composites of more parts than a word of a mask has bits are followed part by part like others; of more than there may be nothing is proved.
; RUN: not %lateroot opt -passes=CheckGCRelocations --disable-output %s 2>&1 | FileCheck %s --implicit-check-not=right_
; RUN: not %lateroot opt -passes=CheckGCRelocations --disable-output %s 2>&1 | grep -c error: | FileCheck %s --check-prefix=COUNT
; COUNT: {{^}}5{{$}}
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:1:10:11:12:13"
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @make()
declare [130 x ptr addrspace(1)] @many()
declare void @f()

; Part 100 was there before.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_part'
define ptr addrspace(1) @wrong_part({ i64, [130 x ptr addrspace(1)], ptr addrspace(1) } %v) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()
  %x = extractvalue { i64, [130 x ptr addrspace(1)], ptr addrspace(1) } %v, 1, 100
  ret ptr addrspace(1) %x
}
; It is new.
define ptr addrspace(1) @right_part({ i64, [130 x ptr addrspace(1)], ptr addrspace(1) } %v) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()
  %w = insertvalue { i64, [130 x ptr addrspace(1)], ptr addrspace(1) } %v, ptr addrspace(1) %n, 1, 100
  %x = extractvalue { i64, [130 x ptr addrspace(1)], ptr addrspace(1) } %w, 1, 100
  ret ptr addrspace(1) %x
}
; The one beside it is not.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_neighbour'
define ptr addrspace(1) @wrong_neighbour({ i64, [130 x ptr addrspace(1)], ptr addrspace(1) } %v) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()
  %w = insertvalue { i64, [130 x ptr addrspace(1)], ptr addrspace(1) } %v, ptr addrspace(1) %n, 1, 100
  %x = extractvalue { i64, [130 x ptr addrspace(1)], ptr addrspace(1) } %w, 1, 101
  ret ptr addrspace(1) %x
}
; All of them are new, across the ends of words.
define ptr addrspace(1) @right_array({ i64, [130 x ptr addrspace(1)], ptr addrspace(1) } %v) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()
  %a = call [130 x ptr addrspace(1)] @many()
  %w = insertvalue { i64, [130 x ptr addrspace(1)], ptr addrspace(1) } %v, [130 x ptr addrspace(1)] %a, 1
  %y = insertvalue { i64, [130 x ptr addrspace(1)], ptr addrspace(1) } %w, ptr addrspace(1) %n, 2
  %b = extractvalue { i64, [130 x ptr addrspace(1)], ptr addrspace(1) } %y, 1
  %x = extractvalue [130 x ptr addrspace(1)] %b, 129
  %z = extractvalue { i64, [130 x ptr addrspace(1)], ptr addrspace(1) } %y, 2
  store i8 0, ptr addrspace(1) %z
  ret ptr addrspace(1) %x
}
; All but the last.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_last'
define ptr addrspace(1) @wrong_last({ i64, [130 x ptr addrspace(1)], ptr addrspace(1) } %v) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()
  %a = call [130 x ptr addrspace(1)] @many()
  %w = insertvalue { i64, [130 x ptr addrspace(1)], ptr addrspace(1) } %v, [130 x ptr addrspace(1)] %a, 1
  %x = extractvalue { i64, [130 x ptr addrspace(1)], ptr addrspace(1) } %w, 2
  ret ptr addrspace(1) %x
}
; Odd lanes were there before, even ones are null.
; CHECK: error: reads %x behind a statepoint that does not relocate it
; CHECK-NEXT: in function 'wrong_shuffle'
define ptr addrspace(1) @wrong_shuffle(<130 x ptr addrspace(1)> %v) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()
  %s = shufflevector <130 x ptr addrspace(1)> %v, <130 x ptr addrspace(1)> zeroinitializer, <130 x i32> <i32 130, i32 71, i32 132, i32 73, i32 134, i32 75, i32 136, i32 77, i32 138, i32 79, i32 140, i32 81, i32 142, i32 83, i32 144, i32 85, i32 146, i32 87, i32 148, i32 89, i32 150, i32 91, i32 152, i32 93, i32 154, i32 95, i32 156, i32 97, i32 158, i32 99, i32 160, i32 101, i32 162, i32 103, i32 164, i32 105, i32 166, i32 107, i32 168, i32 109, i32 170, i32 111, i32 172, i32 113, i32 174, i32 115, i32 176, i32 117, i32 178, i32 119, i32 180, i32 121, i32 182, i32 123, i32 184, i32 125, i32 186, i32 127, i32 188, i32 129, i32 190, i32 1, i32 192, i32 3, i32 194, i32 5, i32 196, i32 7, i32 198, i32 9, i32 200, i32 11, i32 202, i32 13, i32 204, i32 15, i32 206, i32 17, i32 208, i32 19, i32 210, i32 21, i32 212, i32 23, i32 214, i32 25, i32 216, i32 27, i32 218, i32 29, i32 220, i32 31, i32 222, i32 33, i32 224, i32 35, i32 226, i32 37, i32 228, i32 39, i32 230, i32 41, i32 232, i32 43, i32 234, i32 45, i32 236, i32 47, i32 238, i32 49, i32 240, i32 51, i32 242, i32 53, i32 244, i32 55, i32 246, i32 57, i32 248, i32 59, i32 250, i32 61, i32 252, i32 63, i32 254, i32 65, i32 256, i32 67, i32 258, i32 69>
  %ok = extractelement <130 x ptr addrspace(1)> %s, i32 80
  store i8 0, ptr addrspace(1) %ok
  %x = extractelement <130 x ptr addrspace(1)> %s, i32 81
  ret ptr addrspace(1) %x
}
; CHECK: error: holds more than 65536 pointers, which cannot be followed: relocations are not proved
; What has no end.
define ptr addrspace(1) @too_many([70000 x ptr addrspace(1)] %v) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()
  %x = extractvalue [70000 x ptr addrspace(1)] %v, 0
  ret ptr addrspace(1) %n
}
; Nothing that is collected.
define ptr addrspace(1) @right_none([1000000000 x { i64, { i8 } }] %v) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @f, i32 0, i32 0, i32 0, i32 0)
  %n = call ptr addrspace(1) @make()

  ret ptr addrspace(1) %n
}
