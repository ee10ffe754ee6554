; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap -S %s | FileCheck %s --check-prefixes=CHECK,USE
; RUN: %lateroot opt --passes=LateLowerGCFrame --abi=framemap --check --no-shrink-wrap -S %s | FileCheck %s --check-prefixes=CHECK,USE
; RUN: %lateroot opt --passes=LateLowerGCFrame --check --no-shrink-wrap --profile=julia-1.13 -S %s | FileCheck %s --check-prefixes=CHECK,NONE
; RUN: %lateroot opt --passes=LateLowerGCFrame --profile=julia-1.13 -S %s > %t.ll
; RUN: %exits 1 %lateroot opt --passes=CheckGCRoots -S %t.ll 2>&1 | FileCheck %s --check-prefix=HOLE
;
; Two references are the same only while both objects are there: a comparison is a use of both.

declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @poll()

; The one that is compared with may be dead otherwise, and a new object take its cell.
; CHECK-LABEL: define {{.*}} @two_objects(
; USE: store ptr addrspace(10) %a, ptr %gcslot
; NONE-NOT: gcslot
; CHECK: ret i1 %same
; HOLE: at the call of make, %a is needed
; HOLE: in function 'two_objects'
define i1 @two_objects() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  %same = icmp eq ptr addrspace(10) %a, %b
  ret i1 %same
}

; Addresses in objects.
; CHECK-LABEL: define {{.*}} @offsets(
; USE: store ptr addrspace(10) %a, ptr %gcslot
; NONE-NOT: gcslot
; CHECK: ret i1 %other
; HOLE: in function 'offsets'
define i1 @offsets() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %da = addrspacecast ptr addrspace(10) %a to ptr addrspace(11)
  %oa = getelementptr i8, ptr addrspace(11) %da, i64 8
  %b = call ptr addrspace(10) @make()
  %db = addrspacecast ptr addrspace(10) %b to ptr addrspace(11)
  %ob = getelementptr i8, ptr addrspace(11) %db, i64 8
  %other = icmp ne ptr addrspace(11) %oa, %ob
  ret i1 %other
}

; CHECK-LABEL: define {{.*}} @lanes(
; USE: store ptr addrspace(10) %{{.*}}, ptr %gcslot
; USE: store ptr addrspace(10) %{{.*}}, ptr %gcslot
; NONE-NOT: gcslot
; CHECK: ret <2 x i1> %same
; HOLE: in function 'lanes'
define <2 x i1> @lanes(<2 x ptr addrspace(10)> %other) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %va = insertelement <2 x ptr addrspace(10)> zeroinitializer, ptr addrspace(10) %a, i32 0
  %b = call ptr addrspace(10) @make()
  %vb = insertelement <2 x ptr addrspace(10)> %va, ptr addrspace(10) %b, i32 1
  call void @poll()
  %same = icmp eq <2 x ptr addrspace(10)> %vb, %other
  ret <2 x i1> %same
}

; Null is nobody's cell.
; CHECK-LABEL: define {{.*}} @with_null(
; CHECK-NOT: gcslot
; CHECK: ret i1 %none
; HOLE-NOT: in function 'with_null'
define i1 @with_null() {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @poll()
  %none = icmp eq ptr addrspace(10) %a, null
  ret i1 %none
}

; The order of two addresses says nothing of the objects.
; CHECK-LABEL: define {{.*}} @ordered(
; CHECK-NOT: gcslot
; CHECK: ret i1 %less
; HOLE-NOT: in function 'ordered'
define i1 @ordered(ptr addrspace(10) %other) {
  %pgcstack = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  call void @poll()
  %less = icmp ult ptr addrspace(10) %a, %other
  ret i1 %less
}
