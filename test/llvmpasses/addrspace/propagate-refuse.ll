; RUN: %lateroot opt --passes=PropagateJuliaAddrspaces -S %s | FileCheck %s
; Where an object may be behind the pointer, the access stays as it is.

; CHECK-LABEL: @object
; CHECK: load i64, ptr addrspace(11) %d
define i64 @object(ptr addrspace(10) %x) {
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %v = load i64, ptr addrspace(11) %d
  ret i64 %v
}

; CHECK-LABEL: @derived_argument
; CHECK: load i64, ptr addrspace(11) %g
define i64 @derived_argument(ptr addrspace(11) %d) {
  %g = getelementptr i8, ptr addrspace(11) %d, i64 8
  %v = load i64, ptr addrspace(11) %g
  ret i64 %v
}

; One object among the ways spoils all that follows, but not what comes before.
; CHECK-LABEL: @one_object
; CHECK: store i64 1, ptr %a
; CHECK: %s = select i1 %c, ptr addrspace(11) %d, ptr addrspace(11) %o
; CHECK: %g = getelementptr i8, ptr addrspace(11) %s, i64 8
; CHECK: store i64 2, ptr addrspace(11) %g
define void @one_object(i1 %c, ptr addrspace(11) %o) {
  %a = alloca [2 x i64]
  %d = addrspacecast ptr %a to ptr addrspace(11)
  store i64 1, ptr addrspace(11) %d
  %s = select i1 %c, ptr addrspace(11) %d, ptr addrspace(11) %o
  %g = getelementptr i8, ptr addrspace(11) %s, i64 8
  store i64 2, ptr addrspace(11) %g
  ret void
}

; CHECK-LABEL: @one_object_in_a_loop
; CHECK: %p = phi ptr addrspace(11)
; CHECK: store i64 1, ptr addrspace(11) %p
define void @one_object_in_a_loop(i1 %c, ptr addrspace(11) %o) {
top:
  %a = alloca i64
  %d = addrspacecast ptr %a to ptr addrspace(11)
  br label %loop
loop:
  %p = phi ptr addrspace(11) [ %d, %top ], [ %s, %loop ]
  store i64 1, ptr addrspace(11) %p
  %s = select i1 %c, ptr addrspace(11) %p, ptr addrspace(11) %o
  br label %loop
}

; CHECK-LABEL: @two_spaces
; CHECK: store i64 1, ptr addrspace(11) %s
define void @two_spaces(i1 %c, ptr addrspace(1) %o) {
  %a = alloca i64
  %d = addrspacecast ptr %a to ptr addrspace(11)
  %e = addrspacecast ptr addrspace(1) %o to ptr addrspace(11)
  %s = select i1 %c, ptr addrspace(11) %d, ptr addrspace(11) %e
  store i64 1, ptr addrspace(11) %s
  ret void
}

; An address that becomes an object is kept alive by its uses as an object.
; CHECK-LABEL: @made_object
; CHECK: load i64, ptr addrspace(10) %t
define i64 @made_object(ptr %p) {
  %t = addrspacecast ptr %p to ptr addrspace(10)
  %v = load i64, ptr addrspace(10) %t
  ret i64 %v
}

@an_object = global i64 0
; CHECK-LABEL: @constant_object
; CHECK: load i64, ptr addrspace(10) addrspacecast (ptr @an_object to ptr addrspace(10))
define i64 @constant_object() {
  %v = load i64, ptr addrspace(10) addrspacecast (ptr @an_object to ptr addrspace(10))
  ret i64 %v
}

; CHECK-LABEL: @only_null
; CHECK: load i64, ptr addrspace(11) %g
define i64 @only_null() {
  %g = getelementptr i8, ptr addrspace(11) null, i64 8
  %v = load i64, ptr addrspace(11) %g
  ret i64 %v
}
