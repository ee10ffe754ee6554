#!/bin/sh
# SPDX-License-Identifier: MIT
# embed.sh -- examples under stress in hosts of other kinds, in each ABI: an LLJIT of the host's own, and modules that
# are unloaded.
#
#   embed.sh OWN-ORC JIT-UNLOAD EXAMPLES
set -u
own=$1 unload=$2 examples=$3
export LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=full
bad=0
for word in 1 frame ""; do
	"$own" "$examples/closures.ll" "$word" >"$WORK/own.out" 2>&1
	[ $? = 2 ] && grep -q '^usage: .*framemap' "$WORK/own.out" || { echo "own-orc: ABI '$word' is taken"; bad=1; }
done
printf '%s\n' 'define i32 @main(i32 %n, ptr %v) {' '  ret i32 0' '}' 'define ptr addrspace(10) @wrong(i64 %x) {' \
	'  %p = inttoptr i64 %x to ptr addrspace(10)' '  ret ptr addrspace(10) %p' '}' >"$WORK/wrong.ll"
"$own" "$WORK/wrong.ll" gcframe 2>&1 | grep -q '^own-orc: error: .* in wrong$' ||
	{ echo "own-orc: no place of an error"; bad=1; }
for name in binary-trees hash-table exceptions closures; do
	for abi in gcframe framemap statepoint shadow-stack; do
		"$own" "$examples/$name.ll" $abi 2>/dev/null | cmp -s - "$examples/$name.expected" ||
			{ echo "own-orc: $name, ABI $abi"; bad=1; }
	done
done
for name in closures exceptions; do
	for abi in 0 1 2 3; do
		"$unload" "$examples/$name.ll" $abi 3 >"$WORK/unload.out" 2>"$WORK/unload.err" ||
			{ echo "jit-unload: $name, ABI $abi"; cat "$WORK/unload.err"; bad=1; }
		cat "$examples/$name.expected" "$examples/$name.expected" "$examples/$name.expected" |
			cmp -s - "$WORK/unload.out" || { echo "jit-unload prints: $name, ABI $abi"; bad=1; }
	done
done
exit $bad
