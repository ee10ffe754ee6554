#!/bin/sh
# SPDX-License-Identifier: MIT
# readme.sh -- the C in the README that uses the library compiles without a warning.
#   readme.sh README.md WORK COMMAND...      COMMAND: compiler and its flags
set -eu
readme=$1
work=$2
shift 2
awk '/^```c$/ { on = 1; text = ""; next }
	/^```$/ { if (on && text ~ /lateroot\.h/) print text; on = 0 }
	on { text = text $0 "\n" }' "$readme" >"$work/readme.c"
grep -q lr_context_new "$work/readme.c"
exec "$@" -fsyntax-only "$work/readme.c"
