#!/bin/sh
# SPDX-License-Identifier: MIT
# memcheck.sh -- the tool, and programs compiled by it, under valgrind: no invalid access, no use of what was never
# written, nothing lost.
#
#   memcheck.sh tool|NAME     NAME: examples/NAME.ll, compiled with -O2
#
# Environment as for example.sh.  Loads from the safepoint page fault, and the handler reads registers; so valgrind has
# to keep them exact.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$WORK/memcheck.$1
bad=0
mkdir -p "$WORK" || exit 1

# check COMMAND...
check() {
	valgrind -q --error-exitcode=99 --fair-sched=yes --vex-iropt-register-updates=allregs-at-mem-access \
		--leak-check=full --errors-for-leak-kinds=definite \
		"$@" >"$work.stdout" 2>"$work.stderr" && return
	echo "valgrind $*: exit status $?"
	head -n 40 "$work.stderr"
	bad=1
}

if [ "$1" = tool ]; then
	check "$LATEROOT" compile -O1 --check --abi=framemap --remarks="$work.yaml" -o "$work.o" \
		"$root/examples/exceptions.ll"
	check "$LATEROOT" tables "$work.o"
	check "$LATEROOT" dump --each -o "$work.irz" "$root/examples/pairs.ll"
else
	"$LATEROOT" compile -O2 -o "$work.o" "$root/examples/$1.ll" &&
		$CC -pie -o "$work.exe" "$work.o" "$RUNTIME" -Wl,-rpath,"$(dirname "$RUNTIME")" $LINK_FLAGS || exit 1
	export LATEROOT_GC_NURSERY=4096
	check "$work.exe"
	cmp "$work.stdout" "$root/examples/$1.expected" || bad=1
fi
exit $bad
