declare i32 @no_such_symbol_anywhere()
define i32 @main() {
  %x = call i32 @no_such_symbol_anywhere()
  ret i32 %x
}
