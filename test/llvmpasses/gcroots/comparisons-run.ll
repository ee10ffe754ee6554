; RUN: env LATEROOT_GC_NURSERY=4096 %lateroot run -O0 %s | FileCheck %s
; RUN: env LATEROOT_GC_NURSERY=4096 LATEROOT_GC_MODE=full %lateroot run -O2 %s | FileCheck %s
; RUN: env LATEROOT_GC_NURSERY=4096 %lateroot run -O2 --abi=framemap %s | FileCheck %s
; RUN: env LATEROOT_GC_NURSERY=4096 %lateroot run -O2 --abi=statepoint %s | FileCheck %s
;
; An object of which only the address is asked about later: no new one may have its cell.  (Under stress dead cells are not used again, which
; would hide it.)
; CHECK: 0 equal
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%struct.lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@cell_type = internal constant %struct.lr_type { ptr @.cell, i32 0, i32 16, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@.cell = private unnamed_addr constant [5 x i8] c"cell\00"
@.line = private unnamed_addr constant [11 x i8] c"%ld equal\0A\00"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare i32 @printf(ptr, ...)

define internal ptr addrspace(10) @cell() noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %cell = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 16, ptr addrspace(10) addrspacecast (ptr @cell_type to ptr addrspace(10)))
  store i64 7, ptr addrspace(10) %cell, align 8
  ret ptr addrspace(10) %cell
}

define i32 @main() {
top:
  %gcstack = call ptr @julia.get_pgcstack()
  br label %round
round:
  %i = phi i64 [ 0, %top ], [ %i1, %next ]
  %count = phi i64 [ 0, %top ], [ %sum, %next ]
  %old = call ptr addrspace(10) @cell()
  br label %more
more:
  %k = phi i64 [ 0, %round ], [ %k1, %more ]
  %now = phi i64 [ %count, %round ], [ %sum, %more ]
  %new = call ptr addrspace(10) @cell()
  %same = icmp eq ptr addrspace(10) %new, %old
  %one = zext i1 %same to i64
  %sum = add i64 %now, %one
  %k1 = add i64 %k, 1
  %again = icmp ult i64 %k1, 20000
  br i1 %again, label %more, label %next
next:
  %i1 = add i64 %i, 1
  %rounds = icmp ult i64 %i1, 20
  br i1 %rounds, label %round, label %done
done:
  %n = call i32 (ptr, ...) @printf(ptr @.line, i64 %sum)
  ret i32 0
}
