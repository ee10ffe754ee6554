#!/bin/sh
# SPDX-License-Identifier: MIT
# broken.sh -- programs with something taken out must fail under stress.
#
#   broken.sh CASE
#
# Each case edits an example (before or after lowering) so that one root or barrier is missing, and runs it: the right
# output with exit status 0 would mean that --gc-stress shows nothing.  Environment as for example.sh.
#
# Missing roots are looked for without generations, for a minor collection spares what survived one before, and in code
# that LLVM did not optimise, for it forwards what was stored into an object and never looks at the dead one.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
case=$1
mkdir -p "$WORK" || exit 1
work=$WORK/broken.$case
bad=0
limit=5 # seconds; who takes longer goes round in circles

fail() {
	echo "$case: $*"
	exit 1
}

# must_fail LABEL NAME COMMAND...: the example NAME, edited, is run by COMMAND
must_fail() {
	label=$1 expected=$root/examples/$2.expected
	shift 2
	sh -c 'ulimit -c 0; timeout "$@"; exit $?' sh $limit "$@" >"$work.stdout" 2>"$work.stderr" \
		# a shell of its own: it reports aborts
	status=$?
	if [ $status -eq 0 ] && cmp -s "$expected" "$work.stdout"; then
		echo "$case, $label: nobody noticed"
		bad=1
	fi
}

# edited NAME FUNCTION SED-COMMAND: $work.ll is NAME.ll, edited between the head and the end of FUNCTION (.* for all of
# them)
edited() {
	sed "/^define .*@$2(/,/^}/{$3}" "$root/examples/$1.ll" >"$work.ll"
	cmp -s "$root/examples/$1.ll" "$work.ll" && fail "$1: nothing to take out of $2"
}

# placed NAME: NAME.ll with its roots placed, in $work.late.ll
placed() {
	"$LATEROOT" opt -S --passes=GCInvariantVerifier,PropagateJuliaAddrspaces,RemoveNI,LateLowerGCFrame -o \
		"$work.late.ll" \
		"$root/examples/$1.ll" || fail "$1: does not lower"
}

# link NAME: the rest of the way, from $work.ll to $work.exe
link() {
	"$LATEROOT" opt -S --passes=FinalLowerGC,LowerPTLSPass,RemoveJuliaAddrspaces -o "$work.low.ll" "$work.ll" ||
		fail "$1: does not lower"
	"$CLANG" -Wno-override-module -O0 -c -fPIC -o "$work.o" "$work.low.ll" || fail "$1: does not compile"
	$CC -o "$work.exe" "$work.o" "$RUNTIME" -Wl,-rpath,"$(dirname "$RUNTIME")" $LINK_FLAGS ||
		fail "$1: does not link"
}

case $case in
barrier) # in one function after the other: what only an old object refers to is lost
	for function in append overwrite chain from_static; do
		edited barriers $function '/@julia.write_barrier/d'
		must_fail "barriers of $function" barriers "$LATEROOT" run --gc-stress "$work.ll"
	done
	for function in append overwrite chain from_static; do # and without stress: the memory is used again
		edited barriers $function '/@julia.write_barrier/d'
		must_fail "barriers of $function, no stress" barriers "$LATEROOT" run "$work.ll"
	done
	edited hash-table put '/@julia.field_write_barrier/d'
	must_fail "barriers of put" hash-table "$LATEROOT" run --gc-stress "$work.ll"
	edited young-parents pairs '/@julia.field_write_barrier.*%slot.1,/d' # which is merged into the other
	must_fail "second barrier of pairs" young-parents "$LATEROOT" run --gc-stress "$work.ll"
	edited array-data fill '/@julia.field_write_barrier/d'
	must_fail "barriers of fill" array-data "$LATEROOT" run --gc-stress "$work.ll"
	;;
preserve) # a buffer that C works on
	for function in sort interleave; do
		edited preserve $function '/gc_preserve_begin/d;/gc_preserve_end/d'
		must_fail "preserve in $function" preserve "$LATEROOT" run --gc-stress "$work.ll"
	done
	;;
owner) # an array of which only the data is in use
	for function in sum_fresh sum_either; do
		edited array-data $function \
			's/@julia.gc_loaded(ptr addrspace(10) %[a-z0-9.]*,/@julia.gc_loaded(ptr addrspace(10) null,/'
		must_fail "owner in $function" array-data "$LATEROOT" run --gc-stress "$work.ll"
	done
	;;
