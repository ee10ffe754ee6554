; Where objects move, marks that their memory does not change go.  Whoever else is given what a mark gives stays.
; RUN: %lateroot opt --abi=statepoint --check -S %s | FileCheck %s
; RUN: %lateroot opt --reload --check -S %s | FileCheck %s
; RUN: %lateroot opt --abi=framemap --reload --check -S %s | FileCheck %s
; RUN: %lateroot opt --check -S %s | FileCheck --check-prefix=STAYS %s
declare void @collect()
declare void @take(ptr)
declare i32 @ask(ptr)
declare void @note(i32)
declare ptr @julia.get_pgcstack()
declare ptr @llvm.invariant.start.p10(i64, ptr addrspace(10))
declare void @llvm.invariant.end.p10(ptr, i64, ptr addrspace(10))

; CHECK-LABEL: @handed_on(
; CHECK-NOT: llvm.invariant
; CHECK: @take{{.*}}ptr null
; CHECK: ret void
; STAYS-LABEL: @handed_on(
; STAYS: @llvm.invariant.start.p0
define void @handed_on(ptr addrspace(10) %p) {
  %gc = call ptr @julia.get_pgcstack()
  %mark = call ptr @llvm.invariant.start.p10(i64 8, ptr addrspace(10) %p)
  call void @collect()
  call void @take(ptr %mark)
  ret void
}

; CHECK-LABEL: @asked(
; CHECK-NOT: llvm.invariant
; CHECK: @ask{{.*}}ptr null
; CHECK: @note
; CHECK: ret void
define void @asked(ptr addrspace(10) %p) {
  %gc = call ptr @julia.get_pgcstack()
  %mark = call ptr @llvm.invariant.start.p10(i64 8, ptr addrspace(10) %p)
  %v = load i32, ptr addrspace(10) %p
  call void @collect()
  %e = call i32 @ask(ptr %mark)
  call void @note(i32 %e)
  ret void
}

; CHECK-LABEL: @either(
; CHECK-NOT: llvm.invariant
; CHECK: ret void
define void @either(ptr addrspace(10) %p, i1 %c) {
  %gc = call ptr @julia.get_pgcstack()
  br i1 %c, label %left, label %right
left:
  %a = call ptr @llvm.invariant.start.p10(i64 8, ptr addrspace(10) %p)
  br label %join
right:
  %b = call ptr @llvm.invariant.start.p10(i64 8, ptr addrspace(10) %p)
  br label %join
join:
  %mark = phi ptr [ %a, %left ], [ %b, %right ]
  call void @collect()
  call void @llvm.invariant.end.p10(ptr %mark, i64 8, ptr addrspace(10) %p)
  call void @take(ptr null)
  ret void
}
