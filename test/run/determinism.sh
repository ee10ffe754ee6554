#!/bin/sh
# SPDX-License-Identifier: MIT
# determinism.sh -- the same input gives the same bytes: opt, compile, view, dump and tables, 20 times each.
#
# What must not matter differs from time to time: where the system puts code, stack and heap (address space layout
# randomisation is on, and every fifth time off), the size of the environment, what fresh and freed memory is filled
# with, the folder of the output, and the number of jobs.  Environment as for example.sh.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$WORK/determinism
rounds=20
bad=0

rm -rf "$work"
mkdir -p "$work" || exit 1

# jobs COMMAND: how many it is to do at a time in round $i, where it can
jobs() {
	! "$LATEROOT" "$1" --help | grep -qE '^ *-j' || echo "-j$((i % 4 + 1))"
}

# varied COMMAND...: as it would be in round $i
varied() {
	pad=$(printf '%*s' $((i * i * 97 % 4001)) '')
	fixed=
	[ $((i % 5)) -ne 4 ] || ! setarch -R true 2>"$work/setarch" || fixed='setarch -R'
	env PAD="$pad" MALLOC_PERTURB_=$((i * 37 % 256)) MALLOC_TOP_PAD_=$((i * 4096)) $fixed "$@"
}

# all FOLDER: what every command makes of the examples
all() {
	to=$1
	opt_jobs=$(jobs opt) compile_jobs=$(jobs compile) dump_jobs=$(jobs dump)
	mkdir -p "$to" || exit 1
	varied "$LATEROOT" opt -S $opt_jobs --stats-json="$to/stats" --remarks="$to/remarks" -o "$to/opt" \
		"$root/examples/exceptions.ll" &&
	varied "$LATEROOT" opt -S --passes=PlaceStatepoints --abi=statepoint -o "$to/statepoints" \
		"$here/statepoints.ll" &&
	varied "$LATEROOT" compile $compile_jobs -O2 --abi=framemap -o "$to/compile" "$root/examples/hash-table.ll" &&
	varied "$LATEROOT" tables "$to/compile" >"$to/tables" &&
	varied "$LATEROOT" dump $dump_jobs --each -o "$to/dump.irz" "$root/examples/pairs.ll" &&
	varied "$LATEROOT" view -o "$to/view" "$root/examples/task-argument.ll"
}

i=0
all "$work/first" || { echo "does not run"; exit 1; }
for f in "$work/first"/*; do
	[ -s "$f" ] || { echo "$f: nothing to compare"; exit 1; }
done
while [ $((i += 1)) -lt $rounds ]; do
	all "$work/again" || { echo "round $i: does not run"; exit 1; }
	diff -rq "$work/first" "$work/again" || { echo "round $i: differs"; bad=1; break; }
done
exit $bad
