/* SPDX-License-Identifier: MIT */
/* jit.c -- lr_jit: modules lowered, optimised and run in this process.
**
** Built on ORC's LLJIT.  A symbol is looked up in the session's modules, then among the symbols given to lr_jit_define
** by a generator, then in the process (by LLJIT).  How modules are added is in jit_add.c. */
#include <stdio.h>

#include <llvm-c/Error.h>

#include "codegen/jit.h"

/* ---- errors ---- */

static void
note_complaint(void *user, LLVMErrorRef error)
{
	struct lr_jit *jit = user;
	size_t used = strlen(jit->complaint);
	char *text = LLVMGetErrorMessage(error); /* consumes the error */

	snprintf(jit->complaint + used, sizeof jit->complaint - used, "%s%s", used ? "; " : "", text);
	LLVMDisposeErrorMessage(text);
}

lr_status
jit_fail(struct lr_jit *jit, LLVMErrorRef error, const char *doing, const char *name)
{
	char *text = LLVMGetErrorMessage(error);
	const char *reason = jit->complaint[0] ? jit->complaint : text;

	/* Errors of the code generator and of jit_finish_object are the cause, and have been reported. */
	lr_status st = jit->guard.failed ? LR_E_TARGET : jit->cx->first != LR_OK ? jit->cx->first
		: lr_fail(jit->cx, LR_E_TARGET, NULL, "%s '%s': %s", doing, name, reason);
	LLVMDisposeErrorMessage(text);
	return st;
}

/* ---- symbols given by the user ---- */

static LLVMErrorRef
define_on_demand(LLVMOrcDefinitionGeneratorRef generator, void *user, LLVMOrcLookupStateRef *state,
	LLVMOrcLookupKind kind, LLVMOrcJITDylibRef dylib, LLVMOrcJITDylibLookupFlags flags, LLVMOrcCLookupSet wanted,
	size_t nwanted)
{
	struct lr_jit *jit = user;

	(void)generator, (void)state, (void)kind, (void)flags;
	for (size_t i = 0; i < nwanted; i++) {
		uint32_t at = ptrmap_get(&jit->names, wanted[i].Name);
		if (at == PTRMAP_NONE)
			continue;
		LLVMOrcCSymbolMapPair pair = {
			.Name = wanted[i].Name,
			.Sym = {
				.Address = (LLVMOrcExecutorAddress)(uintptr_t)jit->definitions[at].address,
				.Flags = { .GenericFlags = LLVMJITSymbolGenericFlagsExported }
			}
		};
		LLVMOrcRetainSymbolStringPoolEntry(pair.Name); /* the definition takes a reference */
		LLVMOrcMaterializationUnitRef unit = LLVMOrcAbsoluteSymbols(&pair, 1);
		LLVMErrorRef error = LLVMOrcJITDylibDefine(dylib, unit);
		if (error != NULL) {
			LLVMOrcDisposeMaterializationUnit(unit);
			return error;
		}
	}
	return LLVMErrorSuccess;
}

lr_status
lr_jit_define(lr_jit *jit, const char *symbol, const void *address)
{
	lr_context *cx = jit != NULL ? jit->cx : NULL;

	if (cx == NULL || symbol == NULL)
		return lr_null_argument(cx, "lr_jit_define: symbol");
	if (cx->first != LR_OK)
		return cx->first;
	LLVMOrcSymbolStringPoolEntryRef name = LLVMOrcLLJITMangleAndIntern(jit->orc, symbol);
	uint32_t at = ptrmap_get(&jit->names, name);
	if (at != PTRMAP_NONE) {
		LLVMOrcReleaseSymbolStringPoolEntry(name);
		jit->definitions[at].address = address;
		return LR_OK;
	}
	if (jit->ndefinitions == jit->definitions_cap) {
		size_t cap = jit->definitions_cap ? 2 * jit->definitions_cap : 16;
		void *p = lr_realloc(cx, jit->definitions, jit->definitions_cap * sizeof *jit->definitions,
			cap * sizeof *jit->definitions);
		if (p != NULL) {
			jit->definitions = p;
			jit->definitions_cap = cap;
		}
	}
	if (jit->ndefinitions == jit->definitions_cap || !ptrmap_set(&jit->names, name, (uint32_t)jit->ndefinitions)) {
		LLVMOrcReleaseSymbolStringPoolEntry(name);
		return lr_nomem(cx);
	}
	jit->definitions[jit->ndefinitions++] = (struct definition){ name, address };
	return LR_OK;
}

