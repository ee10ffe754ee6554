#!/bin/sh
# SPDX-License-Identifier: MIT
# clones.sh -- an object with clones for several processors is linked to a C program, which has the runtime choose.  A
# target that no machine has is not chosen.
#
# From the environment: LATEROOT (the tool), RUNTIME (its liblateroot-rt.so), CC, LINK_FLAGS, WORK (a folder of ours).
set -u
here=$(cd "$(dirname "$0")" && pwd)
out=$WORK/clones
mkdir -p "$out" || exit 1
[ "$(uname -m)" = x86_64 ] || exit 77
bad=0

# runs LABEL TARGETS OPTIONS...: compiled with these options, by position and without, the program says that all is well
runs() {
	label=$1 targets=$2
	shift 2
	for pie in pie no-pie; do
		"$LATEROOT" compile --check "--clone-targets=$targets" $([ $pie = pie ] && echo || echo --no-pic) "$@" \
			-o "$out/image.o" "$here/clones/image.ll" &&
			$CC -$pie -I"$here/../../include" -o "$out/exe" "$here/clones/main.c" "$out/image.o" \
				"$RUNTIME" -Wl,-rpath,"$(dirname "$RUNTIME")" $LINK_FLAGS || exit 1
		got=$(LATEROOT_GC_STRESS=1 "$out/exe" 2>&1)
		[ "$got" = "as expected" ] && continue
		echo "$label, $pie: $got"
		bad=1
	done
}

runs "partial, -O0" 'generic;x86-64-v3;znver4,+xop,+amx-tile' -O0
runs "partial, -O2" 'generic;x86-64-v3;znver4,+xop,+amx-tile' -O2
runs "all, -O2" 'generic;x86-64-v3,clone_all;znver4,+xop,+amx-tile,clone_all' -O2
runs "based on all, -O1" 'generic;x86-64-v3,clone_all;x86-64-v3,+xop,+amx-tile,base(1)' -O1
runs "framemap" 'generic;x86-64-v3;znver4,+xop,+amx-tile' --abi=framemap
runs "statepoint" 'generic;x86-64-v3,clone_all;znver4,+xop,+amx-tile' --abi=statepoint
runs "jobs" 'generic;x86-64-v3;znver4,+xop,+amx-tile,clone_all' -j2
exit $bad
