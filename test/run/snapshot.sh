#!/bin/sh
# SPDX-License-Identifier: MIT
# snapshot.sh -- what a snapshot and a report of leaks say of a stack frame of each ABI: with the shared library, with
# a static one, and on bdwgc.
#
# From the environment: LATEROOT (the tool), RUNTIME (its liblateroot-rt.so), CC, LINK_FLAGS, WORK (a folder of ours).
here=$(cd "$(dirname "$0")" && pwd)
name=snapshot
. "$here/common.sh"
lib=$(dirname "$RUNTIME")

# check LABEL ABI COMMAND...
check() {
	label=$1 abi=$2
	shift 2
	"$@" >"$out/got" 2>&1 || { echo "$label: status $?"; cat "$out/got"; bad=1; }
	case $abi in
	framemap | statepoint)
		pc=$(sed -n 's/^{"root":"frame",.*,"depth":0,"pc":\([0-9]*\),"slot":0}.*/\1/p' "$out/got")
		grep -q "^{\"address\":${pc:-none},\"symbol\":\"keep\",\"offset\":[1-9]" "$out/got" ||
			{ echo "$label: keep is not named"; bad=1; }
		wanted="root: frame 0 of thread 0, slot 0, in keep+" ;;
	*)
		grep -q '^{"root":"frame",.*,"depth":0,"frame":[1-9][0-9]*,"slot":0}' "$out/got" ||
			{ echo "$label: no frame"; bad=1; }
		wanted="root: frame 0 of thread 0, slot 0" ;;
	esac
	grep -q "$wanted" "$out/got" || { echo "$label: no path"; bad=1; }
	[ "$(grep -c '^{"root":' "$out/got")" = 1 ] && [ "$(grep -c '^{"id":' "$out/got")" = 1 ] ||
		{ echo "$label: other roots or objects"; bad=1; }
	[ $bad = 0 ] || { cat "$out/got"; exit 1; }
}

for abi in gcframe framemap statepoint shadow-stack; do
	"$LATEROOT" compile -O2 --abi=$abi --check --filetype=obj -o "$out/$abi.o" "$here/snapshot/keep.ll" ||
		fail "$abi: does not compile"
	$CC -std=gnu11 -O2 -I"$root/include" -rdynamic -o "$out/$abi" "$here/snapshot/main.c" "$out/$abi.o" \
		"$RUNTIME" -Wl,-rpath,"$lib" -pthread $LINK_FLAGS || fail "$abi: does not link"
	check "$abi" $abi "$out/$abi"
	[ ! -f "$lib/liblateroot-bdw.so.0" ] || [ -n "$LINK_FLAGS" ] ||
		check "$abi on bdwgc" $abi env LD_PRELOAD="$lib/liblateroot-bdw.so.0" "$out/$abi"
done
# A signal without a file is ignored, and that is said.
LATEROOT_GC_SNAPSHOT_SIGNAL=10 "$out/gcframe" 2>&1 >"$out/got" |
	grep -q '^lateroot: LATEROOT_GC_SNAPSHOT_SIGNAL=10 is ignored: LATEROOT_GC_SNAPSHOT, which .* is not set$' ||
	{ echo "a signal without a file is ignored in silence"; bad=1; }
# In a static program nothing has a name.
if [ -z "$LINK_FLAGS" ]; then
	$CC -std=gnu11 -O2 -I"$root/include" -static -o "$out/static" "$here/snapshot/main.c" "$out/gcframe.o" \
		"$lib/liblateroot-rt.a" -pthread || fail "static: does not link"
	check static gcframe "$out/static"
fi
exit $bad
