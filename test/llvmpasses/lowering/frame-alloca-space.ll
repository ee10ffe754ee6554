; RUN: %lateroot opt --passes=FinalLowerGC -S %s | FileCheck %s
; RUN: sed '/^define void @frame/,/^}/d' %s | %lateroot opt --passes=LateLowerGCFrame -S - | FileCheck --check-prefix=LATE %s
; Targets whose stack is in another address space: the frame and the buffer are cast to the generic one.

target datalayout = "A5"
declare ptr @julia.get_pgcstack()
declare ptr @julia.new_gc_frame(i32)
declare void @julia.push_gc_frame(ptr, i32)
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)

; CHECK-LABEL: define void @frame(
; CHECK: [[A:%.*]] = alloca ptr addrspace(10), i32 3, align 16, addrspace(5)
; CHECK: %f = addrspacecast ptr addrspace(5) [[A]] to ptr
; CHECK: store ptr %f, ptr %p
define void @frame() {
  %f = call ptr @julia.new_gc_frame(i32 1)
  %p = call ptr @julia.get_pgcstack()
  call void @julia.push_gc_frame(ptr %f, i32 1)
  ret void
}

; LATE-LABEL: define void @buffer(
; LATE: [[A:%.*]] = alloca ptr addrspace(10), align 8, addrspace(5)
; LATE: [[B:%.*]] = addrspacecast ptr addrspace(5) [[A]] to ptr
; LATE: call ptr addrspace(10) %fptr(ptr addrspace(10) null, ptr [[B]], i32 1)
define void @buffer(ptr %fptr, ptr addrspace(10) %a) {
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr %fptr, ptr addrspace(10) null, ptr addrspace(10) %a)
  ret void
}
