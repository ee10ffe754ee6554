#!/bin/sh
# SPDX-License-Identifier: MIT
# polls.sh -- threads that never allocate stop for a collection if they poll, under each ABI that the runtime walks; and
# without polls they do not.
#
# From the environment: LATEROOT (the tool), RUNTIME (its liblateroot-rt.so), CC, LINK_FLAGS, WORK (a folder of ours).
set -u
here=$(cd "$(dirname "$0")" && pwd)
prog=$here/polls/spin.ll
out=$WORK/polls
mkdir -p "$out" || exit 1
bad=0

# stops LABEL COMMAND...
stops() {
	label=$1
	shift
	got=$(timeout 60 "$@" 2>&1)
	[ "$got" = "sum: 737035" ] && return
	echo "$label: $got"
	bad=1
}

for abi in gcframe framemap statepoint shadow-stack; do
	stops "$abi, run" "$LATEROOT" run --polls --check --abi=$abi "$prog"
	stops "$abi, run -O0 --gc-stress" "$LATEROOT" run --polls -O0 --gc-stress --abi=$abi "$prog"
	stops "$abi, run julia<level=2>" "$LATEROOT" run "--passes=julia<level=2;polls;abi=$abi>" "$prog"
	"$LATEROOT" compile --polls --check --filetype=obj --abi=$abi -o "$out/spin.o" "$prog" &&
		$CC -pie -o "$out/exe" "$out/spin.o" "$RUNTIME" -Wl,-rpath,"$(dirname "$RUNTIME")" $LINK_FLAGS || exit 1
	stops "$abi, compiled" "$out/exe"
done

# Without: main waits for ever, and something has to put an end to that.
"$LATEROOT" compile --filetype=obj -o "$out/spin.o" "$prog" &&
	$CC -pie -o "$out/exe" "$out/spin.o" "$RUNTIME" -Wl,-rpath,"$(dirname "$RUNTIME")" $LINK_FLAGS || exit 1
timeout 2 "$out/exe"
[ $? = 124 ] || { echo "it stops without polls"; bad=1; }
exit $bad
