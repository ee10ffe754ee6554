; A function whose GC stack LLVM has taken away is refused also if it could not be read with one.
; RUN: %exits 1 %lateroot opt --passes='LateLowerGCFrame<reload>' %s -o - 2>&1 | FileCheck %s
; CHECK: error: the function 'f' uses its "gcstack" argument nowhere, so that LLVM lets calls pass poison for it

%two = type { ptr addrspace(10), i64, ptr addrspace(10) }
@there = external global %two

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @many(i64, ...)
declare void @use(ptr addrspace(10))

define swiftcc void @f(ptr swiftself "gcstack" %0) {
  %x = call ptr addrspace(10) @make()
  call void (i64, ...) @many(i64 1, ptr byval(%two) align 8 @there)
  call void @use(ptr addrspace(10) %x)
  ret void
}

define void @main() {
  %p = call ptr @julia.get_pgcstack()
  call swiftcc void @f(ptr swiftself poison)
  ret void
}
