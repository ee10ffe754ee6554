#!/bin/sh
# SPDX-License-Identifier: MIT
# programs.sh -- examples on the toy heap, and on one that moves objects, under stress, by each ABI: heaps of one's own
# in front of the runtime.
#
# From the environment: LATEROOT (the tool), RUNTIME (its liblateroot-rt.so), CC, WORK (a folder of ours).
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$WORK/programs
mkdir -p "$out" && cd "$out" || exit 1
bad=0

# try HEAP EXAMPLE COMPILE-OPTION...
try() {
	heap=$1 example=$2
	shift 2
	"$LATEROOT" compile --check "$@" -o o "$root/examples/$example.ll" 2>stderr &&
		$CC -rdynamic o "$heap.o" "$RUNTIME" -Wl,-rpath,"$(dirname "$RUNTIME")" -pthread -o exe 2>stderr &&
		LATEROOT_GC_STRESS=1 timeout 250 ./exe >got 2>stderr &&
			cmp -s got "$root/examples/$example.expected" && return
	echo "$example on $heap, $*: wrong"
	head -n 3 stderr
	bad=1
}

for heap in toy mover; do
	$CC -std=gnu11 -O2 -fomit-frame-pointer -fno-optimize-sibling-calls -I"$root/include" -c -o $heap.o \
		"$here/$heap.c" || exit 1
done
for example in binary-trees list-sort hash-table closures derived exceptions threads; do
	for how in "-O0 --abi=gcframe" "-O2 --abi=gcframe" "-O2 --abi=shadow-stack" "-O0 --abi=framemap" \
		"-O2 --abi=framemap" \
		"-O2 --abi=framemap --reload" "-O0 --abi=statepoint" "-O2 --abi=statepoint"; do
		# shellcheck disable=SC2086 # several options
		try toy $example $how
	done
	for how in "-O2 --abi=gcframe" "-O2 --reload" "-O2 --abi=framemap --reload" "-O2 --abi=statepoint"; do
		# shellcheck disable=SC2086 # several options
		try mover $example $how
	done
done
exit $bad
