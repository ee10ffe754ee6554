; The address of a variable is a number, as sanitizers ask for it, and may be so before the variable lives: then nobody writes it yet.
; RUN: %lateroot opt --check --passes=LateLowerGCFrame -S -o /dev/null %s
; RUN: %lateroot opt --check --reload --passes=LateLowerGCFrame -S -o /dev/null %s
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

%value = type { ptr addrspace(10), i64 }
@cell = global i64 0

declare ptr @julia.get_pgcstack()
declare void @stop()
declare ptr addrspace(10) @make()
declare void @fill(ptr nocapture)
declare void @overflow(i64)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; On a way that ends.
define ptr addrspace(10) @handler(i1 %bad) {
entry:
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  call void @stop()
  call void @llvm.lifetime.start.p0(i64 16, ptr %v)
  br i1 %bad, label %ends, label %on
ends:
  %a = ptrtoint ptr %v to i64
  call void @overflow(i64 %a)
  unreachable
on:
  call void @fill(ptr %v)
  call void @stop()
  %x = load ptr addrspace(10), ptr %v, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr %v)
  call void @stop()
  ret ptr addrspace(10) %x
}

; Computed early, for a variable that lives in each round of the loop.
define void @hoisted(i1 %c) {
entry:
  %v = alloca %value, align 8
  %pg = call ptr @julia.get_pgcstack()
  %a = ptrtoint ptr %v to i64
  call void @stop()
  br label %loop
loop:
  call void @stop()
  call void @llvm.lifetime.start.p0(i64 16, ptr %v)
  store i64 %a, ptr @cell, align 8
  call void @fill(ptr %v)
  call void @stop()
  call void @llvm.lifetime.end.p0(i64 16, ptr %v)
  call void @stop()
  br i1 %c, label %loop, label %out
out:
  call void @stop()
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}
