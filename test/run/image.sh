#!/bin/sh
# SPDX-License-Identifier: MIT
# image.sh -- a synthetic image in the shape of Julia's: thousands of functions that a loader finds by a table of
# distances, variables that it fills in, and the stack of frames found by what it writes into two more.  Made, linked to
# a data object by tools/image, loaded and run under stress.
#
# From the environment: LATEROOT (the tool), RUNTIME (its liblateroot-rt.so), CC, LINK_FLAGS, WORK (a folder of ours).
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
out=$WORK/image
mkdir -p "$out" || exit 1
[ "$(uname -m)" = x86_64 ] || exit 0
bad=0
$CC -O1 -I"$root/include" -o "$out/loader" "$here/image/loader.c" "$RUNTIME" -Wl,-rpath,"$(dirname "$RUNTIME")" -ldl \
	$LINK_FLAGS || exit 1
echo 'const long image_data[] = { 40, 2 };' >"$out/data.c"
$CC -fPIC -c -o "$out/data.o" "$out/data.c" || exit 1

# runs FUNCTIONS OPTIONS...: the image with so many functions is as expected
runs() {
	functions=$1
	shift
	python3 "$here/image/make.py" "$functions" 40 >"$out/image.ll" &&
		LATEROOT=$LATEROOT CC=$CC "$root/tools/image" --profile="$here/image/image.profile" "$@" \
			--symbols=image_fvars_base,image_gvars_offsets,image_tls_offset,image_getter_slot,image_data \
			"$out/image.ll" "$out/data.o" -o "$out/image.so" >"$out/report" ||
		{ cat "$out/report" && exit 1; }
	for mode in full moving; do
		[ $mode = moving ] && case " $* " in *reload* | *statepoint*) ;; *) continue ;; esac
		got=$(LATEROOT_GC_STRESS=17 LATEROOT_GC_MODE=$mode LATEROOT_GC_VERIFY=1 \
			"$out/loader" "$out/image.so" "$functions" 40 2>&1)
		[ "$got" = "as expected" ] && continue
		echo "$functions functions, $*, $mode: $got"
		bad=1
	done
}

runs 3000 -O1 -j2
runs 300 -O0
runs 300 -O2 --reload
runs 300 -O1 --abi=framemap
runs 300 -O1 --abi=statepoint
runs 300 -O2 "--passes=julia<level=2;imaging>"
# A symbol that the loader wants and the image does not have.
if LATEROOT=$LATEROOT CC=$CC "$root/tools/image" --profile="$here/image/image.profile" \
	--symbols=image_fvars_base,missing \
	"$out/image.ll" "$out/data.o" -o "$out/none.so" >"$out/report" 2>&1; then
	echo "an image without a symbol that the loader wants is accepted"
	bad=1
fi
grep -q "the image does not define 'missing'" "$out/report" || { cat "$out/report" && bad=1; }
[ ! -e "$out/none.so" ] || bad=1
# Variables that are hidden: the data object has them.  A comment in a profile; results that cannot be written.
echo '#include <stddef.h>
size_t jl_tls_offset; void *jl_pgcstack_func_slot, *jl_pgcstack_key_slot;' >"$out/hidden.c"
$CC -fPIC -c -o "$out/hidden.o" "$out/hidden.c" || exit 1
printf 'base = julia-1.13\nimage_offset = jl_tls_offset # where\n' >"$out/hidden.profile"
hides() {
	LATEROOT=$LATEROOT CC=$CC "$root/tools/image" --profile="$1" -O2 "$here/image/hidden.ll" "$out/hidden.o" -o \
		"$2" >"$out/report" 2>&1
}
for profile in julia-1.13 "$out/hidden.profile"; do
	hides "$profile" "$out/hidden.so" || { cat "$out/report" && bad=1; }
done
for to in "$out/no/such/x.so" "$out"; do
	hides julia-1.13 "$to" && echo "an image is written to $to" && bad=1
	grep -q "^image: $to: " "$out/report" || { cat "$out/report" && bad=1; }
done
exit $bad
