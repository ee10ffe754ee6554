; RUN: %lateroot opt --passes=FinalLowerGC --check-frames -S %s | FileCheck %s --implicit-check-not=lr_check_frames
; What a function found at the head of the chain is compared with what it leaves there, at each return and before a musttail call.

declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare void @julia.pop_gc_frame(ptr)
declare void @poll()

; CHECK: [[NAME:@[a-z0-9.]+]] = private {{.*}}c"two_ways\00"
; CHECK-LABEL: define void @two_ways(
; CHECK: %pgcstack = call ptr @julia.get_pgcstack()
; CHECK-NEXT: %gchead = load volatile ptr, ptr %pgcstack, align 8
; CHECK: left:
; CHECK: [[L:%gchead[0-9]+]] = load volatile ptr, ptr %pgcstack
; CHECK-NEXT: call void @lr_check_frames(ptr %gchead, ptr [[L]], ptr [[NAME]])
; CHECK-NEXT: ret void
; CHECK: right:
; CHECK: [[R:%gchead[0-9]+]] = load volatile ptr, ptr %pgcstack
; CHECK-NEXT: call void @lr_check_frames(ptr %gchead, ptr [[R]], ptr [[NAME]])
; CHECK-NEXT: musttail call void @two_ways(i1 %c)
; CHECK-NEXT: ret void
define void @two_ways(i1 %c) {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  call void @poll()
  call void @julia.pop_gc_frame(ptr %f)
  br i1 %c, label %left, label %right
left:
  ret void
right:
  musttail call void @two_ways(i1 %c)
  ret void
}

; CHECK-LABEL: define void @no_frame(
; CHECK: declare void @lr_check_frames(ptr, ptr, ptr)
define void @no_frame() {
  %pgcstack = call ptr @julia.get_pgcstack()
  call void @poll()
  ret void
}
