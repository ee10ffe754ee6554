#!/bin/sh
# SPDX-License-Identifier: MIT
# labels.sh -- jumps to addresses of blocks, through objects of `lateroot compile` and in the process of the tool.
#
# From the environment: LATEROOT (the tool), RUNTIME (its liblateroot-rt.so), CC, LINK_FLAGS, WORK (a folder of ours).
here=$(cd "$(dirname "$0")" && pwd)
name=labels
. "$here/common.sh"

# check LABEL COMMAND...: the program says by its exit status whether it came where it was to come
check() {
	label=$1
	shift
	LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=full timeout 20 "$@" || { echo "$label: status $?"; bad=1; }
}

for abi in gcframe framemap statepoint shadow-stack; do
	for level in 0 1 2 3; do
		for form in "-no-pie --no-pic" "-pie " "-no-pie --no-pic -j2 --partition-size=1"; do
			"$LATEROOT" compile -O$level --abi=$abi --check ${form#* } -o "$out/labels.o" \
				"$here/labels.ll" || fail "$abi, -O$level $form: does not compile"
			$CC -o "$out/exe" ${form%% *} "$out/labels.o" "$RUNTIME" -Wl,-rpath,"$(dirname "$RUNTIME")" \
				$LINK_FLAGS || fail "$abi, -O$level $form: does not link"
			check "$abi, -O$level $form" "$out/exe"
		done
	done
done
check "in the process of the tool" "$LATEROOT" run "$here/labels.ll"
exit $bad
