; A variable in the frame that lives in each round of a loop shares its words with roots. Where it begins to live again the checker learns from the markers
; of its lifetime, which go when it has seen them.
; RUN: %lateroot opt --check --passes=LateLowerGCFrame -S %s -o %t.checked.ll
; RUN: %lateroot opt --passes=LateLowerGCFrame -S %s -o %t.ll
; RUN: diff %t.checked.ll %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: %lateroot opt --check --reload --passes=LateLowerGCFrame -S %s -o %t.checked.ll
; RUN: %lateroot opt --reload --passes=LateLowerGCFrame -S %s -o %t.ll
; RUN: diff %t.checked.ll %t.ll
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare ptr addrspace(10) @join(ptr addrspace(10), ptr addrspace(10))
declare void @fill(ptr nocapture)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; A loop writes all of the array, word after word, and one is read; then the words are another root's.
; CHECK-LABEL: define void @rounds
; CHECK: call ptr @julia.new_gc_frame(i32 [[WORDS:[1-5]]])
; CHECK-NOT: call void @llvm.lifetime
define void @rounds(ptr addrspace(10) %o, i1 %c, i64 %k) {
entry:
  %v = alloca [2 x ptr addrspace(10)], align 8
  %pg = call ptr @julia.get_pgcstack()
  br label %round
round:
  call void @llvm.lifetime.start.p0(i64 16, ptr %v)
  %first = call ptr addrspace(10) @make()
  br label %write
write:
  %i = phi i64 [ 0, %round ], [ %next, %write ]
  %p = getelementptr inbounds [2 x ptr addrspace(10)], ptr %v, i64 0, i64 %i
  store ptr addrspace(10) %first, ptr %p, align 8
  %next = add nuw nsw i64 %i, 1
  %all = icmp eq i64 %next, 2
  br i1 %all, label %written, label %write
written:
  %a = call ptr addrspace(10) @make()
  %q = getelementptr inbounds [2 x ptr addrspace(10)], ptr %v, i64 0, i64 %k
  %x = load ptr addrspace(10), ptr %q, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr %v)
  %b = call ptr addrspace(10) @join(ptr addrspace(10) %a, ptr addrspace(10) %x)
  %d = call ptr addrspace(10) @make()
  %e = call ptr addrspace(10) @join(ptr addrspace(10) %b, ptr addrspace(10) %d)
  br i1 %c, label %round, label %out
out:
  ret void
}

; A callee fills it, as far as can be told perhaps.
; CHECK-LABEL: define void @filled
; CHECK-NOT: call void @llvm.lifetime
define void @filled(i1 %c) {
entry:
  %v = alloca [2 x ptr addrspace(10)], align 8
  %u = alloca [2 x ptr addrspace(10)], align 8
  %pg = call ptr @julia.get_pgcstack()
  br label %round
round:
  br i1 %c, label %one, label %other
one:
  call void @llvm.lifetime.start.p0(i64 16, ptr %v)
  call void @fill(ptr %v)
  %x = load ptr addrspace(10), ptr %v, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr %v)
  %y = call ptr addrspace(10) @join(ptr addrspace(10) %x, ptr addrspace(10) %x)
  br label %round
other:
  call void @llvm.lifetime.start.p0(i64 16, ptr %u)
  call void @fill(ptr %u)
  %z = load ptr addrspace(10), ptr %u, align 8
  call void @llvm.lifetime.end.p0(i64 16, ptr %u)
  %w = call ptr addrspace(10) @join(ptr addrspace(10) %z, ptr addrspace(10) %z)
  br label %round
}
