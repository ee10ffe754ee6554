; Stack map records with locations of all kinds.
target triple = "x86_64-unknown-linux-gnu"
declare void @llvm.experimental.stackmap(i64, i32, ...)
declare i64 @llvm.experimental.patchpoint.i64(i64, i32, ptr, i32, ...)
declare i64 @g(i64)
define i64 @f(i64 %a, ptr %p) {
  %s = alloca [4 x i64]
  %x = call i64 @g(i64 %a)
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 7, i32 4, ptr %s, i64 %x, i64 %a, i32 -5, i64 81985529216486895, i64 4294967296)
  %r = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 8, i32 16, ptr null, i32 1, i64 %a, i64 %x)
  %y = add i64 %r, %x
  ret i64 %y
}
define void @h() {
  call void (i64, i32, ...) @llvm.experimental.stackmap(i64 9, i32 0)
  ret void
}
