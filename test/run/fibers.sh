#!/bin/sh
# SPDX-License-Identifier: MIT
# fibers.sh -- stacks that the runtime does not know, by lr_task_new_chains: at -O0 and -O2, before each collector.
#
# From the environment: LATEROOT (the tool), CLANG, RUNTIME (its liblateroot-rt.so), CC, LINK_FLAGS, WORK (a folder of
# ours).
here=$(cd "$(dirname "$0")" && pwd)
name=fibers
. "$here/common.sh"
lib=$(dirname "$RUNTIME")

cd "$out" || exit 1
"$CLANG" -std=gnu11 -fno-strict-aliasing -w -O2 -Xclang -disable-llvm-passes -I "$root/include" -S -emit-llvm \
	-o fibers.ll "$here/fibers/fibers.c" || fail "fibers.c does not compile"
for level in 0 2; do
	for abi in gcframe shadow-stack "gcframe --reload" framemap "framemap --reload" statepoint; do
		# shellcheck disable=SC2086
		"$LATEROOT" compile --check -O$level --abi=$abi -o fibers.o fibers.ll ||
			fail "-O$level, $abi: does not compile"
		$CC -std=gnu11 -I"$root/include" -o exe fibers.o "$here/fibers/host.c" "$RUNTIME" -Wl,-rpath,"$lib" \
			$LINK_FLAGS ||
			fail "-O$level, $abi: does not link"
		for mode in full generational moving; do
			[ $mode = moving ] && [ "$abi" = shadow-stack ] && continue
			got=$(LATEROOT_GC_MODE=$mode LATEROOT_GC_STRESS=1 ./exe)
			[ "$got" = "$(cat "$here/fibers/fibers.expected")" ] ||
				{ echo "-O$level, $abi, $mode: $got"; bad=1; }
		done
	done
done
exit $bad
