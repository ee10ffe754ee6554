; Functions as front ends write them: each variable has a root, references are read again before each use. They are proven as they are, behind the
; optimiser, behind LLVM's own shadow stack, and in each order of the two.
; RUN: %lateroot check --all --profile=%S/Inputs/plain.profile %s | FileCheck %s --implicit-check-not=hole --implicit-check-not=unknown
; RUN: %lateroot check --all --kind=plain --profile=%S/Inputs/plain-loads.profile %s | FileCheck %s --implicit-check-not=hole --implicit-check-not=unknown
; RUN: %opt -passes='default<O2>' -S %s -o %t.O2.ll
; RUN: %lateroot check --all --profile=%S/Inputs/plain.profile %t.O2.ll | FileCheck %s --implicit-check-not=hole --implicit-check-not=unknown
; RUN: %opt -passes=shadow-stack-gc-lowering -S %s -o %t.chain.ll
; RUN: %lateroot check --all --profile=%S/Inputs/plain.profile %t.chain.ll | FileCheck %s --implicit-check-not=hole --implicit-check-not=unknown
; RUN: %opt -passes='default<O2>' -S %t.chain.ll -o %t.chain-O2.ll
; RUN: %lateroot check --all --profile=%S/Inputs/plain.profile %t.chain-O2.ll | FileCheck %s --implicit-check-not=hole --implicit-check-not=unknown
; Without the keys the verdict is what it was.
; RUN: %exits 3 %lateroot check %s | FileCheck %s --check-prefix=TODAY
; TODAY: unknown; functions: 1 with nothing to prove, 7 unknown
; CHECK: proven plain method.reverse
; CHECK: proven plain method.choose
; CHECK: proven plain fill
; CHECK: proven plain straight
; CHECK: proven plain either
; CHECK: proven plain numbers
; CHECK: proven plain unwinds
; CHECK: proven plain calls_nothing

target datalayout = "e-p:64:64-i64:64"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @alloc(i64)
declare ptr @alloc.cons(ptr, ptr)
declare void @print(ptr)
declare void @log.text(ptr)
declare void @poll()
declare void @llvm.gcroot(ptr, ptr)
declare i32 @personality(...)
@text = private constant [3 x i8] c"hi\00"

; A list that grows, a list that shrinks, and a temporary.
define ptr @method.reverse(ptr %list) noinline gc "shadow-stack" {
  %list.addr = alloca ptr
  %acc = alloca ptr
  %tmp = alloca ptr
  call void @llvm.gcroot(ptr %list.addr, ptr null)
  call void @llvm.gcroot(ptr %acc, ptr null)
  call void @llvm.gcroot(ptr %tmp, ptr null)
  store ptr %list, ptr %list.addr
  store ptr null, ptr %acc
  store ptr null, ptr %tmp
  br label %loop
loop:
  %l = load ptr, ptr %list.addr
  %end = icmp eq ptr %l, null
  br i1 %end, label %done, label %body
body:
  %l1 = load ptr, ptr %list.addr
  %h = load ptr, ptr %l1
  store ptr %h, ptr %tmp
  %h1 = load ptr, ptr %tmp
  %a = load ptr, ptr %acc
  %c = call ptr @alloc.cons(ptr %h1, ptr %a)
  store ptr %c, ptr %acc
  %l2 = load ptr, ptr %list.addr
  %tailp = getelementptr {ptr, ptr}, ptr %l2, i32 0, i32 1
  %t = load ptr, ptr %tailp
  store ptr %t, ptr %list.addr
  call void @print(ptr @text)
  br label %loop
done:
  %r = load ptr, ptr %acc
  ret ptr %r
}

; A variable that is one of two; numbers in variables that are no roots.
define void @method.choose(ptr %a, ptr %b, i1 %c) noinline gc "shadow-stack" {
  %a.addr = alloca ptr
  %b.addr = alloca ptr
  %x = alloca ptr
  %n = alloca i32
  call void @llvm.gcroot(ptr %a.addr, ptr null)
  call void @llvm.gcroot(ptr %b.addr, ptr null)
  call void @llvm.gcroot(ptr %x, ptr null)
  store ptr %a, ptr %a.addr
  store ptr %b, ptr %b.addr
  store ptr null, ptr %x
  store i32 0, ptr %n
  br i1 %c, label %t, label %e
t:
  %av = load ptr, ptr %a.addr
  store ptr %av, ptr %x
  br label %m
e:
  %bv = load ptr, ptr %b.addr
  store ptr %bv, ptr %x
  br label %m
m:
  call void @poll()
  %xv = load ptr, ptr %x
  call void @print(ptr %xv)
  %k = load i32, ptr %n
  %k1 = add i32 %k, 1
  store i32 %k1, ptr %n
  %xv2 = load ptr, ptr %x
  %f = getelementptr i8, ptr %xv2, i64 8
  store i32 %k1, ptr %f
  %z = icmp slt i32 %k1, 10
  br i1 %z, label %m, label %out
out:
  ret void
}

; References that are kept in values while a root holds them: a pointer into the object, too.
define i64 @fill(i64 %n) noinline gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r
  %field = getelementptr i64, ptr %x, i64 %n
  call void @poll()
  store i64 1, ptr %field
  call void @poll()
  %v = load i64, ptr %x
  ret i64 %v
}

; The functions of the list never collect; behind the last safepoint nothing is needed.
define ptr @straight() noinline gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  call void @poll()
  %x = call ptr @alloc(i64 8)
  call void @log.text(ptr @text)
  ret ptr %x
}

; A phi and a select: on each way another root holds it.
define void @either(i1 %c, i1 %d) noinline gc "shadow-stack" {
  %r = alloca ptr
  %s = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  call void @llvm.gcroot(ptr %s, ptr null)
  store ptr null, ptr %r
  store ptr null, ptr %s
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r
  %y = call ptr @alloc(i64 8)
  store ptr %y, ptr %s
  br i1 %c, label %t, label %m
t:
  br label %m
m:
  %p = phi ptr [ %x, %t ], [ %y, %0 ]
  %q = select i1 %d, ptr %p, ptr null
  call void @poll()
  call void @print(ptr %p)
  call void @print(ptr %q)
  ret void
}

; A number that was made of a reference and becomes one again is that reference.
define void @numbers() noinline gc "shadow-stack" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r
  %n = ptrtoint ptr %x to i64
  %tagged = or i64 %n, 1
  call void @poll()
  %plain = and i64 %tagged, -2
  %p = inttoptr i64 %plain to ptr
  call void @print(ptr %p)
  ret void
}

define void @unwinds() noinline gc "shadow-stack" personality ptr @personality {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr null, ptr %r
  %x = invoke ptr @alloc(i64 8) to label %made unwind label %pad
made:
  store ptr %x, ptr %r
  invoke void @poll() to label %fine unwind label %pad
fine:
  %v = load ptr, ptr %r
  call void @print(ptr %v)
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}

define ptr @calls_nothing(ptr %p) {
  ret ptr %p
}
