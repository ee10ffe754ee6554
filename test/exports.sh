#!/bin/sh
# SPDX-License-Identifier: MIT
# exports.sh -- what the two shared libraries show to the linker: lr_* and nothing else (but the one variable whose name
# LLVM gives), all that the headers promise, and no LLVM behind the runtime.
#   exports.sh liblateroot.so liblateroot-rt.so include/lateroot
set -u
failed=0

exported() {
	# AddressSanitizer marks globals with names of its own.
	nm -D --defined-only "$1" | awk '{ print $3 }' | sed 's/@.*//' | grep -v '^__odr_asan' | sort -u
}
# Functions and variables declared with LR_API in a header.
promised() {
	tr '\n' ' ' <"$1" | sed 's/;/;\n/g' | grep -o 'LR_API [^;]*' | sed 's/__attribute__.*//' |
		grep -oE '\blr_[a-z0-9_]+ *\(|\blr_[a-z0-9_]+ *$' | tr -d ' (' | sort -u
}
check() { # library, headers
	names=$(exported "$1")
	alien=$(printf '%s\n' "$names" | grep -v '^lr_' | grep -vx "$also")
	if [ -n "$alien" ]; then
		printf '%s exports more than lr_*:\n%s\n' "$1" "$alien"
		failed=1
	fi
	library=$1
	shift
	for header; do
		wanted=$(promised "$header")
		[ -n "$wanted" ] || { echo "no LR_API in $header"; failed=1; }
		for name in $wanted; do
			printf '%s\n' "$names" | grep -qx "$name" ||
				{ echo "$library lacks $name of $header"; failed=1; }
		done
	done
}
also=lr_
check "$1" "$3/lateroot.h"
also=llvm_gc_root_chain # the name is LLVM's
check "$2" "$3/runtime.h" "$3/layout.h" "$3/walk.h" "$3/heap.h" "$3/patch.h" "$3/image.h"
if readelf -d "$2" | grep -q 'NEEDED.*LLVM'; then
	echo "$2 needs LLVM"
	failed=1
fi
# The compiler's side lives in hosts: it ends no process, prints nothing by itself, and leaves handlers alone.
if nm -D --undefined-only "$1" | awk '{ print $2 }' | sed 's/@.*//' |
	grep -xE -e 'abort|exit|_exit|quick_exit|raise|kill|__assert_fail|signal|sigaction|printf|puts|putchar|perror' \
		-e 'LLVM(Install|Reset)FatalErrorHandler|LLVMEnablePrettyStackTrace|LLVMParseCommandLineOptions'; then
	echo "$1 uses what a host must not meet with"
	failed=1
fi
exit $failed
