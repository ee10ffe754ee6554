#!/bin/sh
# SPDX-License-Identifier: MIT
# interior.sh PROGRAM HEAP -- what becomes of addresses inside objects on a heap (rt or bdw): docs/collectors.md says
# so.
#
# Under stress the heap names the object.  Otherwise it passes over the address, but for roots on bdwgc.
program=$1 heap=$2 bad=0

# expect TEXT STRESS WHERE DISTANCE
expect() {
	said=$(LATEROOT_GC_STRESS=$2 "$program" "$3" "$4" 2>&1)
	case $said in
	*"$1"*) ;;
	*)
		echo "$3, byte $4, stress $2: '$1' was expected: $said"
		bad=1
		;;
	esac
}

root=freed
[ "$heap" = bdw ] && root=kept
for where in root field; do
	expect kept 0 $where 0
	expect kept 1 $where 0
	for byte in 8 32 4088; do
		expect "bad reference" 1 $where $byte
		expect ": byte $byte of the object at 0x" 1 $where $byte
	done
done
for byte in 32 4088; do
	expect $root 0 root $byte
	expect freed 0 field $byte
done
exit $bad
