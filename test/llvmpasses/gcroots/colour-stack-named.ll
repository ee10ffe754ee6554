; A push says how many words of the frame count from there to the pop: what only other stretches need is no root in this one, and not made null there.
; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame,FinalLowerGC -S %s | FileCheck %s --check-prefix=FINAL
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --abi=shadow-stack -S %s | FileCheck %s --check-prefix=ONE
; RUN: %lateroot opt --check --verify-each --abi=framemap -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each --reload -S %s -o /dev/null

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @take(ptr addrspace(10))
declare void @both(ptr addrspace(10), ptr addrspace(10))
declare void @poll()

; Popped right behind the last call that needs it.
; CHECK-LABEL: define {{.*}} @one_and_two(
; CHECK: new_gc_frame(i32 2)
; CHECK: calls:
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 1)
; CHECK-NEXT: store ptr addrspace(10) %a, ptr %gcslot0
; CHECK-NEXT: %b = call ptr addrspace(10) @make()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; CHECK-NEXT: %n = load i64
; CHECK: slow:
; CHECK-NEXT: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: call void @poll()
; CHECK-NEXT: call void @julia.pop_gc_frame(ptr %gcframe)
; FINAL-LABEL: define {{.*}} @one_and_two(
; FINAL: alloca ptr addrspace(10), i32 4
; FINAL-NOT: llvm.memset
; FINAL: store i64 4, ptr %gcframe
; FINAL-NOT: llvm.memset
; FINAL: store i64 8, ptr %gcframe
; FINAL: ret
; ONE-LABEL: define {{.*}} @one_and_two(
; ONE: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; ONE: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
define i64 @one_and_two(i1 %c, i1 %d, ptr %p) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %calls, label %join
calls:
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %n = load i64, ptr %p
  br label %join
join:
  %x = phi ptr addrspace(10) [ null, %0 ], [ %a, %calls ]
  %y = phi ptr addrspace(10) [ null, %0 ], [ %b, %calls ]
  %m = phi i64 [ 0, %0 ], [ %n, %calls ]
  br i1 %d, label %slow, label %done, !prof !0
slow:
  call void @poll()
  br label %done
done:
  %f = load i64, ptr addrspace(10) %x
  %g = load i64, ptr addrspace(10) %y
  %s = add i64 %f, %g
  %t = add i64 %s, %m
  ret i64 %t
}

; Ways of a stretch that come together count together.
; CHECK-LABEL: define {{.*}} @together(
; CHECK: left:
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
; CHECK: right:
; CHECK: call void @julia.push_gc_frame(ptr %gcframe, i32 2)
define void @together(i1 %c, i1 %d) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %some, label %done
some:
  br i1 %d, label %left, label %right
left:
  %a = call ptr addrspace(10) @make()
  call void @take(ptr addrspace(10) %a)
  br label %fail
right:
  %b = call ptr addrspace(10) @make()
  call void @take(ptr addrspace(10) %b)
  br label %fail
fail:
  %x = phi ptr addrspace(10) [ %a, %left ], [ %b, %right ]
  %y = call ptr addrspace(10) @make()
  call void @both(ptr addrspace(10) %x, ptr addrspace(10) %y)
  unreachable
done:
  ret void
}

!0 = !{!"branch_weights", i32 1, i32 1000}
