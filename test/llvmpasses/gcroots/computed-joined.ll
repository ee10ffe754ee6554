; RUN: split-file %s %t
; RUN: %lateroot opt --passes=LateLowerGCFrame --memory=typed --check -S %t/joined.ll | FileCheck %t/joined.ll
; RUN: not %lateroot opt --passes=LateLowerGCFrame --memory=typed %t/later.ll 2>&1 | FileCheck %t/later.ll
; RUN: not %lateroot opt --passes=LateLowerGCFrame --memory=typed %t/other.ll 2>&1 | FileCheck %t/other.ll
;
; LLVM makes two of a block that has a variable of computed size: then phis and selects tell which stacksave is restored.

;--- joined.ll
%value = type { ptr addrspace(10), i64 }
declare ptr @julia.get_pgcstack()
declare void @safepoint()
declare void @fill(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

; Both counts go to 0 before the stack is restored.
; CHECK-LABEL: define void @either(
; CHECK: join:
; CHECK-NEXT: %s = phi ptr [ %s1, %one ], [ %s2, %two ]
; CHECK-DAG: store i64 0, ptr [[A:%.*]], align
; CHECK-DAG: store i64 0, ptr [[B:%.*]], align
; CHECK: call void @llvm.stackrestore.p0(ptr %s)
define void @either(i64 %n, i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %one, label %two
one:
  %s1 = call ptr @llvm.stacksave.p0()
  %v1 = alloca %value, i64 %n, align 8
  call void @fill(ptr %v1)
  br label %join
two:
  %s2 = call ptr @llvm.stacksave.p0()
  %v2 = alloca %value, i64 %n, align 8
  call void @fill(ptr %v2)
  br label %join
join:
  %s = phi ptr [ %s1, %one ], [ %s2, %two ]
  call void @llvm.stackrestore.p0(ptr %s)
  call void @safepoint()
  ret void
}

; One of the two is not made, and there is no memory of it in which something could be unwritten.
; CHECK-LABEL: define ptr addrspace(10) @used_behind(
; CHECK: join:
; CHECK: call void @safepoint()
define ptr addrspace(10) @used_behind(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %one, label %two
one:
  %s1 = call ptr @llvm.stacksave.p0()
  %v1 = alloca %value, align 8
  call void @fill(ptr %v1)
  br label %join
two:
  %s2 = call ptr @llvm.stacksave.p0()
  %v2 = alloca %value, align 8
  call void @fill(ptr %v2)
  br label %join
join:
  %s = phi ptr [ %s1, %one ], [ %s2, %two ]
  %v = phi ptr [ %v1, %one ], [ %v2, %two ]
  call void @safepoint()
  %r = load ptr addrspace(10), ptr %v
  call void @llvm.stackrestore.p0(ptr %s)
  ret ptr addrspace(10) %r
}

; What is joined before the variable is made frees it as well.
; CHECK-LABEL: define void @before(
; CHECK: %s = phi ptr
; CHECK: %v = alloca %value, i64 %n
; CHECK: call void @fill(ptr %v)
; CHECK: store i64 0, ptr
; CHECK-NEXT: call void @llvm.stackrestore.p0(ptr %s)
define void @before(i64 %n, i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  br i1 %c, label %one, label %two
one:
  %s1 = call ptr @llvm.stacksave.p0()
  br label %join
two:
  %s2 = call ptr @llvm.stacksave.p0()
  br label %join
join:
  %s = phi ptr [ %s1, %one ], [ %s2, %two ]
  %v = alloca %value, i64 %n, align 8
  call void @fill(ptr %v)
  call void @llvm.stackrestore.p0(ptr %s)
  call void @safepoint()
  ret void
}

;--- later.ll
; What was saved behind the variable does not free it.
%value = type { ptr addrspace(10), i64 }
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
; CHECK: error: the stack variable 'v' with object references is of computed size, or not of the entry block, and
; CHECK-NOT: define
define void @later(i64 %n, i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %s1 = call ptr @llvm.stacksave.p0()
  %v = alloca %value, i64 %n, align 8
  call void @fill(ptr %v)
  %s2 = call ptr @llvm.stacksave.p0()
  %s = select i1 %c, ptr %s1, ptr %s2
  call void @llvm.stackrestore.p0(ptr %s)
  call void @fill(ptr %v)
  ret void
}

;--- other.ll
%value = type { ptr addrspace(10), i64 }
declare ptr @julia.get_pgcstack()
declare void @fill(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
; CHECK: error: when the stack variable 'v' of computed size is freed cannot be told: what llvm.stackrestore is given may be something else than what llvm.stacksave gave
; CHECK-NOT: define
define void @other(i64 %n, i1 %c, ptr %p) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %s1 = call ptr @llvm.stacksave.p0()
  %v = alloca %value, i64 %n, align 8
  call void @fill(ptr %v)
  %s = select i1 %c, ptr %s1, ptr %p
  call void @llvm.stackrestore.p0(ptr %s)
  ret void
}
