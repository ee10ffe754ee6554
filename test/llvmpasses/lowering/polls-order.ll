; What the collector may look at during a poll is stored before it, whatever LLVM does then: the tag and the first value of a field of an object that
; is filled in behind a loop.  And the poll itself stays in its loop.
; RUN: %lateroot opt '--passes=julia<level=2;polls>' -S %s | FileCheck %s
; RUN: %lateroot opt '--passes=julia<level=3;polls>,default<O3>' -S %s | FileCheck %s
; RUN: %lateroot opt --polls '--passes=julia<level=2>' -S %s | FileCheck %s
; RUN: %lateroot opt --polls -S %s | FileCheck %s
; RUN: %lateroot opt '--passes=julia<level=2>' -S %s | FileCheck %s --check-prefix=WITHOUT
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))

; WITHOUT-NOT: load volatile
; CHECK-LABEL: define {{.*}} @filled_later(
; CHECK: store {{.*}}%type
; CHECK: store {{.*}}null
; CHECK: load volatile i64
; CHECK: store ptr {{.*}}%value
define ptr addrspace(10) @filled_later(ptr "gcstack" %gcstack, ptr addrspace(10) %type, ptr addrspace(10) %value, i64 %n, ptr %sums) {
top:
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) %type)
  store ptr addrspace(10) null, ptr addrspace(10) %o, align 8
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %next, %loop ]
  %at = getelementptr i64, ptr %sums, i64 %i
  store i64 %i, ptr %at
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %out
out:
  store ptr addrspace(10) %value, ptr addrspace(10) %o, align 8
  ret ptr addrspace(10) %o
}
