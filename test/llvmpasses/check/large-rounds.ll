; RUN: %lateroot opt --memory=typed --passes=LateLowerGCFrame --check %s -o /dev/null
; RUN: %lateroot opt --memory=typed --passes=LateLowerGCFrame --check --reload %s -o /dev/null
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
%record = type { [5 x i64], ptr addrspace(10), [3 x i64] }
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @take(ptr nocapture)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; A variable of more than 64 words that is made anew in each round, null at first: what a round stores into it, wherever
; that is, is gone in the next.
define void @each_round(i1 %c) {
entry:
  %v = alloca [8 x %record], align 16
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %round
round:
  %x = call ptr addrspace(10) @make()
  call void @llvm.lifetime.start.p0(i64 576, ptr %v)
  br label %fill
fill:
  %i = phi i64 [ 0, %round ], [ %next, %fill ]
  %y = call ptr addrspace(10) @make()
  %p = getelementptr inbounds %record, ptr %v, i64 %i, i32 1
  store ptr addrspace(10) %y, ptr %p, align 8
  %next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %next, 8
  br i1 %last, label %use, label %fill
use:
  call void @take(ptr %v)
  call void @llvm.lifetime.end.p0(i64 576, ptr %v)
  br i1 %c, label %round, label %out
out:
  ret void
}
