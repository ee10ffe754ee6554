#!/bin/sh
# SPDX-License-Identifier: MIT
# fuzzed.sh -- generated programs by the matrix: each ABI, -O0 and -O2, in the JIT and ahead of time, linked in every
# way, under each collector.  What they print is what they print in the JIT without any collection.
#
#   fuzzed.sh A..B [AT-ONCE]      a sample: each ABI at both levels in the JIT, and ahead of time linked in one way, in
#                                 turn
#   fuzzed.sh --everything A..B [AT-ONCE]
#   fuzzed.sh --bdw A..B [AT-ONCE]          each ABI at both levels on the heap of bdwgc, in the JIT and linked
#
# AT-ONCE (5) programs are one module.  From the environment: LATEROOT (the tool), FUZZ (lateroot-fuzz), RUNTIME (its
# liblateroot-rt.so), BDW (its liblateroot-bdw.so, for --bdw), CC, CXX (to link), WORK (a folder of ours).
here=$(cd "$(dirname "$0")" && pwd)
name=fuzzed$([ "$1" != --bdw ] || echo -bdw) # the two run side by side
. "$here/common.sh"
lib=$(dirname "$RUNTIME")
abis="gcframe framemap statepoint shadow-stack"
kinds="pie fixed static shared"
everything= bdw=
case $1 in
--everything) everything=$1 ;;
--bdw) bdw=$1 ;;
esac
[ -z "$everything$bdw" ] || shift
first=${1%..*} last=${1#*..} at_once=${2:-5}
runs=0 programs=0 turn=0

cd "$out" || exit 1 # LD_PRELOAD takes no path with a space in it
$CC -std=gnu11 -O1 -fPIC -fexceptions -I"$root/include" -I"$root/test/fuzz" -c -o helpers.o \
	"$root/test/fuzz/helpers.c" || fail "helpers.c does not compile"
$CXX -shared -o helpers.so helpers.o || fail "helpers.c does not link"

# nth N WORD...
nth() {
	shift $((1 + $1 % 4))
	echo "$1"
}

# compare WHAT COMMAND...: it prints what it should
compare() {
	what=$1
	shift
	runs=$((runs + 1))
	timeout 250 "$@" >got 2>stderr
	status=$?
	[ $status -ne 0 ] || ! cmp -s expected got || return 0
	line=$(cmp expected got 2>&1 | sed -n 's/.*line \([0-9]*\).*/\1/p')
	[ -n "$line" ] || line=$(($(wc -l <got) + 1)) # it ended early
	echo "seed $((seed + line - 1)) (of $seed..$end), $what: exit status $status, wrong from line $line on"
	head -n 5 stderr
	bad=1
}

# build ABI LEVEL KIND OPTIONS: makes exe of ir.ll
build() {
	pic=
	case $3 in fixed | static) pic=--no-pic ;; esac
	"$LATEROOT" compile -O$2 $pic --abi=$1 ${4-} --check --filetype=obj -o o ir.ll 2>stderr || return
	case $3 in
	pie) $CXX -pie -o exe o helpers.o "$RUNTIME" -Wl,-rpath,"$lib" ;;
	fixed) $CXX -no-pie -o exe o helpers.o "$RUNTIME" -Wl,-rpath,"$lib" ;;
	static) $CXX -static -Wl,--gc-sections -o exe o helpers.o "$lib/liblateroot-rt.a" ;;
	shared)
		$CXX -shared -Wl,-z,text -o program.so o helpers.o "$RUNTIME" -Wl,-rpath,"$lib" &&
			$CXX -pie -o exe program.so "$RUNTIME" -Wl,-rpath,"$out:$lib"
		;;
	esac
}

