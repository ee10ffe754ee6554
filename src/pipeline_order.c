/* pipeline_order.c -- the order in which new declarations stand in a module.
**
** lr_run gives a pass all functions at once, opt one after the other; what is declared on the way is the same, but when it
** is first needed is not.  So that both print the same module, the declarations at its end that lowering can have made are put in the
** order of their names after each pass.  LLVM-C cannot move a function, hence it is declared anew. */
#include <stdlib.h>

#include "context.h"
#include "pipeline.h"

/* Names of the dialect, of LLVM, and of the runtime's functions. */
static bool
known_name(const struct lr_profile *p, const char *name)
{
	const char *const runtime[] = { p->getter_name, p->small_alloc, p->big_alloc, p->typed_alloc, p->queue_root };

	if (strncmp(name, "julia.", 6) == 0 || strncmp(name, "llvm.", 5) == 0)
		return true;
	for (size_t i = 0; i < sizeof runtime / sizeof *runtime; i++)
		if (strcmp(runtime[i], name) == 0)
			return true;
	return false;
}

/* A declaration that LLVM-C can copy in full. */
static bool
movable(const lr_context *cx, LLVMValueRef f)
{
	size_t n = 0;

	if (!LLVMIsDeclaration(f) || !known_name(&cx->profile, value_name(f)))
		return false;
	if (LLVMGetLinkage(f) != LLVMExternalLinkage || LLVMGetVisibility(f) != LLVMDefaultVisibility || LLVMGetGC(f) != NULL ||
	    LLVMGetDLLStorageClass(f) != LLVMDefaultStorageClass || LLVMGetUnnamedAddress(f) != LLVMNoUnnamedAddr ||
	    (LLVMGetSection(f) != NULL && LLVMGetSection(f)[0] != '\0') || LLVMGetAlignment(f) != 0 || LLVMHasPersonalityFn(f) ||
	    LLVMGetPointerAddressSpace(LLVMTypeOf(f)) != 0)
		return false;
	LLVMDisposeValueMetadataEntries(LLVMGlobalCopyAllMetadata(f, &n));
	return n == 0;
}

static unsigned
most_attributes(LLVMValueRef f)
{
	unsigned most = LLVMGetAttributeCountAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);

	for (unsigned i = 0; i <= LLVMCountParams(f); i++) {
		unsigned n = LLVMGetAttributeCountAtIndex(f, i);
		most = n > most ? n : most;
	}
	return most;
}

static void
copy_attributes(LLVMValueRef from, LLVMValueRef to, LLVMAttributeIndex at, LLVMAttributeRef *room)
{
	unsigned n = LLVMGetAttributeCountAtIndex(from, at);

	LLVMGetAttributesAtIndex(from, at, room);
	for (unsigned i = 0; i < n; i++)
		LLVMAddAttributeAtIndex(to, at, room[i]);
}

/* To the end of the module.  Of its name, the characters are put into `name` first. */
static void
move_to_end(LLVMModuleRef m, LLVMValueRef f, char *name, LLVMAttributeRef *room)
{
	LLVMValueRef fresh = LLVMAddFunction(m, "", LLVMGlobalGetValueType(f));
	size_t n;
	const char *old = LLVMGetValueName2(f, &n);

	memcpy(name, old, n);
	LLVMSetFunctionCallConv(fresh, LLVMGetFunctionCallConv(f));
	LLVMReplaceAllUsesWith(f, fresh);
	LLVMSetValueName2(f, "", 0);
	LLVMSetValueName2(fresh, name, n);
	for (unsigned i = 0; i <= LLVMCountParams(f); i++)
		copy_attributes(f, fresh, i, room);
	copy_attributes(f, fresh, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, room);
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
	struct arena ar;
	size_t n = 0, name_bytes = 0, sorted = 0;
	unsigned attributes = 0;

	for (LLVMValueRef f = LLVMGetLastFunction(m); f != NULL && movable(cx, f); f = LLVMGetPreviousFunction(f))
		n++;
	if (n < 2)
		return;
	arena_init(&ar, cx->options.alloc, cx->options.user);
	LLVMValueRef *fns = arena_array(&ar, n, sizeof *fns), f = LLVMGetLastFunction(m);
	for (size_t i = n; fns != NULL && i-- > 0; f = LLVMGetPreviousFunction(f)) {
		size_t bytes;
		LLVMGetValueName2(f, &bytes);
		name_bytes = bytes > name_bytes ? bytes : name_bytes;
		unsigned k = most_attributes(f);
		attributes = k > attributes ? k : attributes;
		fns[i] = f;
	}
	char *name = arena_alloc(&ar, name_bytes + 1);
	LLVMAttributeRef *room = arena_array(&ar, (size_t)attributes + 1, sizeof *room);
	/* Without memory the order stays as it is: no reason to fail. */
	if (!ar.failed && fns != NULL) {
		LLVMValueRef first = fns[0];
		qsort(fns, n, sizeof *fns, by_name);
		for (LLVMValueRef at = first; sorted < n && fns[sorted] == at; at = LLVMGetNextFunction(at))
			sorted++;
		for (size_t i = sorted; i < n; i++)
			move_to_end(m, fns[i], name, room);
	}
	arena_free(&ar);
}
