/* SPDX-License-Identifier: MIT */
/* copy_global.c -- see copy_global.h. */
#include "ir/copy_global.h"

#include <llvm-c/Comdat.h>

bool
function_is_dso_local(LLVMValueRef fn)
{
	char *text = LLVMPrintValueToString(fn), *header = strstr(text, "declare "), *name;
	bool found = false;

	if (header != NULL && (name = strchr(header, '@')) != NULL) {
		*name = '\0';
		found = strstr(header, " dso_local ") != NULL;
	}
	LLVMDisposeMessage(text);
	return found;
}

void
copy_global_common(LLVMValueRef old, LLVMValueRef new_value, bool dso_local)
{
	const char *section;

	if (dso_local) /* LLVM-C has no setter; but linkages that imply it leave it set */
		LLVMSetLinkage(new_value, LLVMInternalLinkage);
	LLVMSetLinkage(new_value, LLVMGetLinkage(old));
	LLVMSetVisibility(new_value, LLVMGetVisibility(old));
	LLVMSetDLLStorageClass(new_value, LLVMGetDLLStorageClass(old));
	LLVMSetUnnamedAddress(new_value, LLVMGetUnnamedAddress(old));
	switch (LLVMGetValueKind(old)) {
	case LLVMFunctionValueKind:
	case LLVMGlobalVariableValueKind:
		break;
	default:
		return;
	}
	section = LLVMGetSection(old);
	if (section != NULL && *section != '\0')
		LLVMSetSection(new_value, section);
	LLVMSetAlignment(new_value, LLVMGetAlignment(old));
	if (LLVMGetComdat(old) != NULL)
		LLVMSetComdat(new_value, LLVMGetComdat(old));
}

LLVMMetadataRef
global_metadata(LLVMValueRef global, unsigned kind)
{
	size_t n;
	LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
	LLVMMetadataRef found = NULL;

	for (size_t i = 0; i < n && found == NULL; i++)
		if (LLVMValueMetadataEntriesGetKind(entries, (unsigned)i) == kind)
			found = LLVMValueMetadataEntriesGetMetadata(entries, (unsigned)i);
	LLVMDisposeValueMetadataEntries(entries);
	return found;
}

bool
copy_global_metadata(LLVMValueRef old, LLVMValueRef new_value)
{
	size_t n;
	LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(old, &n);
	bool all = true;

	for (unsigned i = 0; i < n; i++) {
		unsigned kind = LLVMValueMetadataEntriesGetKind(entries, i);
		LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
#if LLVM_VERSION_MAJOR >= 22
		LLVMGlobalAddMetadata(new_value, kind, node);
#else
		/* The entries are sorted by kind. Of several with the same kind the last one stays. */
		all &= i == 0 || kind != LLVMValueMetadataEntriesGetKind(entries, i - 1);
		LLVMGlobalSetMetadata(new_value, kind, node);
#endif
	}
	LLVMDisposeValueMetadataEntries(entries);
	return all;
}

void
copy_function_parts(LLVMValueRef old, LLVMValueRef fn)
{
	LLVMSetFunctionCallConv(fn, LLVMGetFunctionCallConv(old));
	if (LLVMGetGC(old) != NULL)
		LLVMSetGC(fn, LLVMGetGC(old));
	if (LLVMGetSubprogram(old) != NULL)
		LLVMSetSubprogram(old, NULL);
	if (LLVMHasPersonalityFn(old))
		LLVMSetPersonalityFn(fn, LLVMGetPersonalityFn(old));
	if (LLVMHasPrefixData(old))
		LLVMSetPrefixData(fn, LLVMGetPrefixData(old));
	if (LLVMHasPrologueData(old))
		LLVMSetPrologueData(fn, LLVMGetPrologueData(old));
}

void
move_body(LLVMValueRef from, LLVMValueRef to)
{
	LLVMBasicBlockRef anchor = LLVMAppendBasicBlockInContext(LLVMGetModuleContext(LLVMGetGlobalParent(to)), to, ""),
		last = anchor, next;

	for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(from); bb != NULL; bb = next) {
		next = LLVMGetNextBasicBlock(bb);
		LLVMMoveBasicBlockAfter(bb, last);
		last = bb;
	}
	LLVMDeleteBasicBlock(anchor);
}
