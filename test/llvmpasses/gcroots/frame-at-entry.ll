; Why a frame is pushed at entry, although the first block does not need it.
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --disable-output -pass-remarks-missed=root %s 2>&1 | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame --no-shrink-wrap --disable-output -pass-remarks-missed=root %s 2>&1 | FileCheck %s --check-prefix=OFF
; OFF: the frame is pushed at entry, although the first block does not need it: shrink wrapping is turned off (in function 'edges')

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @fill(ptr)

; Each edge out of these blocks would have to be split.
; CHECK: although the first block does not need it: too many edges lead into or out of the blocks that need roots, or one of them cannot be split (in function 'edges')
define void @edges(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %b0, label %out
b0:
  %o0 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o0)
  %d0 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o0)
  br i1 %c, label %b1, label %out
b1:
  %o1 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o1)
  %d1 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o1)
  br i1 %c, label %b2, label %out
b2:
  %o2 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o2)
  %d2 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o2)
  br i1 %c, label %b3, label %out
b3:
  %o3 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o3)
  %d3 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o3)
  br i1 %c, label %b4, label %out
b4:
  %o4 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o4)
  %d4 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o4)
  br i1 %c, label %b5, label %out
b5:
  %o5 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o5)
  %d5 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o5)
  br i1 %c, label %b6, label %out
b6:
  %o6 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o6)
  %d6 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o6)
  br i1 %c, label %b7, label %out
b7:
  %o7 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o7)
  %d7 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o7)
  br i1 %c, label %b8, label %out
b8:
  %o8 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o8)
  %d8 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o8)
  br i1 %c, label %b9, label %out
b9:
  %o9 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o9)
  %d9 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o9)
  br i1 %c, label %b10, label %out
b10:
  %o10 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o10)
  %d10 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o10)
  br i1 %c, label %b11, label %out
b11:
  %o11 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o11)
  %d11 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o11)
  br i1 %c, label %b12, label %out
b12:
  %o12 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o12)
  %d12 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o12)
  br i1 %c, label %b13, label %out
b13:
  %o13 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o13)
  %d13 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o13)
  br i1 %c, label %b14, label %out
b14:
  %o14 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o14)
  %d14 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o14)
  br i1 %c, label %b15, label %out
b15:
  %o15 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o15)
  %d15 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o15)
  br i1 %c, label %b16, label %out
b16:
  %o16 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o16)
  %d16 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o16)
  br i1 %c, label %b17, label %out
b17:
  %o17 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o17)
  %d17 = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %o17)
  br i1 %c, label %out, label %out
out:
  ret void
}

; CHECK: although the first block does not need it: the live range of a stack variable in the frame is not known (in function 'variable')
define void @variable(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca ptr addrspace(10)
  br i1 %c, label %some, label %out
some:
  call void @fill(ptr %v)
  %o = load ptr addrspace(10), ptr %v
  call void @use(ptr addrspace(10) %o)
  br label %out
out:
  ret void
}
