#!/bin/sh
# SPDX-License-Identifier: MIT
# reads.sh -- programs on a heap that hides all references in objects at each collection, and shows them by read
# barriers.
#
# Each prints what it should; without the barriers it does not.  Frames by table are not for the toy.  From the
# environment: LATEROOT, RUNTIME, CC, WORK.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$WORK/reads
mkdir -p "$out" && cd "$out" || exit 1
bad=0

# run EXAMPLE COMPILE-OPTION...: what it prints goes to the file "got"
run() {
	ir=$root/examples/$1.ll
	shift
	"$LATEROOT" compile --check "$@" -o o "$ir" 2>stderr &&
		$CC -rdynamic o toy.o "$RUNTIME" -Wl,-rpath,"$(dirname "$RUNTIME")" -pthread -o exe 2>stderr || return
	LATEROOT_GC_STRESS=1 timeout 250 ./exe >got 2>stderr
}

$CC -std=gnu11 -O1 -fno-optimize-sibling-calls -DTOY_HIDES -I"$root/include" -c -o toy.o "$here/toy.c" || exit 1
for example in binary-trees hash-table closures array-data derived; do
	for how in "-O0 --abi=gcframe" "-O2 --abi=gcframe" "-O2 --reload" "-O2 --abi=shadow-stack"; do
		for profile in reads always; do
			# shellcheck disable=SC2086 # several options
			run $example --profile="$here/$profile.profile" $how &&
				cmp -s got "$root/examples/$example.expected" && continue
			echo "$example, $profile.profile, $how: wrong"
			head -n 3 stderr
			bad=1
		done
	done
	run $example -O2 && cmp -s got "$root/examples/$example.expected" &&
		echo "$example runs without read barriers: it shows nothing" && bad=1
done
exit $bad
