; RUN: %opt -load-pass-plugin=%plugin -passes='function(LateLowerGCFrame<no-shrink-wrap>)' -S %s | FileCheck %s
; A frame that only a cold block needs, at the top all the same.
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @throw(ptr addrspace(10)) noreturn
; CHECK: top:
; CHECK: call void @julia.push_gc_frame
; CHECK: bad:
define i64 @cold(i64 %i, i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %bad, label %good
bad:
  %e = call ptr addrspace(10) @make()
  call void @throw(ptr addrspace(10) %e)
  unreachable
good:
  ret i64 %i
}