# in_jit ABI LEVEL: one collector in turn, or all
in_jit() {
	run="env LD_PRELOAD=./helpers.so LATEROOT_GC_VERIFY=1"
	what="run --abi=$1 -O$2 --gc-stress"
	[ -z "$everything" ] && [ $((turn % 3)) -ne 0 ] ||
		compare "$what, full" $run LATEROOT_GC_MODE=full "$LATEROOT" run --abi=$1 -O$2 --gc-stress ir.ll
	[ -z "$everything" ] && [ $((turn % 3)) -ne 1 ] ||
		compare "$what" $run "$LATEROOT" run --abi=$1 -O$2 --gc-stress ir.ll
	[ $1 != shadow-stack ] || return
	[ -z "$everything" ] && [ $((turn % 3)) -ne 2 ] ||
		compare "$what --gc-moving" $run "$LATEROOT" run --abi=$1 -O$2 --gc-moving --gc-stress ir.ll
}

# ahead_of_time ABI LEVEL KIND: code that reads its slots again serves every collector
ahead_of_time() {
	for reload in "" --reload; do
		[ -n "$everything" ] || [ -n "$reload" ] || [ $1 = shadow-stack ] || continue
		[ $1,$reload != shadow-stack,--reload ] || continue
		what="--abi=$1 $reload -O$2, $3"
		build $1 $2 $3 $reload || {
			echo "seeds $seed..$end, $what: is not built"
			cat stderr
			bad=1
			continue
		}
		run="env LATEROOT_GC_STRESS=1 LATEROOT_GC_VERIFY=1"
		compare "$what, full" $run LATEROOT_GC_MODE=full ./exe
		[ -z "$everything" ] || compare "$what, generational" $run ./exe
		[ -z "$reload" ] || compare "$what, moving" $run LATEROOT_GC_MODE=moving ./exe
	done
}

# on_bdw ABI LEVEL: with a collection at each safepoint, and with few; linked with the library, and with it in front of
# the other
on_bdw() {
	jit="env LD_PRELOAD=./helpers.so LATEROOT_GC_VERIFY=1 $LATEROOT run --heap=bdw --abi=$1 -O$2"
	compare "run --heap=bdw --abi=$1 -O$2" $jit ir.ll
	compare "run --heap=bdw --abi=$1 -O$2 --gc-stress" $jit --gc-stress ir.ll
	what="--abi=$1 -O$2 on bdwgc"
	"$LATEROOT" compile -O$2 --abi=$1 --check --filetype=obj -o o ir.ll 2>stderr &&
		$CXX -pie -o linked o helpers.o "$BDW" -Wl,-rpath,"$lib" &&
		$CXX -pie -o preloaded o helpers.o "$RUNTIME" -Wl,-rpath,"$lib" ||
			{ echo "seeds $seed..$end, $what: is not built"; cat stderr; bad=1; return; }
	compare "$what, linked" env LATEROOT_GC_STRESS=1 LATEROOT_GC_VERIFY=1 ./linked
	compare "$what, preloaded" env LD_PRELOAD="$BDW" LATEROOT_GC_NURSERY=64k ./preloaded
}

for seed in $(seq $first $at_once $last); do
	end=$((seed + at_once - 1))
	[ $end -le $last ] || end=$last
	"$FUZZ" --seeds=$seed..$end --print >ir.ll || fail "seeds $seed..$end: no programs"
	LD_PRELOAD=./helpers.so timeout 250 "$LATEROOT" run -O0 ir.ll >expected 2>stderr ||
		fail "seeds $seed..$end, run: $(cat stderr)"
	[ $(wc -l <expected) -eq $((end - seed + 1)) ] || fail "seeds $seed..$end: not a line each"
	for abi in $abis; do
		for level in 0 2; do
			[ -z "$bdw" ] || { on_bdw $abi $level; continue; }
			in_jit $abi $level
			for kind in $kinds; do
				[ -z "$everything" ] && [ $kind != $(nth $turn $kinds) ] ||
					ahead_of_time $abi $level $kind
			done
			turn=$((turn + 1))
		done
		turn=$((turn + 1)) # or each kind would always meet the same level
	done
	turn=$((turn + 1))
	programs=$((programs + end - seed + 1))
	[ -z "$everything" ] || echo "$programs programs, $runs runs: $([ $bad = 0 ] && echo good || echo some failed)"
done
exit $bad
