#!/bin/sh
# SPDX-License-Identifier: MIT
# image-memory.sh -- how much memory an image takes while it is lowered and compiled, compared with reading and writing
# it.  What malloc has given out is counted, so that the figure is the same on each run: docs/images.md has those of
# resident pages.
#
# From the environment: LATEROOT (the tool), LLVM (its major version), CC, WORK (a folder of ours).
here=$(cd "$(dirname "$0")" && pwd)
name=image-memory
. "$here/common.sh"
cd "$out" || exit 1 # LD_PRELOAD takes no path with a space in it
$CC -O1 -shared -fPIC -o peak.so "$here/image/peak.c" || exit 1
python3 "$here/image/make.py" 3000 40 >image.ll && "$LATEROOT" opt --passes= image.ll -o image.bc || exit 1
[ "$(uname -m)" = x86_64 ] || exit 0

# peak ARGUMENTS...: the most that the tool has of malloc at once
peak() {
	rm -f peak
	LD_PRELOAD=./peak.so PEAK=peak "$LATEROOT" "$@" && cat peak || fail "$*: no figure"
}

base=$(peak opt --passes= image.bc -o read.bc)
[ "$base" -gt 8000000 ] || fail "reading and writing take $base bytes: what counts them is broken"

# bound PERCENT ARGUMENTS...: of what reading and writing take
bound() {
	most=$1
	shift
	got=$(peak "$@" image.bc -o made)
	echo "$*: $got bytes, $((got * 100 / base)) % of $base; at most $most %"
	[ "$((got * 100 / base))" -le "$most" ] || bad=1
}

bound 300 opt --profile=julia-1.5
bound 435 opt --profile=lateroot
# The code generator of the older LLVM takes more.
older=0
[ "$LLVM" != 19 ] || older=50
bound $((275 + older)) compile -O0 --profile=julia-1.5
bound $((395 + older + older / 3)) compile -O0 --profile=lateroot
exit $bad
