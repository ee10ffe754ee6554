#!/bin/sh
# SPDX-License-Identifier: MIT
# embed-python.sh -- the library from Python: an example becomes an object, links, and runs; wrong modules are errors
# with a reason.
#
#   embed-python.sh PYTHON LIBLATEROOT LIBLLVM
set -u
python=$1
export LIBLATEROOT=$2 LLVM_LIBRARY=$3
here=$(dirname "$0") root=$(cd "$(dirname "$0")/../.." && pwd)
lib=$(dirname "$RUNTIME") binding=$root/examples/embed/lateroot.py
out=$WORK/embed-python
mkdir -p "$out" && cd "$out" || exit 1
fail() {
	echo "$*"
	exit 1
}
for name in closures hash-table; do
	"$python" -B "$binding" "$root/examples/$name.ll" prog.o || fail "$name: does not compile"
	$CC prog.o "$RUNTIME" -Wl,-rpath,"$lib" -o prog || fail "$name: does not link"
	LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=full ./prog | cmp - "$root/examples/$name.expected" ||
		fail "$name: prints something else"
done
printf 'define void @f() {\n  ret i32 0\n}\n' >wrong.ll
"$python" -B "$binding" wrong.ll wrong.o 2>said && fail "a module that is not valid was taken"
grep -q "ret i32 0" said || fail "no reason: $(cat said)"
printf '%s\n' 'define ptr addrspace(10) @f(i64 %x) {' '  %p = inttoptr i64 %x to ptr addrspace(10)' \
	'  ret ptr addrspace(10) %p' '}' >wrong.ll
"$python" -B "$binding" wrong.ll wrong.o 2>said && fail "a violation of the dialect was taken"
grep -q "(in f)" said || fail "no place: $(cat said)"
[ ! -e wrong.o ] || fail "half a file is left"
"$python" -B "$binding" nosuch.ll wrong.o 2>said && fail "a module that is not there was taken"
grep -q "^lateroot.py: .*nosuch.ll" said || fail "no reason: $(cat said)"
"$python" -B "$binding" "$root/examples/closures.ll" /dev/full 2>said && fail "a full disk was not seen"
grep -q "^lateroot.py: .*No space" said || fail "no reason: $(cat said)"
