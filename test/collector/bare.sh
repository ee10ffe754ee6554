#!/bin/sh
# SPDX-License-Identifier: MIT
# bare.sh -- programs on heaps without tags, with tags in other places, and with cards.
#
# Each prints what it should.  Where the marks of cards mean nothing, one does not: young objects that only old ones
# refer to are lost.  From the environment: LATEROOT, RUNTIME, CC, WORK.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$WORK/bare
mkdir -p "$out" && cd "$out" || exit 1
bad=0

# heap NAME DEFINE...: makes NAME.o of bare.c
heap() {
	name=$1
	shift
	$CC -std=gnu11 -O1 -fno-optimize-sibling-calls "$@" -I"$root/include" -c -o "$name.o" "$here/bare.c" || exit 1
}
# run HEAP IR COMPILE-OPTION...: what it prints goes to the file "got"
run() {
	heap=$1 ir=$2
	shift 2
	"$LATEROOT" compile --check "$@" -o o "$ir" 2>stderr &&
		$CC -rdynamic o "$heap.o" "$RUNTIME" -Wl,-rpath,"$(dirname "$RUNTIME")" -pthread -o exe 2>stderr ||
			return
	LATEROOT_GC_STRESS=1 timeout 250 ./exe >got 2>stderr
}
# good HEAP PROFILE IR EXPECTED COMPILE-OPTION...
good() {
	on=$1 by=$2 program=$3 expected=$4
	shift 4
	run "$on" "$program" --profile="$by" "$@" && cmp -s got "$expected" && return
	echo "$program, $by, $*: wrong"
	head -n 3 stderr
	bad=1
}

heap bare
heap entry -DBARE_TAG=-24
heap ahead -DBARE_TAG=-24
heap inside -DBARE_TAG=0
for profile in bare ahead; do
	for how in "-O0 --abi=gcframe" "-O2 --abi=gcframe" "-O2 --abi=framemap" "-O2 --abi=statepoint"; do
		more=
		[ $profile = ahead ] || more="list-sort closures long-lives threads"
		for example in binary-trees hash-table queens $more; do
			# shellcheck disable=SC2086 # several options
			good $profile "$here/$profile.profile" "$root/examples/$example.ll" \
				"$root/examples/$example.expected" $how
		done
	done
done
for example in binary-trees queens; do
	good entry "$here/entry.profile" "$root/examples/$example.ll" "$root/examples/$example.expected" -O2
done
good bare "$here/bare.profile" "$root/examples/memory.ll" "$root/examples/memory.expected" -O2
for how in "-O0" "-O2" "-O2 --abi=framemap" "-O2 --abi=statepoint"; do
	# shellcheck disable=SC2086 # several options
	good inside "$here/inside.profile" "$here/inside.ll" "$here/inside.expected" $how
done
# The heap takes a card for marked if its byte is 1.
sed 's/^card_shift.*/&\ncard_value = 0/' "$here/bare.profile" >unmarked.profile
run bare "$root/examples/hash-table.ll" --profile=unmarked.profile -O2 &&
	cmp -s got "$root/examples/hash-table.expected" &&
	echo "hash-table runs without marks of cards: it shows nothing" && bad=1
exit $bad
