#!/bin/sh
# SPDX-License-Identifier: MIT
# tuple.sh -- docs/findings.md, "A tuple whose fields nobody roots": the shape loses the object in a run.
#
# A callee gets the address of stack memory with a reference, and allocates before it reads.  As this library places
# roots, the object stays; with its slot cleared before the call, as in the code of the finding, it is freed, and
# `lateroot check` says so.  From the environment: LATEROOT (the tool), WORK (a folder of ours).
set -u
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$WORK" || exit 1
out=$WORK/tuple

fail() {
	echo "tuple: $*"
	exit 1
}

# prints what the program says under stress
under_stress() {
	LATEROOT_GC_MODE=full timeout 100 "$LATEROOT" run -O0 --gc-stress \
		--passes=FinalLowerGC,LowerPTLSPass,RemoveJuliaAddrspaces "$1" 2>&1
}

"$LATEROOT" opt -S --passes=LateLowerGCFrame -o "$out.placed.ll" "$here/tuple/tuple.ll" || fail "no roots are placed"
sed 's/store ptr addrspace(10) %x, ptr %gcslot1,/store ptr addrspace(10) null, ptr %gcslot0,/' "$out.placed.ll" \
	>"$out.lost.ll"
cmp -s "$out.placed.ll" "$out.lost.ll" && fail "the placement has another form"
"$LATEROOT" check "$out.placed.ll" || fail "the placement is not proven"
got=$(under_stress "$out.placed.ll")
[ "$got" = 42 ] || fail "with its root: $got"
"$LATEROOT" check "$out.lost.ll" >"$out.report" && fail "the hole is not found"
grep -q 'hole: at the call of box, %x was stored into stack memory and sits in no root slot \[variable/1\]' \
	"$out.report" || fail "another hole is found"
got=$(under_stress "$out.lost.ll")
[ "$got" != 42 ] || fail "without its root the object is still there"
