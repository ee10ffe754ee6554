; A reference that is read out of a stack variable as something else: each form in which it may be passed on is
; followed, and each use behind a safepoint is refused.  Each bad-* is a function alone; good.ll may be placed.
; RUN: split-file %s %t
; RUN: bash %t/all.sh %lateroot %t
; RUN: %exits 1 %lateroot opt -S %t/all-bad-unnamed.ll -o /dev/null 2>&1 | FileCheck --check-prefix=UNNAMED %s
; UNNAMED: error: an object reference of the stack variable without a name is read as an integer and used by a store
; RUN: %exits 1 %lateroot opt -S %t/all-bad-part.ll -o /dev/null 2>&1 | FileCheck --check-prefix=PART %s
; PART: 's' is read as something else and used by a store behind
; RUN: %exits 1 %lateroot opt -S %t/all-bad-field.ll -o /dev/null 2>&1 | FileCheck --check-prefix=FIELD %s
; FIELD: 's' is read as a plain pointer and used by a load behind
; RUN: %exits 1 %lateroot opt -S %t/all-bad-compared.ll -o /dev/null 2>&1 | FileCheck --check-prefix=COMPARED %s
; COMPARED: 's' is read as an integer and used by an instruction behind
; RUN: %exits 1 %lateroot opt -S %t/all-bad-by-invoke.ll -o /dev/null 2>&1 | FileCheck --check-prefix=INVOKE %s
; INVOKE: 's' is read as an integer and used by a call behind

;--- all.sh
for file in "$2"/bad-*.ll "$2"/good.ll; do
	all="$2/all-${file##*/}"
	cat "$2/common.ll" "$file" > "$all"
	[ "${file##*/}" = good.ll ] && break
	case $file in *-typed-*) memory=typed ;; *) memory=flag ;; esac
	"$1" opt --memory=$memory -S "$all" -o /dev/null 2>&1 \
		| grep -q "error: .*object reference of the stack variable .*is read as" || { echo "$file"; exit 1; }
done
for abi in gcframe framemap shadow-stack statepoint; do
	"$1" opt --abi=$abi --check --memory=typed -S "$2/all-good.ll" -o /dev/null || { echo "good.ll $abi"; exit 1; }
