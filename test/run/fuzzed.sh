#!/bin/sh
# fuzzed.sh -- generated programs compiled ahead of time: under each ABI, at -O0 and -O2, linked in every way.  What they print is what they print in the JIT.
#
# From the environment: LATEROOT (the tool), FUZZ (lateroot-fuzz), RUNTIME (its liblateroot-rt.so), CC, CXX (to link), WORK (a folder of ours).
here=$(cd "$(dirname "$0")" && pwd)
name=fuzzed
. "$here/common.sh"
lib=$(dirname "$RUNTIME")
kinds="pie fixed static shared"
abis="gcframe framemap statepoint shadow-stack"

cd "$out" || exit 1 # LD_PRELOAD takes no path with a space in it
$CC -std=gnu11 -O1 -fPIC -fexceptions -I"$root/include" -I"$root/test/fuzz" -c -o "$out/helpers.o" "$root/test/fuzz/helpers.c" || fail "helpers.c does not compile"
$CXX -shared -o "$out/helpers.so" "$out/helpers.o" || fail "helpers.c does not link"

# nth N WORD...
nth() {
	shift $((1 + $1 % 4))
	echo "$1"
}

# build ABI LEVEL KIND: makes exe of ir
build() {
	pic=--pic
	case $3 in fixed | static) pic= ;; esac
	reload=--reload # for one collector as well as for the other
	[ $1 != shadow-stack ] || reload=
	"$LATEROOT" compile -O$2 $pic --abi=$1 $reload --check --filetype=obj -o "$out/o" "$out/ir.ll" 2>"$out/stderr" || return
	case $3 in
	pie) $CXX -pie -o "$out/exe" "$out/o" "$out/helpers.o" "$RUNTIME" -Wl,-rpath,"$lib" ;;
	fixed) $CXX -no-pie -o "$out/exe" "$out/o" "$out/helpers.o" "$RUNTIME" -Wl,-rpath,"$lib" ;;
	static) $CXX -static -Wl,--gc-sections -o "$out/exe" "$out/o" "$out/helpers.o" "$lib/liblateroot-rt.a" ;;
	shared)
		$CXX -shared -Wl,-z,text -o "$out/program.so" "$out/o" "$out/helpers.o" "$RUNTIME" -Wl,-rpath,"$lib" &&
			$CXX -pie -o "$out/exe" "$out/program.so" "$RUNTIME" -Wl,-rpath,"$out:$lib"
		;;
	esac
}

for i in 0 1 2 3 4 5 6 7; do
	seed=$((9001 + i)) level=$((i / 4 * 2)) a=$i
	"$FUZZ" --seed=$seed --print >"$out/ir.ll" || fail "seed $seed: no program"
	expected=$(LD_PRELOAD=./helpers.so timeout 100 "$LATEROOT" run -O0 "$out/ir.ll" 2>&1) || fail "seed $seed, run: $expected"
	[ -n "$expected" ] || fail "seed $seed prints nothing"
	for abi in $abis; do
		kind=$(nth $a $kinds) a=$((a + 1))
		what="seed $seed, --abi=$abi -O$level, $kind"
		build $abi $level $kind || { echo "$what: is not built"; cat "$out/stderr"; bad=1; continue; }
		for mode in full moving; do
			[ $abi,$mode != shadow-stack,moving ] || continue
			got=$(LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=$mode timeout 100 "$out/exe" 2>&1)
			[ "$got" = "$expected" ] && continue
			echo "$what, $mode: '$got' instead of '$expected'"
			bad=1
		done
	done
done
exit $bad
