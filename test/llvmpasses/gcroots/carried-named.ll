; A call that names a stack variable in a bundle, and is given what was read out of it as a number: the variable roots
; the object as long as nobody writes it.  Not where objects move, and not if it may have been written.
; RUN: split-file %s %t
; RUN: bash %t/all.sh %lateroot %t
; RUN: %lateroot opt --passes=LateLowerGCFrame -S %t/good.ll | FileCheck %s
; CHECK-LABEL: define i64 @given
; CHECK: [[S:%.*]] = call dereferenceable(8) ptr @julia.get_gc_frame_slot(ptr %gcframe, i32 0)
; CHECK: store ptr addrspace(10) %o, ptr [[S]]
; CHECK-NEXT: [[N:%.*]] = load i64, ptr [[S]]
; CHECK: call i64 @foreign(i64 [[N]])
; RUN: %exits 1 %lateroot opt --abi=statepoint -S %t/good.ll -o /dev/null 2>&1 | FileCheck --check-prefix=MOVING %s
; RUN: %exits 1 %lateroot opt --reload -S %t/good.ll -o /dev/null 2>&1 | FileCheck --check-prefix=MOVING %s
; MOVING: error: an object reference of the stack variable 's' is read as an integer and used by a call behind a safepoint

;--- all.sh
for abi in gcframe framemap shadow-stack; do
	"$1" opt --abi=$abi --check -S "$2/good.ll" -o /dev/null || { echo "good.ll $abi"; exit 1; }
	for file in "$2"/bad-*.ll; do
		"$1" opt --abi=$abi -S "$file" -o /dev/null 2>&1 \
			| grep -q "error: .*object reference of the stack variable 's'" || { echo "$file $abi"; exit 1; }
	done
done
"$1" opt --passes=LateLowerGCFrame,CheckGCRoots -S "$2/good.ll" -o /dev/null
;--- good.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
declare i64 @foreign(i64)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
define i64 @given(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  call void @collect()
  %r = call i64 @foreign(i64 %n) [ "jl_roots"(ptr %s) ]
  ret i64 %r
}
define i64 @blocks(ptr addrspace(10) %o, i1 %c, i1 %d) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  br i1 %c, label %one, label %out
one:
  call void @llvm.lifetime.start.p0(i64 8, ptr %s)
  store ptr addrspace(10) %o, ptr %s
  br label %two
two:
  %n = load i64, ptr %s
  %n8 = add i64 %n, 8
  br label %wait
wait:
  call void @collect()
  br i1 %d, label %wait, label %three
three:
  %r = call i64 @foreign(i64 %n8) [ "jl_roots"(ptr addrspace(10) %o, ptr %s) ]
  call void @llvm.lifetime.end.p0(i64 8, ptr %s)
  br label %out
out:
  %x = phi i64 [ %r, %three ], [ 0, %0 ]
  ret i64 %x
}
; each time what was read last
define void @again(ptr %from, i64 %n) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  br label %head
head:
  %i = phi i64 [ 0, %0 ], [ %j, %head ]
  %p = getelementptr ptr addrspace(10), ptr %from, i64 %i
  %o = load ptr addrspace(10), ptr %p
  store ptr addrspace(10) %o, ptr %s
  %v = load ptr, ptr %s
  %w = ptrtoint ptr %v to i64
  call void @collect()
  %r = call i64 @foreign(i64 %w) [ "jl_roots"(ptr %s) ]
  %j = add i64 %i, %r
  %c = icmp ult i64 %j, %n
  br i1 %c, label %head, label %out
out:
  ret void
}
;--- bad-written.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
declare i64 @foreign(i64)
define i64 @written(ptr addrspace(10) %o, ptr addrspace(10) %p) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  store ptr addrspace(10) %p, ptr %s
  call void @collect()
  %r = call i64 @foreign(i64 %n) [ "jl_roots"(ptr %s) ]
  ret i64 %r
}
;--- bad-written-behind.ll
; behind the safepoint, but who collects next does not see it
declare ptr @julia.get_pgcstack()
declare void @collect()
declare i64 @foreign(i64)
define i64 @behind(ptr addrspace(10) %o, i1 %c) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  br label %wait
wait:
  call void @collect()
  br i1 %c, label %more, label %out
