#!/bin/sh
# SPDX-License-Identifier: MIT
# examples.sh CLANG PLUGIN SOURCE_DIR: each of examples/*.c compiles with the check of all roots, which finds nothing.
status=0
for source in "$3"/examples/*.c; do
	for level in 0 2; do
		LATEROOT_ARGS='-check-roots=error;unknown' "$1" -O$level -g -fpass-plugin="$2" -I"$3/include" -c -o \
			/dev/null \
			"$source" || { echo "$source, -O$level"; status=1; }
	done
done
exit $status
