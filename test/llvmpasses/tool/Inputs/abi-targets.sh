#!/bin/sh
# abi-targets.sh LATEROOT LLC FILE.ll -- compiles the module with every ABI for every target that LLVM has, and for
# systems with objects of other kinds.  Each time there is an object that LLVM can read, or a message of lateroot's that
# names the ABI and the target and says what works; no crash, no complaint of LLVM, no silent table.
tool=$1 llc=$2 module=$3 bad=0
object=$(mktemp) && trap 'rm -f "$object"' EXIT

# LLVM's names of its targets as the first parts of triples.
architectures() {
	"$llc" --version | sed '1,/Registered Targets/d' | while read -r name _; do
		case $name in
		x86) echo i686 ;;
		x86-64) echo x86_64 ;;
		ppc32) echo powerpc ;;
		ppc32le) echo powerpcle ;;
		ppc64) echo powerpc64 ;;
		ppc64le) echo powerpc64le ;;
		systemz) echo s390x ;;
		*) echo "$name" ;;
		esac
	done
}

for triple in $(architectures | sed '/^$/d; s/$/-unknown-unknown/') x86_64-linux-gnu x86_64-linux-gnux32 \
	aarch64-linux-gnu \
	aarch64-linux-gnu_ilp32 riscv64-linux-gnu i686-linux-gnu arm-linux-gnueabihf wasm32-wasi x86_64-w64-mingw32 \
	aarch64-w64-mingw32 x86_64-pc-windows-msvc x86_64-unknown-uefi x86_64-apple-macosx arm64-apple-macosx \
	arm64-apple-ios arm64_32-apple-watchos armv7k-apple-watchos powerpc64-ibm-aix powerpc-ibm-aix s390x-ibm-zos \
	amdgcn-amd-amdhsa nvptx64-nvidia-cuda; do
	for abi in gcframe shadow-stack framemap statepoint; do
		: > "$object"
		out=$("$tool" compile --abi=$abi --mtriple="$triple" -o "$object" "$module" 2>&1)
		status=$?
		case $status:$out in
		0:) [ -s "$object" ] && out=object || bad=1 ;;
		# LLVM 19 prints that of itself, for code without floating point.
		0:*"the triple-implied ABI is invalid"*)
			[ "${triple#loongarch}" != "$triple" ] && [ -s "$object" ] && out=object || bad=1 ;;
		1:*"the ABI '$abi' needs"*"the target is"*"'gcframe'"*) out=refused ;;
		1:*"no ABI works on target '"*"compiles for x86"*) out="no ABI" ;;
		1:*"no ABI works on target '"*" work"*) out="no ABI" ;;
		*) bad=1 ;;
		esac
		echo "$triple $abi: $status $out" | head -n 1 | cut -c1-160
	done
done
exit $bad
