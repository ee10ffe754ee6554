#!/bin/sh
# SPDX-License-Identifier: MIT
# jit-types.sh -- modules of a session that define types go, in each ABI and mode of the heap, also under stress.
#
#   jit-types.sh JIT-TYPES
set -u
bad=0
for abi in 0 1 2 3; do
	for mode in generational full moving; do
		for stress in 0 997; do
			LATEROOT_GC_MODE=$mode LATEROOT_GC_STRESS=$stress "$1" $abi ||
				{ echo "jit-types: ABI $abi, $mode, stress $stress: status $?"; bad=1; }
		done
	done
done
exit $bad
