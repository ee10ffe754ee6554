#!/bin/sh
# SPDX-License-Identifier: MIT
# walked.sh -- two object files that call each other without anchors ("lateroot-walked"), where all objects move; and a
# program in which the mark is wrong.
#   walked.sh OUTER INNER     the ABIs of the two
#
# From the environment: LATEROOT (the tool), RUNTIME (its liblateroot-rt.so), BDW (liblateroot-bdw.so, or nothing), CC,
# LINK_FLAGS, WORK (a folder of ours).
here=$(cd "$(dirname "$0")" && pwd)
name=walked-$1-$2
outer=$1 inner=$2
. "$here/common.sh"
lib=$(dirname "$RUNTIME")

for level in 0 2; do
	for f in outer inner; do
		[ $f = outer ] && abi=$outer || abi=$inner
		[ $abi = framemap ] && reload=--reload || reload=
		"$LATEROOT" compile -O$level --abi=$abi $reload --check --filetype=obj -o "$out/$f.o" \
			"$here/walked/$f.ll" || fail "$f: does not compile"
	done
	$CC -std=gnu11 -O2 -fomit-frame-pointer -rdynamic -I"$root/include" -o "$out/exe" "$here/walked/main.c" \
		"$out/outer.o" "$out/inner.o" "$RUNTIME" -Wl,-rpath,"$lib" $LINK_FLAGS -pthread || fail "does not link"
	for mode in full moving generational; do
		for stress in 1 0; do
			got=$(LATEROOT_GC_STRESS=$stress LATEROOT_GC_VERIFY=1 LATEROOT_GC_MODE=$mode \
				LATEROOT_GC_NURSERY=2048 timeout 100 "$out/exe" 2>&1)
			[ "$got" = "1830
1830" ] && continue
			echo "-O$level, $mode, stress $stress: $got"
			bad=1
		done
	done
	[ -z "$LINK_FLAGS" ] || continue
	# The mark is wrong: the message names the frame, and what it has called.
	for wrong in 1 2; do
		[ $wrong = 1 ] && callee=not_walked || callee=allocates
		for how in LATEROOT_GC_STRESS=1 "LATEROOT_GC_VERIFY=1 LATEROOT_GC_NURSERY=2048" \
			${BDW:+"LATEROOT_GC_STRESS=1 LD_PRELOAD=$BDW"}; do
			got=$(env $how timeout 100 "$out/exe" $wrong 2>&1)
			case $got in
			*"the roots of the frame at outer+0x"*" are lost: "*" at $callee+0x"*'"lateroot-walked"'*) ;;
			*)
				echo "-O$level, $callee, $how: $got"
				bad=1
				;;
			esac
		done
	done
done
exit $bad
