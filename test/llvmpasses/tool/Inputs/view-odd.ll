; What x86-64 has no instruction for.
target triple = "x86_64-unknown-linux-gnu"
declare i32 @llvm.aarch64.crc32b(i32, i32)
define i32 @f(i32 %x) {
  %sum = call i32 @llvm.aarch64.crc32b(i32 %x, i32 1)
  ret i32 %sum
}
