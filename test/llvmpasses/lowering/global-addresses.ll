; LowerGlobals: where objects move, the address of a variable with references is given to foreign code that calls back.
; RUN: %lateroot opt --abi=statepoint --passes=LowerGlobals -S %s 2>&1 >%t.ll | FileCheck %s
; RUN: %lateroot opt --reload --passes=LowerGlobals -S %s 2>&1 >%t.ll | FileCheck %s
; RUN: %lateroot opt --reload --passes=LowerGlobals -S %s 2>&1 >%t.ll | FileCheck %s --check-prefix=WHICH
; RUN: %exits 1 %lateroot opt --reload --passes=LowerGlobals -Werror=address -S %s 2>&1 | FileCheck %s --check-prefix=ERROR
; RUN: %lateroot opt --passes=LowerGlobals -S %s 2>&1 >%t.ll | FileCheck %s --check-prefix=SILENT --allow-empty
; SILENT-NOT: warning
; ERROR: error: 'sort' gets the address of the variable 'array'
target datalayout = "e-p:64:64"
@array = internal global [8 x ptr addrspace(10)] zeroinitializer
@own = internal thread_local global [8 x ptr addrspace(10)] zeroinitializer
@constant = constant [8 x ptr addrspace(10)] zeroinitializer
@numbers = global [8 x i64] zeroinitializer
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @sort(ptr, i64, ptr)
declare void @lr_gc_each(ptr, i64, ptr)
declare void @fill(ptr, i64)
declare i32 @compare(ptr, ptr)
declare i32 @__cxa_atexit(ptr, ptr, ptr)
declare i32 @__cxa_thread_atexit(ptr, ptr, ptr)
; CHECK-COUNT-3: warning: 'sort' gets the address
; CHECK-NOT: warning
; WHICH-DAG: warning: 'sort' gets the address of the variable 'array' with references, and a function to call: objects that move during the call are lost, unless lateroot compiles 'sort' for objects that move; pass an array on the stack, whose objects stay in place [address]
; WHICH-DAG: variable 'own'
; WHICH-DAG: in function 'whole'
; WHICH-DAG: in function 'part'
; WHICH-DAG: in function 'threads'
define void @whole() {
  call void @sort(ptr @array, i64 8, ptr @compare)
  ret void
}
define void @part(i64 %i) {
  %p = getelementptr ptr addrspace(10), ptr @array, i64 %i
  call void @sort(ptr %p, i64 2, ptr @compare)
  ret void
}
define void @threads() {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @own)
  call void @sort(ptr %p, i64 8, ptr @compare)
  ret void
}
; What never calls back, code of this module, the runtime, variables that hold no references or cannot change.
define void @right(ptr %f) {
  call void @fill(ptr @array, i64 8)
  call void @here(ptr @array, i64 8, ptr @compare)
  call void @lr_gc_each(ptr @array, i64 8, ptr @compare)
  call i32 @__cxa_atexit(ptr @compare, ptr @array, ptr null)
  call i32 @__cxa_thread_atexit(ptr @compare, ptr @array, ptr null)
  call void @sort(ptr @constant, i64 8, ptr @compare)
  call void @sort(ptr @numbers, i64 8, ptr @compare)
  ret void
}
define void @here(ptr %p, i64 %n, ptr %f) {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lateroot.memory", !"typed"}
