; What is live across a call that hardly ever runs, and that has a frame of its own, is read out of its slot again: the common way keeps no register for it.
; RUN: %lateroot opt --passes=LateLowerGCFrame,CheckGCRoots --check --verify-each -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --abi=framemap -S %s | FileCheck %s --check-prefix=NONE
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s --check-prefix=NONE
; RUN: %lateroot opt --check --verify-each --reload -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each -S %s -o /dev/null
; NONE-NOT: gcagain

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare ptr addrspace(10) @quick() "gc-leaf-function"
declare void @use(ptr addrspace(10)) "gc-leaf-function"

; One in use behind the join, one only in a phi there.
; CHECK-LABEL: define {{.*}} @both(
; CHECK: slow:
; CHECK: %o = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-DAG: [[B:%gcagain[0-9]*]] = load volatile ptr addrspace(10), ptr %gcslot{{[01]}}
; CHECK-DAG: [[A:%gcagain[0-9]*]] = load volatile ptr addrspace(10), ptr %gcslot{{[01]}}
; CHECK: br label %join
; CHECK: join:
; CHECK-DAG: [[V:%gcagain[0-9]*]] = phi ptr addrspace(10) [ %{{[ab]}}, %fast ], [ {{%gcagain[0-9]*}}, %slow ]
; CHECK-DAG: %p = phi ptr addrspace(10) [ null, %fast ], [ {{%gcagain[0-9]*}}, %slow ]
; CHECK: call void @use(ptr addrspace(10) [[V]])
; CHECK: call void @use(ptr addrspace(10) %p)
define void @both(i1 %c) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @quick()
  br i1 %c, label %slow, label %fast, !prof !0
fast:
  %n = call ptr addrspace(10) @quick()
  br label %join
slow:
  %o = call ptr addrspace(10) @make()
  br label %join
join:
  %x = phi ptr addrspace(10) [ %n, %fast ], [ %o, %slow ]
  %p = phi ptr addrspace(10) [ null, %fast ], [ %b, %slow ]
  call void @use(ptr addrspace(10) %a)
  call void @use(ptr addrspace(10) %p)
  call void @use(ptr addrspace(10) %x)
  ret void
}

; In use where control may come by another way, too: nothing would be spared.
; CHECK-LABEL: define {{.*}} @other_way(
; CHECK-NOT: gcagain
; CHECK: ret void
define void @other_way(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br i1 %d, label %choose, label %end
choose:
  br i1 %c, label %slow, label %fast, !prof !0
fast:
  br label %join
slow:
  %o = call ptr addrspace(10) @make()
  br label %join
join:
  %x = phi ptr addrspace(10) [ null, %fast ], [ %o, %slow ]
  call void @use(ptr addrspace(10) %x)
  br label %end
end:
  call void @use(ptr addrspace(10) %a)
  ret void
}

; In a loop around which the value comes it is in use again.
; CHECK-LABEL: define {{.*}} @each_round(
; CHECK-NOT: gcagain
; CHECK: ret void
define void @each_round(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  br label %again
again:
  br i1 %c, label %slow, label %fast, !prof !0
fast:
  br label %join
slow:
  %o = call ptr addrspace(10) @make()
  br label %join
join:
  %x = phi ptr addrspace(10) [ null, %fast ], [ %o, %slow ]
  call void @use(ptr addrspace(10) %a)
  br i1 %d, label %again, label %end
end:
  ret void
}

; A branch that is as likely as not keeps what it has.
; CHECK-LABEL: define {{.*}} @not_rare(
; CHECK-NOT: gcagain
; CHECK: ret void
define void @not_rare(i1 %c, i1 %d) {
top:
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @quick()
  br i1 %c, label %some, label %end
some:
  br i1 %d, label %slow, label %fast
fast:
  br label %join
slow:
  %o = call ptr addrspace(10) @make()
  br label %join
join:
  %x = phi ptr addrspace(10) [ null, %fast ], [ %o, %slow ]
  call void @use(ptr addrspace(10) %a)
  br label %end
end:
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 1000}
