; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs' --implicit-check-not='store ptr addrspace(10) null'
;
; Words are cleared before a loop only where the frame is pushed by then.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @use2(ptr addrspace(10), ptr addrspace(10))
declare void @look_at(ptr nocapture readonly)
declare void @keep(ptr)
declare void @poll()
declare i32 @setjmp(ptr) returns_twice
declare void @llvm.lifetime.start.p0(i64, ptr nocapture)
declare void @llvm.lifetime.end.p0(i64, ptr nocapture)

; The frame is gone before the loop: nothing to clear.  The failure meant: a store into a frame that is not pushed.
; CHECK-LABEL: define {{.*}} @loop_behind_the_frame(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: slow:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK: fast:
; CHECK: loop:
; CHECK-NEXT: call void @poll()
; CHECK: exit:
; CHECK-NEXT: ret void
define void @loop_behind_the_frame(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %d, label %slow, label %fast
slow:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %fast
fast:
  br label %loop
loop:
  call void @poll()
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

; The loop is where the frame is.
; CHECK-LABEL: define {{.*}} @loop_within_the_frame(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 1)
; CHECK-NEXT: [[S0:%[a-z0-9]+]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: slow:
; CHECK-NEXT: %a = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr [[S0]]
; CHECK-NEXT: call void @use(ptr addrspace(10) %a)
; CHECK-NEXT: store ptr addrspace(10) null, ptr [[S0]]
; CHECK: loop:
; CHECK-NEXT: call void @poll()
; CHECK: behind:
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK: fast:
; CHECK-NEXT: ret void
define void @loop_within_the_frame(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %d, label %slow, label %fast
slow:
  %a = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  br label %loop
loop:
  call void @poll()
  br i1 %c, label %loop, label %behind
behind:
  br label %fast
fast:
  ret void
}
