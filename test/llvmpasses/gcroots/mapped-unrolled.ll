; RUN: split-file %s %t
; RUN: %lateroot opt --memory=typed --check --passes=LateLowerGCFrame -S %t/unrolled.ll | FileCheck %t/unrolled.ll
; RUN: %lateroot opt --memory=typed --check '--passes=LateLowerGCFrame<reload>' -S %t/unrolled.ll | FileCheck %t/unrolled.ll
; RUN: %exits 1 %lateroot opt --memory=typed --passes=LateLowerGCFrame -S %t/inside.ll 2>&1 | FileCheck %t/inside.ll
;
; Where LLVM has unrolled a loop over a stack array, the first turn alone would lead a pointer out of the array. That
; way is never taken.

;--- unrolled.ll
%pair = type { i32, ptr addrspace(10) }
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)
; CHECK-LABEL: define void @shift
; CHECK: store ptr addrspace(10) %c, ptr %c.to
; CHECK-LABEL: define void @above
; CHECK: store ptr addrspace(10) %{{.*}}, ptr %b.to
define void @shift(i64 %n) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [4 x %pair], align 16
  call void @fill(ptr %v)
  %end = getelementptr inbounds i8, ptr %v, i64 32
  br label %loop
loop:
  %at = phi ptr [ %next, %loop ], [ %end, %0 ]
  %i = phi i64 [ %n, %0 ], [ %j, %loop ]
  %b.from = getelementptr inbounds i8, ptr %at, i64 -24
  %b = load ptr addrspace(10), ptr %b.from
  %b.to = getelementptr inbounds i8, ptr %at, i64 -8
  store ptr addrspace(10) %b, ptr %b.to
  %c.from = getelementptr inbounds i8, ptr %at, i64 -56
  %c = load ptr addrspace(10), ptr %c.from
  %c.to = getelementptr inbounds i8, ptr %at, i64 -40
  store ptr addrspace(10) %c, ptr %c.to
  %next = getelementptr inbounds i8, ptr %at, i64 -32
  %j = add i64 %i, -2
  %more = icmp sgt i64 %j, 1
  br i1 %more, label %loop, label %exit
exit:
  call void @fill(ptr %v)
  ret void
}
define void @above(i64 %n, ptr addrspace(10) %b) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [4 x %pair], align 16
  call void @fill(ptr %v)
  br label %loop
loop:
  %at = phi ptr [ %next, %loop ], [ %v, %0 ]
  %i = phi i64 [ %n, %0 ], [ %j, %loop ]
  %b.to = getelementptr inbounds i8, ptr %at, i64 72
  store ptr addrspace(10) %b, ptr %b.to
  %next = getelementptr inbounds i8, ptr %at, i64 -32
  %j = add i64 %i, -2
  %more = icmp sgt i64 %j, 1
  br i1 %more, label %loop, label %exit
exit:
  call void @fill(ptr %v)
  ret void
}

;--- inside.ll
%pair = type { i32, ptr addrspace(10) }
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)
; CHECK: error: stores an object reference into the stack variable 'v' where its type has none
; CHECK-NEXT: in function 'inside': store ptr addrspace(10) %o, ptr %to
define void @inside(i64 %n, ptr addrspace(10) %o) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %v = alloca [4 x %pair], align 16
  call void @fill(ptr %v)
  %end = getelementptr inbounds i8, ptr %v, i64 32
  br label %loop
loop:
  %at = phi ptr [ %next, %loop ], [ %end, %0 ]
  %i = phi i64 [ %n, %0 ], [ %j, %loop ]
  %to = getelementptr inbounds i8, ptr %at, i64 -16
  store ptr addrspace(10) %o, ptr %to
  %next = getelementptr inbounds i8, ptr %at, i64 -16
  %j = add i64 %i, -1
  %more = icmp sgt i64 %j, 1
  br i1 %more, label %loop, label %exit
exit:
  call void @fill(ptr %v)
  ret void
}
