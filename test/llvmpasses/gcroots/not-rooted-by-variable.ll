; What is loaded out of a stack variable needs a slot of its own where the variable may hold something else by then.
; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @fill(ptr nocapture)
declare void @hide(ptr)
declare void @poll()
declare i32 @setjmp(ptr) returns_twice
declare void @llvm.lifetime.end.p0(i64, ptr)

; CHECK-LABEL: define {{.*}} @overwritten(
; CHECK: store ptr addrspace(10) %v, ptr %gcslot
define void @overwritten() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  call void @fill(ptr %x)
  %v = load ptr addrspace(10), ptr %x
  call void @poll()
  store ptr addrspace(10) null, ptr %x
  call void @use(ptr addrspace(10) %v)
  %w = load ptr addrspace(10), ptr %x
  call void @use(ptr addrspace(10) %w)
  ret void
}

; The callee that is to overwrite it collects first, or last.
; CHECK-LABEL: define {{.*}} @filled_again(
; CHECK: store ptr addrspace(10) %v, ptr %gcslot
; CHECK-NEXT: call void @fill(
define void @filled_again() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  call void @fill(ptr %x)
  %v = load ptr addrspace(10), ptr %x
  call void @fill(ptr %x)
  call void @use(ptr addrspace(10) %v)
  ret void
}

; Its life is over: somebody else may have the words.
; CHECK-LABEL: define {{.*}} @over(
; CHECK: store ptr addrspace(10) %v, ptr %gcslot
define void @over() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  call void @fill(ptr %x)
  %v = load ptr addrspace(10), ptr %x
  call void @llvm.lifetime.end.p0(i64 8, ptr %x)
  call void @use(ptr addrspace(10) %v)
  ret void
}

; Whoever has the address may write there at any time.
; CHECK-LABEL: define {{.*}} @known_elsewhere(
; CHECK: store ptr addrspace(10) %v, ptr %gcslot
define void @known_elsewhere() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  call void @hide(ptr %x)
  %v = load ptr addrspace(10), ptr %x
  call void @poll()
  call void @use(ptr addrspace(10) %v)
  ret void
}

; Which word was read is not known.
; CHECK-LABEL: define {{.*}} @any_word(
; CHECK: store ptr addrspace(10) %v, ptr %gcslot
define void @any_word(i64 %i) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca [2 x ptr addrspace(10)]
  call void @fill(ptr %x)
  %p = getelementptr [2 x ptr addrspace(10)], ptr %x, i64 0, i64 %i
  %v = load ptr addrspace(10), ptr %p
  call void @use(ptr addrspace(10) %v)
  ret void
}

; In use in another block, where the variable's words may be somebody else's.
; CHECK-LABEL: define {{.*}} @elsewhere(
; CHECK: store ptr addrspace(10) %v, ptr %gcslot
define void @elsewhere(i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  call void @fill(ptr %x)
  %v = load ptr addrspace(10), ptr %x
  br i1 %c, label %there, label %done
there:
  call void @use(ptr addrspace(10) %v)
  br label %done
done:
  ret void
}

; The second time the call returns, the variable may hold something else.
; CHECK-LABEL: define {{.*}} @comes_back(
; CHECK: store ptr addrspace(10) %v, ptr %gcslot
; CHECK-NEXT: call i32 @setjmp
define void @comes_back(ptr %buffer) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  call void @fill(ptr %x)
  %v = load ptr addrspace(10), ptr %x
  %again = call i32 @setjmp(ptr %buffer)
  call void @use(ptr addrspace(10) %v)
  call void @fill(ptr %x)
  call void @poll()
  ret void
}
