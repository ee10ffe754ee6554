; A phi behind an invoke is made anew, with an edge of its own; what is copied because the collector cannot update where it lies knows the new one.
; RUN: %lateroot opt --abi=statepoint --check --passes='LateLowerGCFrame,FinalLowerGC,PlaceStatepoints' -S %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

declare ptr @julia.get_pgcstack()
declare void @look(ptr)
declare ptr addrspace(10) @make()
declare i32 @__gxx_personality_v0(...)

; CHECK-LABEL: define void @copied
; CHECK: ok:
; CHECK: [[O:%.*]] = phi ptr addrspace(10) [ %r, %gc.normal ], [ %a
; CHECK: store ptr addrspace(10) [[O]], ptr %gcpinned
; CHECK: store ptr addrspace(10) [[O]], ptr %f
define void @copied(ptr addrspace(10) %a, i1 %c) personality ptr @__gxx_personality_v0 {
top:
  %pgc = call ptr @julia.get_pgcstack()
  %mixed = alloca {i64, ptr addrspace(10)}
  br i1 %c, label %one, label %ok
one:
  %r = invoke ptr addrspace(10) @make() to label %ok unwind label %bad
ok:
  %o = phi ptr addrspace(10) [ %r, %one ], [ %a, %top ]
  %f = getelementptr {i64, ptr addrspace(10)}, ptr %mixed, i32 0, i32 1
  store ptr addrspace(10) %o, ptr %f
  call void @look(ptr %mixed)
  ret void
bad:
  %lp = landingpad {ptr, i32} cleanup
  resume {ptr, i32} %lp
}
