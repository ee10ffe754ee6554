/* SPDX-License-Identifier: MIT */
/* pipeline_order.c -- sorts new declarations of a module.
**
** lr_run gives a pass all functions at once, opt gives it one after the other.  Both make the same declarations, but in
** another order.  So that both print the same module, the declarations at its end that lowering may have made are
** sorted by name after each pass.  LLVM-C cannot move a function, so a copy is declared and the old one deleted. */
#include <stdlib.h>

#include "host/context.h"
#include "pipeline/pipeline.h"

/* Is it a name of the dialect, of LLVM, or of a function of the runtime? */
static bool
known_name(const struct lr_profile *p, const char *name)
{
	const char *const runtime[] = { p->getter_name, p->getter_or_null, p->adopt_thread, p->small_alloc,
		p->big_alloc, p->typed_alloc, p->memory_alloc, p->queue_root, p->queue_slot, p->read_barrier,
		p->type_of,
		p->enter_handler,
		p->setjmp_name };

	if (strncmp(name, "julia.", 6) == 0 || strncmp(name, "llvm.", 5) == 0)
		return true;
	for (size_t i = 0; i < sizeof runtime / sizeof *runtime; i++)
		if (runtime[i][0] != '\0' && strncmp(runtime[i], name, strlen(runtime[i])) == 0) {
			const char *rest = name + strlen(runtime[i]);
			if (rest[0] == '\0' || strcmp(rest, p->reset_safe_suffix) == 0)
				return true;
		}
	return false;
}

enum { MOST = 256, NAME_BYTES = 256, ATTRIBUTES = 64 };

/* Does the copy fit the fixed buffers?  Otherwise the function stays where it is: no allocation may fail after the pass
** has changed the module. */
static bool
fits(LLVMValueRef f)
{
	size_t bytes;

	LLVMGetValueName2(f, &bytes);
	if (bytes > NAME_BYTES
		|| LLVMGetAttributeCountAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex) > ATTRIBUTES)
		return false;
	for (unsigned i = 0; i <= LLVMCountParams(f); i++)
		if (LLVMGetAttributeCountAtIndex(f, i) > ATTRIBUTES)
			return false;
	return true;
}

/* Is it a declaration that LLVM-C can copy completely? */
static bool
movable(const lr_context *cx, LLVMValueRef f)
{
	size_t n = 0;

	if (!LLVMIsDeclaration(f) || !known_name(&cx->profile, value_name(f)) || !fits(f))
		return false;
	if (LLVMGetLinkage(f) != LLVMExternalLinkage || LLVMGetVisibility(f) != LLVMDefaultVisibility
		|| LLVMGetGC(f) != NULL || LLVMGetDLLStorageClass(f) != LLVMDefaultStorageClass
		|| LLVMGetUnnamedAddress(f) != LLVMNoUnnamedAddr
		|| (LLVMGetSection(f) != NULL && LLVMGetSection(f)[0] != '\0') || LLVMGetAlignment(f) != 0
		|| LLVMHasPersonalityFn(f) || LLVMGetPointerAddressSpace(LLVMTypeOf(f)) != 0)
		return false;
	LLVMDisposeValueMetadataEntries(LLVMGlobalCopyAllMetadata(f, &n));
	return n == 0;
}

static void
copy_attributes(LLVMValueRef from, LLVMValueRef to, LLVMAttributeIndex at)
{
	LLVMAttributeRef all[ATTRIBUTES];
	unsigned n = LLVMGetAttributeCountAtIndex(from, at);

	LLVMGetAttributesAtIndex(from, at, all);
	for (unsigned i = 0; i < n; i++)
		LLVMAddAttributeAtIndex(to, at, all[i]);
}

static void
move_to_end(LLVMModuleRef m, LLVMValueRef f)
{
	LLVMValueRef fresh = LLVMAddFunction(m, "", LLVMGlobalGetValueType(f));
	char name[NAME_BYTES];
	size_t n;
	const char *old = LLVMGetValueName2(f, &n);

	memcpy(name, old, n);
	LLVMSetFunctionCallConv(fresh, LLVMGetFunctionCallConv(f));
	LLVMReplaceAllUsesWith(f, fresh);
	LLVMSetValueName2(f, "", 0);
	LLVMSetValueName2(fresh, name, n);
	for (unsigned i = 0; i <= LLVMCountParams(f); i++)
		copy_attributes(f, fresh, i);
	copy_attributes(f, fresh, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
	LLVMDeleteFunction(f);
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(value_name(*(LLVMValueRef const *)a), value_name(*(LLVMValueRef const *)b));
}

void
pipeline_order_declarations(lr_context *cx, LLVMModuleRef m)
{
	LLVMValueRef fns[MOST], first = NULL;
	size_t n = 0, sorted = 0;

	if (cx->keeps && cx->ordered_last == LLVMGetLastFunction(m))
		return; /* there are no new declarations */

	for (LLVMValueRef f = LLVMGetLastFunction(m); f != NULL && n < MOST && movable(cx, f);
		f = LLVMGetPreviousFunction(f))
		fns[n++] = first = f;
	/* cppcheck-suppress uninitvar ; n of them are set */
	qsort(fns, n, sizeof *fns, by_name);
	for (LLVMValueRef at = first; sorted < n && fns[sorted] == at; at = LLVMGetNextFunction(at))
		sorted++;
	if (sorted < n)
		context_forget_functions(cx); /* some are replaced */
	for (size_t i = sorted; i < n; i++)
		move_to_end(m, fns[i]);
	cx->ordered_last = LLVMGetLastFunction(m);
}
