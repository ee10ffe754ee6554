; RUN: %lateroot opt --memory=typed --check --passes=LateLowerGCFrame -S %s | FileCheck %s
; LLVM infers `writeonly` and `readnone` of arguments that nobody reads, and then drops the stores that fill them in the caller.  What is left in
; them may be no reference, so the collector is not told of them.

%struct.pair = type { ptr addrspace(10), i64 }

declare ptr @julia.get_pgcstack()
declare void @poll()
declare void @fill(ptr)

; CHECK-LABEL: define void @written(
; CHECK-NOT: alloca
; CHECK: ret void
define void @written(ptr writeonly byval(%struct.pair) align 8 %x) {
  %gcstack = call ptr @julia.get_pgcstack()
  call void @poll()
  store ptr addrspace(10) null, ptr %x
  call void @poll()
  ret void
}

; CHECK-LABEL: define void @unused(
; CHECK-NOT: alloca
; CHECK: ret void
define void @unused(ptr readnone byval(%struct.pair) align 8 %x) {
  %gcstack = call ptr @julia.get_pgcstack()
  call void @poll()
  %null = icmp eq ptr %x, null
  call void @poll()
  ret void
}

; CHECK-LABEL: define void @read(
; CHECK: %gcmapped = alloca
; CHECK: ret void
define void @read(ptr byval(%struct.pair) align 8 %x) {
  %gcstack = call ptr @julia.get_pgcstack()
  call void @poll()
  call void @fill(ptr %x)
  ret void
}
