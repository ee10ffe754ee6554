; Functions in which each fault of faults.py can be made.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @both(ptr addrspace(10), ptr addrspace(10))

; Two objects live over one safepoint, each in its slot.
define void @two() {
  %s = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) null)
  store ptr addrspace(10) %x, ptr addrspace(10) %y
  call void @both(ptr addrspace(10) %x, ptr addrspace(10) %y)
  ret void
}

; The stores of both come behind the first call that makes one of them.
define void @pair(ptr addrspace(10) %a, ptr addrspace(10) %b) {
  %s = call ptr @julia.get_pgcstack()
  %x = load ptr addrspace(10), ptr addrspace(10) %a
  %y = load ptr addrspace(10), ptr addrspace(10) %b
  call void @use(ptr addrspace(10) null)
  store ptr addrspace(10) %x, ptr addrspace(10) %y
  call void @use(ptr addrspace(10) null)
  store ptr addrspace(10) %y, ptr addrspace(10) %x
  ret void
}

define ptr addrspace(10) @choice(i1 %c, i64 %n) {
  %s = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  %z = call ptr addrspace(10) @make()
  br i1 %c, label %left, label %right
left:
  call void @use(ptr addrspace(10) %y)
  store ptr addrspace(10) %z, ptr addrspace(10) %y
  br label %right
right:
  call void @use(ptr addrspace(10) null)
  store ptr addrspace(10) %x, ptr addrspace(10) %z
  ret ptr addrspace(10) %y
}

; A vector of references, used as a whole and lane by lane.
define void @lanes(<2 x ptr addrspace(10)> %v) {
  %s = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %w = insertelement <2 x ptr addrspace(10)> %v, ptr addrspace(10) %x, i32 1
  call void @use(ptr addrspace(10) null)
  %a = extractelement <2 x ptr addrspace(10)> %w, i32 0
  %b = extractelement <2 x ptr addrspace(10)> %w, i32 1
  store ptr addrspace(10) %a, ptr addrspace(10) %b
  store <2 x ptr addrspace(10)> %w, ptr addrspace(10) %b
  ret void
}

; Stack memory that a callee sees.
define void @memory(ptr addrspace(10) %a) {
  %s = call ptr @julia.get_pgcstack()
  %m = alloca ptr addrspace(10)
  store ptr addrspace(10) null, ptr %m
  %x = load ptr addrspace(10), ptr addrspace(10) %a
  store ptr addrspace(10) %x, ptr %m
  call void @look(ptr %m)
  call void @use(ptr addrspace(10) null)
  %y = load ptr addrspace(10), ptr %m
  store i8 1, ptr addrspace(10) %y
  ret void
}
declare void @look(ptr)
