#!/bin/sh
# SPDX-License-Identifier: MIT
# debug.sh -- LATEROOT_GC_DEBUG=1 finds mistakes in C programs, says which, and finds none where there is none.
#
# From the environment: CLANG, PLUGIN, RUNTIME (liblateroot-rt.so), LATEROOT (the tool), WORK (a folder of ours).
here=$(cd "$(dirname "$0")" && pwd)
name=debug
. "$here/common.sh"

# build MISTAKE LEVEL
build() {
	"$CLANG" "$2" -Wno-unused-value -DMISTAKE="$1" -fpass-plugin="$PLUGIN" -I"$root/include" -o "$out/exe" \
		"$here/debug/mistakes.c" "$RUNTIME" \
		-Wl,-rpath,"$(dirname "$RUNTIME")" >"$out/build" 2>&1 ||
		{ cat "$out/build"; fail "mistake $1 does not compile"; }
}
# found MISTAKE TEXT...: the program ends, having said all that
found() {
	mistake=$1
	shift
	for level in -O0 -O2; do
		build "$mistake" $level
		sh -c 'ulimit -c 0; LATEROOT_GC_DEBUG=1 timeout 60 "$1"; exit $?' sh "$out/exe" >"$out/stdout" \
			2>"$out/stderr" &&
			{ echo "mistake $mistake, $level: nobody noticed"; bad=1; }
		for text; do
			grep -q "$text" "$out/stderr" ||
				{ echo "mistake $mistake, $level: no '$text' in:"; cat "$out/stderr"; bad=1; }
		done
	done
}

for level in -O0 -O1 -O2 -O3; do
	build 0 $level
	for mode in generational full; do
		LATEROOT_GC_DEBUG=1 LATEROOT_GC_MODE=$mode timeout 60 "$out/exe" >"$out/stdout" 2>"$out/stderr" ||
			{ echo "no mistake, $level, $mode: fails"; bad=1; }
		[ "$(cat "$out/stdout")" = 380 ] || { echo "no mistake, $level, $mode: wrong"; bad=1; }
		[ ! -s "$out/stderr" ] || { echo "no mistake, $level, $mode:"; cat "$out/stderr"; bad=1; }
	done
done
found 1 \
	'40 bytes (rounded up) are allocated for an object of type struct counter, whose descriptor says .* 8 bytes'
found 2 \
	'suspicion.*byte 8 of the object .* of type struct entry holds the address of object .* struct counter' \
	'the dead object .*type struct counter, 8 bytes.* is used, read by the code at'
found 3 \
	'byte 8 of the old object .* struct entry holds the young object .* struct counter, and no write barrier'
found 6 \
	'byte 24 of the old object .* struct entry holds the young object .* struct counter, and no write barrier'
found 4 'byte 0 of the dead object .*type struct counter'
found 5 'byte 0 of the dead object .*type struct counter'

# Programs under the tool.
for program in pairs barriers strings young-parents; do
	"$LATEROOT" run --gc-debug "$root/examples/$program.ll" >"$out/stdout" 2>"$out/stderr" ||
		{ echo "$program fails"; bad=1; }
	cmp -s "$out/stdout" "$root/examples/$program.expected" || { echo "$program is wrong"; bad=1; }
	[ ! -s "$out/stderr" ] || { echo "$program:"; cat "$out/stderr"; bad=1; }
done
exit $bad
