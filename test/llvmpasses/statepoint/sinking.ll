; A relocation reads what the next statepoint may write over: LLVM must not put it off until a use behind that.
; RUN: %lateroot opt --abi=statepoint --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints,instcombine,sink,loop-simplify,loop(indvars)' -S %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare void @safe()

; CHECK-LABEL: define i1 @compared
; CHECK: [[T:%.*]] = call token
; CHECK: %a.moved = call coldcc {{.*}}relocate{{.*}}(token [[T]], i32 0, i32 0) [ "deopt"() ]
; CHECK: call token
; CHECK: yes:
define i1 @compared(ptr addrspace(10) %a, i1 %c) {
  %pgc = call ptr @julia.get_pgcstack()
  call void @safe()
  %null = icmp eq ptr addrspace(10) %a, null
  call void @safe()
  br i1 %c, label %yes, label %no
yes:
  ret i1 %null
no:
  ret i1 false
}

; Nor behind a loop that does not use it.
; CHECK-LABEL: define i1 @behind_loop
; CHECK: [[T:%.*]] = call token
; CHECK: %a.moved = call coldcc {{.*}}relocate{{.*}}(token [[T]], i32 0, i32 0) [ "deopt"() ]
; CHECK: %b.moved = call coldcc {{.*}}relocate{{.*}}(token [[T]], i32 1, i32 1) [ "deopt"() ]
; CHECK: call token
; CHECK: loop:
; CHECK: out:
; CHECK-NOT: relocate
; CHECK: ret i1
define i1 @behind_loop(ptr addrspace(10) %a, ptr addrspace(10) %b, i64 %n) {
top:
  %pgc = call ptr @julia.get_pgcstack()
  call void @safe()
  %same = icmp eq ptr addrspace(10) %a, %b
  call void @safe()
  br label %loop
loop:
  %i = phi i64 [ 0, %top ], [ %next, %loop ]
  call void @safe()
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %out
out:
  ret i1 %same
}
