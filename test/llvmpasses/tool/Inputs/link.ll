target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

@kept = global i64 7

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @lr_box_int64(i64)
declare i64 @lr_unbox_int64(ptr addrspace(10))

define i32 @main() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %n = load i64, ptr @kept
  %a = call ptr addrspace(10) @lr_box_int64(i64 %n)
  %b = call ptr addrspace(10) @lr_box_int64(i64 7)
  %x = call i64 @lr_unbox_int64(ptr addrspace(10) %a)
  %y = call i64 @lr_unbox_int64(ptr addrspace(10) %b)
  %d = sub i64 %x, %y
  %r = trunc i64 %d to i32
  ret i32 %r
}
