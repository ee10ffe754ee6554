define i32 @twice(i32 %x) {
  %a = alloca i32
  store i32 %x, ptr %a
  %y = load i32, ptr %a
  %z = add i32 %y, %y
  ret i32 %z
}

define i32 @other(i32 %x) {
  ret i32 %x
}
