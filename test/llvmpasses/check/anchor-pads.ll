; One store dropped of code with anchors, or of a landing pad that puts the head of the chain back.
; RUN: %lateroot opt --abi=statepoint --passes='function(LateLowerGCFrame,FinalLowerGC,ExpandAtomicModify,PlaceStatepoints)' -S %s -o %t.sp.ll
; RUN: %lateroot check --func=inv %t.sp.ll | FileCheck %s --check-prefix=RIGHT
; RIGHT: proven; functions: 1 proven
; RUN: grep -v 'store ptr %%fp, ' %t.sp.ll >%t.fp.ll
; RUN: %exits 3 %lateroot check --func=inv %t.fp.ll | FileCheck %s --check-prefix=FP
; FP: unknown: word 2 of the anchor, the frame pointer, is not stored by the time it is linked [anchor/1]
; RUN: grep -v 'store ptr %%task.gcstack, ' %t.sp.ll >%t.prev.ll
; RUN: %exits 3 %lateroot check --func=inv %t.prev.ll | FileCheck %s --check-prefix=PREV
; PREV: unknown: word 1 of the anchor, the older frame, is not stored by the time it is linked [anchor/1]
; RUN: grep -v 'store ptr %%gcstack.head, ' %t.sp.ll >%t.pad.ll
; RUN: %exits 3 %lateroot check --func=inv %t.pad.ll | FileCheck %s --check-prefix=PAD
; PAD: unknown: the head of the chain may be the frame of a function that was unwound [anchor/1]
; RUN: sed 's/store ptr %%gcanchor, ptr %%pg,/store ptr %%gcanchor, ptr %%3,/' %t.sp.ll >%t.where.ll
; RUN: %exits 3 %lateroot check --func=inv %t.where.ll | FileCheck %s --check-prefix=WHERE
; WHERE: unknown: the address of the anchor is used in an unknown way [anchor/1]
; RUN: sed 's/^  store ptr %%gcanchor, ptr %%pg,.*/&\n  store ptr null, ptr %%pg/' %t.sp.ll >%t.null.ll
; RUN: %exits 3 %lateroot check --func=inv %t.null.ll | FileCheck %s --check-prefix=NULL
; NULL: unknown: the head of the chain becomes something that is not known [linked-frame/1]
; RUN: sed 's/^  store ptr %%gcanchor, ptr %%pg,.*/&\n  store ptr %%task.gcstack, ptr %%pg/' %t.sp.ll >%t.old.ll
; RUN: %exits 3 %lateroot check --func=inv %t.old.ll | FileCheck %s --check-prefix=OLD
; OLD: unknown: the head of the chain becomes what it was before [anchor/1]
; RUN: %lateroot opt --abi=shadow-stack --passes='function(LateLowerGCFrame,FinalLowerGC,ExpandAtomicModify,PlaceStatepoints)' -S %s -o %t.ss.ll
; RUN: %lateroot check --func=inv %t.ss.ll | FileCheck %s --check-prefix=RIGHT
; RUN: grep -v 'store ptr %%gchead, ' %t.ss.ll >%t.shadow.ll
; RUN: %exits 3 %lateroot check --func=inv %t.shadow.ll | FileCheck %s --check-prefix=PAD
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @gc()
declare i32 @pers(...)
declare ptr addrspace(10) @julia.call(ptr, ptr addrspace(10), ...)
declare ptr addrspace(10) @target(ptr addrspace(10), ptr, i32)
declare token @llvm.julia.gc_preserve_begin(...)
declare void @llvm.julia.gc_preserve_end(token)
declare ptr @julia.pointer_from_objref(ptr addrspace(11))
define void @inv() personality ptr @pers {
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  invoke void @gc() to label %n unwind label %u
n:
  call void @use(ptr addrspace(10) %x)
  ret void
u:
  %lp = landingpad { ptr, i32 } cleanup
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  resume { ptr, i32 } %lp
}
define ptr addrspace(10) @boxed() {
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  %r = call ptr addrspace(10) (ptr, ptr addrspace(10), ...) @julia.call(ptr @target, ptr addrspace(10) null, ptr addrspace(10) %x, ptr addrspace(10) %y)
  call void @gc()
  call void @use(ptr addrspace(10) %y)
  ret ptr addrspace(10) %r
}
define void @pres() {
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %t = call token (...) @llvm.julia.gc_preserve_begin(ptr addrspace(10) %x)
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d)
  call void @gc()
  store i64 1, ptr %p
  call void @llvm.julia.gc_preserve_end(token %t)
  ret void
}
define void @var() {
  %v = alloca [2 x ptr addrspace(10)]
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  store ptr addrspace(10) %x, ptr %v
  %v1 = getelementptr ptr, ptr %v, i64 1
  store ptr addrspace(10) %y, ptr %v1
  call void @fill(ptr %v)
  call void @gc()
  %z = load ptr addrspace(10), ptr %v1
  call void @use(ptr addrspace(10) %z)
  ret void
}
declare void @fill(ptr)
define void @der(i64 %i, i1 %c) {
  %pg = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %y = call ptr addrspace(10) @make()
  %s = select i1 %c, ptr addrspace(10) %x, ptr addrspace(10) %y
  %d = addrspacecast ptr addrspace(10) %s to ptr addrspace(11)
  %g = getelementptr i8, ptr addrspace(11) %d, i64 %i
  call void @gc()
  store i64 0, ptr addrspace(11) %g
  ret void
}
