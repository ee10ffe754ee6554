#!/bin/sh
# SPDX-License-Identifier: MIT
# example.sh -- run one example one way, and compare what it prints with what it must print.
#
#   example.sh WAY NAME     examples/NAME.{c,ll,expected}
#
# WAY: plain    the C source, or the IR, without collector and without lateroot (plain.c): is the expectation right?
#      jit      lateroot run, with and without stress, at -O0 and -O2
#      without  lateroot run --gc-stress without optimisations of placement and barriers: each of them alone left out,
#               and all; with polls
#      native   lateroot compile, linked with the runtime; likewise
#      clang    the C source straight through clang with the plug-in, at -O0 and -O2, with and without stress
#      bdw      lateroot run and compile on the heap of bdwgc, with and without stress, of each ABI that it is for
#      o3       lateroot run and compile, -O3, under stress, of what opt -O3 makes of the IR
#      framemap, shadow-stack, statepoint  lateroot run and compile with --abi=WAY, under stress, at -O0 and -O2
#      pieces   lateroot compile -j2 in the smallest pieces, of every ABI that the runtime walks, at -O0 and -O2 with
#               debug info, under stress
#      moving   lateroot run and compile with --reload, under a collector that moves all it may at every safepoint and
#               takes the old pages away: gcframe, framemap, statepoint, at -O0 and -O2; also with every other function
#               not made for it, and after opt
#      shapes   lateroot run --gc-stress of what opt makes of the IR: inlined, unrolled, hoisted, sunk, jumps threaded
#
# From the environment: LATEROOT (the tool), PLUGIN (lateroot-opt.so), RUNTIME (its liblateroot-rt.so), CLANG, OPT, CC,
# LINK_FLAGS, WORK (a folder of ours).
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
way=$1 name=$2
ir=$root/examples/$name.ll expected=$root/examples/$name.expected source=$root/examples/$name.c
out=$WORK/$name.$way
mkdir -p "$WORK" || exit 1
bad=0

# compare LABEL COMMAND...: exit status 0 and the expected output
compare() {
	label=$1
	shift
	timeout 100 "$@" >"$out.stdout" 2>"$out.stderr"
	status=$?
	if [ $status -ne 0 ]; then
		echo "$name, $label: exit status $status"
	elif ! diff -u "$expected" "$out.stdout" >"$out.diff"; then
		echo "$name, $label: wrong output"
		head -n 20 "$out.diff"
	else
		return
	fi
	head -n 10 "$out.stderr"
	bad=1
}

fail() {
	echo "$name: $*"
	exit 1
}

# link LEVEL: out.o, which is position independent above level 0, to out.exe and in one more way to out.other: from a
# shared object, or static
link() {
	[ $1 = 0 ] && pie=-no-pie || pie=-pie
	rpath=-Wl,-rpath,$(dirname "$RUNTIME")
	$CC $pie -Wl,--gc-sections -o "$out.exe" "$out.o" "$RUNTIME" $rpath $LINK_FLAGS || fail "-O$1: does not link"
	if [ $1 != 0 ]; then
		$CC -shared -o "$out.so" "$out.o" "$RUNTIME" $rpath $LINK_FLAGS &&
			$CC $pie -o "$out.other" "$out.so" "$RUNTIME" $rpath -Wl,-rpath,"$WORK" $LINK_FLAGS ||
				fail "-O$1: does not link as a shared object"
	elif [ -z "$LINK_FLAGS" ]; then
		$CC -static -Wl,--gc-sections -o "$out.other" "$out.o" "$(dirname "$RUNTIME")/liblateroot-rt.a" ||
			fail "-O$1: does not link statically"
	else # a sanitizer's runtime is shared
		cp "$out.exe" "$out.other" || exit 1
	fi
}

case $way in
plain)
	[ -f "$source" ] && input="-std=gnu11 -fno-strict-aliasing -DDIALECT_PLAIN $source" ||
		input="-Wno-override-module $ir"
	# -D_GNU_SOURCE and the objects of other folders are not wanted: the example must stand alone
	$CLANG -O1 -I"$root/include" $input -x c "$here/plain.c" -pthread -o "$out.exe" || fail "does not compile"
	compare "as plain C" "$out.exe"
	;;
