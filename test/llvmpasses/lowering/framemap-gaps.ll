; What would collect is removed from some functions after they were lowered, and their records with it: those before and behind them are found all the
; same, in objects and in code made while the program runs.
; RUN: %lateroot run --abi=framemap -O2 --gc-stress %s
; RUN: %lateroot run --abi=framemap --reload --gc-moving -O2 --gc-stress %s
; RUN: %lateroot compile --abi=framemap -O2 %s -o %t.o && %lateroot tables %t.o | FileCheck %s
; CHECK: 0000000000000000  {{.*}}first: nothing collects
; CHECK-NEXT: main: {{.*}}slot
; CHECK-NEXT: between: nothing collects
; CHECK-NEXT: behind: {{.*}}slot
; CHECK-NEXT: {{ }}end
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
@object = global [4 x i64] zeroinitializer, align 16
@name = private constant [4 x i8] c"Box\00"
@box = constant { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr } { ptr @name, i32 0, i32 16, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
declare void @lr_gc_safepoint()
define ptr addrspace(10) @first(ptr addrspace(10) %x) noinline {
  %g = call ptr @julia.get_pgcstack()
  %dead = icmp eq ptr addrspace(11) addrspacecast (ptr @object to ptr addrspace(11)), null
  br i1 %dead, label %collect, label %out
collect:
  call void @lr_gc_safepoint()
  ret ptr addrspace(10) %x
out:
  ret ptr addrspace(10) %x
}
define i32 @main() noinline {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 16, ptr addrspace(10) addrspacecast (ptr @box to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store i64 5, ptr addrspace(11) %d
  %a = call ptr addrspace(10) @first(ptr addrspace(10) %o)
  %b = call ptr addrspace(10) @between(ptr addrspace(10) %o)
  %n = call i64 @behind(i64 7)
  %e = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %f = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %p = load i64, ptr addrspace(11) %e
  %q = load i64, ptr addrspace(11) %f
  %s = add i64 %p, %q
  %t = add i64 %s, %n
  %u = sub i64 %t, 17
  %r = trunc i64 %u to i32
  ret i32 %r
}
define ptr addrspace(10) @between(ptr addrspace(10) %x) noinline {
  %g = call ptr @julia.get_pgcstack()
  %dead = icmp eq ptr addrspace(11) addrspacecast (ptr @object to ptr addrspace(11)), null
  br i1 %dead, label %collect, label %out
collect:
  call void @lr_gc_safepoint()
  ret ptr addrspace(10) %x
out:
  ret ptr addrspace(10) %x
}
define i64 @behind(i64 %i) noinline {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 16, ptr addrspace(10) addrspacecast (ptr @box to ptr addrspace(10)))
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  store i64 %i, ptr addrspace(11) %d
  call void @lr_gc_safepoint()
  %v = load i64, ptr addrspace(11) %d
  ret i64 %v
}
