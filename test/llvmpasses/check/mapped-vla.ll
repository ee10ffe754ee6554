; Variables of computed size that hold nothing but references, stored to at places that are computed: in each ABI they are seen in place.
; RUN: %lateroot opt --memory=typed --passes=LateLowerGCFrame --check -S -o /dev/null %s
; RUN: %lateroot opt --memory=typed --passes=LateLowerGCFrame --check --reload -S -o /dev/null %s
; RUN: %lateroot opt --memory=typed --passes=LateLowerGCFrame --check --abi=shadow-stack -S -o /dev/null %s
; RUN: %lateroot opt --memory=typed --passes=LateLowerGCFrame --check --abi=framemap -S -o /dev/null %s
; RUN: %lateroot opt --memory=typed --passes=lateroot --check --abi=statepoint -S -o /dev/null %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare void @stop()
declare ptr addrspace(10) @make()
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

define ptr addrspace(10) @at_index(i64 %n, i64 %i) {
  %pg = call ptr @julia.get_pgcstack()
  %saved = call ptr @llvm.stacksave.p0()
  %v = alloca ptr addrspace(10), i64 %n, align 16
  %x = call ptr addrspace(10) @make()
  %p = getelementptr inbounds ptr addrspace(10), ptr %v, i64 %i
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @stop()
  %y = load ptr addrspace(10), ptr %p, align 8
  call void @llvm.stackrestore.p0(ptr %saved)
  ret ptr addrspace(10) %y
}

; As clang leaves it at -O0: what was saved is in a variable.
define ptr addrspace(10) @saved_in_memory(i64 %n, i64 %i) {
  %home = alloca ptr, align 8
  %pg = call ptr @julia.get_pgcstack()
  %saved = call ptr @llvm.stacksave.p0()
  store ptr %saved, ptr %home, align 8
  %v = alloca ptr addrspace(10), i64 %n, align 16
  %x = call ptr addrspace(10) @make()
  %p = getelementptr inbounds ptr addrspace(10), ptr %v, i64 %i
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @stop()
  %y = load ptr addrspace(10), ptr %p, align 8
  %again = load ptr, ptr %home, align 8
  call void @llvm.stackrestore.p0(ptr %again)
  ret ptr addrspace(10) %y
}

define ptr addrspace(10) @one_after_another(i64 %n) {
entry:
  %pg = call ptr @julia.get_pgcstack()
  %saved = call ptr @llvm.stacksave.p0()
  %v = alloca ptr addrspace(10), i64 %n, align 16
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %x = call ptr addrspace(10) @make()
  %p = getelementptr inbounds ptr addrspace(10), ptr %v, i64 %i
  store ptr addrspace(10) %x, ptr %p, align 8
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %out
out:
  call void @stop()
  %y = load ptr addrspace(10), ptr %v, align 8
  call void @llvm.stackrestore.p0(ptr %saved)
  ret ptr addrspace(10) %y
}

; A new one in each round.
define void @each_round(i64 %n, i1 %c) {
entry:
  %pg = call ptr @julia.get_pgcstack()
  br label %loop
loop:
  %saved = call ptr @llvm.stacksave.p0()
  %v = alloca ptr addrspace(10), i64 %n, align 16
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %v, align 8
  call void @stop()
  %y = load ptr addrspace(10), ptr %v, align 8
  call void @llvm.stackrestore.p0(ptr %saved)
  br i1 %c, label %loop, label %out
out:
  ret void
}

; A size that is constant in the entry block: the stack pointer stays where it is, and what was saved in a variable says
; just that.
define void @constant_saved_in_memory(i64 %i) {
  %home = alloca ptr, align 8
  %pg = call ptr @julia.get_pgcstack()
  %saved = call ptr @llvm.stacksave.p0()
  store ptr %saved, ptr %home, align 8
  %v = alloca ptr addrspace(10), i64 2, align 16
  %x = call ptr addrspace(10) @make()
  %p = getelementptr inbounds ptr addrspace(10), ptr %v, i64 %i
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @stop()
  %again = load ptr, ptr %home, align 8
  call void @llvm.stackrestore.p0(ptr %again)
  call void @stop()
  ret void
}
