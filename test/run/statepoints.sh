#!/bin/sh
# SPDX-License-Identifier: MIT
# statepoints.sh -- run statepoints.ll at -O0 and -O2 on a collector that moves every object at every allocation.
# From the environment: LATEROOT (the tool), CC, WORK (a folder of ours).
here=$(cd "$(dirname "$0")" && pwd)
name=statepoints
. "$here/common.sh"
for level in 0 1 2; do
	"$LATEROOT" compile -O$level --abi=statepoint --without=inline-allocation --check --filetype=obj -o "$out/o" \
		"$here/statepoints.ll" || fail "-O$level: does not compile"
	$CC -std=gnu11 -O1 -fno-omit-frame-pointer -fexceptions -no-pie -I"$root/src" -I"$root/include" -o "$out/exe" \
		"$here/statepoints.c" "$out/o" || fail "-O$level: does not link"
	timeout 60 "$out/exe" >"$out/stdout" 2>"$out/stderr"
	status=$?
	if [ $status -ne 0 ]; then
		echo "-O$level: exit status $status"
		cat "$out/stdout" "$out/stderr"
		exit 1
	fi
done
