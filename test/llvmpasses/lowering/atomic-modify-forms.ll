; What calls of julia.atomicmodify must look like: each form that is refused, and the types that are accepted.
; RUN: split-file %s %t
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/invoked.ll 2>&1 | FileCheck --check-prefix=PLAIN %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/no-struct.ll 2>&1 | FileCheck --check-prefix=RESULT %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/three.ll 2>&1 | FileCheck --check-prefix=RESULT %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/unlike.ll 2>&1 | FileCheck --check-prefix=RESULT %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/narrow.ll 2>&1 | FileCheck --check-prefix=RESULT %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/vector.ll 2>&1 | FileCheck --check-prefix=RESULT %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/few.ll 2>&1 | FileCheck --check-prefix=TAKES %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/no-address.ll 2>&1 | FileCheck --check-prefix=TAKES %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/no-function.ll 2>&1 | FileCheck --check-prefix=TAKES %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/variable-ordering.ll 2>&1 | FileCheck --check-prefix=ORDERING %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/consume.ll 2>&1 | FileCheck --check-prefix=ORDERING %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/wide-ordering.ll 2>&1 | FileCheck --check-prefix=ORDERING %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/variable-scope.ll 2>&1 | FileCheck --check-prefix=SCOPE %s
; RUN: %exits 1 %lateroot opt --passes=ExpandAtomicModify -S %t/of-the-dialect.ll 2>&1 | FileCheck --check-prefix=OPERATION %s
; RUN: %lateroot opt --passes=ExpandAtomicModify -S %t/accepted.ll | FileCheck --check-prefix=GOOD %s
; PLAIN: julia.atomicmodify must be a plain call: it becomes a loop, and cannot be invoked
; RESULT: the result of julia.atomicmodify must be { T, T }
; TAKES: julia.atomicmodify takes an address, a function, an ordering, a scope, and arguments of the function
; ORDERING: the ordering of julia.atomicmodify must be the number of one of LLVM's atomic orderings
; SCOPE: the scope of julia.atomicmodify must be 0 (one thread) or 1 (the system)
; OPERATION: the operation of julia.atomicmodify must take the old value
; GOOD-LABEL: define { half, half } @f.half(
; GOOD: call half @op.half(
; GOOD: cmpxchg {{.*}}ptr %p, i16 {{.*}} syncscope("singlethread") seq_cst
; GOOD-LABEL: define { bfloat, bfloat } @f.bfloat(
; GOOD: call bfloat @op.bfloat(
; GOOD: cmpxchg {{.*}}ptr %p, i16 {{.*}} syncscope("singlethread") seq_cst
; GOOD-LABEL: define { float, float } @f.float(
; GOOD: call float @op.float(
; GOOD: cmpxchg {{.*}}ptr %p, i32 {{.*}} syncscope("singlethread") seq_cst
; GOOD-LABEL: define { double, double } @f.double(
; GOOD: call double @op.double(
; GOOD: cmpxchg {{.*}}ptr %p, i64 {{.*}} syncscope("singlethread") seq_cst
; GOOD-LABEL: define { fp128, fp128 } @f.fp128(
; GOOD: call fp128 @op.fp128(
; GOOD: cmpxchg {{.*}}ptr %p, i128 {{.*}} syncscope("singlethread") seq_cst
; GOOD-LABEL: define { i128, i128 } @f.i128(
; GOOD: call i128 @op.i128(
; GOOD: cmpxchg {{.*}}ptr %p, i128 {{.*}} syncscope("singlethread") seq_cst

;--- invoked.ll
declare i8 @op(i8)
declare i32 @personality(...)
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
define void @f(ptr %p) personality ptr @personality {
  %r = invoke { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr %p, ptr @op, i8 5, i8 1) to label %end unwind label %pad
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret void
end:
  ret void
}
;--- no-struct.ll
declare i8 @op(i8)
declare i32 @personality(...)
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
declare i8 @julia.atomicmodify.i8.p1(ptr, ptr, i8, i8, ...)
define void @f(ptr %p) {
  call i8 (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p1(ptr %p, ptr @op, i8 5, i8 1)
  ret void
}
;--- three.ll
declare i8 @op(i8)
declare i32 @personality(...)
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
declare { i8, i8, i8 } @julia.atomicmodify.i8.p1(ptr, ptr, i8, i8, ...)
define void @f(ptr %p) {
  call { i8, i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p1(ptr %p, ptr @op, i8 5, i8 1)
  ret void
}
;--- unlike.ll
declare i8 @op(i8)
declare i32 @personality(...)
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
declare { i8, i16 } @julia.atomicmodify.i8.p1(ptr, ptr, i8, i8, ...)
define void @f(ptr %p) {
  call { i8, i16 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p1(ptr %p, ptr @op, i8 5, i8 1)
  ret void
}
;--- narrow.ll
declare i8 @op(i8)
declare i32 @personality(...)
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
declare { i4, i4 } @julia.atomicmodify.i4.p0(ptr, ptr, i8, i8, ...)
define void @f(ptr %p) {
  call { i4, i4 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i4.p0(ptr %p, ptr @op, i8 5, i8 1)
  ret void
}
;--- vector.ll
declare i8 @op(i8)
declare i32 @personality(...)
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
declare { <2 x i32>, <2 x i32> } @julia.atomicmodify.v2i32.p0(ptr, ptr, i8, i8, ...)
define void @f(ptr %p) {
  call { <2 x i32>, <2 x i32> } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.v2i32.p0(ptr %p, ptr @op, i8 5, i8 1)
  ret void
}
;--- few.ll
declare i8 @op(i8)
declare i32 @personality(...)
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
declare { i8, i8 } @julia.atomicmodify.i8.p1(ptr, ptr)
define void @f(ptr %p) {
  call { i8, i8 } @julia.atomicmodify.i8.p1(ptr %p, ptr @op)
  ret void
}
;--- no-address.ll
declare i8 @op(i8)
declare i32 @personality(...)
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
declare { i8, i8 } @julia.atomicmodify.i8.p1(i64, ptr, i8, i8, ...)
define void @f(i64 %p) {
  call { i8, i8 } (i64, ptr, i8, i8, ...) @julia.atomicmodify.i8.p1(i64 %p, ptr @op, i8 5, i8 1)
  ret void
}
;--- no-function.ll
declare i8 @op(i8)
declare i32 @personality(...)
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
declare { i8, i8 } @julia.atomicmodify.i8.p1(ptr, i64, i8, i8, ...)
define void @f(ptr %p) {
  call { i8, i8 } (ptr, i64, i8, i8, ...) @julia.atomicmodify.i8.p1(ptr %p, i64 7, i8 5, i8 1)
  ret void
}
;--- variable-ordering.ll
declare i8 @op(i8)
declare i32 @personality(...)
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
define void @f(ptr %p, i8 %o) {
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr %p, ptr @op, i8 %o, i8 1)
  ret void
}
;--- consume.ll
declare i8 @op(i8)
declare i32 @personality(...)
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
define void @f(ptr %p) {
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr %p, ptr @op, i8 3, i8 1)
  ret void
}
;--- wide-ordering.ll
declare i8 @op(i8)
declare i32 @personality(...)
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
declare { i8, i8 } @julia.atomicmodify.i8.p1(ptr, ptr, i128, i8, ...)
define void @f(ptr %p) {
  call { i8, i8 } (ptr, ptr, i128, i8, ...) @julia.atomicmodify.i8.p1(ptr %p, ptr @op, i128 5, i8 1)
  ret void
}
;--- variable-scope.ll
declare i8 @op(i8)
declare i32 @personality(...)
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
define void @f(ptr %p, i8 %o) {
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr %p, ptr @op, i8 5, i8 %o)
  ret void
}
;--- of-the-dialect.ll
declare i8 @op(i8)
declare i32 @personality(...)
declare { i8, i8 } @julia.atomicmodify.i8.p0(ptr, ptr, i8, i8, ...)
declare ptr @julia.get_pgcstack()
define void @f(ptr %p) {
  call { i8, i8 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i8.p0(ptr %p, ptr @julia.get_pgcstack, i8 5, i8 1)
  ret void
}
;--- accepted.ll
declare { half, half } @julia.atomicmodify.half.p0(ptr, ptr, i8, i8, ...)
declare half @op.half(half) memory(none)
define { half, half } @f.half(ptr %p) {
  %r = call { half, half } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.half.p0(ptr %p, ptr @op.half, i8 7, i8 0)
  ret { half, half } %r
}
declare { bfloat, bfloat } @julia.atomicmodify.bfloat.p0(ptr, ptr, i8, i8, ...)
declare bfloat @op.bfloat(bfloat) memory(none)
define { bfloat, bfloat } @f.bfloat(ptr %p) {
  %r = call { bfloat, bfloat } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.bfloat.p0(ptr %p, ptr @op.bfloat, i8 7, i8 0)
  ret { bfloat, bfloat } %r
}
declare { float, float } @julia.atomicmodify.float.p0(ptr, ptr, i8, i8, ...)
declare float @op.float(float) memory(none)
define { float, float } @f.float(ptr %p) {
  %r = call { float, float } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.float.p0(ptr %p, ptr @op.float, i8 7, i8 0)
  ret { float, float } %r
}
declare { double, double } @julia.atomicmodify.double.p0(ptr, ptr, i8, i8, ...)
declare double @op.double(double) memory(none)
define { double, double } @f.double(ptr %p) {
  %r = call { double, double } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.double.p0(ptr %p, ptr @op.double, i8 7, i8 0)
  ret { double, double } %r
}
declare { fp128, fp128 } @julia.atomicmodify.fp128.p0(ptr, ptr, i8, i8, ...)
declare fp128 @op.fp128(fp128) memory(none)
define { fp128, fp128 } @f.fp128(ptr %p) {
  %r = call { fp128, fp128 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.fp128.p0(ptr %p, ptr @op.fp128, i8 7, i8 0)
  ret { fp128, fp128 } %r
}
declare { i128, i128 } @julia.atomicmodify.i128.p0(ptr, ptr, i8, i8, ...)
declare i128 @op.i128(i128) memory(none)
define { i128, i128 } @f.i128(ptr %p) {
  %r = call { i128, i128 } (ptr, ptr, i8, i8, ...) @julia.atomicmodify.i128.p0(ptr %p, ptr @op.i128, i8 7, i8 0)
  ret { i128, i128 } %r
}
