# SPDX-License-Identifier: MIT
# folders.sh -- two clones in folders of different names and depths, built and installed in folders that differ, too:
# every installed file is the same to the byte.  SOURCE, WORK, LLVM, CC as in CMakeLists.txt.
set -eu
work=$WORK-folders
rm -rf "$work"
mkdir -p "$work/a" "$work/b/deeper/than the other"

# build CLONE BUILD
build() {
	mkdir -p "$1"
	for part in "$SOURCE"/*; do
		case ${part##*/} in
		build*) ;;
		*) cp -R "$part" "$1/" ;;
		esac
	done
	cmake -S "$1" -B "$2" -DCMAKE_C_COMPILER="$CC" -DLATEROOT_LLVM="$LLVM" -DLATEROOT_TESTS=OFF \
		-DCMAKE_BUILD_TYPE=Release \
		"-DCMAKE_C_FLAGS_RELEASE=-O0 -DNDEBUG" "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG" \
		${LAUNCHER:+-DCMAKE_C_COMPILER_LAUNCHER="$LAUNCHER"} \
		${LAUNCHER:+-DCMAKE_CXX_COMPILER_LAUNCHER="$LAUNCHER"} >"$work/log"
	cmake --build "$2" -j 2 >>"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
	cmake --install "$2" --prefix "$work/prefix-$3" >>"$work/log"
}
build "$work/a" "$work/a/build" 1
build "$work/b/deeper/than the other/clone" "$work/b/out of the tree" 2
[ "$(find "$work/prefix-1" -type f | wc -l)" -gt 50 ] || { echo "few files are installed"; exit 1; }
[ -e "$work/prefix-1/bin/lateroot-$LLVM" ] && [ -e "$work/prefix-1/lib/liblateroot-$LLVM.a" ]
diff -r "$work/prefix-1" "$work/prefix-2"
# What is not installed, but run where it was built.
cmp "$work/a/build/bin/lateroot-$LLVM" "$work/b/out of the tree/bin/lateroot-$LLVM"
rm -rf "$work"