/* ---- life ---- */

static LLVMTargetMachineRef
host_machine(lr_context *cx, unsigned opt_level)
{
	char *triple = LLVMGetDefaultTargetTriple();
	struct native_target want = { .triple = triple,
		.cpu = "native", .opt_level = opt_level, .reloc = LLVMRelocPIC, .code_model = LLVMCodeModelJITDefault };
	LLVMTargetMachineRef tm = native_target_machine(cx, &want);

	LLVMDisposeMessage(triple);
	return tm;
}

static void
make_context(struct lr_jit *jit)
{
#if LLVM_VERSION_MAJOR >= 21
	jit->llvm = LLVMContextCreate();
	jit->ts_context = LLVMOrcCreateNewThreadSafeContextFromLLVMContext(jit->llvm);
#else
	jit->ts_context = LLVMOrcCreateNewThreadSafeContext();
	jit->llvm = LLVMOrcThreadSafeContextGetContext(jit->ts_context);
#endif
	native_guard_begin(&jit->guard, jit->cx, jit->llvm);
}

static lr_status
start(struct lr_jit *jit)
{
	LLVMTargetMachineRef for_codegen = host_machine(jit->cx, jit->opt_level);

	jit->tm = for_codegen != NULL ? host_machine(jit->cx, jit->opt_level) : NULL;
	if (for_codegen == NULL || jit->tm == NULL) {
		if (for_codegen != NULL)
			LLVMDisposeTargetMachine(for_codegen);
		return jit->cx->first;
	}
	LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
	LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(builder,
		LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(for_codegen));
	LLVMErrorRef error = LLVMOrcCreateLLJIT(&jit->orc, builder); /* consumes the builder */
	if (error != NULL) {
		jit->orc = NULL;
		return jit_fail(jit, error, "cannot start a session on", "this machine");
	}
	jit->session = LLVMOrcLLJITGetExecutionSession(jit->orc);
	LLVMOrcExecutionSessionSetErrorReporter(jit->session, note_complaint, jit);
	LLVMOrcObjectTransformLayerSetTransform(LLVMOrcLLJITGetObjTransformLayer(jit->orc), jit_finish_object, jit);
	LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(jit->orc),
		LLVMOrcCreateCustomCAPIDefinitionGenerator(define_on_demand, jit, NULL));
	return LR_OK;
}

lr_jit *
lr_jit_new(lr_context *cx, unsigned opt_level)
{
	if (cx == NULL || cx->first != LR_OK)
		return NULL;
	if (opt_level > 3) {
		lr_fail(cx, LR_E_USAGE, NULL, "optimisation level %u; there is 0 to 3", opt_level);
		return NULL;
	}
	struct lr_jit *jit = lr_realloc(cx, NULL, 0, sizeof *jit);
	if (jit == NULL) {
		lr_nomem(cx);
		return NULL;
	}
	*jit = (struct lr_jit){ .cx = cx, .opt_level = opt_level, .made = SIZE_MAX };
	ptrmap_init(&jit->names, cx->options.alloc, cx->options.user);
	ptrmap_init(&jit->definers, cx->options.alloc, cx->options.user);
	make_context(jit);
	if (start(jit) != LR_OK) {
		lr_jit_free(jit);
		return NULL;
	}
	return jit;
}

