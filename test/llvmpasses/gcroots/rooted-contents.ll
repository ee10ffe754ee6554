; A stack variable that only ever holds null, constants and arguments needs no word of the frame, and what is loaded out
; of it needs no slot: the caller roots the arguments.
; RUN: %lateroot opt --passes=LateLowerGCFrame --check -S %s | FileCheck %s
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --abi=framemap -S %s | FileCheck %s --check-prefix=FRAMEMAP
; RUN: %lateroot opt --check --verify-each --abi=shadow-stack -S %s -o /dev/null
; RUN: %lateroot opt --check --verify-each --abi=statepoint -S %s -o /dev/null
; Where objects move, the collector has to update the variable.
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --reload -S %s | FileCheck %s --check-prefix=MOVING
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"

declare ptr @julia.get_pgcstack()
declare void @collect()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @reads(ptr addrspace(11) readonly nocapture)
declare void @writes(ptr addrspace(11) nocapture)

; CHECK-LABEL: @argument(
; CHECK-NOT: new_gc_frame
; CHECK: ret void
; FRAMEMAP-LABEL: @argument(
; FRAMEMAP: new_gc_frame(i32 0)
; MOVING-LABEL: @argument(
; MOVING: new_gc_frame
define void @argument(ptr addrspace(10) %a, ptr addrspace(10) %b, i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  store ptr addrspace(10) null, ptr %x
  store ptr addrspace(10) %a, ptr %x
  br i1 %c, label %other, label %end
other:
  store ptr addrspace(10) %b, ptr %x
  br label %end
end:
  %v = load ptr addrspace(10), ptr %x
  call void @collect()
  call void @use(ptr addrspace(10) %v)
  call void @use(ptr addrspace(10) %v)
  ret void
}

; Its address is given to a callee that only reads.
; CHECK-LABEL: @read(
; CHECK-NOT: new_gc_frame
; CHECK: ret void
define void @read(ptr addrspace(10) %a) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca { ptr addrspace(10) }
  %s = insertvalue { ptr addrspace(10) } zeroinitializer, ptr addrspace(10) %a, 0
  store { ptr addrspace(10) } %s, ptr %x
  %p = addrspacecast ptr %x to ptr addrspace(11)
  call void @reads(ptr addrspace(11) %p)
  ret void
}

; One of the values is rooted by nobody else.
; CHECK-LABEL: @made(
; CHECK: new_gc_frame
define void @made(ptr addrspace(10) %a) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  store ptr addrspace(10) %a, ptr %x
  %m = call ptr addrspace(10) @make()
  store ptr addrspace(10) %m, ptr %x
  call void @collect()
  %v = load ptr addrspace(10), ptr %x
  call void @use(ptr addrspace(10) %v)
  ret void
}

; A callee may write the variable.
; CHECK-LABEL: @written(
; CHECK: new_gc_frame
define void @written(ptr addrspace(10) %a) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  store ptr addrspace(10) %a, ptr %x
  %p = addrspacecast ptr %x to ptr addrspace(11)
  call void @writes(ptr addrspace(11) %p)
  %v = load ptr addrspace(10), ptr %x
  call void @collect()
  call void @use(ptr addrspace(10) %v)
  ret void
}

; It may be read before the first store: what is undefined must reach no slot, so the word is null at first.
; CHECK-LABEL: @unset(
; CHECK: new_gc_frame
define void @unset(ptr addrspace(10) %a, i1 %c) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  br i1 %c, label %set, label %end
set:
  store ptr addrspace(10) %a, ptr %x
  br label %end
end:
  %v = load ptr addrspace(10), ptr %x
  call void @collect()
  call void @use(ptr addrspace(10) %v)
  ret void
}

; The address is stored.
; CHECK-LABEL: @kept(
; CHECK: new_gc_frame
define void @kept(ptr addrspace(10) %a, ptr %where) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %x = alloca ptr addrspace(10)
  store ptr addrspace(10) %a, ptr %x
  store ptr %x, ptr %where
  call void @collect()
  %v = load ptr addrspace(10), ptr %x
  call void @collect()
  call void @use(ptr addrspace(10) %v)
  ret void
}