callee) # operands said to be rooted by a callee that does not
	edited callee-rooted keep_both '/@lr_gc_push_indirect/d;/@lr_gc_pop/d'
	must_fail "keep_both without a frame" callee-rooted "$LATEROOT" run --gc-stress "$work.ll"
	;;
zeroing) # objects whose fields are stored late
	for function in chain region elements; do
		edited zeroed $function 's/ \[ "julia.gc_alloc_.*\]$//'
		must_fail "zeroing in $function" zeroed "$LATEROOT" run --gc-stress "$work.ll"
	done
	for function in constant computed; do
		edited memory $function '/gc_alloc_memory/s/i1 .*)$/i1 false)/'
		must_fail "zeroing in $function" memory "$LATEROOT" run --gc-stress "$work.ll"
	done
	;;
safe) # calls that block in the GC-unsafe state: nobody can collect, so nobody goes on
	limit=2
	for pair in gc-safe:wait gc-safe:worker callbacks:foreign; do
		name=${pair%%:*} function=${pair##*:}
		edited $name $function 's/ \[ "gc-transition"(.*\]$//'
		must_fail "GC-safe calls of $function" $name "$LATEROOT" run --gc-stress "$work.ll"
	done
	;;
push) # lowered code whose functions do not push their frames; each in turn
	for pair in binary-trees:grow list-sort:merge list-sort:sort queens:place closures:twice_entry closures:map \
		derived:either derived:swap \
		exceptions:protect pairs:insert root-arrays:slide root-arrays:returned strings:count \
		task-argument:reduce generators:same_fringe \
		vectors:lanes vectors:structs; do
		name=${pair%%:*} function=${pair##*:}
		placed $name
		sed "/^define .*@$function(/,/^}/{/@julia.push_gc_frame/d;/@julia.pop_gc_frame/d}" "$work.late.ll" \
			>"$work.ll"
		cmp -s "$work.late.ll" "$work.ll" && fail "$name: $function has no frame"
		link $name
		must_fail "frame of $function in $name" $name env LATEROOT_GC_STRESS=1 LATEROOT_GC_MODE=full "$work.exe"
	done
	;;
balance) # a pop less, where nothing is collected: only the comparison at the return can tell
	placed strings
	sed '/^define .*@count(/,/^}/{/@julia.pop_gc_frame/d}' "$work.late.ll" >"$work.ll"
	cmp -s "$work.late.ll" "$work.ll" && fail "strings: count has no frame"
	"$LATEROOT" opt -S --check-frames --passes=FinalLowerGC,LowerPTLSPass,RemoveJuliaAddrspaces -o "$work.low.ll" \
		"$work.ll" || fail "does not lower"
	"$CLANG" -Wno-override-module -O0 -c -fPIC -o "$work.o" "$work.low.ll" || fail "does not compile"
	$CC -o "$work.exe" "$work.o" "$RUNTIME" -Wl,-rpath,"$(dirname "$RUNTIME")" $LINK_FLAGS || fail "does not link"
	must_fail "count without a pop" strings "$work.exe"
	grep -q 'count returns with the frame at .* at the head of the chain' "$work.stderr" ||
		fail "what is wrong is not said"
	;;
store)
	# Lowered code without the stores into one slot; every slot in turn, of functions where nothing else keeps what
	# is in it.
	for pair in binary-trees:grow list-sort:sort queens:range derived:either derived:swap exceptions:protect \
		strings:count \
		array-data:sum_fresh closures:map vectors:lanes vectors:rotate; do
		name=${pair%%:*} function=${pair##*:}
		placed $name
		slots=$(sed -n "/^define .*@$function(/,/^}/s/^ *\(%[^ ]*\) = call .*@julia.get_gc_frame_slot(.*/\1/p" \
			"$work.late.ll" | sort -u)
		[ -n "$slots" ] || fail "$name: $function has no slots"
		for slot in $slots; do
			sed "/^define .*@$function(/,/^}/{/store ptr addrspace(10) %.*, ptr $slot\([, ]\|\$\)/d}" \
				"$work.late.ll" >"$work.ll"
			cmp -s "$work.late.ll" "$work.ll" && continue # filled some other way
			link $name
			must_fail "slot $slot of $function in $name" $name env LATEROOT_GC_STRESS=1 \
				LATEROOT_GC_MODE=full "$work.exe"
		done
	done
	;;
*)
	fail "no such case"
	;;
esac
exit $bad
