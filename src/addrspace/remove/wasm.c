/* SPDX-License-Identifier: MIT */
/* wasm.c -- the data layout of modules for WebAssembly while they have references in space 10. */
#include "addrspace/remove/wasm.h"

#include <stdio.h>
#include <string.h>

#include <llvm-c/Target.h>

static const char narrow[] = "-p10:8:8-";

/* LLVM's own data layouts for WebAssembly have some 60 bytes. */
enum { LAYOUT_BYTES = 1024 };

/* Replaces the first occurrence of a text in the data layout.  A layout that is too long stays as it is: then space 10
** is narrow, and the check of the layout refuses the module. */
static bool
replace(LLVMModuleRef m, const char *from, const char *to)
{
	const char *layout = LLVMGetDataLayoutStr(m), *at = strstr(layout, from);
	const size_t bytes = strlen(layout) + 1, more = strlen(to), less = strlen(from);
	char text[LAYOUT_BYTES];

	if (at == NULL || bytes + more > sizeof text)
		return false;
	const size_t before = (size_t)(at - layout);
	memcpy(text, layout, before);
	memcpy(text + before, to, more);
	memcpy(text + before + more, at + less, bytes - before - less);
	LLVMSetDataLayout(m, text);
	return true;
}

/* The specification of space 10 with pointers as wide as others. */
static void
wide(LLVMModuleRef m, char *text, size_t size)
{
	const unsigned bits = 8 * (unsigned)LLVMPointerSize(LLVMGetModuleDataLayout(m));

	snprintf(text, size, "-p10:%u:%u-", bits, bits);
}

bool
is_wasm(LLVMModuleRef m)
{
	return strncmp(LLVMGetTarget(m), "wasm", 4) == 0;
}

void
wasm_layout_widen(LLVMModuleRef m)
{
	char text[32];

	wide(m, text, sizeof text);
	replace(m, narrow, text);
}

bool
wasm_layout_restore(LLVMModuleRef m)
{
	char text[32];

	wide(m, text, sizeof text);
	if (!is_wasm(m) || !replace(m, text, narrow))
		return false;
	replace(m, "-ni:1:20", "-ni:1:10:20"); /* RemoveNI has taken 10 away */
	return true;
}
