; AdoptDialect: loads of what is declared as a number beside references are marked if the place is computed, by the types from the variable on.
; RUN: %lateroot opt --passes=AdoptDialect -S %s | FileCheck %s --implicit-check-not='!alias.scope'
; RUN: %lateroot opt --passes=AdoptDialect -S %s | %opt -passes='default<O2>' -S | FileCheck %s --check-prefix=O2
target datalayout = "e-p:64:64"
module asm ".ident \22lateroot dialect\22"
%struct.part = type { [4 x i64], ptr addrspace(10), double, ptr, i8 }
%struct.numbers = type { [4 x i64] }
%struct.other = type { i64, ptr addrspace(10), i64 }
%union.u = type { [2 x i64] }
%struct.with = type { ptr addrspace(10), %union.u }
declare void @use(ptr)

; CHECK-LABEL: define i64 @array(
; CHECK: load i64, ptr %c, align 8, !alias.scope [[N:![0-9]+]]
; O2-LABEL: define {{.*}}i64 @array(
; O2: load i64, ptr %{{.*}}, align 8, !alias.scope
define i64 @array(i64 %i, i64 %j) {
  %v = alloca [3 x %struct.part], align 8
  call void @use(ptr %v)
  %a = getelementptr inbounds [3 x %struct.part], ptr %v, i64 0, i64 %i
  %b = getelementptr inbounds %struct.part, ptr %a, i32 0, i32 0
  %c = getelementptr inbounds [4 x i64], ptr %b, i64 0, i64 %j
  %n = load i64, ptr %c, align 8
  ret i64 %n
}

; CHECK-LABEL: define double @decayed(
; CHECK: load double, ptr %c, align 8, !alias.scope [[N]]
; CHECK: load ptr, ptr %d, align 8, !alias.scope [[N]]
define double @decayed(i64 %i) {
  %v = alloca [3 x %struct.part], align 8
  call void @use(ptr %v)
  %a = getelementptr inbounds [3 x %struct.part], ptr %v, i64 0, i64 0
  %b = getelementptr inbounds %struct.part, ptr %a, i64 %i
  %c = getelementptr inbounds %struct.part, ptr %b, i32 0, i32 2
  %n = load double, ptr %c, align 8
  %d = getelementptr inbounds %struct.part, ptr %b, i32 0, i32 3
  %p = load ptr, ptr %d, align 8
  call void @use(ptr %p)
  ret double %n
}

; CHECK-LABEL: define i8 @of_computed_size(
; CHECK: load i8, ptr %b, align 1, !alias.scope [[N]]
define i8 @of_computed_size(i64 %m, i64 %i) {
  %v = alloca %struct.part, i64 %m, align 8
  call void @use(ptr %v)
  %a = getelementptr inbounds %struct.part, ptr %v, i64 %i
  %b = getelementptr inbounds %struct.part, ptr %a, i32 0, i32 4
  %n = load i8, ptr %b, align 1
  ret i8 %n
}

; A pointer is to what it is declared to point to, as far as references are beside.
; CHECK-LABEL: define i64 @pointer(
; CHECK: load i64, ptr %b, align 8, !alias.scope [[N]]
; CHECK: load i64, ptr %c, align 8{{$}}
define i64 @pointer(ptr %p, i64 %i) {
  %a = getelementptr inbounds %struct.part, ptr %p, i64 %i
  %b = getelementptr inbounds %struct.part, ptr %a, i32 0, i32 0, i64 1
  %n = load i64, ptr %b, align 8
  %c = getelementptr inbounds i64, ptr %p, i64 %i
  %m = load i64, ptr %c, align 8
  %r = add i64 %n, %m
  ret i64 %r
}

; By constants nothing is in doubt, nor in variables without references.
; CHECK-LABEL: define i64 @constant(
define i64 @constant(i64 %i) {
  %v = alloca [3 x %struct.part], align 8
  %w = alloca [3 x %struct.numbers], align 8
  call void @use(ptr %v)
  call void @use(ptr %w)
  %a = getelementptr inbounds [3 x %struct.part], ptr %v, i64 0, i64 1, i32 0, i64 2
  %n = load i64, ptr %a, align 8
  %b = getelementptr inbounds [3 x %struct.numbers], ptr %w, i64 0, i64 %i, i32 0, i64 2
  %m = load i64, ptr %b, align 8
  %r = add i64 %n, %m
  ret i64 %r
}

; What is reached by casts, beyond the end, through unions, by bytes, or as another type, is not said by the type.
; CHECK-LABEL: define void @not(
define void @not(i64 %i) {
  %v = alloca [3 x %struct.part], align 8
  %w = alloca [3 x %struct.with], align 8
  call void @use(ptr %v)
  call void @use(ptr %w)
  %cast = getelementptr inbounds [12 x %struct.other], ptr %v, i64 0, i64 %i
  %c = getelementptr inbounds %struct.other, ptr %cast, i32 0, i32 0
  %n1 = load volatile i64, ptr %c, align 8
  %a = getelementptr inbounds [3 x %struct.part], ptr %v, i64 0, i64 %i
  %beyond = getelementptr inbounds %struct.part, ptr %a, i32 0, i32 0, i64 5
  %n2 = load volatile i64, ptr %beyond, align 8
  %field = getelementptr inbounds %struct.part, ptr %a, i32 0, i32 2
  %next = getelementptr inbounds double, ptr %field, i64 %i
  %n3 = load volatile double, ptr %next, align 8
  %u = getelementptr inbounds [3 x %struct.with], ptr %w, i64 0, i64 %i, i32 1, i32 0, i64 0
  %n4 = load volatile i64, ptr %u, align 8
  %bytes = getelementptr inbounds i8, ptr %v, i64 %i
  %n5 = load volatile i64, ptr %bytes, align 8
  %n6 = load volatile i64, ptr %field, align 8
  ret void
}
; CHECK-LABEL: define void @merged(
; CHECK-LABEL: define void @other_is_not(
; CHECK: load i64, ptr %y, align 8, !alias.scope [[N]]
; CHECK: load i64, ptr %y, align 8, !alias.scope
; CHECK-LABEL: define internal i64 @inlined(
; CHECK: load i64, ptr %c, align 8, !alias.scope [[N]]
; CHECK: [[N]] = !{[[S:![0-9]+]]}
; CHECK: [[S]] = !{!"lateroot.numbers", [[D:![0-9]+]]}
; CHECK: [[D]] = !{!"lateroot.numbers"}

; What LLVM makes of two loads is marked if both are, also where they are inlined.  (Of one that stays where it is, what it says holds.)
; O2-LABEL: define {{.*}}@merged(
; O2: load i64, ptr %{{.*}}, align 8, !alias.scope
; O2-NOT: load i64
define void @merged(i64 %i) {
  %v = alloca [3 x %struct.part], align 8
  call void @use(ptr %v)
  %a = getelementptr inbounds [3 x %struct.part], ptr %v, i64 0, i64 0
  %n = call i64 @inlined(ptr %a, i64 %i)
  %m = call i64 @inlined(ptr %a, i64 %i)
  %r = add i64 %n, %m
  call void @number(i64 %r)
  ret void
}
; O2-LABEL: define {{.*}}@other_is_not(
; O2: load i64, ptr %{{.*}}, align 8{{$}}
; O2-NOT: load i64
define void @other_is_not(i64 %i, i1 %c) {
  %v = alloca [3 x %struct.part], align 8
  call void @use(ptr %v)
  %a = getelementptr inbounds [3 x %struct.part], ptr %v, i64 0, i64 0
  %x = getelementptr inbounds %struct.part, ptr %a, i64 %i
  %y = getelementptr inbounds %struct.part, ptr %x, i32 0, i32 0, i64 0
  br i1 %c, label %one, label %two
one:
  %n = load i64, ptr %y, align 8
  call void @number(i64 %n)
  br label %end
two:
  %m = load i64, ptr %y, align 8, !alias.scope !0
  %twice = mul i64 %m, 3
  call void @number(i64 %twice)
  br label %end
end:
  ret void
}
declare void @number(i64)
define internal i64 @inlined(ptr %p, i64 %i) alwaysinline {
  %b = getelementptr inbounds %struct.part, ptr %p, i64 %i
  %c = getelementptr inbounds %struct.part, ptr %b, i32 0, i32 0, i64 0
  %n = load i64, ptr %c, align 8
  ret i64 %n
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
