target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10), ptr addrspace(10))

define void @two() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a, ptr addrspace(10) %b)
  call void @use(ptr addrspace(10) %b, ptr addrspace(10) %a)
  ret void
}

define i32 @none(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
