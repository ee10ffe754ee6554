; Functions of all four ABIs, each of which calls the next, round and round: level n is of ABI n modulo 4.
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @lr_box_int64(i64)
declare i64 @lr_unbox_int64(ptr addrspace(10)) "gc-leaf-function"
declare void @look(i64)
declare i32 @printf(ptr, ...)
@format = private constant [6 x i8] c"%lld\0A\00"

define internal i64 @zero(i64 %n) noinline "lateroot-abi"="gcframe" {
  %gc = call ptr @julia.get_pgcstack()
  %end = icmp eq i64 %n, 0
  br i1 %end, label %bottom, label %go
go:
  %big = add i64 %n, 1000000
  %box = call ptr addrspace(10) @lr_box_int64(i64 %big)
  %less = sub i64 %n, 1
  %rest = call i64 @three(i64 %less)
  %v = call i64 @lr_unbox_int64(ptr addrspace(10) %box)
  %sum = add i64 %rest, %v
  ret i64 %sum
bottom:
  call void @look(i64 60)
  ret i64 0
}

define internal i64 @one(i64 %n) noinline "lateroot-abi"="framemap" {
  %gc = call ptr @julia.get_pgcstack()
  %big = add i64 %n, 1000000
  %box = call ptr addrspace(10) @lr_box_int64(i64 %big)
  %less = sub i64 %n, 1
  %rest = call i64 @zero(i64 %less)
  %v = call i64 @lr_unbox_int64(ptr addrspace(10) %box)
  %sum = add i64 %rest, %v
  ret i64 %sum
}

define internal i64 @two(i64 %n) noinline "lateroot-abi"="statepoint" {
  %gc = call ptr @julia.get_pgcstack()
  %big = add i64 %n, 1000000
  %box = call ptr addrspace(10) @lr_box_int64(i64 %big)
  %less = sub i64 %n, 1
  %rest = call i64 @one(i64 %less)
  %v = call i64 @lr_unbox_int64(ptr addrspace(10) %box)
  %sum = add i64 %rest, %v
  ret i64 %sum
}

define internal i64 @three(i64 %n) noinline "lateroot-abi"="shadow-stack" {
  %gc = call ptr @julia.get_pgcstack()
  %big = add i64 %n, 1000000
  %box = call ptr addrspace(10) @lr_box_int64(i64 %big)
  %less = sub i64 %n, 1
  %rest = call i64 @two(i64 %less)
  %v = call i64 @lr_unbox_int64(ptr addrspace(10) %box)
  %sum = add i64 %rest, %v
  ret i64 %sum
}

define i32 @main() {
  %sum = call i64 @zero(i64 60)
  %1 = call i32 (ptr, ...) @printf(ptr @format, i64 %sum)
  ret i32 0
}
