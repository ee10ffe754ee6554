; RUN: %lateroot opt --passes='AddNI<moving>' -S %s | FileCheck --check-prefixes=CHECK,MOVING %s
; RUN: %lateroot opt --reload --passes=AddNI -S %s | FileCheck --check-prefixes=CHECK,MOVING %s
; RUN: %lateroot opt --passes=AddNI -S %s | FileCheck --check-prefixes=CHECK,STAYING %s
; RUN: %lateroot opt --passes=PromiseAllocations -S %s | FileCheck --check-prefix=PROMISED %s
; RUN: %lateroot opt --passes='julia<level=2;no_alloc_opt;no_lower_intrinsics>' -S %s | FileCheck --check-prefix=KEPT %s
; RUN: %lateroot opt --passes='julia<level=2;reload;no_lower_intrinsics>' -S %s | FileCheck --check-prefix=LOOP %s
; RUN: %lateroot opt --passes='julia<level=2;abi=statepoint;no_lower_intrinsics>' -S %s | FileCheck --check-prefix=LOOP %s
; What LLVM is not to be told: that memory is undefined which a bundle promises to be zero; and, where objects move, that
; the address of an object stays the same over a safepoint.

%lr_type = type { ptr, i32, i32, i32, i32, i32, i32, i32, i32, ptr, ptr, ptr }
@type = constant %lr_type { ptr null, i32 0, i32 16, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, ptr null, ptr null, ptr null }, align 16
declare ptr @julia.get_pgcstack()
declare noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10)) willreturn allockind("alloc,uninitialized") allocsize(1) memory(argmem: read, inaccessiblemem: readwrite)
declare ptr @julia.pointer_from_objref(ptr addrspace(11)) nounwind speculatable willreturn memory(none)
declare void @keep(ptr addrspace(10))
declare void @look(ptr)
declare void @collect()

; CHECK: declare ptr @julia.pointer_from_objref(ptr addrspace(11)) [[ADDRESS:#[0-9]+]]
; CHECK-LABEL: @zeros(
; CHECK: call ptr addrspace(10) @julia.gc_alloc_obj({{.*}}) [[KIND:#[0-9]+]] [ "julia.gc_alloc_zeroinit"
; PROMISED: call noalias nonnull ptr addrspace(10) @julia.gc_alloc_obj({{.*}} [ "julia.gc_alloc_zeroinit"
; KEPT-LABEL: @zeros(
; KEPT-NOT: undef
; KEPT: [[V:%.*]] = load i64
; KEPT: ret i64 [[V]]
define i64 @zeros() {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10))) [ "julia.gc_alloc_zeroinit"(i64 0, i64 16) ]
  %v = load i64, ptr addrspace(10) %o
  call void @keep(ptr addrspace(10) %o)
  ret i64 %v
}

; The nearest case: no bundle.
; CHECK-LABEL: @undefined(
; CHECK: call ptr addrspace(10) @julia.gc_alloc_obj({{[^#]*}}){{$}}
define void @undefined() {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  call void @keep(ptr addrspace(10) %o)
  ret void
}

; LOOP-LABEL: @rounds(
; LOOP: round:
; LOOP: call ptr @julia.pointer_from_objref(
; LOOP: call void @look(
; LOOP: ret void
define void @rounds(i64 %n) {
  %t = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %t, i64 16, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  store i64 1, ptr addrspace(10) %o
  br label %round
round:
  %i = phi i64 [ 0, %0 ], [ %next, %round ]
  %d = addrspacecast ptr addrspace(10) %o to ptr addrspace(11)
  %p = call ptr @julia.pointer_from_objref(ptr addrspace(11) %d) speculatable
  call void @look(ptr %p) [ "jl_roots"(ptr addrspace(10) %o) ]
  call void @collect()
  %next = add i64 %i, 1
  %c = icmp ult i64 %next, %n
  br i1 %c, label %round, label %done
done:
  ret void
}

; CHECK-DAG: attributes [[KIND]] = { allockind("alloc") "lateroot-allockind"="uninitialized" }
; MOVING-DAG: attributes [[ADDRESS]] = { nounwind willreturn memory(inaccessiblemem: read) "call-inline-cost"="0" }
; STAYING-DAG: attributes [[ADDRESS]] = { nounwind speculatable willreturn memory(none) "call-inline-cost"="0" }
