#!/bin/sh
# programs.sh -- examples on the toy heap under stress, by each ABI: a heap of one's own in front of the runtime.
#
# From the environment: LATEROOT (the tool), RUNTIME (its liblateroot-rt.so), CC, WORK (a folder of ours).
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$WORK/programs
mkdir -p "$out" && cd "$out" || exit 1
bad=0

$CC -std=gnu11 -O2 -fomit-frame-pointer -fno-optimize-sibling-calls -I"$root/include" -c -o toy.o "$here/toy.c" ||
	exit 1
for example in binary-trees list-sort hash-table closures derived exceptions threads; do
	for how in "-O0 --abi=gcframe" "-O2 --abi=gcframe" "-O2 --abi=shadow-stack" "-O0 --abi=framemap" \
		"-O2 --abi=framemap" \
		"-O2 --abi=framemap --reload" "-O0 --abi=statepoint" "-O2 --abi=statepoint"; do
		# shellcheck disable=SC2086 # several options
		"$LATEROOT" compile --check $how -o o "$root/examples/$example.ll" 2>stderr &&
			$CC -rdynamic o toy.o "$RUNTIME" -Wl,-rpath,"$(dirname "$RUNTIME")" -pthread -o exe 2>stderr &&
			LATEROOT_GC_STRESS=1 timeout 250 ./exe >got 2>stderr &&
				cmp -s got "$root/examples/$example.expected" && continue
		echo "$example, $how: wrong"
		head -n 3 stderr
		bad=1
	done
done
exit $bad
