; Where LLVM has made a loop of a tail call, the GC stack is asked for behind the entry block: the thread's state is changed once nevertheless, in the
; function in between, and not in the caller as well.
; RUN: %lateroot opt --abi=statepoint --check --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare i64 @safe(ptr, i64)
declare void @use(ptr addrspace(10))

; CHECK-LABEL: define void @turns
; CHECK-NOT: gc_state
; CHECK: @lr.leave.safe,{{.*}} "gc-transition"(ptr %ptls)
; CHECK-NOT: gc_state
; CHECK: ret void
; CHECK: define internal i64 @lr.leave.safe
; CHECK: store atomic i8 2, ptr %gc_state release
; CHECK-NEXT: load atomic ptr
define void @turns(ptr addrspace(10) %o, i64 %n) {
entry:
  br label %turn
turn:
  %k = phi i64 [ %n, %entry ], [ %m, %turn ]
  %pgc = call ptr @julia.get_pgcstack()
  %at = getelementptr i8, ptr %pgc, i64 8
  %ptls = load ptr, ptr %at, align 8
  %m = call i64 @safe(ptr %ptls, i64 %k) [ "gc-transition"(ptr %ptls) ]
  %more = icmp ne i64 %m, 0
  call void @use(ptr addrspace(10) %o)
  br i1 %more, label %turn, label %done
done:
  ret void
}
