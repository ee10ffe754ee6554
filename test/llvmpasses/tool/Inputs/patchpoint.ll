declare ptr @julia.get_pgcstack()
declare i64 @llvm.experimental.patchpoint.i64(i64, i32, ptr, i32, ...)
declare ptr addrspace(10) @make() "gc-leaf-function"
declare void @use(ptr addrspace(10)) "gc-leaf-function"

define i64 @across() {
  %gcstack = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @make()
  %r = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 1, i32 16, ptr null, i32 1, ptr addrspace(10) %o, i64 5)
  call void @use(ptr addrspace(10) %o)
  ret i64 %r
}
