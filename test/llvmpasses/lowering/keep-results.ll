; A function that gives references back in memory of its caller keeps its sret, also when LLVM knows all callers: with noalias instead, it drops stores
; that the collector has to see.
; RUN: %lateroot opt --memory=typed --passes=lateroot -S %s -o %t.ll
; RUN: %opt -passes='cgscc(argpromotion),function(dse)' -S %t.ll | FileCheck %s
; CHECK: @llvm.compiler.used = appending global [3 x ptr] [ptr @other, ptr @give, ptr @open], section "llvm.metadata"
%value = type { ptr addrspace(10), i64 }
%numbers = type { i64, i64, i64 }
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr)
@other = global i32 0
@llvm.compiler.used = appending global [1 x ptr] [ptr @other], section "llvm.metadata"

; CHECK-LABEL: define internal void @give(ptr sret(
; CHECK: store ptr null
; CHECK: call ptr @make()
define internal void @give(ptr sret(%value) %r) noinline {
  %gc = call ptr @julia.get_pgcstack()
  store ptr addrspace(10) null, ptr %r
  %n = getelementptr inbounds i8, ptr %r, i64 8
  store i64 1, ptr %n
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %r
  ret void
}

; Numbers alone are no affair of the collector's.
; CHECK-LABEL: define internal void @give_numbers(ptr noalias
define internal void @give_numbers(ptr sret(%numbers) %r) noinline {
  store i64 1, ptr %r
  ret void
}

; CHECK-LABEL: define void @open(ptr sret(
define void @open(ptr sret(%value) %r) {
  %gc = call ptr @julia.get_pgcstack()
  call void @give(ptr sret(%value) %r)
  ret void
}

define void @caller() {
  %gc = call ptr @julia.get_pgcstack()
  %v = alloca %value, align 8
  %m = alloca %numbers, align 8
  call void @give(ptr sret(%value) %v)
  call void @give_numbers(ptr sret(%numbers) %m)
  call void @use(ptr %v)
  call void @use(ptr %m)
  ret void
}
