; A reference that is read out of a stack variable as something else is not kept over a safepoint: no collector sees it.
; RUN: split-file %s %t
; RUN: bash %t/all.sh %lateroot %t
; RUN: %exits 1 %lateroot opt -S %t/bad-double.ll -o /dev/null 2>&1 | FileCheck --check-prefix=DOUBLE %s
; DOUBLE: error: an object reference of the stack variable 's' is read as a floating-point number and used by a store behind a safepoint: load it as a reference (ptr addrspace(10)), or read it again there
; DOUBLE-NEXT: in function 'f'
; RUN: %exits 1 %lateroot opt -S %t/bad-vector.ll -o /dev/null 2>&1 | FileCheck --check-prefix=VECTOR %s
; VECTOR: read as a vector of something else and used by a store
; RUN: %exits 1 %lateroot opt -S %t/bad-pointer.ll -o /dev/null 2>&1 | FileCheck --check-prefix=POINTER %s
; POINTER: read as a plain pointer and used by a return
; RUN: %exits 1 %lateroot opt -S %t/bad-halves.ll -o /dev/null 2>&1 | FileCheck --check-prefix=HALVES %s
; HALVES: read as an integer and used by a store
; RUN: %exits 1 %lateroot opt -S %t/bad-call.ll -o /dev/null 2>&1 | FileCheck --check-prefix=CALL %s
; CALL: read as an integer and used by a call
; RUN: %lateroot opt -S %t/good.ll -o /dev/null
; RUN: %lateroot opt --abi=statepoint -S %t/good.ll -o /dev/null

;--- all.sh
for abi in gcframe framemap shadow-stack statepoint; do
	for memory in "" --memory=typed; do
		for file in "$2"/bad-*.ll; do
			"$1" opt --abi=$abi $memory -S "$file" -o /dev/null 2>&1 \
				| grep -q "error: .*object reference of the stack variable 's'" || { echo "$file $abi $memory"; exit 1; }
		done
	done
done
;--- bad-double.ll
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
;--- bad-vector.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
define ptr addrspace(10) @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %d = alloca [2 x ptr addrspace(10)]
  store [2 x ptr addrspace(10)] zeroinitializer, ptr %s
  store ptr addrspace(10) %o, ptr %s
  %n = load <2 x i64>, ptr %s
  call void @collect()
  store <2 x i64> %n, ptr %d
  %x = load ptr addrspace(10), ptr %d
  ret ptr addrspace(10) %x
}
;--- bad-atomic.ll
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
;--- bad-exchange.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
define ptr addrspace(10) @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %p = cmpxchg ptr %s, i64 7, i64 0 seq_cst seq_cst
  %n = extractvalue { i64, i1 } %p, 0
  call void @collect()
  store i64 %n, ptr %s
  %x = load ptr addrspace(10), ptr %s
  ret ptr addrspace(10) %x
}
;--- bad-pointer.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
define ptr addrspace(10) @f(ptr addrspace(10) %o, i1 %c) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %n = load ptr, ptr %s
  store ptr addrspace(10) null, ptr %s
  br i1 %c, label %one, label %two
one:
  call void @collect()
  br label %two
two:
  %x = addrspacecast ptr %n to ptr addrspace(10)
  ret ptr addrspace(10) %x
}
;--- bad-early-cast.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
define ptr addrspace(10) @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %n = load ptr, ptr %s
  %x = addrspacecast ptr %n to ptr addrspace(10)
  call void @collect()
  ret ptr addrspace(10) %x
}
;--- bad-halves.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
define ptr addrspace(10) @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  %d = alloca ptr addrspace(10)
  store ptr addrspace(10) null, ptr %d
  store ptr addrspace(10) %o, ptr %s
  %s4 = getelementptr i8, ptr %s, i64 4
  %d4 = getelementptr i8, ptr %d, i64 4
  %lo = load i32, ptr %s
  %hi = load i32, ptr %s4
  call void @collect()
  store i32 %lo, ptr %d
  store i32 %hi, ptr %d4
  %x = load ptr addrspace(10), ptr %d
  ret ptr addrspace(10) %x
}
;--- bad-call.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
declare void @keep(i64)
define void @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  call void @collect()
  call void @keep(i64 %n)
  ret void
}
;--- bad-memory.ll
; as unoptimised code has it
declare ptr @julia.get_pgcstack()
declare void @collect()
define i64 @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  %copy = alloca i64
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  store i64 %n, ptr %copy
  call void @collect()
  %again = load i64, ptr %copy
  ret i64 %again
}
;--- bad-loop.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
declare void @keep(i64)
define void @f(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  br label %head
head:
  %last = phi i64 [ 0, %0 ], [ %n, %head ]
  call void @keep(i64 %last)
  %n = load i64, ptr %s
  %c = icmp eq i64 %n, 0
  call void @collect()
  br i1 %c, label %out, label %head
out:
  ret void
}
;--- good.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
declare void @print(i64)
define i64 @hash(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  %low = and i64 %n, 7
  %m = mul i64 %n, 11400714819323198485
  call void @print(i64 %n)
  call void @collect()
  %h = xor i64 %m, %low
  ret i64 %h
}
define i1 @null(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  call void @collect()
  %z = icmp eq i64 %n, 0
  ret i1 %z
}
define ptr addrspace(10) @copy(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  %d = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  store i64 %n, ptr %d
  call void @collect()
  %x = load ptr addrspace(10), ptr %d
  ret ptr addrspace(10) %x
}
define i64 @each_time(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  br label %head
head:
  %n = load i64, ptr %s
  %c = icmp ugt i64 %n, 4096
  %m = mul i64 %n, 3
  call void @collect()
  br i1 %c, label %out, label %head
out:
  ret i64 %m
}
