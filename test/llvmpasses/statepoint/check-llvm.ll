; What LLVM's own RewriteStatepointsForGC makes is found to be right, and wrong once a relocation is taken away.
; RUN: %opt -passes=rewrite-statepoints-for-gc -S %s -o %t.ll
; RUN: FileCheck %s <%t.ll
; RUN: %lateroot opt -passes=CheckGCRelocations --disable-output %t.ll
; RUN: sed 's/ret ptr addrspace(1) %k.relocated[^ ]*/ret ptr addrspace(1) %k/' %t.ll >%t.wrong.ll
; RUN: not %lateroot opt -passes=CheckGCRelocations --disable-output %t.wrong.ll 2>&1 | FileCheck %s --check-prefix=WRONG
; CHECK: ret ptr addrspace(1) %k.relocated
; WRONG: error: reads %k behind a statepoint

declare void @f()
declare ptr addrspace(1) @make()

define ptr addrspace(1) @derived(ptr addrspace(1) %a, ptr addrspace(1) %b, i1 %c, i64 %n) gc "statepoint-example" {
top:
  br label %l
l:
  %i = phi i64 [ 0, %top ], [ %i1, %more ]
  %p = phi ptr addrspace(1) [ %a, %top ], [ %s, %more ]
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %n
  call void @f()
  store i64 %i, ptr addrspace(1) %q
  %s = select i1 %c, ptr addrspace(1) %q, ptr addrspace(1) %b
  %i1 = add i64 %i, 1
  %e = icmp eq i64 %i1, %n
  br i1 %e, label %done, label %more
more:
  call void @f()
  br label %l
done:
  %out = call ptr addrspace(1) @make()
  call void @f()
  store ptr addrspace(1) %s, ptr addrspace(1) %out
  ret ptr addrspace(1) %out
}

define <2 x ptr addrspace(1)> @vector(<2 x ptr addrspace(1)> %v) gc "statepoint-example" {
  call void @f()
  %w = getelementptr i8, <2 x ptr addrspace(1)> %v, i64 8
  call void @f()
  ret <2 x ptr addrspace(1)> %w
}

define ptr addrspace(1) @kept(ptr addrspace(1) %k) gc "statepoint-example" {
  call void @f()
  ret ptr addrspace(1) %k
}