done
;--- common.ll
declare ptr @julia.get_pgcstack()
declare void @collect()
declare void @keep(i64)
declare void @fill(ptr)
declare i32 @personality(...)
declare <2 x i64> @llvm.masked.load.v2i64.p0(ptr, i32, <2 x i1>, <2 x i64>)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
%pair = type { ptr addrspace(10), i64 }
;--- bad-unnamed.ll
define void @unnamed(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %1 = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %1
  %x = load i64, ptr %1
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-halves-joined.ll
define void @halves_joined(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %lo = trunc i64 %n to i32
  %hi = lshr i64 %n, 32
  call void @collect()
  %l = zext i32 %lo to i64
  %h = shl i64 %hi, 32
  %x = or i64 %h, %l
  store i64 %x, ptr %to
  ret void
}
;--- bad-signed-half.ll
define void @signed_half(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %lo = trunc i64 %n to i32
  %x = sext i32 %lo to i64
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-upper-half.ll
define void @upper_half(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %x = ashr i64 %n, 16
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-bits.ll
define void @bits(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load double, ptr %s
  %x = bitcast double %n to i64
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-quarter.ll
define void @quarter(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %x = load half, ptr %s8
  call void @collect()
  store half %x, ptr %to
  ret void
}
;--- bad-frozen.ll
define void @frozen(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %x = freeze i64 %n
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-made.ll
define void @made(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %p = inttoptr i64 %n to ptr
  %x = addrspacecast ptr %p to ptr addrspace(10)
  call void @collect()
  store ptr addrspace(10) %x, ptr %to
  ret void
}
;--- bad-field.ll
define void @field(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load ptr, ptr %s
  %x = getelementptr i8, ptr %n, i64 24
  call void @collect()
  %v = load i64, ptr %x
  ret void
}
;--- bad-field-written.ll
define void @field_written(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load ptr, ptr %s
  call void @collect()
  %v = atomicrmw add ptr %n, i64 1 seq_cst
  ret void
}
;--- bad-number-of-pointer.ll
define void @number_of_pointer(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load ptr, ptr %s
  %x = ptrtoint ptr %n to i64
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-moved.ll
define void @moved(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %a = add i64 %n, 8
  %x = sub i64 %a, 16
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-tag.ll
define void @tag(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %x = and i64 %n, -16
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-tag-before.ll
define void @tag_before(ptr addrspace(10) %o, ptr %to, i64 %mask) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %x = and i64 %mask, %n
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-selected.ll
define void @selected(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %x = select i1 %c, i64 %n, i64 0
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-lane.ll
define void @lane(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load <2 x i64>, ptr %s
  %x = extractelement <2 x i64> %n, i32 1
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-lane-of-others.ll
define void @lane_of_others(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %x = insertelement <2 x i64> zeroinitializer, i64 %n, i32 0
  call void @collect()
  store <2 x i64> %x, ptr %to
  ret void
}
;--- bad-shuffled.ll
define void @shuffled(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load <2 x i64>, ptr %s
  %x = shufflevector <2 x i64> %n, <2 x i64> poison, <2 x i32> <i32 1, i32 0>
  call void @collect()
  store <2 x i64> %x, ptr %to
  ret void
}
;--- bad-part.ll
define void @part(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load { i64, i64 }, ptr %s
  %x = extractvalue { i64, i64 } %n, 1
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-part-of-others.ll
define void @part_of_others(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %x = insertvalue { i64, i64 } zeroinitializer, i64 %n, 1
  call void @collect()
  store { i64, i64 } %x, ptr %to
  ret void
}
;--- bad-compared.ll
define void @compared(ptr addrspace(10) %o, ptr %to, i64 %m) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  call void @collect()
  %x = icmp eq i64 %n, %m
  ret void
}
;--- bad-on-two-ways.ll
define void @on_two_ways(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  br i1 %c, label %one, label %two
one:
  call void @collect()
  br label %two
two:
  %x = phi i64 [ %n, %0 ], [ %n, %one ]
  store i64 %x, ptr %to
  ret void
}
;--- bad-crossed-later.ll
define void @crossed_later(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %a = add i64 %n, 8
  br i1 %c, label %one, label %two
one:
  call void @collect()
  %b = add i64 %n, 16
  br label %two
two:
  %x = phi i64 [ %a, %0 ], [ %b, %one ]
  store i64 %x, ptr %to
  ret void
}
;--- bad-in-circles.ll
define void @in_circles(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  br label %head
head:
  %x = phi i64 [ %n, %0 ], [ %y, %more ]
  store i64 %x, ptr %to
  br i1 %c, label %more, label %out
more:
  %y = add i64 %x, 8
  call void @collect()
  br label %head
out:
  ret void
}
;--- bad-by-invoke.ll
define void @by_invoke(ptr addrspace(10) %o, ptr %to) personality ptr @personality {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  invoke void @collect() to label %on unwind label %off
on:
  invoke void @keep(i64 %n) to label %out unwind label %off
out:
  ret void
off:
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
;--- bad-masked.ll
define void @masked(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %x = call <2 x i64> @llvm.masked.load.v2i64.p0(ptr %s, i32 8, <2 x i1> <i1 1, i1 1>, <2 x i64> zeroinitializer)
  call void @collect()
  store <2 x i64> %x, ptr %to
  ret void
}
;--- bad-of-either.ll
define void @of_either(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %t = alloca ptr addrspace(10)
  store ptr addrspace(10) %o, ptr %t
  %w = select i1 %c, ptr %s, ptr %t
  %x = load i64, ptr %w
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-of-any.ll
define void @of_any(ptr addrspace(10) %o, ptr %to, i64 %i) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %p = getelementptr i64, ptr %s, i64 %i
  %x = load i64, ptr %p
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-walked.ll
define void @walked(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  br label %head
head:
  %p = phi ptr [ %s, %0 ], [ %q, %head ]
  %q = getelementptr i8, ptr %p, i64 8
  %x = load i64, ptr %p
  call void @collect()
  store i64 %x, ptr %to
  br i1 %c, label %head, label %out
out:
  ret void
}
;--- bad-aligned.ll
define void @aligned(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %p = call ptr @llvm.ptrmask.p0.i64(ptr %s, i64 -16)
  %x = load i64, ptr %p
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-typed-of-struct.ll
define void @of_struct(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [4 x %pair]
  call void @fill(ptr %s)
  %p = getelementptr [4 x %pair], ptr %s, i64 0, i64 2, i32 0
  %x = load i64, ptr %p
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-typed-of-any-struct.ll
define void @of_any_struct(ptr addrspace(10) %o, ptr %to, i64 %i) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [4 x %pair]
  call void @fill(ptr %s)
  %p = getelementptr [4 x %pair], ptr %s, i64 0, i64 %i, i32 0
  %x = load i64, ptr %p
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
;--- bad-typed-of-both-words.ll
define void @of_both_words(ptr addrspace(10) %o, ptr %to, i64 %i) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [4 x %pair]
  call void @fill(ptr %s)
  %p = getelementptr %pair, ptr %s, i64 %i, i32 1
  %x = load <2 x i64>, ptr %p
  call void @collect()
  store <2 x i64> %x, ptr %to
  ret void
}
;--- bad-kept-in-part.ll
define void @kept_in_part(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %v = alloca [2 x i64]
  %v8 = getelementptr i8, ptr %v, i64 8
  %n = load i64, ptr %s
  store i64 %n, ptr %v8
  call void @collect()
  %w = getelementptr [2 x i64], ptr %v, i64 0, i64 1
  %x = load i64, ptr %w
  store i64 %x, ptr %to
  ret void
}
;--- bad-kept-and-exchanged.ll
define void @kept_and_exchanged(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %v = alloca i64
  %n = load i64, ptr %s
  store i64 %n, ptr %v
  call void @collect()
  %x = atomicrmw xchg ptr %v, i64 0 seq_cst
  store i64 %x, ptr %to
  ret void
}
;--- bad-kept-round-the-loop.ll
define void @kept_round_the_loop(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %v = alloca i64
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  br label %head
head:
  %x = load i64, ptr %v
  store i64 %x, ptr %to
  %n = load i64, ptr %s
  store i64 %n, ptr %v
  call void @collect()
  br i1 %c, label %head, label %out
out:
  ret void
}
;--- bad-kept-till-next-round.ll
define void @kept_till_next_round(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %v = alloca i64
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  br label %head
head:
  call void @collect()
  %x = load i64, ptr %v
  store i64 %x, ptr %to
  %n = load i64, ptr %s
  store i64 %n, ptr %v
  br i1 %c, label %head, label %out
out:
  ret void
}
;--- bad-kept-over-a-loop.ll
define void @kept_over_a_loop(ptr addrspace(10) %o, ptr %to, i1 %c, i1 %d) {
  %v = alloca i64
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  br label %head
head:
  %x = load i64, ptr %v
  store i64 %x, ptr %to
  %n = load i64, ptr %s
  store i64 %n, ptr %v
  br label %one
one:
  br i1 %c, label %two, label %three
two:
  call void @collect()
  br label %three
three:
  br i1 %d, label %head, label %out
out:
  ret void
}
;--- good.ll
define void @in_root(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  store i64 %n, ptr %s8
  call void @collect()
  %x = load ptr addrspace(10), ptr %s8
  store ptr addrspace(10) %x, ptr %s
  ret void
}
define void @stored_before(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  store i64 %n, ptr %to
  call void @collect()
  ret void
}
define void @low_bits(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %l = and i64 %n, 7
  %k = and i64 15, %n
  %b = trunc i64 %n to i1
  call void @collect()
  %x = add i64 %l, %k
  store i64 %x, ptr %to
  store i1 %b, ptr %to
  ret void
}
define void @hash(ptr addrspace(10) %o, ptr %to, i64 %by) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %m = mul i64 %n, 3
  %r = lshr i64 %n, 3
  %q = ashr i64 %n, %by
  %d = sub i64 %n, %by
  %i = xor i64 %n, 5
  call void @collect()
  %x = add i64 %m, %r
  %y = add i64 %q, %d
  %z = add i64 %x, %y
  %w = add i64 %z, %i
  store i64 %w, ptr %to
  ret void
}
define void @asked(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %f = load double, ptr %s
  call void @collect()
  %a = icmp eq i64 %n, 0
  %b = icmp ugt i64 4096, %n
  %c = fcmp oeq double %f, 0.0
  %l = and i64 %n, 7
  %t = trunc i64 %n to i1
  store i1 %a, ptr %to
  store i1 %b, ptr %to
  store i1 %c, ptr %to
  ret void
}
define void @switched(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  call void @collect()
  switch i64 %n, label %out [ i64 0, label %out ]
out:
  ret void
}
define void @place(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %p = getelementptr i8, ptr %to, i64 %n
  %e = extractelement <2 x i64> <i64 1, i64 2>, i64 %n
  %i = insertelement <2 x i64> zeroinitializer, i64 3, i64 %n
  call void @collect()
  store i64 %e, ptr %to
  store <2 x i64> %i, ptr %to
  ret void
}
define void @chosen_by(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  %b = trunc i64 %n to i1
  %x = select i1 %b, i64 1, i64 2
  call void @collect()
  store i64 %x, ptr %to
  ret void
}
define void @never(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  call void @collect()
  ret void
never:
  store i64 %n, ptr %to
  ret void
}
define void @before(ptr addrspace(10) %o, ptr %to, i1 %c) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  br i1 %c, label %one, label %two
one:
  store i64 %n, ptr %to
  br label %two
two:
  call void @collect()
  ret void
}
define void @in_none(ptr addrspace(10) %o, ptr %to) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x ptr addrspace(10)]
  %s8 = getelementptr i8, ptr %s, i64 8
  store ptr addrspace(10) %o, ptr %s
  store ptr addrspace(10) %o, ptr %s8
  %n = load i64, ptr %s
  store i64 %n, ptr %to
  ret void
}
define void @number_of_struct(ptr addrspace(10) %o, ptr %to, i64 %i) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [4 x %pair]
  call void @fill(ptr %s)
  %p = getelementptr [4 x %pair], ptr %s, i64 0, i64 %i, i32 1
  %x = load i64, ptr %p
  %q = getelementptr [4 x %pair], ptr %s, i64 0, i64 3, i32 1
  %y = load i64, ptr %q
  call void @collect()
  store i64 %x, ptr %to
  store i64 %y, ptr %to
  ret void
}
