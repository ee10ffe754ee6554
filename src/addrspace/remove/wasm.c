/* SPDX-License-Identifier: MIT */
/* wasm.c -- the data layout of modules for WebAssembly while they have references in space 10. */
#include "addrspace/remove/wasm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <llvm-c/Target.h>

static const char narrow[] = "-p10:8:8-";

/* Replaces the first occurrence of a text in the data layout. */
static bool
replace(LLVMModuleRef m, const char *from, const char *to)
{
	const char *layout = LLVMGetDataLayoutStr(m), *at = strstr(layout, from);
	const size_t bytes = strlen(layout) + strlen(to) + 1;
	char *text = at != NULL ? malloc(bytes) : NULL;

	if (text == NULL)
		return false;
	snprintf(text, bytes, "%.*s%s%s", (int)(at - layout), layout, to, at + strlen(from));
	LLVMSetDataLayout(m, text);
	free(text);
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