jit)
	for level in 2 0; do
		compare "run -O$level" "$LATEROOT" run -O$level "$ir"
		# stress leaves no runs of free memory: here objects come from them, and collections take them back
		compare "run -O$level, small nursery" env LATEROOT_GC_NURSERY=1 "$LATEROOT" run -O$level "$ir"
		compare "run -O$level --gc-stress" "$LATEROOT" run -O$level --gc-stress "$ir"
		compare "run -O$level --gc-stress, full" env LATEROOT_GC_MODE=full "$LATEROOT" run -O$level \
			--gc-stress "$ir"
	done
	;;
without)
	for optimisation in all shrink-wrap store-motion,slot-sharing coverage argument-arrays leaf-inference; do
		compare "run --without=$optimisation --gc-stress" "$LATEROOT" run -O0 --without=$optimisation \
			--gc-stress "$ir"
	done
	case $name in
	array-data | hash-table) ;; # new arrays are filled in a loop: there must be no poll in it
	*)
		compare "run --polls --gc-stress, full" env LATEROOT_GC_MODE=full "$LATEROOT" run --polls --check \
			--gc-stress "$ir"
		compare "julia<polls> --gc-stress" "$LATEROOT" run "--passes=julia<level=2;polls>" --check --gc-stress \
			"$ir"
		;;
	esac
	compare "run -O2 --without=all --gc-stress, full" env LATEROOT_GC_MODE=full "$LATEROOT" run --without=all \
		--gc-stress "$ir"
	;;
clang)
	for level in 0 2; do
		$CLANG -O$level -g -std=gnu11 -Wall -Wextra -Werror -Wno-cast-function-type -fpass-plugin="$PLUGIN" \
			-I"$root/include" -o "$out.exe" "$source" "$RUNTIME" \
			-Wl,-rpath,"$(dirname "$RUNTIME")" || fail "-O$level: does not compile"
		compare "clang -O$level" env LATEROOT_GC_STRESS=0 "$out.exe"
		compare "clang -O$level, small nursery" env LATEROOT_GC_NURSERY=4096 "$out.exe"
		compare "clang -O$level, stress" env LATEROOT_GC_STRESS=1 "$out.exe"
		compare "clang -O$level, stress, full" env LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=full "$out.exe"
		[ -z "$BDW" ] || [ -n "$LINK_FLAGS" ] || compare "clang -O$level, stress, on bdwgc" \
			env LATEROOT_GC_STRESS=1 LD_PRELOAD="$BDW" "$out.exe"
	done
	;;
bdw)
	for abi in gcframe framemap shadow-stack statepoint; do
		compare "run --abi=$abi" "$LATEROOT" run --heap=bdw --abi=$abi "$ir"
		compare "run --abi=$abi --gc-stress" "$LATEROOT" run --heap=bdw --abi=$abi --gc-stress "$ir"
		"$LATEROOT" compile --abi=$abi --check -o "$out.o" "$ir" || fail "--abi=$abi: does not compile"
		$CC -pie -o "$out.exe" "$out.o" "$BDW" -Wl,-rpath,"$(dirname "$BDW")" ||
			fail "--abi=$abi: does not link"
		compare "compiled, --abi=$abi, small nursery" env LATEROOT_GC_NURSERY=4096 "$out.exe"
		compare "compiled, --abi=$abi, stress" env LATEROOT_GC_STRESS=1 "$out.exe"
	done
	compare "run --reload" "$LATEROOT" run --heap=bdw --reload --gc-stress "$ir"
	;;
