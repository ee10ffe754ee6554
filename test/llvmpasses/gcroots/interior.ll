; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame,FinalLowerGC,PlaceStatepoints --abi=statepoint --check -S %s | FileCheck %s --check-prefix=STATEPOINT
;
; Optimisers leave address arithmetic on Tracked pointers.  What merges such addresses is no object: its base is made beside it, and that is rooted.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @poll()

; The pointer walks, the object stays.
; CHECK-LABEL: define i64 @walks(
; CHECK: store ptr addrspace(10) %a, ptr %gcslot0
; CHECK: loop:
; CHECK-NOT: store
; CHECK: ret i64 %x
; STATEPOINT-LABEL: define i64 @walks(
; STATEPOINT: "gc-live"(ptr addrspace(10) %{{[a0-9]+}}, ptr addrspace(10) %p)
define i64 @walks(i64 %n) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br label %loop
loop:
  %p = phi ptr addrspace(10) [ %a, %top ], [ %q, %loop ]
  %i = phi i64 [ 0, %top ], [ %i1, %loop ]
  call void @poll()
  %x = load i64, ptr addrspace(10) %p
  %q = getelementptr i8, ptr addrspace(10) %p, i64 8
  %i1 = add i64 %i, 1
  %c = icmp ult i64 %i1, %n
  br i1 %c, label %loop, label %done
done:
  ret i64 %x
}

; CHECK-LABEL: define i64 @chosen(
; CHECK: %gclift = select i1 %k, ptr addrspace(10) %a, ptr addrspace(10) %b
; CHECK: store ptr addrspace(10) %gclift, ptr
; CHECK-NEXT: call void @poll()
; CHECK: ret i64 %x
; STATEPOINT-LABEL: define i64 @chosen(
; STATEPOINT: "gc-live"(ptr addrspace(10) %gclift, ptr addrspace(10) %s)
define i64 @chosen(i1 %k) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %ai = getelementptr i8, ptr addrspace(10) %a, i64 8
  %s = select i1 %k, ptr addrspace(10) %ai, ptr addrspace(10) %b
  call void @poll()
  %x = load i64, ptr addrspace(10) %s
  ret i64 %x
}

; Whole objects are their own base, as ever.
; CHECK-LABEL: define i64 @objects(
; CHECK-NOT: gclift
; CHECK: store ptr addrspace(10) %s, ptr
; CHECK: ret i64 %x
define i64 @objects(i1 %k) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %s = select i1 %k, ptr addrspace(10) %a, ptr addrspace(10) %b
  call void @poll()
  %o = getelementptr i8, ptr addrspace(10) %s, i64 8
  %x = load i64, ptr addrspace(10) %o
  ret i64 %x
}
