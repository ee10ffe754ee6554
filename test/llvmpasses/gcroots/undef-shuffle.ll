; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Shuffles with lanes that no index names.
; XFAIL: *
; The lane counts as constant, but what the shuffle leaves in it is anything, and a phi carries it into a slot.

declare ptr @julia.get_pgcstack()
declare void @poll()
declare <2 x ptr addrspace(10)> @make_vector()
declare void @use_vector(<2 x ptr addrspace(10)>)

; The failure meant: garbage in the slot when the left arm is taken.
; CHECK-LABEL: define {{.*}} @phi_of_shuffle_with_undefined_lane(
; CHECK: new_gc_frame(i32 2)
; CHECK-NOT: i32 poison>
; CHECK: ret void
define void @phi_of_shuffle_with_undefined_lane(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %right
left:
  %v = call <2 x ptr addrspace(10)> @make_vector()
  %s = shufflevector <2 x ptr addrspace(10)> %v, <2 x ptr addrspace(10)> poison, <2 x i32> <i32 1, i32 poison>
  br label %join
right:
  %t = call <2 x ptr addrspace(10)> @make_vector()
  br label %join
join:
  %p = phi <2 x ptr addrspace(10)> [ %s, %left ], [ %t, %right ]
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %p)
  ret void
}