more:
  %q = getelementptr i8, ptr %s, i64 0
  store ptr addrspace(10) null, ptr %q
  br label %wait
out:
  %r = call i64 @foreign(i64 %n) [ "jl_roots"(ptr %s) ]
  ret i64 %r
}
;--- bad-exchanged.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
declare i64 @foreign(i64)
define i64 @exchanged(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  %m = atomicrmw xchg ptr %s, i64 0 seq_cst
  call void @collect()
  %r = call i64 @foreign(i64 %n) [ "jl_roots"(ptr %s) ]
  ret i64 %r
}
;--- bad-itself.ll
; what is read is gone from the variable
declare ptr @julia.get_pgcstack()
declare void @collect()
declare i64 @foreign(i64)
define i64 @itself(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %n = atomicrmw xchg ptr %s, i64 0 seq_cst
  call void @collect()
  %r = call i64 @foreign(i64 %n) [ "jl_roots"(ptr %s) ]
  ret i64 %r
}
;--- bad-passed.ll
declare ptr @julia.get_pgcstack()
declare void @collect(ptr)
declare i64 @foreign(i64)
define i64 @passed(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  call void @collect(ptr %s)
  %r = call i64 @foreign(i64 %n) [ "jl_roots"(ptr %s) ]
  ret i64 %r
}
;--- bad-ended.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
declare i64 @foreign(i64)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
define i64 @ended(ptr addrspace(10) %o) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  call void @llvm.lifetime.start.p0(i64 8, ptr %s)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  call void @llvm.lifetime.end.p0(i64 8, ptr %s)
  call void @collect()
  %r = call i64 @foreign(i64 %n) [ "jl_roots"(ptr %s) ]
  ret i64 %r
}
;--- bad-other.ll
; another variable than it was read out of
declare ptr @julia.get_pgcstack()
declare void @collect()
declare i64 @foreign(i64)
define i64 @other(ptr addrspace(10) %o, ptr addrspace(10) %p) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  %t = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %p, ptr %t
  %n = load i64, ptr %s
  call void @collect()
  %r = call i64 @foreign(i64 %n) [ "jl_roots"(ptr %t) ]
  ret i64 %r
}
;--- bad-last.ll
; what was read one round ago
declare ptr @julia.get_pgcstack()
declare void @collect()
declare i64 @foreign(i64)
define void @last(ptr %from, i64 %n) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  br label %head
head:
  %last = phi i64 [ 0, %0 ], [ %v, %head ]
  %o = load ptr addrspace(10), ptr %from
  store ptr addrspace(10) %o, ptr %s
  %v = load i64, ptr %s
  call void @collect()
  %r = call i64 @foreign(i64 %last) [ "jl_roots"(ptr %s) ]
  %c = icmp ult i64 %r, %n
  br i1 %c, label %head, label %out
out:
  ret void
}
;--- bad-two.ll
; put together of what two variables hold, of which one is written
declare ptr @julia.get_pgcstack()
declare void @collect()
declare i64 @foreign(i64)
define i64 @two(ptr addrspace(10) %o, ptr addrspace(10) %p) {
  %gc = call ptr @julia.get_pgcstack()
  %t = alloca ptr addrspace(10)
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %p, ptr %t
  %n = load i64, ptr %s
  %m = load i64, ptr %t
  %both = add i64 %n, %m
  store ptr addrspace(10) null, ptr %s
  call void @collect()
  %r = call i64 @foreign(i64 %both) [ "jl_roots"(ptr %t) ]
  ret i64 %r
}
;--- bad-twice.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
declare i64 @foreign(i64)
declare i32 @setjmp(ptr) returns_twice
define i64 @twice(ptr addrspace(10) %o, ptr %buffer) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %s
  %n = load i64, ptr %s
  %j = call i32 @setjmp(ptr %buffer) returns_twice
  %c = icmp eq i32 %j, 0
  br i1 %c, label %first, label %second
first:
  store ptr addrspace(10) null, ptr %s
  call void @collect()
  ret i64 0
second:
  %r = call i64 @foreign(i64 %n) [ "jl_roots"(ptr %s) ]
  ret i64 %r
}