o3)
	"$OPT" -S -passes='default<O3>' -o "$out.ll" "$ir" || fail "opt fails"
	compare "run -O3 after -O3" "$LATEROOT" run -O3 --gc-stress "$out.ll"
	compare "run -O3 after -O3, full" env LATEROOT_GC_MODE=full "$LATEROOT" run -O3 --gc-stress "$out.ll"
	"$LATEROOT" compile -O3 --check -o "$out.o" "$out.ll" || fail "does not compile"
	$CC -pie -o "$out.exe" "$out.o" "$RUNTIME" -Wl,-rpath,"$(dirname "$RUNTIME")" $LINK_FLAGS ||
		fail "does not link"
	compare "compiled -O3 after -O3" env LATEROOT_GC_STRESS=1 "$out.exe"
	compare "compiled -O3 after -O3, small nursery" env LATEROOT_GC_NURSERY=4096 "$out.exe"
	;;
shapes)
	# No dead store elimination: it takes the first value of a field that is never read, and the collector reads
	# all.
	flat=tailcallelim,lower-switch,mergereturn,break-crit-edges
	rotate='loop-simplify,loop(loop-rotate)'
	sink='simplifycfg<sink-common-insts;hoist-common-insts>'
	for passes in \
		'cgscc(inline),function(sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,gvn)' \
		"globalopt,ipsccp,deadargelim,argpromotion,function($flat)" \
		"function($rotate,loop-mssa(licm),loop(loop-unroll-full),loop-unroll<O3>,$sink)" \
		'function(jump-threading,correlated-propagation,gvn-sink,sink,gvn-hoist,newgvn,slp-vectorizer)' \
		"cgscc(inline),function($rotate,loop-mssa(licm,simple-loop-unswitch<nontrivial>),gvn,reassociate)"; do
		"$OPT" -S -passes="$passes" -o "$out.ll" "$ir" || fail "opt fails: $passes"
		compare "after $passes" "$LATEROOT" run --gc-stress "$out.ll"
		compare "after $passes, full" env LATEROOT_GC_MODE=full "$LATEROOT" run -O0 --gc-stress "$out.ll"
	done
	;;
native)
	for level in 2 0; do
		# once position independent, once not
		[ $level = 2 ] && pic= || pic=--no-pic
		"$LATEROOT" compile -O$level $pic --check --filetype=obj -o "$out.o" "$ir" ||
			fail "-O$level: does not compile"
		link $level
		compare "compiled -O$level" env LATEROOT_GC_STRESS=0 "$out.exe"
		compare "compiled -O$level, small nursery" env LATEROOT_GC_NURSERY=4096 "$out.other"
		compare "compiled -O$level, stress" env LATEROOT_GC_STRESS=1 "$out.exe"
		compare "compiled -O$level, stress, full" env LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=full "$out.other"
	done
	;;
moving)
	for abi in gcframe framemap statepoint; do
		for level in 2 0; do
			[ $level = 2 ] && pic= pie=-pie || pic=--no-pic pie=-no-pie
			compare "run --abi=$abi -O$level --gc-moving --gc-stress" env LATEROOT_GC_VERIFY=1 "$LATEROOT" \
				run --abi=$abi -O$level --gc-moving --gc-stress "$ir"
			"$LATEROOT" compile -O$level $pic --abi=$abi --reload --check --filetype=obj -o "$out.o" \
				"$ir" || fail "-O$level: does not compile"
			$CC $pie -o "$out.exe" "$out.o" "$RUNTIME" -Wl,-rpath,"$(dirname "$RUNTIME")" $LINK_FLAGS ||
				fail "-O$level: does not link"
			compare "compiled -O$level --abi=$abi" env LATEROOT_GC_NURSERY=4096 LATEROOT_GC_MODE=moving \
				"$out.exe"
			compare "compiled -O$level --abi=$abi, stress" env LATEROOT_GC_STRESS=1 \
				LATEROOT_GC_MODE=moving "$out.exe"
		done
	done
	for turn in 0 1; do
		awk -v turn=$turn '/^define / && (turn = !turn) && match($0, /.*[)]/) {
			$0 = substr($0, 1, RLENGTH) " \"lateroot-reload\"=\"false\"" substr($0, RLENGTH + 1)
		} { print }' "$ir" >"$out.ll"
		compare "mixed, $turn" "$LATEROOT" run --gc-moving --gc-stress "$out.ll"
	done
	scalar='sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg'
	"$OPT" -S -passes="cgscc(inline),function($scalar,gvn,jump-threading,newgvn,slp-vectorizer)" \
		-o "$out.ll" "$ir" || fail "opt fails"
	compare "after opt" "$LATEROOT" run --gc-moving --gc-stress "$out.ll"
	;;
