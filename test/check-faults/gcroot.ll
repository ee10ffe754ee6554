; Shapes for plain.py: variables of llvm.gcroot, references that stay in values, and such that are read again.
target datalayout = "e-p:64:64-i64:64"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @alloc(i64)
declare ptr @alloc.pair(ptr, ptr)
declare void @log.text(ptr)
declare void @poll()
declare void @use(ptr)
declare void @llvm.gcroot(ptr, ptr)

define void @two() nounwind gc "shadow-stack" {
  %a = alloca ptr
  %b = alloca ptr
  call void @llvm.gcroot(ptr %a, ptr null)
  call void @llvm.gcroot(ptr %b, ptr null)
  store ptr null, ptr %a
  store ptr null, ptr %b
  %x = call ptr @alloc(i64 8)
  %f = load ptr, ptr %x
  store ptr %x, ptr %a
  store ptr %f, ptr %b
  call void @poll()
  call void @use(ptr %x)
  call void @use(ptr %f)
  ret void
}

define ptr @row() nounwind gc "shadow-stack" {
  %a = alloca ptr
  %b = alloca ptr
  %c = alloca ptr
  call void @llvm.gcroot(ptr %a, ptr null)
  call void @llvm.gcroot(ptr %b, ptr null)
  call void @llvm.gcroot(ptr %c, ptr null)
  store ptr null, ptr %a
  store ptr null, ptr %b
  store ptr null, ptr %c
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %a
  %y = call ptr @alloc(i64 8)
  store ptr %y, ptr %b
  %z = call ptr @alloc.pair(ptr %x, ptr %y)
  store ptr %z, ptr %c
  call void @log.text(ptr null)
  call void @poll()
  call void @use(ptr %x)
  call void @use(ptr %y)
  %z1 = load ptr, ptr %c
  ret ptr %z1
}

define i64 @method.loop(ptr %list, i64 %n) nounwind gc "shadow-stack" {
entry:
  %a = alloca ptr
  %b = alloca ptr
  call void @llvm.gcroot(ptr %a, ptr null)
  call void @llvm.gcroot(ptr %b, ptr null)
  store ptr %list, ptr %a
  store ptr null, ptr %b
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %j, %loop ]
  %x = call ptr @alloc(i64 16)
  store ptr %x, ptr %b
  %field = getelementptr i8, ptr %x, i64 8
  call void @poll()
  store i64 %i, ptr %field
  %l = load ptr, ptr %a
  %t = load ptr, ptr %l
  store ptr %t, ptr %a
  call void @poll()
  call void @use(ptr %t)
  %j = add i64 %i, 1
  %more = icmp slt i64 %j, %n
  br i1 %more, label %loop, label %out
out:
  ret i64 %j
}

define void @arms(i1 %c) nounwind gc "shadow-stack" {
entry:
  %a = alloca ptr
  call void @llvm.gcroot(ptr %a, ptr null)
  store ptr null, ptr %a
  br i1 %c, label %left, label %right
left:
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %a
  call void @poll()
  call void @use(ptr %x)
  br label %out
right:
  %y = call ptr @alloc(i64 8)
  store ptr %y, ptr %a
  call void @poll()
  %n = ptrtoint ptr %y to i64
  call void @poll()
  %p = inttoptr i64 %n to ptr
  call void @use(ptr %p)
  br label %out
out:
  call void @poll()
  ret void
}
