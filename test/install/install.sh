#!/bin/sh
# SPDX-License-Identifier: MIT
# install.sh -- what is installed can be depended on: an empty prefix, moved after the installation, and programs
# outside of the project that are built against it with CMake, pkg-config and plain flags.
#
#   install.sh PART       install, then cmake, scheme, bdw, subdirectory, pkg-config, flags, names, hardening, headers,
#                         tool, completion
#
# From the environment: BUILD, SOURCE (folders), WORK (a folder of ours; PREFIX in it was made by "install"), LLVM
# (major), LLVM_LIB, LLVM_INCLUDE, CC, CXX, CLANG.
set -u
prefix=$WORK/moved
here=$SOURCE/test/install
export LD_LIBRARY_PATH= CFLAGS= CXXFLAGS= LDFLAGS= CMAKE_PREFIX_PATH= PKG_CONFIG_PATH="$prefix/lib/pkgconfig"

fail() {
	echo "$*"
	exit 1
}
# expect OUTPUT COMMAND...
expect() {
	wanted=$1
	shift
	got=$("$@") || fail "fails: $*"
	[ "$got" = "$wanted" ] || fail "$*: '$got' instead of '$wanted'"
}
needs() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }
program=$((999 + 998 + 999))" 999"
compiler="two: 2 slots, version 256"

case $1 in
install)
	rm -rf "$WORK" && mkdir -p "$WORK" || exit 1
	cmake --install "$BUILD" --prefix "$WORK/prefix" >"$WORK/install.log" 2>&1 ||
		{ cat "$WORK/install.log"; exit 1; }
	mv "$WORK/prefix" "$prefix" || exit 1
	# Nothing in it knows where it was made.
	if grep -rIl -e "$BUILD" -e "$WORK/prefix" "$prefix/lib/cmake" "$prefix/lib/pkgconfig" "$prefix/share"; then \
		fail "these name the place where they were made"; fi
	;;
cmake)
	out=$WORK/cmake
	mkdir -p "$out" && cd "$out" || exit 1
	wanted="compiler;runtime"
	cc=$CC
	[ -z "${CLANG:-}" ] || { wanted="$wanted;dialect" cc=$CLANG; }
	cmake -S "$here/outside" -B all -DCMAKE_C_COMPILER="$cc" -DCMAKE_PREFIX_PATH="$prefix" -DWANT="$wanted" \
		-DLATEROOT_LLVM="$LLVM" >all.log 2>&1 &&
		cmake --build all >>all.log 2>&1 || { cat all.log; exit 1; }
	for kind in "" -static; do
		expect "$program" all/program$kind
		expect "$compiler" all/compiler$kind two.o
		[ -s two.o ] || fail "no object"
	done
	[ -z "${CLANG:-}" ] || expect 499500 env LATEROOT_GC_STRESS=1 all/dialect
	cmake -S "$here/outside" -B runtime -DCMAKE_C_COMPILER="$CC" -DCMAKE_PREFIX_PATH="$prefix" -DWANT=runtime \
		>runtime.log 2>&1 &&
		cmake --build runtime >>runtime.log 2>&1 || { cat runtime.log; exit 1; }
	expect "$program" runtime/program
	needs runtime/program | grep LLVM && fail "the program needs LLVM"
	# What is not there is said.
	cmake -S "$here/outside" -B refused -DCMAKE_C_COMPILER="$CC" -DCMAKE_PREFIX_PATH="$prefix" -DWANT=compiler \
		-DLATEROOT_LLVM=7 >refused.log 2>&1 && fail "LLVM 7 was accepted"
	tr -s ' \n' ' ' <refused.log | grep -q "lateroot is not installed for LLVM '7' but for: $LLVM" ||
		{ cat refused.log; fail "and for another reason"; }
	for other in gcc cc clang-22 clang-19; do
		[ "$other" != "clang-$LLVM" ] && command -v $other >/dev/null || continue
		rm -rf refused
		cmake -S "$here/outside" -B refused -DCMAKE_C_COMPILER=$other -DCMAKE_PREFIX_PATH="$prefix" \
			-DWANT=dialect -DLATEROOT_LLVM="$LLVM" >refused.log 2>&1 &&
			fail "the dialect with $other was accepted"
		tr -s ' \n' ' ' <refused.log | grep -q "needs clang $LLVM: CMAKE_C_COMPILER=clang-$LLVM" ||
			{ [ -z "${CLANG:-}" ] && grep -q plug-in refused.log; } ||
			{ cat refused.log; fail "and $other for another reason"; }
	done
	rm -rf refused
	cmake -S "$here/outside" -B refused -DCMAKE_C_COMPILER="$CC" -DCMAKE_PREFIX_PATH="$prefix" -DWANT=runtme \
		>refused.log 2>&1 && fail "a wrong component was accepted"
	tr -s ' \n' ' ' <refused.log | grep -q "no component 'runtme'" ||
		{ cat refused.log; fail "and for another reason"; }
	;;
