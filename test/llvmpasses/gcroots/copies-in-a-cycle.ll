; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s \
; RUN:   --implicit-check-not='new_gc_frame(i32 {{[0-9]}}' --implicit-check-not=', ptr %gcs'
;
; Phis of interior pointers that only hand one pointer round and round.

declare ptr @julia.get_pgcstack()
declare void @poll()

; The failure meant: a false alarm at the call, where the bases of %w sit in the frame.
; CHECK-LABEL: define {{.*}} @interior_pointers_round_two_loops(
; CHECK: %gcframe = call {{.*}}@julia.new_gc_frame(i32 4)
; CHECK-NEXT: [[SLOT0:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK-NEXT: [[SLOT1:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 1)
; CHECK-NEXT: [[SLOT2:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 2)
; CHECK-NEXT: [[SLOT3:%gcslot[0-9]*]] = call {{.*}}@julia.get_gc_frame_slot(ptr %gcframe, i32 3)
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 4)
; CHECK: outer:
; CHECK-NEXT: %gclift = phi ptr addrspace(10) [ null, %entry ], [ %gclift4, %back ]
; CHECK-NEXT: %gclift1 = phi ptr addrspace(10) [ null, %entry ], [ %gclift5, %back ]
; CHECK: store ptr addrspace(10) %gclift, ptr [[SLOT0]]
; CHECK-NEXT: store ptr addrspace(10) %gclift1, ptr [[SLOT1]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT2]]
; CHECK: store ptr addrspace(10) {{%[0-9]+}}, ptr [[SLOT3]]
; CHECK-NEXT: call void @poll()
; CHECK: again:
; CHECK: first:
; CHECK-NEXT: %gclift6 = phi ptr addrspace(10) [ %gclift4, %second ], [ %gclift2, %back ]
; CHECK-NEXT: %gclift7 = phi ptr addrspace(10) [ %gclift5, %second ], [ %gclift3, %back ]
; CHECK: back:
; CHECK: inner:
; CHECK-NEXT: %gclift2 = phi ptr addrspace(10) [ null, %outer ], [ {{%[0-9]+}}, %again ]
; CHECK-NEXT: %gclift3 = phi ptr addrspace(10) [ null, %outer ], [ {{%[0-9]+}}, %again ]
; CHECK: second:
; CHECK-NEXT: %gclift4 = phi ptr addrspace(10) [ %gclift6, %first ], [ %gclift2, %inner ]
; CHECK-NEXT: %gclift5 = phi ptr addrspace(10) [ %gclift7, %first ], [ %gclift3, %inner ]
define void @interior_pointers_round_two_loops(i1 %c) {
entry:
  %pgcstack = call ptr @julia.get_pgcstack()
  br label %outer
outer:
  %w = phi <2 x ptr addrspace(11)> [ zeroinitializer, %entry ], [ %w5, %back ]
  %v = phi <2 x ptr addrspace(10)> [ zeroinitializer, %entry ], [ %new, %back ]
  call void @poll()
  %x = select <2 x i1> zeroinitializer, <2 x ptr addrspace(11)> %w, <2 x ptr addrspace(11)> zeroinitializer
  %dv = addrspacecast <2 x ptr addrspace(10)> %v to <2 x ptr addrspace(11)>
  br label %inner
again:
  %w4 = phi <2 x ptr addrspace(11)> [ %dv, %inner ]
  br label %inner
first:
  %w3 = phi <2 x ptr addrspace(11)> [ %w5, %second ], [ %w2, %back ]
  br i1 %c, label %second, label %back
back:
  br i1 %c, label %first, label %outer
inner:
  %w2 = phi <2 x ptr addrspace(11)> [ zeroinitializer, %outer ], [ %w4, %again ]
  %new = load <2 x ptr addrspace(10)>, ptr @table
  br i1 %c, label %second, label %again
second:
  %w5 = phi <2 x ptr addrspace(11)> [ %w3, %first ], [ %w2, %inner ]
  br label %first
}
@table = external global <2 x ptr addrspace(10)>
