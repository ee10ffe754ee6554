#!/bin/sh
# readme.sh -- the C in the README compiles without a warning.
#   readme.sh README.md WORK COMMAND...      COMMAND: compiler and its flags
set -eu
readme=$1
work=$2
shift 2
awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' "$readme" >"$work/readme.c"
grep -q lr_context_new "$work/readme.c"
exec "$@" -fsyntax-only "$work/readme.c"