framemap | shadow-stack | statepoint)
	for level in 2 0; do
		[ $level = 2 ] && pic= || pic=--no-pic
		compare "run --abi=$way -O$level --gc-stress" env LATEROOT_GC_VERIFY=1 LATEROOT_GC_MODE=full \
			"$LATEROOT" run --abi=$way -O$level --gc-stress "$ir"
		"$LATEROOT" compile -O$level $pic --abi=$way --check --filetype=obj -o "$out.o" "$ir" ||
			fail "-O$level: does not compile"
		link $level
		compare "compiled -O$level" env LATEROOT_GC_NURSERY=4096 "$out.exe"
		compare "compiled -O$level, stress" env LATEROOT_GC_VERIFY=1 LATEROOT_GC_STRESS=1 \
			LATEROOT_GC_MODE=full "$out.other"
	done
	# two kinds, and all, on one stack
	for turn in 0 1; do
		awk -v turn=$turn '/^define / && (turn = !turn) && match($0, /.*[)]/) {
			$0 = substr($0, 1, RLENGTH) " \"lateroot-abi\"=\"gcframe\"" substr($0, RLENGTH + 1)
		} { print }' "$ir" >"$out.ll"
		grep -q 'lateroot-abi' "$out.ll" || [ $turn = 1 ] || fail "nothing is mixed"
		compare "mixed, $turn" env LATEROOT_GC_VERIFY=1 LATEROOT_GC_MODE=full "$LATEROOT" run --abi=$way \
			--gc-stress "$out.ll"
	done
	[ $way = statepoint ] || exit $bad
	# each function another kind than the one before it
	for turn in 0 1 2 3; do
		awk -v turn=$turn 'BEGIN { split("gcframe framemap statepoint shadow-stack", abi) }
		/^define / && match($0, /.*[)]/) {
			turn = turn % 4 + 1
			$0 = substr($0, 1, RLENGTH) " \"lateroot-abi\"=\"" abi[turn] "\"" substr($0, RLENGTH + 1)
		} { print }' "$ir" >"$out.ll"
		compare "four kinds, $turn" env LATEROOT_GC_VERIFY=1 LATEROOT_GC_MODE=full "$LATEROOT" run --gc-stress \
			"$out.ll"
	done
	;;
pieces)
	"$OPT" -S -passes=debugify -o "$out.ll" "$ir" || fail "opt fails"
	for abi in gcframe framemap statepoint shadow-stack; do
		for level in 2 0; do
			[ $level = 2 ] && pic= pie=-pie || pic=--no-pic pie=-no-pie
			for jobs in 1 2; do
				"$LATEROOT" compile -O$level $pic --abi=$abi -j$jobs --partition-size=1 \
					--progress=always -o "$out.$jobs.o" "$out.ll" 2>"$out.stderr" ||
					fail "-O$level: does not compile"
				grep -q 'partition 2 of' "$out.stderr" || grep -q '@llvm.used' "$ir" ||
					fail "-O$level: one piece"
			done
			cmp "$out.1.o" "$out.2.o" || fail "-O$level: -j1 and -j2 differ"
			$CC $pie -Wl,--gc-sections -o "$out.exe" "$out.2.o" "$RUNTIME" \
				-Wl,-rpath,"$(dirname "$RUNTIME")" $LINK_FLAGS || fail "-O$level: does not link"
			compare "in pieces, --abi=$abi -O$level, stress" env LATEROOT_GC_STRESS=1 \
				LATEROOT_GC_MODE=full "$out.exe"
		done
	done
	;;
*)
	fail "no way '$way'"
	;;
esac
exit $bad
