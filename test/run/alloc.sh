#!/bin/sh
# SPDX-License-Identifier: MIT
# alloc.sh -- shapes and programs with boxes (test/bench/alloc) print the same with and without each pass that removes
# allocations, however often the collector runs.
#   alloc.sh NAME     a file of test/bench/alloc without .ll
#
# From the environment: LATEROOT (the tool), WORK (a folder of ours).
here=$(cd "$(dirname "$0")" && pwd)
name=alloc-$1
. "$here/common.sh"
ir=$root/test/bench/alloc/$1.ll
case $1 in
mandelbrot.* | spectral-norm.*) size=5 ;;
nbody.*) size=4 ;;
fft.*) size=8 ;;
iterate.*) size=2 ;;
*) size= ;;
esac

"$LATEROOT" run -O0 "$ir" $size >"$out/expected" 2>"$out/stderr" || fail "does not run: $(head -n 5 "$out/stderr")"
[ -s "$out/expected" ] || fail "prints nothing"

# check LABEL OPTION...: under full collections at every safepoint, and under minor ones
check() {
	label=$1
	shift
	for mode in full generational; do
		LATEROOT_GC_MODE=$mode LATEROOT_GC_VERIFY=1 timeout 250 \
			"$LATEROOT" run --gc-stress "$@" "$ir" $size >"$out/stdout" 2>"$out/stderr"
		status=$?
		[ $status -eq 0 ] && cmp -s "$out/expected" "$out/stdout" && continue
		echo "$label, $mode: exit status $status"
		diff "$out/expected" "$out/stdout" | head -n 10
		head -n 5 "$out/stderr"
		bad=1
	done
}

check "lowered only" -O0
for level in 0 1 2 3; do
	check "level $level" -O0 --passes="julia<level=$level>"
done
for without in alloc_opt julia_licm lower_simd_loop; do
	check "without $without" -O0 --passes="julia<level=2;no_$without>"
done
check "without LLVM's scalar passes" -O2 --passes="julia<level=2;no_enable_scalar_optimizations>"
check "AllocOpt alone" -O0 --passes="function(AllocOpt),lateroot"
check "AllocOpt after inlining" -O0 \
	--passes="always-inline,cgscc(inline),function(sroa,AllocOpt,AllocOpt,sroa),lateroot"
check "JuliaLICM alone" -O0 --passes="function(loop-simplify,lcssa,JuliaLICM),lateroot"
for abi in framemap statepoint shadow-stack; do
	check "ABI $abi" -O0 --passes="julia<level=2;abi=$abi>"
done
# where all objects move that may
timeout 250 "$LATEROOT" run --gc-stress --gc-moving -O0 --passes="julia<level=2;reload>" "$ir" $size \
	>"$out/stdout" 2>"$out/stderr" && cmp -s "$out/expected" "$out/stdout" ||
	{ echo "moving: $(head -n 5 "$out/stderr")"; diff "$out/expected" "$out/stdout" | head; bad=1; }
exit $bad
