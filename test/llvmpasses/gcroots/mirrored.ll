; Stores at computed places of variables that hold numbers, too: words of the frame mirror them, under every ABI.
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --verify-each -S %s | FileCheck %s
; RUN: %lateroot opt --check --verify-each --without=all -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each --abi=framemap -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each --abi=shadow-stack -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each --abi=statepoint -S %s -o /dev/null
; CHECK-LABEL: define i64 @one(
; CHECK: %gcmirror = getelementptr inbounds i8, ptr %gcslot{{[0-9]+}}, i64
; CHECK: store ptr addrspace(10) %a, ptr %gcmirror
; CHECK-LABEL: define i64 @one_of_two(
; CHECK: select i1 %{{.*}}, i64 %{{.*}}, i64 32
; CHECK: store ptr addrspace(10) %a, ptr %gcmirror
; CHECK: store ptr addrspace(10) %a, ptr %gcmirror1
; CHECK-LABEL: define i64 @lanes(
; CHECK: %gcmirror
; CHECK-LABEL: define i64 @exchanged(
; CHECK: %gcmirror
target triple = "x86_64-unknown-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @safe()
declare i64 @look(ptr addrspace(10))
define i64 @one(i64 %i, i1 %c) {
  %p = call ptr @julia.get_pgcstack()
  %v = alloca [2 x { i64, ptr addrspace(10) }]
  br label %l
l:
  %j = phi i64 [ 0, %0 ], [ %k, %l ]
  %k = add i64 %j, 1
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %v, i64 0, i64 %j, i32 1
  store ptr addrspace(10) %a, ptr %at
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %v, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2
  %n = call i64 @look(ptr addrspace(10) %x)
  ret i64 %n
}
define i64 @one_of_two(i64 %i, i1 %c) {
  %p = call ptr @julia.get_pgcstack()
  %v = alloca [2 x { i64, ptr addrspace(10) }]
  %w = alloca [2 x { i64, ptr addrspace(10) }]
  br label %l
l:
  %j = phi i64 [ 0, %0 ], [ %k, %l ]
  %k = add i64 %j, 1
  %s = select i1 %c, ptr %v, ptr %w
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %j, i32 1
  store ptr addrspace(10) %a, ptr %at
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [2 x { i64, ptr addrspace(10) }], ptr %s, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2
  %n = call i64 @look(ptr addrspace(10) %x)
  ret i64 %n
}
define i64 @lanes(i64 %i, i1 %c) {
  %p = call ptr @julia.get_pgcstack()
  %v = alloca [4 x { i64, ptr addrspace(10), ptr addrspace(10) }]
  br label %l
l:
  %j = phi i64 [ 0, %0 ], [ %k, %l ]
  %k = add i64 %j, 1
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %at = getelementptr [4 x { i64, ptr addrspace(10), ptr addrspace(10) }], ptr %v, i64 0, i64 %j, i32 1
  store ptr addrspace(10) %a, ptr %at
  %at1 = getelementptr i8, ptr %at, i64 8
  store ptr addrspace(10) %b, ptr %at1
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [4 x { i64, ptr addrspace(10), ptr addrspace(10) }], ptr %v, i64 0, i64 %i, i32 2
  %x = load ptr addrspace(10), ptr %at2
  %n = call i64 @look(ptr addrspace(10) %x)
  ret i64 %n
}
define i64 @exchanged(i64 %i, i1 %c) {
  %p = call ptr @julia.get_pgcstack()
  %v = alloca [4 x { i64, ptr addrspace(10) }]
  br label %l
l:
  %j = phi i64 [ 0, %0 ], [ %k, %l ]
  %k = add i64 %j, 1
  %a = call ptr addrspace(10) @make()
  %at = getelementptr [4 x { i64, ptr addrspace(10) }], ptr %v, i64 0, i64 %j, i32 1
  store ptr addrspace(10) null, ptr %at
  %old = atomicrmw xchg ptr %at, ptr addrspace(10) %a seq_cst
  call void @safe()
  br i1 %c, label %l, label %o
o:
  %at2 = getelementptr [4 x { i64, ptr addrspace(10) }], ptr %v, i64 0, i64 %i, i32 1
  %x = load ptr addrspace(10), ptr %at2
  %n = call i64 @look(ptr addrspace(10) %x)
  ret i64 %n
}
