#!/bin/sh
# run.sh SCHEMER: programs whose output is known, in the JIT and compiled, in each ABI, and under GC stress.
set -u
schemer=$1 here=$(cd "$(dirname "$0")" && pwd) bad=0
t=$(mktemp -d) || exit 1
trap 'rm -rf "$t"' EXIT

# same NAME COMMAND...: the command's output is the expected one
same() {
	name=$1
	shift
	if ! "$@" >"$t/out" 2>"$t/err" || ! cmp -s "$t/out" "$here/$name.expected"; then
		echo "FAIL: $*"
		diff "$t/out" "$here/$name.expected" | head -5
		head -5 "$t/err"
		bad=1
	fi
}

for f in "$here"/*.expected; do
	name=$(basename "$f" .expected)
	for abi in gcframe framemap statepoint; do
		same "$name" "$schemer" --abi=$abi --check run "$here/$name.scm"
		same "$name" "$schemer" --abi=$abi --gc-stress run "$here/$name.scm"
		same "$name" "$schemer" --abi=$abi --gc-stress --heap=moving run "$here/$name.scm"
		"$schemer" --abi=$abi compile "$here/$name.scm" -o "$t/program" || bad=1
		same "$name" "$t/program"
		same "$name" env LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=moving "$t/program"
	done
	"$schemer" --static compile "$here/$name.scm" -o "$t/program" || bad=1
	same "$name" "$t/program"
done
exit $bad
