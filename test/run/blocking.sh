#!/bin/sh
# SPDX-License-Identifier: MIT
# blocking.sh -- a plain thread that blocks in GC_SAFE holds nobody up; one that blocks elsewhere is named on stderr.
#
# From the environment: CLANG, PLUGIN, RUNTIME (liblateroot-rt.so), WORK (a folder of ours).
here=$(cd "$(dirname "$0")" && pwd)
name=blocking
. "$here/common.sh"

# build FILE FLAG...
build() {
	to=$out/$1
	shift
	"$CLANG" "$@" -fpass-plugin="$PLUGIN" -I"$root/include" -o "$to" "$here/blocking/blocking.c" \
		"$RUNTIME" -pthread -Wl,-rpath,"$(dirname "$RUNTIME")" >"$out/build" 2>&1 ||
		{ cat "$out/build"; fail "$*: does not compile"; }
}

for level in -O0 -O2; do
	build safe $level
	for mode in generational full; do
		LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=$mode "$out/safe" >"$out/stdout" 2>"$out/stderr" ||
			{ echo "$level, $mode: fails"; bad=1; }
		[ "$(cat "$out/stdout")" = 56 ] || { echo "$level, $mode: wrong"; bad=1; }
	done
done

# It never ends by itself: it is ended when the message is there.
build unsafe -O2 -DUNSAFE
mkfifo "$out/fifo" 2>/dev/null
LATEROOT_GC_STOP_WARNING=1 "$out/unsafe" 2>"$out/fifo" &
process=$!
head -n 1 <"$out/fifo" >"$out/message"
kill -9 $process
wait $process 2>/dev/null
rm -f "$out/fifo"
grep -q 'lateroot: gc: a collection has waited .* s for thread .*, which is at no safepoint .*lr_gc_safe_enter()' \
	"$out/message" || { echo "no message:"; cat "$out/message"; bad=1; }
exit $bad
