; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s
;
; Shuffles with lanes that no index names.

declare ptr @julia.get_pgcstack()
declare void @poll()
declare <2 x ptr addrspace(10)> @make_vector()
declare void @use_vector(<2 x ptr addrspace(10)>)

; The failure meant: garbage in the slot when the left arm is taken.
; CHECK-LABEL: define {{.*}} @phi_of_shuffle_with_undefined_lane(
; CHECK: new_gc_frame(i32 2)
; CHECK: %s = shufflevector
; CHECK-NEXT: [[FULL:%[0-9]+]] = insertelement <2 x ptr addrspace(10)> %s, ptr addrspace(10) null, i32 1
; CHECK: phi <2 x ptr addrspace(10)> [ [[FULL]], %left ], [ %t, %right ]
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
