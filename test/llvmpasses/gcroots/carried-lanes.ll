; LLVM loads a vector out of a variable with references for lanes that are numbers: those are used behind a
; safepoint.  Lanes that are references are refused, whatever takes them.  So are numbers at computed places, unless they are marked as such.
; RUN: split-file %s %t
; RUN: sh %t/all.sh %lateroot %t

;--- all.sh
for file in "$2"/bad-*.ll "$2"/good-*.ll; do
	all="$2/all-${file##*/}"
	cat "$2/common.ll" "$file" > "$all"
	case $file in
	*/bad-*)
		"$1" opt --memory=typed -S "$all" -o /dev/null 2>&1 \
			| grep -q "error: an object reference of the stack variable .* is read as" || { echo "$file"; exit 1; } ;;
	*)
		for abi in gcframe framemap shadow-stack statepoint; do
			"$1" opt --abi=$abi --check --memory=typed -S "$all" -o /dev/null || { echo "$file $abi"; exit 1; }
		done ;;
	esac
done
;--- common.ll
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
%part = type { [2 x i64], ptr addrspace(10), i64 }
declare ptr @julia.get_pgcstack()
declare void @collect()
declare void @keep(i64)
declare void @keep2(<2 x i64>)
declare void @fill(ptr)
;--- good-shuffle.ll
define void @shuffle() {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x %part]
  call void @fill(ptr %s)
  %at = getelementptr i8, ptr %s, i64 8
  %v = load <2 x i64>, ptr %at
  %n = shufflevector <2 x i64> %v, <2 x i64> poison, <2 x i32> zeroinitializer
  call void @collect()
  call void @keep2(<2 x i64> %n)
  ret void
}
;--- good-second-operand.ll
define void @second(<2 x i64> %other) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x %part]
  call void @fill(ptr %s)
  %at = getelementptr i8, ptr %s, i64 8
  %v = load <2 x i64>, ptr %at
  %n = shufflevector <2 x i64> %other, <2 x i64> %v, <2 x i32> <i32 1, i32 2>
  call void @collect()
  call void @keep2(<2 x i64> %n)
  ret void
}
;--- good-element.ll
define void @element() {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x %part]
  call void @fill(ptr %s)
  %at = getelementptr i8, ptr %s, i64 16
  %v = load <2 x i64>, ptr %at
  %n = extractelement <2 x i64> %v, i32 1
  call void @collect()
  call void @keep(i64 %n)
  ret void
}
;--- good-marked.ll
define void @marked(i64 %i, i64 %j) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x %part]
  call void @fill(ptr %s)
  %p = getelementptr %part, ptr %s, i64 %i
  %at = getelementptr i64, ptr %p, i64 %j
  %n = load i64, ptr %at, !alias.scope !0
  call void @collect()
  call void @keep(i64 %n)
  ret void
}
!0 = !{!1}
!1 = !{!"lateroot.numbers", !2}
!2 = !{!"lateroot.numbers"}
;--- bad-shuffle.ll
define void @shuffle() {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x %part]
  call void @fill(ptr %s)
  %at = getelementptr i8, ptr %s, i64 8
  %v = load <2 x i64>, ptr %at
  %n = shufflevector <2 x i64> %v, <2 x i64> poison, <2 x i32> <i32 0, i32 1>
  call void @collect()
  call void @keep2(<2 x i64> %n)
  ret void
}
;--- bad-second-operand.ll
define void @second(<2 x i64> %other) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x %part]
  call void @fill(ptr %s)
  %at = getelementptr i8, ptr %s, i64 8
  %v = load <2 x i64>, ptr %at
  %n = shufflevector <2 x i64> %other, <2 x i64> %v, <2 x i32> <i32 1, i32 3>
  call void @collect()
  call void @keep2(<2 x i64> %n)
  ret void
}
;--- bad-both-operands.ll
define void @both() {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x %part]
  call void @fill(ptr %s)
  %at = getelementptr i8, ptr %s, i64 8
  %v = load <2 x i64>, ptr %at
  %n = shufflevector <2 x i64> %v, <2 x i64> %v, <2 x i32> <i32 0, i32 3>
  call void @collect()
  call void @keep2(<2 x i64> %n)
  ret void
}
;--- bad-element.ll
define void @element() {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x %part]
  call void @fill(ptr %s)
  %at = getelementptr i8, ptr %s, i64 16
  %v = load <2 x i64>, ptr %at
  %n = extractelement <2 x i64> %v, i32 0
  call void @collect()
  call void @keep(i64 %n)
  ret void
}
;--- bad-computed-element.ll
define void @element(i32 %i) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x %part]
  call void @fill(ptr %s)
  %at = getelementptr i8, ptr %s, i64 16
  %v = load <2 x i64>, ptr %at
  %n = extractelement <2 x i64> %v, i32 %i
  call void @collect()
  call void @keep(i64 %n)
  ret void
}
;--- bad-computed-place.ll
define void @place(i64 %i) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x %part]
  call void @fill(ptr %s)
  %at = getelementptr i64, ptr %s, i64 %i
  %v = load <2 x i64>, ptr %at
  %n = extractelement <2 x i64> %v, i32 1
  call void @collect()
  call void @keep(i64 %n)
  ret void
}
;--- bad-two-variables.ll
define void @variables(i1 %c) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x %part]
  %t = alloca { ptr addrspace(10), i64, i64 }
  call void @fill(ptr %s)
  call void @fill(ptr %t)
  %p = select i1 %c, ptr %s, ptr %t
  %v = load <2 x i64>, ptr %p
  %n = extractelement <2 x i64> %v, i32 0
  call void @collect()
  call void @keep(i64 %n)
  ret void
}
;--- bad-marked-by-another.ll
define void @another(i64 %i, i64 %j) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x %part]
  call void @fill(ptr %s)
  %p = getelementptr %part, ptr %s, i64 %i
  %at = getelementptr i64, ptr %p, i64 %j
  %n = load i64, ptr %at, !alias.scope !0
  call void @collect()
  call void @keep(i64 %n)
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2, !"lateroot.numbers"}
!2 = distinct !{!2, !"another"}
;--- bad-unmarked.ll
define void @unmarked(i64 %i, i64 %j) {
  %gc = call ptr @julia.get_pgcstack()
  %s = alloca [2 x %part]
  call void @fill(ptr %s)
  %p = getelementptr %part, ptr %s, i64 %i
  %at = getelementptr i64, ptr %p, i64 %j
  %n = load i64, ptr %at
  call void @collect()
  call void @keep(i64 %n)
  ret void
}
