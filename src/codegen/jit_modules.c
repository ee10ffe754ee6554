/* SPDX-License-Identifier: MIT */
/* jit_modules.c -- the modules of a JIT session: their symbols, their bitcode, adding them to ORC and removing them. */
#include "codegen/jit.h"

#include <string.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/Error.h>

void
jit_forget_module(struct lr_jit *jit, struct module *m)
{
	lr_context *cx = jit->cx;

	for (size_t i = 0; i < m->nsymbols; i++)
		LLVMOrcReleaseSymbolStringPoolEntry(m->symbols[i]);
	if (m->symbols != NULL)
		lr_realloc(cx, m->symbols, m->nsymbols * sizeof(LLVMOrcSymbolStringPoolEntryRef), 0);
	if (m->name != NULL)
		lr_realloc(cx, m->name, m->name_bytes, 0);
	if (m->text != NULL)
		LLVMDisposeMemoryBuffer(m->text);
	if (m->tracker != NULL)
		LLVMOrcReleaseResourceTracker(m->tracker);
	*m = (struct module){ .todo = m->todo };
}

static LLVMValueRef
first_global(LLVMModuleRef m, unsigned kind)
{
	return kind == 0 ? LLVMGetFirstFunction(m) : kind == 1 ? LLVMGetFirstGlobal(m) : LLVMGetFirstGlobalAlias(m);
}

static LLVMValueRef
next_global(LLVMValueRef g, unsigned kind)
{
	return kind == 0 ? LLVMGetNextFunction(g) : kind == 1 ? LLVMGetNextGlobal(g) : LLVMGetNextGlobalAlias(g);
}

/* Is this a symbol that other modules see, and that this module defines, or uses if `defined` is false? */
static bool
is_symbol(LLVMValueRef g, bool defined)
{
	LLVMLinkage linkage = LLVMGetLinkage(g);
	size_t n;
	const char *name = LLVMGetValueName2(g, &n);
	bool elsewhere = LLVMIsDeclaration(g) || linkage == LLVMAvailableExternallyLinkage;

	if (n == 0 || linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage || linkage == LLVMAppendingLinkage
		|| (n > 5 && memcmp(name, "llvm.", 5) == 0))
		return false;
	return defined ? !elsewhere : elsewhere && LLVMGetFirstUse(g) != NULL;
}

/* Stores the symbols in `to`, unless that is NULL.  Returns their number. */
static size_t
list_symbols(struct lr_jit *jit, LLVMModuleRef m, bool defined, LLVMOrcSymbolStringPoolEntryRef *to)
{
	size_t n = 0;

	for (unsigned kind = 0; kind < 3; kind++)
		for (LLVMValueRef g = first_global(m, kind); g != NULL; g = next_global(g, kind))
			if (is_symbol(g, defined)) {
				size_t bytes;
				if (to != NULL)
					to[n] = LLVMOrcLLJITMangleAndIntern(jit->orc, LLVMGetValueName2(g, &bytes));
				n++;
			}
	return n;
}

struct module *
jit_new_module(struct lr_jit *jit, const char *name)
{
	lr_context *cx = jit->cx;

	if (jit->nmodules == jit->modules_cap) {
		size_t cap = jit->modules_cap ? 2 * jit->modules_cap : 16;
		struct module *p = lr_realloc(cx, jit->modules, jit->modules_cap * sizeof *p, cap * sizeof *p);
		if (p == NULL) {
			lr_nomem(cx);
			return NULL;
		}
		jit->modules = p;
		jit->modules_cap = cap;
	}
	struct module *m = &jit->modules[jit->nmodules];
	*m = (struct module){ .name_bytes = strlen(name) + 1 };
	m->name = lr_realloc(cx, NULL, 0, m->name_bytes);
	if (m->name == NULL) {
		lr_nomem(cx);
		return NULL;
	}
	memcpy(m->name, name, m->name_bytes);
	return m;
}

lr_status
jit_describe_module(struct lr_jit *jit, struct module *m, LLVMModuleRef ir)
{
	const size_t ndefined = list_symbols(jit, ir, true, NULL), n = ndefined + list_symbols(jit, ir, false, NULL);

	if (n != 0) {
		m->symbols = lr_realloc(jit->cx, NULL, 0, n * sizeof(LLVMOrcSymbolStringPoolEntryRef));
		if (m->symbols == NULL)
			return lr_nomem(jit->cx);
		list_symbols(jit, ir, true, m->symbols);
		list_symbols(jit, ir, false, m->symbols + ndefined);
	}
	m->ndefined = ndefined;
	m->nsymbols = n;
	m->text = LLVMWriteBitcodeToMemoryBuffer(ir);
	return LR_OK;
}

struct module *
jit_definer(struct lr_jit *jit, LLVMOrcSymbolStringPoolEntryRef name)
{
	uint32_t at = ptrmap_get(&jit->definers, name);

	return at != PTRMAP_NONE && jit->modules[at].tracker != NULL ? &jit->modules[at] : NULL;
}

lr_status
jit_note_definitions(struct lr_jit *jit, struct module *m)
{
	for (size_t i = 0; i < m->ndefined; i++)
		if (jit_definer(jit, m->symbols[i]) == NULL
			&& !ptrmap_set(&jit->definers, m->symbols[i], (uint32_t)(m - jit->modules)))
			return lr_nomem(jit->cx);
	return LR_OK;
}

LLVMErrorRef
jit_hand_over(struct lr_jit *jit, struct module *m, LLVMModuleRef ir)
{
	m->tracker = LLVMOrcJITDylibCreateResourceTracker(LLVMOrcLLJITGetMainJITDylib(jit->orc));
	return LLVMOrcLLJITAddLLVMIRModuleWithRT(jit->orc, m->tracker,
		LLVMOrcCreateNewThreadSafeModule(ir, jit->ts_context));
}

void
jit_take_back(struct module *m)
{
	LLVMErrorRef error = LLVMOrcResourceTrackerRemove(m->tracker);

	if (error != NULL)
		LLVMConsumeError(error);
	LLVMOrcReleaseResourceTracker(m->tracker);
	m->tracker = NULL;
}
