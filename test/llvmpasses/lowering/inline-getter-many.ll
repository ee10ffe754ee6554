; RUN: %lateroot opt --passes=InlineGetter -S %s | FileCheck %s
; Several calls in one block: the block is cut once, and each part has a load of its own.

declare ptr @lr_get_pgcstack()
declare void @g(ptr)

; CHECK-LABEL: define void @three(
; CHECK-NEXT: %a = alloca i64
; CHECK: [[A:%.*]] = load ptr, ptr {{.*}}, align 8
; CHECK: br i1 {{.*}}, label %[[FIRST:.*]], label %[[ATTACH:.*]], !prof
; CHECK: [[ATTACH]]:
; CHECK-NEXT: [[B:%.*]] = call ptr @lr_get_pgcstack()
; CHECK-NEXT: br label %[[FIRST]]
; CHECK: [[FIRST]]:
; CHECK-NEXT: [[P:%.*]] = phi ptr
; CHECK-NEXT: call void @g(ptr [[P]])
; CHECK: load ptr
; CHECK: [[Q:%.*]] = phi ptr
; CHECK-NEXT: call void @g(ptr [[Q]])
; CHECK-NEXT: call void @g(ptr [[P]])
; CHECK: load ptr
; CHECK: [[R:%.*]] = phi ptr
; CHECK-NEXT: call void @g(ptr [[R]])
; CHECK-NEXT: call void @g(ptr %a)
; CHECK-NEXT: br label %end
; CHECK: end:
; CHECK-NEXT: phi ptr [ [[R]], %{{.*}} ]
; CHECK-NEXT: ret void
define void @three() {
  %a = alloca i64
  %p = call ptr @lr_get_pgcstack()
  call void @g(ptr %p)
  %q = call ptr @lr_get_pgcstack()
  call void @g(ptr %q)
  call void @g(ptr %p)
  %r = call ptr @lr_get_pgcstack()
  call void @g(ptr %r)
  call void @g(ptr %a)
  br label %end
end:
  %s = phi ptr [ %r, %0 ]
  ret void
}
