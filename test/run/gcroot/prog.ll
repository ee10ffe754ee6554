; A list and a tree as a front end writes them that uses LLVM's older intrinsics: a variable for each object, all of them roots.
%lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@pair = constant %lr_type { ptr null, i32 0, i32 16, i32 2, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@leaf = constant %lr_type { ptr null, i32 0, i32 8, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
@kind = constant i32 42
@text = private constant [13 x i8] c"%ld %ld %ld\0A\00"

declare void @llvm.gcroot(ptr, ptr)
declare ptr @llvm.gcread(ptr, ptr)
declare void @llvm.gcwrite(ptr, ptr, ptr)
declare ptr @lr_gc_alloc(i64, ptr)
declare void @lr_safepoint()
declare void @walk()
declare i32 @printf(ptr, ...)

define ptr @number(i64 %n) gc "toy" {
  %o = call ptr @lr_gc_alloc(i64 8, ptr @leaf)
  store i64 %n, ptr %o
  ret ptr %o
}

define ptr @cons(ptr %a, ptr %b) gc "toy" {
  %ra = alloca ptr
  %rb = alloca ptr
  call void @llvm.gcroot(ptr %ra, ptr null)
  call void @llvm.gcroot(ptr %rb, ptr @kind)
  store ptr %a, ptr %ra
  store ptr %b, ptr %rb
  %o = call ptr @lr_gc_alloc(i64 16, ptr @pair)
  %a2 = load ptr, ptr %ra
  call void @llvm.gcwrite(ptr %a2, ptr %o, ptr %o)
  %second = getelementptr i8, ptr %o, i64 8
  %b2 = load ptr, ptr %rb
  call void @llvm.gcwrite(ptr %b2, ptr %o, ptr %second)
  ret ptr %o
}

; h(f(), g()): what the first gives must survive the second.
define ptr @tree(i64 %depth) gc "toy" {
  %left = alloca ptr
  %right = alloca ptr
  call void @llvm.gcroot(ptr %left, ptr null)
  call void @llvm.gcroot(ptr %right, ptr null)
  %end = icmp eq i64 %depth, 0
  br i1 %end, label %leaf, label %node
leaf:
  %l = call ptr @number(i64 1)
  ret ptr %l
node:
  %less = sub i64 %depth, 1
  %x = call ptr @tree(i64 %less)
  store ptr %x, ptr %left
  %y = call ptr @tree(i64 %less)
  store ptr %y, ptr %right
  %x2 = load ptr, ptr %left
  %p = call ptr @cons(ptr %x2, ptr %y)
  ret ptr %p
}

define i64 @sum(ptr %t, i64 %depth) gc "toy" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr %t, ptr %r
  call void @lr_safepoint()
  %end = icmp eq i64 %depth, 0
  br i1 %end, label %leaf, label %node
leaf:
  %v = load i64, ptr %t
  ret i64 %v
node:
  %less = sub i64 %depth, 1
  %x = call ptr @llvm.gcread(ptr %t, ptr %t)
  %a = call i64 @sum(ptr %x, i64 %less)
  %at = getelementptr i8, ptr %t, i64 8
  %y = call ptr @llvm.gcread(ptr %t, ptr %at)
  %b = call i64 @sum(ptr %y, i64 %less)
  %s = add i64 %a, %b
  ret i64 %s
}

; The pointer itself is used behind calls, and never read from the root again; the callee gets it while nobody else has it.
define i64 @plain() gc "toy" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  %o = call ptr @number(i64 7)
  store ptr %o, ptr %r
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %before = phi i64 [ 0, %0 ], [ %sum, %loop ]
  call void @lr_safepoint()
  %v = load i64, ptr %o
  %sum = add i64 %before, %v
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 100
  br i1 %more, label %loop, label %done
done:
  %d = call i64 @sum_leaf(ptr %o)
  %all = add i64 %sum, %d
  ret i64 %all
}

define i64 @sum_leaf(ptr %o) noinline gc "toy" {
  call void @lr_safepoint()
  %v = load i64, ptr %o
  ret i64 %v
}

; A variable for each temporary, as a simple front end has it: no two are needed at the same time.
define i64 @temporaries() gc "toy" {
  %a = alloca ptr
  %b = alloca ptr
  %c = alloca ptr
  %d = alloca ptr
  call void @llvm.gcroot(ptr %a, ptr null)
  call void @llvm.gcroot(ptr %b, ptr null)
  call void @llvm.gcroot(ptr %c, ptr null)
  call void @llvm.gcroot(ptr %d, ptr null)
  %1 = call ptr @number(i64 1)
  store ptr %1, ptr %a
  %2 = call i64 @sum_leaf(ptr %1)
  %3 = call ptr @number(i64 %2)
  store ptr %3, ptr %b
  %4 = call i64 @sum_leaf(ptr %3)
  %5 = call ptr @number(i64 %4)
  store ptr %5, ptr %c
  %6 = call i64 @sum_leaf(ptr %5)
  %7 = call ptr @number(i64 %6)
  store ptr %7, ptr %d
  %8 = call i64 @sum_leaf(ptr %7)
  ret i64 %8
}

; What is known of a root is told with it.
define void @described() gc "toy" {
  %a = alloca ptr
  %b = alloca ptr
  call void @llvm.gcroot(ptr %a, ptr null)
  call void @llvm.gcroot(ptr %b, ptr @kind)
  %1 = call ptr @number(i64 1)
  store ptr %1, ptr %a
  %2 = call ptr @number(i64 2)
  store ptr %2, ptr %b
  call void @walk()
  %3 = load ptr, ptr %a
  %4 = load ptr, ptr %b
  %5 = call ptr @cons(ptr %3, ptr %4)
  ret void
}

define i32 @main() gc "toy" {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  %t = call ptr @tree(i64 6)
  store ptr %t, ptr %r
  %t2 = load ptr, ptr %r
  %s = call i64 @sum(ptr %t2, i64 6)
  %p = call i64 @plain()
  %q = call i64 @temporaries()
  call i32 (ptr, ...) @printf(ptr @text, i64 %s, i64 %p, i64 %q)
  call void @described()
  ret i32 0
}