scheme)
	# A compiler that finds the installed library: examples/scheme, with its own tests.
	out=$WORK/scheme
	printf '#include <gmp.h>\nint main(void) { mpz_t z; mpz_init(z); return 0; }\n' >"$WORK/gmp.c"
	$CC -o "$WORK/gmp" "$WORK/gmp.c" -lgmp 2>/dev/null || { echo "no GMP: left out"; exit 77; }
	rm -rf "$out"
	cmake -S "$SOURCE/examples/scheme" -B "$out" -DCMAKE_C_COMPILER="$CC" -DCMAKE_PREFIX_PATH="$prefix" \
		-DLATEROOT_LLVM="$LLVM" >"$WORK/scheme.log" 2>&1 &&
		cmake --build "$out" -j2 >>"$WORK/scheme.log" 2>&1 || { cat "$WORK/scheme.log"; exit 1; }
	cd "$out" && ctest -j2 --output-on-failure || exit 1
	# Installed, it needs nothing of its build.
	rm -rf "$WORK/schemer"
	cmake --install "$out" --prefix "$WORK/schemer" >>"$WORK/scheme.log" 2>&1 || { cat "$WORK/scheme.log"; exit 1; }
	rm "$out/libscheme-rt.a"
	echo '(write (map (lambda (x) (* x x)) (list 1 2 3)))' >"$WORK/squares.scm"
	expect "(1 4 9)" "$WORK/schemer/bin/schemer" run "$WORK/squares.scm"
	"$WORK/schemer/bin/schemer" compile "$WORK/squares.scm" -o "$WORK/squares" || exit 1
	expect "(1 4 9)" "$WORK/squares"
	;;
bdw)
	# On the heap of bdwgc: linked another way, and put in front of what is linked already.
	out=$WORK/bdw
	mkdir -p "$out" && cd "$out" || exit 1
	is_bdw() { LATEROOT_GC_MODE=moving "$@" 2>&1 >/dev/null | grep -q bdwgc; } # which has no such mode, and says so
	cmake -S "$here/outside" -B all -DCMAKE_C_COMPILER="$CC" -DCMAKE_PREFIX_PATH="$prefix" -DWANT=runtime -DBDW=ON \
		>all.log 2>&1 &&
		cmake --build all >>all.log 2>&1 || { cat all.log; exit 1; }
	for kind in "" -static; do
		expect "$program" all/program-bdw$kind
		is_bdw all/program-bdw$kind || fail "program-bdw$kind runs on another heap"
	done
	is_bdw all/program && fail "the program without it runs on bdwgc"
	expect "$program" env LD_PRELOAD="$prefix/lib/liblateroot-bdw.so.0" all/program
	is_bdw env LD_PRELOAD="$prefix/lib/liblateroot-bdw.so.0" all/program || fail "LD_PRELOAD has no effect"
	command -v pkg-config >/dev/null || exit 0
	$CC $(pkg-config --cflags lateroot-bdw) -o program "$here/outside/program.c" $(pkg-config --libs lateroot-bdw) \
		-Wl,-rpath,"$prefix/lib" || exit 1
	expect "$program" ./program
	needs program | grep -qx 'liblateroot-bdw\.so\.[0-9]*' || fail "it is linked with another runtime"
	needs program | grep -q 'lateroot-rt' && fail "it is linked with both runtimes"
	$CC $(pkg-config --cflags lateroot-bdw) -o program-static "$here/outside/program.c" \
		"$prefix/lib/liblateroot-bdw.a" \
		$(pkg-config --static --libs-only-other --libs-only-l lateroot-bdw | sed 's/-llateroot-bdw//') || exit 1
	expect "$program" ./program-static
	is_bdw ./program-static || fail "program-static runs on another heap"
	;;
