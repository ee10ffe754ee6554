#!/bin/sh
# SPDX-License-Identifier: MIT
# run.sh SCHEMER [NAME...]: the benchmarks but these at their small sizes, compiled in memory.  Outputs must be those of
# small.expected, in which Chez Scheme, Guile, Chicken and Gambit agree (tools/bench --scheme compares them).
set -u
schemer=$1 here=$(cd "$(dirname "$0")" && pwd)
shift
out=" $* "
t=$(mktemp -d) || exit 1
trap 'rm -rf "$t"' EXIT

for f in "$here"/*.scm; do
	name=$(basename "$f" .scm)
	case $out in *" $name "*) continue ;; esac
	n=$(sed -n '2s/^;; small \([0-9]*\) large [0-9]*$/\1/p' "$f")
	{ cat "$f"; printf '(write (main %s))\n(newline)\n' "$n"; } >"$t/program.scm"
	printf '%s ' "$name"
	"$schemer" --no-check run "$t/program.scm" 2>&1 | head -1
done >"$t/out"
left=$(for name in $out; do printf "|%s" "$name"; done)
grep -v -E "^(=$left) " "$here/small.expected" | diff "$t/out" -
