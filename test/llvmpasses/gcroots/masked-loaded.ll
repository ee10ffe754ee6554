; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Masked loads of data pointers (address space 13) with lanes passed through from elsewhere.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @poll()

; The failure meant: rooting the object loaded from, but not %b, to whose memory the other lanes point.
; CHECK-LABEL: define {{.*}} @passed_through_lanes(
; CHECK: new_gc_frame(i32 2)
; CHECK: %a = call
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %gcslot
; CHECK: %b = call
; CHECK: [[ON0:%[0-9]+]] = extractelement <2 x i1> %m, i32 0
; CHECK-NEXT: select i1 [[ON0]], ptr addrspace(10) %a, ptr addrspace(10) %b
; CHECK: [[ON1:%[0-9]+]] = extractelement <2 x i1> %m, i32 1
; CHECK-NEXT: select i1 [[ON1]], ptr addrspace(10) %a, ptr addrspace(10) %b
; CHECK: %w = call <2 x ptr addrspace(13)> @llvm.masked.load
; CHECK: store ptr addrspace(10) %gclift, ptr %gcslot
; CHECK-NEXT: store ptr addrspace(10) %gclift1, ptr %gcslot
; CHECK-NEXT: call void @poll()
; CHECK: ret
define <2 x i64> @passed_through_lanes(<2 x i1> %m) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %y = load <2 x ptr addrspace(13)>, ptr addrspace(10) %b
  %w = call <2 x ptr addrspace(13)> @llvm.masked.load.v2p13.p10(ptr addrspace(10) %a, i32 8, <2 x i1> %m, <2 x ptr addrspace(13)> %y)
  call void @poll()
  %x = call <2 x i64> @llvm.masked.gather.v2i64.v2p13(<2 x ptr addrspace(13)> %w, i32 8, <2 x i1> <i1 true, i1 true>, <2 x i64> zeroinitializer)
  ret <2 x i64> %x
}
declare <2 x ptr addrspace(13)> @llvm.masked.load.v2p13.p10(ptr addrspace(10), i32, <2 x i1>, <2 x ptr addrspace(13)>)
declare <2 x i64> @llvm.masked.gather.v2i64.v2p13(<2 x ptr addrspace(13)>, i32, <2 x i1>, <2 x i64>)
