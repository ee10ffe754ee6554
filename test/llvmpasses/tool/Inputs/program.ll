@text = private constant [27 x i8] c"called with %d arguments\0A\00\00"
declare i32 @printf(ptr, ...)
define i32 @main(i32 %argc, ptr %argv) {
  %n = sub i32 %argc, 1
  %p = call i32 (ptr, ...) @printf(ptr @text, i32 %n)
  %status = add i32 %n, 4
  ret i32 %status
}
