; Shapes for plain.py: frames { number of roots << 2, prev, roots ... } of plain pointers.
target datalayout = "e-p:64:64-i64:64"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @alloc(i64)
declare ptr @alloc.pair(ptr, ptr)
declare void @poll()
declare void @use(ptr)
declare ptr @get_head()

define ptr @row() {
  %f = alloca [5 x ptr]
  %prev.at = getelementptr [5 x ptr], ptr %f, i64 0, i64 1
  %r0 = getelementptr [5 x ptr], ptr %f, i64 0, i64 2
  %r1 = getelementptr [5 x ptr], ptr %f, i64 0, i64 3
  %r2 = getelementptr [5 x ptr], ptr %f, i64 0, i64 4
  store i64 12, ptr %f
  %head = call ptr @get_head()
  %prev = load ptr, ptr %head
  store ptr %prev, ptr %prev.at
  store ptr null, ptr %r0
  store ptr null, ptr %r1
  store ptr null, ptr %r2
  store ptr %f, ptr %head
  %x = call ptr @alloc(i64 8)
  store ptr %x, ptr %r0
  %y = call ptr @alloc(i64 8)
  %field = load ptr, ptr %y
  store ptr %y, ptr %r1
  store ptr %field, ptr %r2
  call void @poll()
  call void @use(ptr %field)
  %z = call ptr @alloc.pair(ptr %x, ptr %y)
  %head2 = call ptr @get_head()
  %old = load ptr, ptr %prev.at
  store ptr %old, ptr %head2
  ret ptr %z
}

define void @arm(i1 %c) {
entry:
  %f = alloca [4 x ptr]
  %prev.at = getelementptr [4 x ptr], ptr %f, i64 0, i64 1
  %r0 = getelementptr [4 x ptr], ptr %f, i64 0, i64 2
  %r1 = getelementptr [4 x ptr], ptr %f, i64 0, i64 3
  store i64 8, ptr %f
  %head = call ptr @get_head()
  br i1 %c, label %left, label %out
left:
  %prev = load ptr, ptr %head
  store ptr %prev, ptr %prev.at
  store ptr null, ptr %r0
  store ptr null, ptr %r1
  store ptr %f, ptr %head
  %x = call ptr @alloc(i64 8)
  %y = load ptr, ptr %x
  store ptr %x, ptr %r0
  store ptr %y, ptr %r1
  call void @poll()
  call void @use(ptr %x)
  call void @use(ptr %y)
  store ptr %prev, ptr %head
  br label %out
out:
  call void @poll()
  ret void
}

define void @variables() {
  %x = alloca ptr
  %f = alloca [3 x ptr]
  %prev.at = getelementptr [3 x ptr], ptr %f, i64 0, i64 1
  %w = getelementptr [3 x ptr], ptr %f, i64 0, i64 2
  store ptr null, ptr %x
  store i64 5, ptr %f
  %head = call ptr @get_head()
  %prev = load ptr, ptr %head
  store ptr %prev, ptr %prev.at
  store ptr %x, ptr %w
  store ptr %f, ptr %head
  %a = call ptr @alloc(i64 8)
  store ptr %a, ptr %x
  call void @poll()
  call void @use(ptr %a)
  store ptr %prev, ptr %head
  ret void
}