subdirectory)
	# As a part of another build: no tests, no tool, nothing beside this folder.  Of the compiler library, whose
	# objects are many, a part is built.
	out=$WORK/subdirectory
	mkdir -p "$out" && cd "$out" || exit 1
	cmake -S "$here/outside" -B all -DCMAKE_C_COMPILER="$CC" -DSUBDIRECTORY="$SOURCE" -DWANT="compiler;runtime" \
		-DLLVM_DIR="$LLVM_LIB/cmake/llvm" >all.log 2>&1 &&
		cmake --build all --target program program-static lateroot_core >>all.log 2>&1 ||
			{ cat all.log; exit 1; }
	expect "$program" all/program
	expect "$program" all/program-static
	[ ! -e all/lateroot/bin ] && [ ! -e all/lateroot/test ] || fail "it builds its tool or its tests"
	grep -q "LLVM_VERSION_MAJOR\|llvm-$LLVM" all/CMakeCache.txt || fail "another LLVM than LLVM_DIR says"
	;;
pkg-config)
	out=$WORK/pkg-config
	mkdir -p "$out" && cd "$out" || exit 1
	$CC $(pkg-config --cflags lateroot-rt) -o program "$here/outside/program.c" $(pkg-config --libs lateroot-rt) \
		-Wl,-rpath,"$prefix/lib" || exit 1
	expect "$program" ./program
	$CC $(pkg-config --cflags lateroot-rt) -o program-static "$here/outside/program.c" \
		"$prefix/lib/liblateroot-rt.a" \
		$(pkg-config --static --libs-only-other --libs-only-l lateroot-rt | sed 's/-llateroot-rt//') || exit 1
	expect "$program" ./program-static
	$CC $(pkg-config --cflags lateroot-$LLVM) -o compiler "$here/outside/compiler.c" \
		$(pkg-config --libs lateroot-$LLVM) -Wl,-rpath,"$prefix/lib" || exit 1
	expect "$compiler" ./compiler two.o
	[ -x "$(pkg-config --variable=tool lateroot-$LLVM)" ] || fail "no tool where lateroot-$LLVM.pc says"
	if [ -n "${CLANG:-}" ]; then
		$CLANG -O2 -fpass-plugin="$(pkg-config --variable=plugin lateroot-$LLVM)" \
			$(pkg-config --cflags lateroot-rt) -o dialect "$here/outside/dialect.c" \
			$(pkg-config --libs lateroot-rt) -Wl,-rpath,"$prefix/lib" || exit 1
		expect 499500 env LATEROOT_GC_STRESS=1 ./dialect
	fi
	;;
