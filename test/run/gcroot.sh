#!/bin/sh
# SPDX-License-Identifier: MIT
# gcroot.sh -- a program with LLVM's older intrinsics: adopted, under every ABI that the runtime walks; and beside it
# lowered by LLVM itself, walked by the same runtime.  Both must do the same, and ours with fewer words for roots.
#
# From the environment: LATEROOT (the tool), RUNTIME (its liblateroot-rt.so), OPT (LLVM's; llc is beside it), CC,
# LINK_FLAGS, WORK (a folder of ours).
here=$(cd "$(dirname "$0")" && pwd)
name=gcroot
. "$here/common.sh"

link() { # object
	$CC -pie -I"$root/include" -o "$out/exe" "$1" "$here/gcroot/walk.c" "$RUNTIME" \
		-Wl,-rpath,"$(dirname "$RUNTIME")" $LINK_FLAGS || fail "$1: does not link"
}
# run LABEL EXPECTED...: under stress, in both modes that are asked for
run() {
	label=$1 modes=$2
	for mode in $modes; do
		LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=$mode timeout 60 "$out/exe" >"$out/stdout" 2>"$out/stderr" ||
			{ echo "$label, $mode: fails"; head -5 "$out/stderr"; bad=1; }
		head -n 1 "$out/stdout" | grep -qx '64 707 1' ||
			{ echo "$label, $mode: wrong output"; head -5 "$out/stdout"; bad=1; }
	done
}
described() {
	tail -n +2 "$out/stdout" | sort >"$out/described"
	printf '1: 0\n2: 42\n' | diff -u - "$out/described" || { echo "$1: wrong metadata"; bad=1; }
}

for level in 0 2; do
	for abi in gcframe framemap statepoint shadow-stack; do
		"$LATEROOT" compile -O$level --check --abi=$abi -o "$out/prog.o" "$here/gcroot/prog.ll" ||
			fail "does not compile"
		link "$out/prog.o"
		run "$abi -O$level" 'full generational'
		[ $abi != shadow-stack ] || described "$abi -O$level"
	done
done
# the strategy's name chooses the ABI
sed 's/gc "toy"/gc "shadow-stack"/' "$here/gcroot/prog.ll" >"$out/shadow.ll"
"$LATEROOT" compile --check -o "$out/prog.o" "$out/shadow.ll" || fail "does not compile"
link "$out/prog.o"
run named 'full generational'
described named
# LLVM's lowering; of write barriers it makes stores
{ cat "$out/shadow.ll"; echo '@llvm_gc_root_chain = external thread_local(initialexec) global ptr'; } >"$out/llvm.ll"
"$(dirname "$OPT")/llc" -relocation-model=pic -filetype=obj -o "$out/llvm.o" "$out/llvm.ll" || fail "llc fails"
link "$out/llvm.o"
run "LLVM's" full
described "LLVM's"

theirs=$(grep -c 'call void @llvm.gcroot' "$out/shadow.ll")
ours=$("$LATEROOT" opt -passes=AdoptGCRoots,LateLowerGCFrame -S "$out/shadow.ll" |
	sed -n 's/.*call .*@julia.new_gc_frame(i32 \([0-9]*\)).*/\1/p' |
	awk '{ n += $1 } END { print n }')
echo "words for roots: LLVM $theirs, here $ours"
[ "$ours" -lt "$theirs" ] || bad=1
exit $bad
