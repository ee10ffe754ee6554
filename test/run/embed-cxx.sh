#!/bin/sh
# SPDX-License-Identifier: MIT
# embed-cxx.sh WRAP -- a C++ host hands its module over: what it compiles runs under stress, what is wrong is an error.
set -u
wrap=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
lib=$(dirname "$RUNTIME")
out=$WORK/embed-cxx
mkdir -p "$out" && cd "$out" || exit 1
fail() {
	echo "$*"
	exit 1
}
for name in closures hash-table; do
	"$wrap" "$root/examples/$name.ll" prog.o || fail "$name: does not compile"
	$CC prog.o "$RUNTIME" -Wl,-rpath,"$lib" -o prog || fail "$name: does not link"
	LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=full ./prog | cmp - "$root/examples/$name.expected" ||
		fail "$name: prints something else"
done
printf '%s\n' 'define ptr addrspace(10) @f(i64 %x) {' '  %p = inttoptr i64 %x to ptr addrspace(10)' \
	'  ret ptr addrspace(10) %p' '}' >wrong.ll
"$wrap" wrong.ll wrong.o 2>said && fail "a violation of the dialect was taken"
[ -s said ] && [ ! -e wrong.o ] || fail "no reason, or half a file"
"$wrap" wrong.ll 2>said
[ $? = 2 ] && grep -q "^usage: .* MODULE OBJECT" said || fail "no usage: $(cat said)"
