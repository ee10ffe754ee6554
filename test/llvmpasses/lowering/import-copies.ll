; AdoptDialect: a copy of a constant size one of whose sides has a type with references is loads and stores; longer ones, and those of which nothing
; is known, are hidden from LLVM, and are its intrinsics again behind SettleGCStack.
; RUN: %lateroot opt --passes=AdoptDialect -S %s | FileCheck %s
; RUN: %lateroot opt --passes=AdoptDialect,SettleGCStack -S %s | FileCheck %s --check-prefix=BACK
; RUN: %lateroot opt --passes=AdoptDialect -S %s | %opt -passes='default<O2>' -S | FileCheck %s --check-prefix=O2
target datalayout = "e-p:64:64"
module asm ".ident \22lateroot dialect\22"
%struct.value = type { ptr addrspace(10), i64 }
%struct.small = type { i32, i8, ptr addrspace(10), i16, ptr, double }
%struct.packed = type <{ i8, ptr addrspace(10) }>
%struct.number = type { i64, double }
%struct.many = type { i64, [40 x %struct.value] }
%struct.derived = type { ptr addrspace(11), ptr addrspace(10) }
%union.u = type { ptr addrspace(10), i64 }
@values = global [3 x %struct.value] zeroinitializer
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p11.i64(ptr, ptr addrspace(11), i64, i1)
declare void @llvm.memcpy.p11.p0.i64(ptr addrspace(11), ptr, i64, i1)
declare void @llvm.memcpy.p11.p11.i64(ptr addrspace(11), ptr addrspace(11), i64, i1)
declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
declare void @use(ptr)

