declare void @use(i64)

define internal i64 @inner(i64 %x) {
  call void @use(i64 %x)
  %y = mul i64 %x, 3
  ret i64 %y
}

define i64 @outer(i64 %x) {
  %a = call i64 @inner(i64 %x)
  %b = call i64 @inner(i64 %a)
  ret i64 %b
}
