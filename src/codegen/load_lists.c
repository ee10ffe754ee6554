/* SPDX-License-Identifier: MIT */
/* load_lists.c -- turns llvm.global_ctors and llvm.global_dtors into the arrays that ELF loaders process.
**
** A target machine made through LLVM-C emits them as .ctors and .dtors, which LLVM's linker never runs. */
#include "codegen/native.h"

#include <stdio.h>

#include <llvm-c/Comdat.h>

/* A section without a priority comes behind all with one. */
#define LAST_PRIORITY 65535

/* The function belongs to the comdat of `key`: it is dropped with `key`, and kept once for all copies of it. */
static bool
follow(LLVMValueRef key, LLVMComdatRef *group)
{
	*group = NULL;
	if (!LLVMIsAGlobalValue(key))
		return true;
	if (LLVMIsDeclaration(key) || LLVMGetLinkage(key) == LLVMAvailableExternallyLinkage)
		return false;
	*group = LLVMGetComdat(key);
	return true;
}

static void
add_entry(LLVMModuleRef m, LLVMValueRef entry, const char *section, unsigned align)
{
	LLVMValueRef priority = LLVMGetOperand(entry, 0), function = LLVMGetOperand(entry, 1);
	LLVMComdatRef group = NULL;
	char name[32];

	if (LLVMIsNull(function) || (LLVMGetNumOperands(entry) > 2 && !follow(LLVMGetOperand(entry, 2), &group)))
		return;
	unsigned long long n = LLVMConstIntGetZExtValue(priority);
	if (n == LAST_PRIORITY)
		snprintf(name, sizeof name, "%s", section);
	else
		snprintf(name, sizeof name, "%s.%05llu", section, n);
	LLVMValueRef g = LLVMAddGlobal(m, LLVMTypeOf(function), "");
	LLVMSetInitializer(g, function);
	LLVMSetLinkage(g, LLVMPrivateLinkage);
	LLVMSetSection(g, name);
	LLVMSetAlignment(g, align);
	if (group != NULL)
		LLVMSetComdat(g, group);
}

static void
replace_list(LLVMModuleRef m, const char *name, const char *section)
{
	LLVMValueRef list = LLVMGetNamedGlobal(m, name), all = list ? LLVMGetInitializer(list) : NULL;

	if (all == NULL || LLVMGetTypeKind(LLVMTypeOf(all)) != LLVMArrayTypeKind)
		return;
	unsigned align = LLVMPointerSize(LLVMGetModuleDataLayout(m));
	uint64_t n = LLVMIsNull(all) ? 0 : LLVMGetArrayLength2(LLVMTypeOf(all));
	for (unsigned i = 0; i < n; i++)
		if (!LLVMIsNull(LLVMGetOperand(all, i)))
			add_entry(m, LLVMGetOperand(all, i), section, align);
	LLVMDeleteGlobal(list);
}

void
load_lists(LLVMModuleRef m)
{
	replace_list(m, "llvm.global_ctors", ".init_array");
	replace_list(m, "llvm.global_dtors", ".fini_array");
}
