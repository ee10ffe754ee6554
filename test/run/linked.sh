#!/bin/sh
# SPDX-License-Identifier: MIT
# linked.sh -- code found by table, from two object files, with C without frame pointers between them: linked in every
# way.
#   linked.sh OUTER INNER     the ABIs of the two
#
# From the environment: LATEROOT (the tool), RUNTIME (its liblateroot-rt.so), CC, LLD (a linker, or nothing),
# LINK_FLAGS, WORK (a folder of ours).
here=$(cd "$(dirname "$0")" && pwd)
name=linked-$1-$2
outer=$1 inner=$2
. "$here/common.sh"
lib=$(dirname "$RUNTIME")

# check LABEL COMMAND...: 60 + 59 + ... twice, under stress, and without
check() {
	label=$1
	shift
	for stress in 1 0; do
		got=$(LATEROOT_GC_STRESS=$stress LATEROOT_GC_VERIFY=1 LATEROOT_GC_MODE=full LATEROOT_GC_NURSERY=2048 \
			timeout 100 "$@" 2>&1)
		[ "$got" = "1830
1830" ] && continue
		echo "$label, stress $stress: $got"
		bad=1
	done
}

cflags="-std=gnu11 -O2 -fomit-frame-pointer -I$root/include"
for pic in --no-pic ""; do
	for f in outer inner; do
		[ $f = outer ] && abi=$outer || abi=$inner
		"$LATEROOT" compile -O2 $pic --abi=$abi --check --filetype=obj -o "$out/$f$pic.o" \
			"$here/linked/$f.ll" || fail "$f: does not compile"
	done
done
$CC $cflags -fPIC -c -o "$out/middle.o" "$here/linked/middle.c" || fail "middle.c does not compile"
$CC $cflags -DLINKED -c -o "$out/main.o" "$here/linked/main.c" || fail "main.c does not compile"
$CC $cflags -c -o "$out/load.o" "$here/linked/main.c" || fail "main.c does not compile"
shared="$RUNTIME -Wl,-rpath,$lib"

link() {
	label=$1
	shift
	$CC -o "$out/exe" "$@" $LINK_FLAGS -pthread || fail "$label: does not link"
	check "$label" "$out/exe"
}
link "fixed addresses" -no-pie "$out/main.o" "$out/outer--no-pic.o" "$out/inner--no-pic.o" "$out/middle.o" $shared
link "position independent" -pie -Wl,-z,text "$out/main.o" "$out/outer.o" "$out/inner.o" "$out/middle.o" $shared
link "other order, sections collected" -pie -Wl,--gc-sections "$out/inner.o" "$out/middle.o" "$out/outer.o" \
	"$out/main.o" $shared
[ -n "$LINK_FLAGS" ] || link "static" -static "$out/main.o" "$out/outer--no-pic.o" "$out/inner--no-pic.o" \
	"$out/middle.o" "$lib/liblateroot-rt.a"
[ -z "$LLD" ] || link "lld" -fuse-ld=lld -B"$(dirname "$LLD")" -pie -Wl,-z,text,--gc-sections "$out/main.o" \
	"$out/outer.o" "$out/inner.o" "$out/middle.o" $shared
$CC -shared -Wl,-z,text -o "$out/both.so" "$out/outer.o" "$out/inner.o" "$out/middle.o" $shared $LINK_FLAGS ||
	fail "no shared object"
# what the tool reads of the linked tables is what the walker reads
"$LATEROOT" tables "$out/both.so" >"$out/tables" || fail "its tables cannot be read"
$CC -o "$out/exe" "$out/load.o" $shared -ldl $LINK_FLAGS || fail "load.o does not link"
check "loaded and unloaded" "$out/exe" "$out/both.so"
exit $bad