flags)
	out=$WORK/flags
	mkdir -p "$out" && cd "$out" || exit 1
	$CC -I"$prefix/include" -o program "$here/outside/program.c" -L"$prefix/lib" -llateroot-rt \
		-Wl,-rpath,"$prefix/lib" || exit 1
	expect "$program" ./program
	$CC -I"$prefix/include" -I"$LLVM_INCLUDE" -o compiler "$here/outside/compiler.c" -L"$prefix/lib" \
		-llateroot-$LLVM -L"$LLVM_LIB" -lLLVM-$LLVM -Wl,-rpath,"$prefix/lib" || exit 1
	expect "$compiler" ./compiler two.o
	# Names, and who needs whom.
	needs program | grep -qx 'liblateroot-rt\.so\.[0-9]*' || fail "the runtime's name has no version"
	needs compiler | grep -qx "liblateroot-$LLVM\.so\.[0-9]*" ||
		fail "the compiler library's name has no LLVM major"
	ldd program | grep LLVM && fail "the program needs LLVM"
	needs "$prefix/lib/liblateroot-rt.so" | grep -vxE 'lib(c|m|z|pthread)\.so\.[0-9]+|ld-linux.*|libgcc_s\.so\.1' &&
		fail "the runtime needs more than libc and zlib"
	sh "$SOURCE/test/exports.sh" "$prefix/lib/liblateroot-$LLVM.so" "$prefix/lib/liblateroot-rt.so" \
		"$prefix/include/lateroot" || exit 1
	;;
names)
	out=$WORK/names
	mkdir -p "$out" && cd "$out" || exit 1
	# The archives define no global name without the project's prefix (one is LLVM's).
	for archive in lateroot-rt lateroot-$LLVM; do
		nm -g --defined-only "$prefix/lib/lib$archive.a" | awk 'NF == 3 { print $3 }' >$archive.names
		grep -q '^lr_' $archive.names || fail "lib$archive.a defines nothing"
		grep -vxE 'lr_.*|llvm_gc_root_chain' $archive.names && fail "lib$archive.a defines these"
	done
	# Not even where all of them is linked in.
	$CC -I"$prefix/include" -o names "$here/outside/names.c" -Wl,--whole-archive "$prefix/lib/liblateroot-rt.a" \
		"$prefix/lib/liblateroot-$LLVM.a" \
		-Wl,--no-whole-archive -L"$LLVM_LIB" -lLLVM-$LLVM -lz -lpthread || exit 1
	expect 14 ./names
	;;
hardening)
	out=$WORK/hardening
	mkdir -p "$out" && cd "$out" || exit 1
	for file in "$prefix/bin/lateroot-$LLVM" "$prefix/lib/liblateroot-$LLVM.so" "$prefix/lib/liblateroot-rt.so" \
		"$prefix/lib/lateroot/llvm-$LLVM/lateroot-opt.so"; do
		[ -e "$file" ] || case $file in
			*/lateroot-opt.so) continue ;; # an optional part
			*) fail "$file is missing" ;;
		esac
		readelf -hldW "$file" >elf || fail "readelf: $file"
		grep -q 'Type: *DYN' elf || fail "$file has a fixed address"
		grep -q 'GNU_RELRO' elf || fail "$file: its tables stay writable (no RELRO)"
		grep -q 'GNU_STACK.* RW ' elf || fail "$file: the stack is executable, or nothing is said of it"
		grep -q 'LOAD.* RWE ' elf && fail "$file: memory is both writable and executable"
		grep -q 'TEXTREL' elf && fail "$file: code is relocated"
		# Libraries are looked for beside it, and nowhere in the folder where it was built.
		sed -n 's/.*(\(RPATH\|RUNPATH\)).*\[\(.*\)\]/\2/p' elf | grep -vxF '$ORIGIN/../lib' &&
			fail "$file: other paths to libraries"
	done
	readelf -dW "$prefix/bin/lateroot-$LLVM" >elf
	grep -q 'FLAGS_1.*NOW' elf && grep -q 'FLAGS_1.*PIE' elf ||
		fail "the tool is not bound when it starts, or has no PIE"
	# clang is pedantic with the libraries.
	[ -n "${CLANG:-}" ] || exit 0
	cmake -S "$SOURCE" -B pedantic -DCMAKE_C_COMPILER="$CLANG" -DLATEROOT_TESTS=OFF -DLATEROOT_PLUGIN=OFF \
		-DLATEROOT_LLVM="$LLVM" \
		-DCMAKE_EXPORT_COMPILE_COMMANDS=ON >pedantic.log 2>&1 || { cat pedantic.log; exit 1; }
	grep '"command".*-c [^ ]*/src/' pedantic/compile_commands.json |
		grep -v -e target-names -e lateroot-tool.dir >commands
	[ "$(wc -l <commands)" -gt 200 ] || fail "the commands of clang were not found"
	grep -v -e ' -Wpedantic' commands && fail "clang compiles these without -Wpedantic"
	;;
