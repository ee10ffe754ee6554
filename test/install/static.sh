# SPDX-License-Identifier: MIT
# static.sh -- a build with LLVM's static libraries: the tool needs no libLLVM and gives the same bytes, and a program
# finds the library by find_package.  Exit status 77: LLVM's static libraries, or those that they need, are not here.
set -eu
[ -e "$LLVM_LIB/libLLVMCore.a" ] || { echo "LLVM's static libraries are not installed"; exit 77; }
work=$WORK-static
rm -rf "$work"
mkdir -p "$work"
launcher=${LAUNCHER:+-DCMAKE_C_COMPILER_LAUNCHER=$LAUNCHER}
if ! cmake -S "$SOURCE" -B "$work/build" -DCMAKE_C_COMPILER="$CC" -DLATEROOT_LLVM="$LLVM" -DLATEROOT_LLVM_STATIC=ON \
	-DLATEROOT_PLUGIN=OFF \
	-DCMAKE_BUILD_TYPE=Release "-DCMAKE_C_FLAGS_RELEASE=-O0 -DNDEBUG" $launcher >"$work/log" 2>&1; then
	grep -q 'static libraries need' "$work/log" && { grep 'static libraries need' "$work/log"; exit 77; }
	cat "$work/log"
	exit 1
fi
cmake --build "$work/build" -j 2 >>"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
cmake --install "$work/build" --prefix "$work/prefix" >>"$work/log"
tool=$work/prefix/bin/lateroot-$LLVM
if ldd "$tool" | grep LLVM; then
	echo "the tool needs LLVM's shared library"
	exit 1
fi
[ ! -e "$work/prefix/lib/liblateroot-$LLVM.so" ] || { echo "a shared library with an LLVM of its own"; exit 1; }
"$tool" run --gc-stress "$SOURCE/examples/pairs.ll" | cmp - "$SOURCE/examples/pairs.expected"
for options in "opt -S" "compile -O2 -o -"; do
	"$tool" $options "$SOURCE/examples/pairs.ll" >"$work/static.out"
	"$BUILD/bin/lateroot" $options "$SOURCE/examples/pairs.ll" | cmp - "$work/static.out"
done
mkdir "$work/outside"
cp "$SOURCE/test/install/outside/compiler.c" "$work/outside/"
cat >"$work/outside/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(outside C CXX)
find_package(lateroot REQUIRED COMPONENTS compiler)
add_executable(compiler compiler.c)
target_link_libraries(compiler PRIVATE lateroot::lateroot)
END
cmake -S "$work/outside" -B "$work/outside/build" -DCMAKE_PREFIX_PATH="$work/prefix" >>"$work/log" 2>&1 ||
	{ tail -n 20 "$work/log"; exit 1; }
cmake --build "$work/outside/build" >>"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
"$work/outside/build/compiler" "$work/two.o" | grep -q '^two: 1 slots\|^two: 2 slots'
! ldd "$work/outside/build/compiler" | grep LLVM
if command -v pkg-config >/dev/null; then
	export PKG_CONFIG_PATH=$work/prefix/lib/pkgconfig
	"$CC" $(pkg-config --cflags "lateroot-$LLVM") "$work/outside/compiler.c" -o "$work/by-hand" \
		$(pkg-config --libs --static "lateroot-$LLVM")
	"$work/by-hand" "$work/two.o" | grep -q '^two: '
fi
rm -rf "$work"