; CHECK-LABEL: define void @to_variable(
; CHECK: [[R:%.*]] = load ptr addrspace(10), ptr %p, align 8
; CHECK-NEXT: [[PN:%.*]] = getelementptr inbounds i8, ptr %p, i64 8
; CHECK-NEXT: [[N:%.*]] = load i64, ptr [[PN]], align 8
; CHECK-NEXT: store ptr addrspace(10) [[R]], ptr %v, align 16
; CHECK-NEXT: [[VN:%.*]] = getelementptr inbounds i8, ptr %v, i64 8
; CHECK-NEXT: store i64 [[N]], ptr [[VN]], align 8
; CHECK-NEXT: call void @use
define void @to_variable(ptr %p) {
  %v = alloca %struct.value, align 16
  call void @llvm.memcpy.p0.p0.i64(ptr align 16 %v, ptr align 8 %p, i64 16, i1 false)
  call void @use(ptr %v)
  ret void
}

; Everything is loaded before anything is stored, and what is volatile stays so.
; CHECK-LABEL: define void @two_elements(
; CHECK: load volatile ptr addrspace(10)
; CHECK: load volatile i64
; CHECK: load volatile ptr addrspace(10)
; CHECK: load volatile i64
; CHECK: store volatile
; CHECK-NOT: load
; CHECK: ret void
define void @two_elements(ptr %p, i64 %i) {
  %from = getelementptr [8 x %struct.value], ptr %p, i64 0, i64 %i
  call void @llvm.memmove.p0.p0.i64(ptr align 8 %p, ptr align 8 %from, i64 32, i1 true)
  ret void
}

; CHECK-LABEL: define void @members(
; CHECK: load i64, ptr %p, align 8
; CHECK: load ptr addrspace(10), ptr %{{.*}}, align 8
; CHECK: load i64, ptr %{{.*}}, align 8
; CHECK: load ptr, ptr
; CHECK: load i64, ptr
define void @members(ptr %p) {
  %v = alloca %struct.small
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %p, i64 40, i1 false)
  ret void
}

; CHECK-LABEL: define void @across_words(
; CHECK: load i8, ptr %p, align 1
; CHECK: load ptr addrspace(10), ptr %{{.*}}, align 1
define void @across_words(ptr %p) {
  %v = alloca %struct.packed
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %v, ptr align 1 %p, i64 9, i1 false)
  ret void
}

; Objects, variables of the module, sret and byval.
; CHECK-LABEL: define void @out_of_object(
; CHECK: load ptr addrspace(10), ptr addrspace(11) %o
; CHECK: store ptr addrspace(10) %{{.*}}, ptr
; CHECK-LABEL: define void @into_object(
; CHECK: load ptr addrspace(10), ptr %p
; CHECK: store ptr addrspace(10) %{{.*}}, ptr addrspace(11)
; CHECK-LABEL: define void @global(
; CHECK: load ptr addrspace(10), ptr %p
; CHECK: store ptr addrspace(10) %{{.*}}, ptr getelementptr
; CHECK-LABEL: define void @parameters(
; CHECK: load ptr addrspace(10), ptr %b
; CHECK: store ptr addrspace(10) %{{.*}}, ptr %r
define void @out_of_object(ptr addrspace(11) %o) {
  %v = alloca %struct.value
  call void @llvm.memcpy.p0.p11.i64(ptr align 8 %v, ptr addrspace(11) align 8 %o, i64 16, i1 false)
  ret void
}
define void @into_object(ptr addrspace(11) %o, ptr %p, i64 %i) {
  %at = getelementptr %struct.value, ptr addrspace(11) %o, i64 %i
  call void @llvm.memcpy.p11.p0.i64(ptr addrspace(11) align 8 %at, ptr align 8 %p, i64 16, i1 false)
  ret void
}
define void @global(ptr %p) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 getelementptr ([3 x %struct.value], ptr @values, i64 0, i64 1), ptr align 8 %p, i64 16, i1 false)
  ret void
}
define void @parameters(ptr sret(%struct.value) %r, ptr byval(%struct.value) %b) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %r, ptr align 8 %b, i64 16, i1 false)
  ret void
}

; What is declared as numbers, on either side or by !tbaa.struct, stays; as does a size that is not known.
; CHECK-LABEL: define void @numbers(
; CHECK-COUNT-3: call void @llvm.memcpy
; One of computed size may be of one reference when LLVM is through.
; CHECK: call void @lateroot.copy_words.p0.p0(ptr align 8 %p, ptr align 8 %q, i64 %n, i32 0)
; CHECK-NOT: load
; CHECK: ret void
define void @numbers(ptr %p, ptr %q, i64 %n) {
  %v = alloca %struct.number
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %p, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 16, i1 false), !tbaa.struct !0
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 12, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 %n, i1 false)
  ret void
}

; CHECK-LABEL: define void @opaque(
; CHECK: call void @lateroot.copy_words.p0.p0(ptr align 8 %v, ptr align 8 %p, i64 648, i32 0)
; CHECK: call void @lateroot.copy_words.p0.p0(ptr align 8 %p, ptr align 4 %q, i64 16, i32 0)
; CHECK: call void @lateroot.copy_words.p0.p0(ptr align 8 %p, ptr align 8 %q, i64 16, i32 1)
; CHECK: call void @lateroot.copy_words.p0.p0(ptr align 8 %p, ptr align 8 %q, i64 8, i32 2)
; CHECK: call void @lateroot.copy_words.p11.p11(ptr addrspace(11) align 8 %o, ptr addrspace(11) align 8 %from, i64 16, i32 0)
; CHECK: call void @lateroot.copy_words.p0.p0(ptr align 8 %p, ptr align 8 %q, i64 24, i32 0)
; BACK-LABEL: define void @opaque(
; BACK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %p, i64 648, i1 false)
; BACK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 4 %q, i64 16, i1 false)
; BACK: call void @llvm.memmove.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 16, i1 false)
; BACK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 8, i1 true)
; BACK: call void @llvm.memcpy.p11.p11.i64(ptr addrspace(11) align 8 %o, ptr addrspace(11) align 8 %from, i64 16, i1 false)
; BACK-NOT: copy_words
define void @opaque(ptr %p, ptr %q, ptr addrspace(11) %o, i64 %i) {
  %v = alloca %struct.many
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %p, i64 648, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 4 %q, i64 16, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 8, i1 true)
  %from = getelementptr %union.u, ptr addrspace(11) %o, i64 %i
  call void @llvm.memcpy.p11.p11.i64(ptr addrspace(11) align 8 %o, ptr addrspace(11) align 8 %from, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i32(ptr align 8 %p, ptr align 8 %q, i32 24, i1 false), !tbaa.struct !7
  ret void
}

; A derived pointer in a struct is somebody else's mistake.
; CHECK-LABEL: define void @not_ours(
; CHECK: call void @llvm.memcpy
define void @not_ours(ptr %p) {
  %v = alloca %struct.derived
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %p, i64 16, i1 false)
  ret void
}

; LLVM makes no integer of a reference.
; O2-LABEL: define void @one(
; O2-NOT: i64, ptr
; O2: ret void
define void @one(ptr %p) {
  %v = alloca { ptr addrspace(10) }
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %v, ptr align 8 %p, i64 8, i1 false)
  call void @use(ptr %p)
  %second = getelementptr { ptr addrspace(10) }, ptr %p, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %second, ptr align 8 %v, i64 8, i1 false)
  ret void
}

!0 = !{i64 0, i64 8, !1, i64 8, i64 8, !4}
!1 = !{!2, !2, i64 0}
!2 = !{!"long", !3, i64 0}
!3 = !{!"omnipotent char"}
!4 = !{!5, !5, i64 0}
!5 = !{!"double", !3, i64 0}
!6 = !{!"p1 box", !3, i64 0}
!7 = !{i64 0, i64 8, !1, i64 8, i64 8, !8}
!8 = !{!6, !6, i64 0}
