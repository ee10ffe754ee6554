#!/bin/sh
# SPDX-License-Identifier: MIT
# addresses.sh -- objects whose address is given away stay on the heap, whatever AllocOpt may know of them: in clang at
# each level, and in the tool with the pass, under each ABI; collecting at every safepoint.
#
# From the environment: LATEROOT (the tool), CLANG, PLUGIN (in clang), RUNTIME (its liblateroot-rt.so), CC, LINK_FLAGS,
# WORK (a folder of ours).
here=$(cd "$(dirname "$0")" && pwd)
name=addresses
. "$here/common.sh"
source=$here/addresses/addresses.c
link="$RUNTIME -Wl,-rpath,$(dirname "$RUNTIME") $LINK_FLAGS"
printf '15\n15 6\n21 42\n0 1\n' >"$out/expected"

# check LABEL: the program prints what it must in each mode of the collector
check() {
	for mode in full generational; do
		LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=$mode "$out/exe" >"$out/stdout" 2>"$out/stderr"
		status=$?
		[ $status -eq 0 ] && cmp -s "$out/expected" "$out/stdout" && continue
		echo "$1, $mode: exit status $status"
		diff "$out/expected" "$out/stdout"
		head -n 5 "$out/stderr"
		bad=1
	done
}

for level in 0 1 2 3; do
	"$CLANG" -O$level -fpass-plugin="$PLUGIN" -I"$root/include" -o "$out/exe" "$source" $link ||
		fail "clang -O$level"
	check "clang -O$level"
done
"$CLANG" -O1 -Xclang -disable-llvm-passes -S -emit-llvm -I"$root/include" -o "$out/a.ll" "$source" || fail "no IR"
objects="AdoptDialect,function(sroa,early-cse,AllocOpt),cgscc(inline),function(sroa,AllocOpt),SettleGCStack"
for abi in gcframe framemap statepoint shadow-stack; do
	"$LATEROOT" compile -O2 --check --abi=$abi "--passes=$objects" -o "$out/a.o" "$out/a.ll" &&
		$CC -o "$out/exe" "$out/a.o" $link || fail "the tool, $abi"
	check "the tool, $abi"
done
exit $bad
