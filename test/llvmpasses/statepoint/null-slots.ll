; A value that a branch has found to be null is still null behind a safepoint there: LLVM leaves it out of that statepoint, whose values
; then get the slot where it lay, and takes the slot for the value's own at the next statepoint.
; RUN: %lateroot run -O0 --abi=statepoint %s
; RUN: %lateroot run -O2 --abi=statepoint %s
; RUN: env LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=moving %lateroot run -O2 --abi=statepoint %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

%lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@name = private constant [4 x i8] c"Box\00"
@box_type = constant %lr_type { ptr @name, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))

define internal ptr addrspace(10) @box(i64 %v) noinline optnone {
  %gcstack = call ptr @julia.get_pgcstack()
  %b = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %gcstack, i64 8, ptr addrspace(10) addrspacecast (ptr @box_type to ptr addrspace(10)))
  store i64 %v, ptr addrspace(10) %b
  ret ptr addrspace(10) %b
}

define internal ptr addrspace(10) @maybe(i1 %some) noinline optnone {
  %gcstack = call ptr @julia.get_pgcstack()
  %b = call ptr addrspace(10) @box(i64 7)
  %r = select i1 %some, ptr addrspace(10) %b, ptr addrspace(10) null
  ret ptr addrspace(10) %r
}

; the value of %a, -1 for null
define internal i64 @value(ptr addrspace(10) %a) noinline optnone {
  %null = icmp eq ptr addrspace(10) %a, null
  br i1 %null, label %none, label %some
none:
  ret i64 -1
some:
  %v = load i64, ptr addrspace(10) %a
  ret i64 %v
}

; straight to the next statepoint
define internal i64 @straight(i1 %some) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @maybe(i1 %some)
  %b = call ptr addrspace(10) @box(i64 1)
  %null = icmp eq ptr addrspace(10) %a, null
  br i1 %null, label %fill, label %go
fill:
  %c = call ptr addrspace(10) @box(i64 2)
  br label %go
go:
  %p = phi ptr addrspace(10) [%c, %fill], [%a, %0]
  %d = call ptr addrspace(10) @box(i64 4)
  %va = call i64 @value(ptr addrspace(10) %a)
  %vb = call i64 @value(ptr addrspace(10) %b)
  %vp = call i64 @value(ptr addrspace(10) %p)
  %s = mul i64 %va, 100
  %t = mul i64 %vp, 10
  %u = add i64 %s, %t
  %sum = add i64 %u, %vb
  ret i64 %sum
}

; by way of a phi
define internal i64 @phi(i1 %some, i1 %other) noinline {
  %gcstack = call ptr @julia.get_pgcstack()
  br i1 %other, label %left, label %right
left:
  %a = call ptr addrspace(10) @maybe(i1 %some)
  %b = call ptr addrspace(10) @box(i64 1)
  %null = icmp eq ptr addrspace(10) %a, null
  br i1 %null, label %fill, label %go
fill:
  %c = call ptr addrspace(10) @box(i64 2)
  br label %go
right:
  %ra = call ptr addrspace(10) @maybe(i1 %some)
  %rb = call ptr addrspace(10) @box(i64 3)
  %rc = call ptr addrspace(10) @box(i64 5)
  br label %go
go:
  %pa = phi ptr addrspace(10) [%a, %left], [%a, %fill], [%ra, %right]
  %pb = phi ptr addrspace(10) [%b, %left], [%b, %fill], [%rb, %right]
  %pc = phi ptr addrspace(10) [%a, %left], [%c, %fill], [%rc, %right]
  %d = call ptr addrspace(10) @box(i64 4)
  %va = call i64 @value(ptr addrspace(10) %pa)
  %vb = call i64 @value(ptr addrspace(10) %pb)
  %vp = call i64 @value(ptr addrspace(10) %pc)
  %s = mul i64 %va, 100
  %t = mul i64 %vp, 10
  %u = add i64 %s, %t
  %sum = add i64 %u, %vb
  ret i64 %sum
}

; the exit status says which was wrong
define i32 @main() {
  %gcstack = call ptr @julia.get_pgcstack()
  %1 = call i64 @straight(i1 false)
  %2 = call i64 @straight(i1 true)
  %3 = call i64 @phi(i1 false, i1 true)
  %4 = call i64 @phi(i1 true, i1 true)
  %5 = call i64 @phi(i1 false, i1 false)
  %6 = call i64 @phi(i1 true, i1 false)
  %w1 = icmp ne i64 %1, -79
  %w2 = icmp ne i64 %2, 771
  %w3 = icmp ne i64 %3, -79
  %w4 = icmp ne i64 %4, 771
  %w5 = icmp ne i64 %5, -47
  %w6 = icmp ne i64 %6, 753
  %s1 = select i1 %w1, i32 1, i32 0
  %s2 = select i1 %w2, i32 2, i32 0
  %s3 = select i1 %w3, i32 4, i32 0
  %s4 = select i1 %w4, i32 8, i32 0
  %s5 = select i1 %w5, i32 16, i32 0
  %s6 = select i1 %w6, i32 32, i32 0
  %a1 = or i32 %s1, %s2
  %a2 = or i32 %a1, %s3
  %a3 = or i32 %a2, %s4
  %a4 = or i32 %a3, %s5
  %a5 = or i32 %a4, %s6
  ret i32 %a5
}
