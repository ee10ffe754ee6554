target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"

declare i32 @lateroot.immediate.value(ptr addrspace(10))
declare ptr addrspace(10) @f(ptr addrspace(10))

define i32 @odd(ptr addrspace(10) %a) {
  %w = call i32 @lateroot.immediate.value(ptr addrspace(10) %a)
  %z = call ptr addrspace(10) @f(ptr addrspace(10) %a)
  ret i32 %w
}