void
lr_jit_free(lr_jit *jit)
{
	if (jit == NULL)
		return;
	lr_context *cx = jit->cx;
	for (size_t i = 0; i < jit->ndefinitions; i++)
		LLVMOrcReleaseSymbolStringPoolEntry(jit->definitions[i].name);
	for (size_t i = jit->nmodules; i-- > 0;)
		jit_unload(jit, &jit->modules[i]);
	jit_sweep_types(jit, jit->modules, jit->nmodules); /* what is alive is reported, and cannot be helped */
	for (size_t i = 0; i < jit->nmodules; i++)
		jit_forget_module(jit, &jit->modules[i]);
	if (jit->modules != NULL)
		lr_realloc(cx, jit->modules, jit->modules_cap * sizeof *jit->modules, 0);
	ptrmap_free(&jit->definers);
	if (jit->orc != NULL) {
		LLVMErrorRef error = LLVMOrcDisposeLLJIT(jit->orc);
		if (error != NULL)
			LLVMConsumeError(error);
	}
	if (jit->tm != NULL)
		LLVMDisposeTargetMachine(jit->tm);
	LLVMOrcDisposeThreadSafeContext(jit->ts_context);
	ptrmap_free(&jit->names);
	if (jit->definitions != NULL)
		lr_realloc(cx, jit->definitions, jit->definitions_cap * sizeof *jit->definitions, 0);
	lr_realloc(cx, jit, sizeof *jit, 0);
}

/* ---- use ---- */

/* Reports an error if linked code of another module uses a symbol that `gone` defines, or would define it, too, if it
** were not there: a weak one. */
static lr_status
refuse_if_used(struct lr_jit *jit, const struct module *gone)
{
	for (size_t i = 0; i < jit->nmodules; i++) {
		const struct module *m = &jit->modules[i];
		for (size_t k = 0; m != gone && m->tracker != NULL && m->linked && k < m->nsymbols; k++)
			if (jit_definer(jit, m->symbols[k]) == gone)
				return lr_fail(jit->cx, LR_E_USAGE, NULL,
					"module '%.200s' cannot be removed: '%.200s' of it is used by module "
					"'%.200s', which has to go before it",
					gone->name, LLVMOrcSymbolStringPoolEntryStr(m->symbols[k]), m->name);
	}
	return LR_OK;
}

lr_status
lr_jit_remove(lr_jit *jit, const char *name)
{
	lr_context *cx = jit != NULL ? jit->cx : NULL;
	struct module *m = NULL;

	if (cx == NULL || name == NULL)
		return lr_null_argument(cx, "lr_jit_remove: name");
	if (cx->first != LR_OK)
		return cx->first;
	for (size_t i = jit->nmodules; i-- > 0 && m == NULL;)
		if (jit->modules[i].tracker != NULL && strcmp(jit->modules[i].name, name) == 0)
			m = &jit->modules[i];
	if (m == NULL)
		return lr_fail(cx, LR_E_NOT_FOUND, NULL, "no module '%.200s' was added", name);
	lr_status st = refuse_if_used(jit, m);
	if (st != LR_OK)
		return st;
	jit->complaint[0] = '\0';
	jit->guard.failed = false;
	st = jit_unload(jit, m);
	lr_status swept = jit_sweep_types(jit, m, 1);
	if (swept != LR_OK)
		return swept; /* its code and data stay, and it can be removed later */
	jit_take_back(m);
	jit_forget_module(jit, m);
	return st;
}

lr_status
lr_jit_lookup(lr_jit *jit, const char *symbol, void **address)
{
	LLVMOrcExecutorAddress found = 0;

	if (address != NULL)
		*address = NULL;
	if (jit == NULL || symbol == NULL || address == NULL)
		return lr_null_argument(jit != NULL ? jit->cx : NULL,
			symbol == NULL ? "lr_jit_lookup: symbol" : "lr_jit_lookup: address");
	if (jit->cx->first != LR_OK)
		return jit->cx->first;
	jit->complaint[0] = '\0';
	jit->guard.failed = false;
	LLVMErrorRef error = LLVMOrcLLJITLookup(jit->orc, &found, symbol);
	const size_t n = jit_unlinked_behind(jit, symbol);
	if (error != NULL || jit->guard.failed) {
		lr_status failed = error != NULL ? jit_fail(jit, error, "cannot get", symbol) : LR_E_TARGET;
		jit_add_anew(jit, n);
		return failed;
	}
	lr_status st = jit_linked(jit, n);
	if (st != LR_OK)
		return st;
	*address = (void *)(uintptr_t)found;
	return LR_OK;
}
