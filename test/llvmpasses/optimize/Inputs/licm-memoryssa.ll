declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare void @julia.write_barrier(ptr addrspace(10), ...)

define void @two_regions(ptr addrspace(10) %o, ptr addrspace(10) %p, ptr addrspace(11) %at, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %o)
  %u = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %p)
  store atomic ptr addrspace(10) %p, ptr addrspace(11) %at release, align 8
  call void (ptr addrspace(10), ...) @julia.write_barrier(ptr addrspace(10) %o, ptr addrspace(10) %p)
  call void @llvm.julia.gc_preserve_end(token %u)
  call void @llvm.julia.gc_preserve_end(token %t)
  %i1 = add i64 %i, 1
  %b = icmp ult i64 %i1, %n
  br i1 %b, label %loop, label %out
out:
  ret void
}
