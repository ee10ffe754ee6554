; Two functions that a loader finds by a table, and a variable that it fills in; no variables of the getter.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-pc-linux-gnu"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @ext_make(i64)
declare void @ext_gc()
@slotvar = internal global ptr addrspace(10) null
@fvars_base = constant ptr @jf
@fvars_offsets = constant [2 x i32] [i32 1, i32 trunc (i64 sub (i64 ptrtoint (ptr @jg to i64), i64 ptrtoint (ptr @jf to i64)) to i32)]
@gvars_base = constant ptr @slotvar
define internal i64 @jf(i64 %n) {
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @ext_make(i64 %n)
  %y = call ptr addrspace(10) @ext_make(i64 7)
  call void @ext_gc()
  %vx = load i64, ptr addrspace(10) %x
  %vy = load i64, ptr addrspace(10) %y
  %s = add i64 %vx, %vy
  ret i64 %s
}
define internal i64 @jg(i64 %n) {
  %pg = call ptr @julia.get_pgcstack()
  %g = load ptr addrspace(10), ptr @slotvar
  call void @ext_gc()
  %v = load i64, ptr addrspace(10) %g
  %s = mul i64 %v, %n
  ret i64 %s
}
