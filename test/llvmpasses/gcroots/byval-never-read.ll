; RUN: %lateroot opt --memory=typed --check --passes=LateLowerGCFrame -S %s | FileCheck %s
; LLVM infers `writeonly` and `readnone` of arguments that nobody reads, and then drops the stores that fill them in the caller.  What is left in
; them may be no reference, so the collector is not told of them.

%struct.pair = type { ptr addrspace(10), i64 }

declare ptr @julia.get_pgcstack()
declare void @poll()
declare void @fill(ptr)
declare ptr addrspace(10) @make()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

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

; Tail recursion elimination makes copies of such an argument, to itself.  Then references that are stored into it are
; read, if for nothing.  It is null at first.
; CHECK-LABEL: define void @copied(
; CHECK-SAME: ptr byval(%struct.pair) align 8 %x
; CHECK: %gcmapped = alloca
; CHECK: store ptr null, ptr %x
; CHECK: store ptr %gcmapped, ptr %gcstack
; CHECK: call void @poll()
define void @copied(ptr writeonly byval(%struct.pair) align 8 %x, i64 %n) {
  %tmp = alloca %struct.pair, align 8
  %gcstack = call ptr @julia.get_pgcstack()
  br label %again
again:
  %i = phi i64 [ 0, %0 ], [ %i1, %again ]
  %o = call ptr addrspace(10) @make()
  store ptr addrspace(10) %o, ptr %x
  call void @poll()
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %tmp, ptr align 8 %x, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %x, ptr align 8 %tmp, i64 16, i1 false)
  %i1 = add i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %again, label %done
done:
  ret void
}

; Or it is handed to the next call.
; CHECK-LABEL: define void @handed_on(
; CHECK: %gcmapped = alloca
; CHECK: store ptr null, ptr %x
; CHECK: ret void
define void @handed_on(ptr readnone byval(%struct.pair) align 8 %x) {
  %gcstack = call ptr @julia.get_pgcstack()
  call void @poll()
  call void @handed_on(ptr byval(%struct.pair) align 8 %x)
  ret void
}
