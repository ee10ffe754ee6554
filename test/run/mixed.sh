#!/bin/sh
# SPDX-License-Identifier: MIT
# mixed.sh -- frames of all four ABIs on one stack: at -O0 and -O2, in the JIT and ahead of time, linked in every way,
# before each collector.
#
# From the environment: LATEROOT (the tool), RUNTIME (its liblateroot-rt.so), CC, LINK_FLAGS, WORK (a folder of ours).
here=$(cd "$(dirname "$0")" && pwd)
name=mixed
. "$here/common.sh"
lib=$(dirname "$RUNTIME")

# check LABEL COMMAND...
check() {
	label=$1
	shift
	for mode in generational full moving; do
		for stress in 1 0; do
			got=$(env LATEROOT_GC_MODE=$mode LATEROOT_GC_STRESS=$stress timeout 100 "$@" 2>&1)
			[ "$got" = 60001830 ] && continue
			echo "$label, $mode, stress $stress: $got"
			bad=1
		done
	done
}

cd "$out" || exit 1 # LD_PRELOAD takes no path with a space in it
$CC -std=gnu11 -O1 -fPIC -I"$root/include" -c -o look.o "$here/mixed/look.c" || fail "look.c does not compile"
$CC -shared -o look.so look.o || fail "look.c does not link"
for level in 0 2; do
	[ -n "$LINK_FLAGS" ] || check "run -O$level" env LD_PRELOAD=./look.so "$LATEROOT" run --reload --check \
		-O$level "$here/mixed/stack.ll"
	for pic in "" --no-pic; do
		"$LATEROOT" compile -O$level $pic --reload --check --filetype=obj -o stack.o "$here/mixed/stack.ll" ||
			fail "-O$level: does not compile"
		if [ -z "$pic" ]; then
			$CC -shared -Wl,-z,text -o stack.so stack.o look.o "$RUNTIME" -Wl,-rpath,"$lib" $LINK_FLAGS ||
				fail "-O$level: no shared object"
			$CC -pie -o exe stack.so "$RUNTIME" -Wl,-rpath,"$out:$lib" $LINK_FLAGS ||
				fail "-O$level: does not link"
			check "-O$level, shared object" ./exe
			$CC -pie -Wl,-z,text -o exe stack.o look.o "$RUNTIME" -Wl,-rpath,"$lib" $LINK_FLAGS ||
				fail "-O$level: does not link"
			check "-O$level, position independent" ./exe
		else
			$CC -no-pie -o exe stack.o look.o "$RUNTIME" -Wl,-rpath,"$lib" $LINK_FLAGS ||
				fail "-O$level: does not link"
			check "-O$level, fixed" ./exe
			[ -n "$LINK_FLAGS" ] || $CC -static -o exe stack.o look.o "$lib/liblateroot-rt.a" ||
				fail "-O$level: does not link statically"
			check "-O$level, static" ./exe
		fi
	done
	"$LATEROOT" tables stack.o >tables || fail "no tables"
	grep -q ' one: 1 ' tables && grep -q ' two+.*: sp' tables || fail "one table is not there"
done
exit $bad