headers)
	out=$WORK/headers
	mkdir -p "$out" && cd "$out" || exit 1
	for header in abi layout walk heap lifetime runtime patch image lateroot; do
		# twice, and alone
		printf '#include <lateroot/%s.h>\n#include <lateroot/%s.h>\nint main() { return 0; }\n' $header \
			$header >$header.cpp
		for std in c++11 c++17 c++20; do
			$CXX -std=$std -Wall -Wextra -pedantic -Werror -I"$prefix/include" -isystem "$LLVM_INCLUDE" \
				-fsyntax-only $header.cpp || fail "$header.h, $std"
		done
		cp $header.cpp $header.c
		sed -i 's/main()/main(void)/' $header.c
		for std in c11 gnu17; do
			$CC -std=$std -Wall -Wextra -pedantic -Werror -I"$prefix/include" -isystem "$LLVM_INCLUDE" \
				-fsyntax-only $header.c || fail "$header.h, $std"
		done
	done
	# A program in C++, linked: the names are C's.
	$CXX -x c++ -std=c++17 -Wall -Wextra -pedantic -Werror -I"$prefix/include" -o program \
		"$here/outside/program.c" -L"$prefix/lib" -llateroot-rt -Wl,-rpath,"$prefix/lib" || exit 1
	expect "$program" ./program
	printf '%s\n' '#include <lateroot/lateroot.h>' \
		'int main() { return lr_version() == 0 || lr_context_new(nullptr) == nullptr; }' >version.cpp
	$CXX -I"$prefix/include" -isystem "$LLVM_INCLUDE" -o version version.cpp -L"$prefix/lib" -llateroot-$LLVM \
		-Wl,-rpath,"$prefix/lib" || exit 1
	expect "" ./version
	;;
tool)
	out=$WORK/tool
	mkdir -p "$out" && cd "$out" || exit 1
	for tool in lateroot lateroot-$LLVM; do
		"$prefix/bin/$tool" --version | grep -q "LLVM $LLVM\." || fail "$tool --version"
		"$prefix/bin/$tool" run --gc-stress "$SOURCE/examples/pairs.ll" |
			cmp - "$SOURCE/examples/pairs.expected" || fail "$tool run"
	done
	"$prefix/bin/lateroot" opt --profile=julia-1.13 -S "$SOURCE/examples/pairs.ll" -o pairs.ll || fail "profile"
	[ -s "$prefix/share/lateroot/profiles/julia-1.13.profile" ] || fail "the profiles are not installed"
	[ ! -e "$prefix/share/man" ] || [ -s "$prefix/share/man/man1/lateroot.1" ] || fail "the manual page is no page"
	;;
completion)
	bash "$here/completion.bash" "$prefix/bin/lateroot" "$prefix/share/bash-completion/completions/lateroot" ||
		exit 1
	command -v zsh >/dev/null || exit 0
	zsh -f "$here/completion.zsh" "$prefix/bin/lateroot" "$prefix/share/zsh/site-functions"
	;;
*) fail "no part '$1'" ;;
esac
exit 0
