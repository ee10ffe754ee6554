; Accesses of references that cannot be followed, and bundles that would be lost, are refused in every ABI.
; RUN: split-file %s %t
; RUN: %exits 1 %lateroot opt -S %t/vp.ll 2>&1 | FileCheck --check-prefix=VP %s
; RUN: %exits 1 %lateroot opt --abi=statepoint -S %t/vp.ll 2>&1 | FileCheck --check-prefix=VP %s
; RUN: %exits 1 %lateroot opt --abi=framemap -S %t/compress.ll 2>&1 | FileCheck --check-prefix=VP %s
; VP: error: what it does to memory with object references is not followed: use llvm.masked.load and llvm.masked.store
; VP: note: in function 'f':
; RUN: %lateroot opt -S %t/numbers.ll -o /dev/null

; RUN: %exits 1 %lateroot opt -S %t/deopt.ll 2>&1 | FileCheck --check-prefix=DEOPT %s
; RUN: %exits 1 %lateroot opt --abi=framemap -S %t/deopt.ll 2>&1 | FileCheck --check-prefix=DEOPT %s
; RUN: %exits 1 %lateroot opt --abi=shadow-stack -S %t/deopt.ll 2>&1 | FileCheck --check-prefix=DEOPT %s
; RUN: %lateroot opt --abi=statepoint --passes=julia -S %t/deopt.ll -o /dev/null
; DEOPT: error: the bundle "deopt" would be lost: only statepoints keep it
; DEOPT: note: in function 'f':

; In typed modules a reference of a stack variable is accessed as such, and stored only where some type says so.
; RUN: %exits 1 %lateroot opt --memory=typed -S %t/double.ll 2>&1 | FileCheck --check-prefix=INTEGER %s
; RUN: %exits 1 %lateroot opt --memory=typed -S %t/vector.ll 2>&1 | FileCheck --check-prefix=INTEGER %s
; INTEGER: error: an object reference of the stack variable 's' is read as {{.*}} and used by a store behind a safepoint
; RUN: %exits 1 %lateroot opt --memory=typed -S %t/pointer.ll 2>&1 | FileCheck --check-prefix=ELSE %s
; RUN: %exits 1 %lateroot opt --memory=typed -S %t/atomic.ll 2>&1 | FileCheck --check-prefix=ELSE %s
; ELSE: error: accesses an object reference of the stack variable 's' as something else
; RUN: %exits 1 %lateroot opt --memory=typed -S %t/global.ll 2>&1 | FileCheck --check-prefix=GLOBAL %s
; GLOBAL: error: a reference is stored into the variable 'numbers', whose type has no reference, so that it is no root
; RUN: %lateroot opt --memory=typed -S %t/known.ll -o /dev/null

;--- vp.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
declare void @llvm.vp.store.v2p10.p0(<2 x ptr addrspace(10)>, ptr, <2 x i1>, i32)
define void @f(<2 x ptr addrspace(10)> %v) {
  %gc = call ptr @julia.get_pgcstack()
  %to = alloca [4 x i64]
  call void @llvm.vp.store.v2p10.p0(<2 x ptr addrspace(10)> %v, ptr %to, <2 x i1> <i1 true, i1 true>, i32 2)
  call void @collect()
  ret void
}
;--- compress.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
declare void @llvm.masked.compressstore.v2p10(<2 x ptr addrspace(10)>, ptr, <2 x i1>)
define void @f(<2 x ptr addrspace(10)> %v) {
  %gc = call ptr @julia.get_pgcstack()
  %to = alloca [4 x i64]
  call void @llvm.masked.compressstore.v2p10(<2 x ptr addrspace(10)> %v, ptr %to, <2 x i1> <i1 true, i1 true>)
  call void @collect()
  ret void
}
;--- numbers.ll
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @llvm.vp.store.v2i64.p0(<2 x i64>, ptr, <2 x i1>, i32)
define ptr addrspace(10) @f(<2 x i64> %v) {
  %gc = call ptr @julia.get_pgcstack()
  %to = alloca [4 x i64]
  call void @llvm.vp.store.v2i64.p0(<2 x i64> %v, ptr %to, <2 x i1> <i1 true, i1 true>, i32 2)
  %o = call ptr addrspace(10) @make()
  ret ptr addrspace(10) %o
}
;--- deopt.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
define void @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  call void @collect() [ "deopt"(i32 7, ptr addrspace(10) %o) ]
  ret void
}
;--- double.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
define ptr addrspace(10) @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %n = load double, ptr %s
  store ptr addrspace(10) null, ptr %s
  call void @collect()
  store double %n, ptr %s
  %x = load ptr addrspace(10), ptr %s
  ret ptr addrspace(10) %x
}
;--- vector.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
define ptr addrspace(10) @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  store ptr addrspace(10) %o, ptr %s
  %n = load <2 x i64>, ptr %s
  call void @collect()
  store <2 x i64> %n, ptr %s
  %x = load ptr addrspace(10), ptr %s
  ret ptr addrspace(10) %x
}
;--- pointer.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
define ptr addrspace(10) @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %n = load ptr, ptr %s
  store ptr addrspace(10) null, ptr %s
  call void @collect()
  %x = addrspacecast ptr %n to ptr addrspace(10)
  ret ptr addrspace(10) %x
}
;--- atomic.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
define ptr addrspace(10) @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %n = atomicrmw xchg ptr %s, i64 0 seq_cst
  call void @collect()
  store i64 %n, ptr %s
  %x = load ptr addrspace(10), ptr %s
  ret ptr addrspace(10) %x
}
;--- global.ll
@numbers = global [2 x i64] zeroinitializer
declare ptr @julia.get_pgcstack()
declare void @collect()
define void @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  store ptr addrspace(10) %o, ptr getelementptr (i8, ptr @numbers, i64 8)
  call void @collect()
  ret void
}
;--- known.ll
@known = global ptr null
declare ptr @julia.get_pgcstack()
declare void @collect()
declare i32 @lr_gc_add_root(ptr)
define void @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %r = call i32 @lr_gc_add_root(ptr @known)
  store ptr addrspace(10) %o, ptr @known
  call void @collect()
  ret void
}
