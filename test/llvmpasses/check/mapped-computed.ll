; References stored into variables of the mapped frame where a phi or an index says in which word.
; RUN: %lateroot opt --check --passes=LateLowerGCFrame -S -o /dev/null %s
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

%pair = type { ptr addrspace(10), i64 }
%value = type { i8, [2 x ptr addrspace(10)], [4 x ptr addrspace(10)], ptr addrspace(10) }

declare ptr @julia.get_pgcstack()
declare void @stop()
declare ptr addrspace(10) @make()
declare void @fill(ptr nocapture)

; Either of two elements: never the number between them.
define ptr addrspace(10) @either(i1 %c) {
entry:
  %v = alloca [4 x %pair], align 8
  %pg = call ptr @julia.get_pgcstack()
  call void @fill(ptr %v)
  %next = getelementptr inbounds i8, ptr %v, i64 16
  br i1 %c, label %other, label %write

other:
  br label %write

write:
  %p = phi ptr [ %v, %entry ], [ %next, %other ]
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @stop()
  %y = load ptr addrspace(10), ptr %v, align 8
  ret ptr addrspace(10) %y
}

; The same by a select, and element after element.
define ptr addrspace(10) @each(i1 %c) {
entry:
  %v = alloca [4 x %pair], align 8
  %pg = call ptr @julia.get_pgcstack()
  call void @fill(ptr %v)
  %last = getelementptr inbounds i8, ptr %v, i64 48
  %first = select i1 %c, ptr %v, ptr %last
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %first, align 8
  br label %loop

loop:
  %p = phi ptr [ %v, %entry ], [ %next, %loop ]
  %z = call ptr addrspace(10) @make()
  store ptr addrspace(10) %z, ptr %p, align 8
  call void @stop()
  %next = getelementptr inbounds i8, ptr %p, i64 16
  %more = icmp ne ptr %p, %last
  br i1 %more, label %loop, label %out

out:
  call void @stop()
  %y = load ptr addrspace(10), ptr %v, align 8
  ret ptr addrspace(10) %y
}

; An array in a struct: the index stays in the array, as the type says.
define ptr addrspace(10) @member(i64 %i) {
  %v = alloca [4 x %value], align 8
  %pg = call ptr @julia.get_pgcstack()
  call void @fill(ptr %v)
  %array = getelementptr inbounds i8, ptr %v, i64 24
  %p = getelementptr inbounds ptr addrspace(10), ptr %array, i64 %i
  %x = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %p, align 8
  call void @stop()
  %y = load ptr addrspace(10), ptr %p, align 8
  ret ptr addrspace(10) %y
}

!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}
