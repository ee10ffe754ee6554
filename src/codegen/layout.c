/* SPDX-License-Identifier: MIT */
/* layout.c -- refuses a module whose types lie otherwise in memory under its data layout than under the target's.
**
** The code is made under the target's layout.  Descriptors, and offsets that the front end has computed, come from the
** module's: where they differ, the collector would look for references at wrong places. */
#include "codegen/native.h"

enum { REFERENCE_SPACE = 10, LAST_REFERENCE_SPACE = 13 };

struct layouts {
	LLVMTargetDataRef own, target;
	unsigned long long size[2];
	unsigned align[2];
};

/* Do values of the types lie alike, `a` under the module's layout and `b` under the target's?  Fills in what it is. */
static bool
alike(struct layouts *l, LLVMTypeRef a, LLVMTypeRef b)
{
	l->size[0] = LLVMABISizeOfType(l->own, a);
	l->size[1] = LLVMABISizeOfType(l->target, b);
	l->align[0] = LLVMABIAlignmentOfType(l->own, a);
	l->align[1] = LLVMABIAlignmentOfType(l->target, b);
	return l->size[0] == l->size[1] && l->align[0] == l->align[1];
}

/* Returns a pointer type that differs, or NULL.  References become pointers of space 0.  WebAssembly's own types are in
** space 10 of its layout; clang writes that layout also where the references are in other spaces. */
static LLVMTypeRef
other_pointer(struct layouts *l, LLVMContextRef c)
{
	LLVMTypeRef plain = LLVMPointerTypeInContext(c, 0);

	if (!alike(l, plain, plain))
		return plain;
	for (unsigned space = REFERENCE_SPACE; space <= LAST_REFERENCE_SPACE; space++) {
		LLVMTypeRef p = LLVMPointerTypeInContext(c, space);
		if (!alike(l, p, p) && !alike(l, p, plain))
			return p;
	}
	return NULL;
}

/* Returns a type that differs, or NULL.  Numbers of 128 bits, x86's of 80, floats of 16 and vectors are left out: LLVM
** itself has changed the alignment of some of them, so modules of older front ends would be refused that use none. */
static LLVMTypeRef
other_type(struct layouts *l, LLVMContextRef c)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(c);
	LLVMTypeRef const types[] = {
		byte, LLVMInt1TypeInContext(c), LLVMInt16TypeInContext(c), LLVMInt32TypeInContext(c),
		LLVMInt64TypeInContext(c), LLVMFloatTypeInContext(c), LLVMDoubleTypeInContext(c),
		LLVMStructTypeInContext(c, &byte, 1, false)
	};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (!alike(l, types[i], types[i]))
			return types[i];
	return other_pointer(l, c);
}

lr_status
layout_check_types(lr_context *cx, LLVMModuleRef m, LLVMTargetDataRef target, const char *triple)
{
	struct layouts l = { .own = LLVMGetModuleDataLayout(m), .target = target };
	const char *own = LLVMGetDataLayoutStr(m);
	LLVMTypeRef other = own[0] == '\0' ? NULL : other_type(&l, LLVMGetModuleContext(m));

	if (other == NULL)
		return LR_OK;
	char *type = LLVMPrintTypeToString(other), *text = LLVMCopyStringRepOfTargetData(target);
	lr_status st = lr_fail(cx, LR_E_TARGET, NULL,
		"the module's data layout '%s' is not one of target '%s', which is '%s': %s has %llu bytes, aligned to "
		"%u, under the module's, and %llu, aligned to %u, under the target's; compute offsets under the "
		"target's, and give the module that one or none", own, triple, text, type, l.size[0], l.align[0],
		l.size[1], l.align[1]);

	LLVMDisposeMessage(text);
	LLVMDisposeMessage(type);
	return st;
}
