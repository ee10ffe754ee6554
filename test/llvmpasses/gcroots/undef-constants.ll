; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s
;
; Constants with undefined elements.

declare ptr @julia.get_pgcstack()
declare void @poll()
declare { ptr addrspace(10), i8 } @make_union()
declare <2 x ptr addrspace(10)> @make_vector()
declare void @use_vector(<2 x ptr addrspace(10)>)

; The failure meant: garbage in the slot when the constant arm is taken.
; CHECK-LABEL: define {{.*}} @constant_with_undefined_element(
; CHECK: new_gc_frame(i32 1)
; CHECK: phi { ptr addrspace(10), i8 } [ %u, %left ], [ {{{ ptr addrspace\(10\) null, i8 1 }|zeroinitializer}}, %top ]
; CHECK: ret
define { ptr addrspace(10), i8 } @constant_with_undefined_element(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %join
left:
  %u = call { ptr addrspace(10), i8 } @make_union()
  br label %join
join:
  %p = phi { ptr addrspace(10), i8 } [ %u, %left ], [ { ptr addrspace(10) undef, i8 1 }, %top ]
  call void @poll()
  ret { ptr addrspace(10), i8 } %p
}

; The same of a vector.
; CHECK-LABEL: define {{.*}} @constant_vector_with_undefined_lane(
; CHECK: new_gc_frame(i32 2)
; CHECK-NOT: poison
; CHECK: ret void
define void @constant_vector_with_undefined_lane(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %join
left:
  %v = call <2 x ptr addrspace(10)> @make_vector()
  br label %join
join:
  %p = phi <2 x ptr addrspace(10)> [ %v, %left ], [ <ptr addrspace(10) null, ptr addrspace(10) poison>, %top ]
  call void @poll()
  call void @use_vector(<2 x ptr addrspace(10)> %p)
  ret void
}
