#!/bin/sh
# abi-targets.sh LATEROOT FILE.ll -- compiles the module for every kind of target with every ABI.  Each time there is an
# object or a message of lateroot's that names the ABI and the target; no crash, no complaint of LLVM, no silent table.
tool=$1 module=$2 bad=0
for triple in x86_64-linux-gnu aarch64-linux-gnu riscv64-linux-gnu i686-linux-gnu arm-linux-gnueabihf riscv32-linux-gnu \
	powerpc64le-linux-gnu s390x-linux-gnu mips64-linux-gnu loongarch64-linux-gnu sparc64-linux-gnu wasm32-wasi wasm64-wasi \
	x86_64-w64-mingw32 aarch64-w64-mingw32 x86_64-apple-macosx arm64-apple-macosx avr-none msp430-none bpf-none \
	nvptx64-none amdgcn-amd-amdhsa hexagon-none lanai-none xcore-none ve-none m68k-none arc-none csky-none xtensa-none; do
	for abi in gcframe shadow-stack framemap statepoint; do
		out=$("$tool" compile --abi=$abi --mtriple=$triple -o /dev/null "$module" 2>&1)
		status=$?
		case $status:$out in
		0:*) ;;
		1:*"the ABI '$abi' needs"*"the target is"*"'gcframe'"*) out=refused ;;
		1:*error:*target*) out="unknown target" ;;
		*) bad=1 ;;
		esac
		echo "$triple $abi: $status ${out:-object}" | head -n 1 | cut -c1-160
	done
done
exit $bad
