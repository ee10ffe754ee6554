/* jit.c -- lr_jit: modules lowered, optimised and run in this process.
**
** Built on ORC's LLJIT.  A symbol is looked for in the session's modules, then by a generator that knows what was lr_jit_define'd,
** then in the process (LLJIT's own last resort).  Lowering happens before a module is added, so its errors come from lr_jit_add. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Orc.h>

#include "lowering/lowering.h"
#include "lowering/native.h"
#include "lowering/tables.h"
#include "lowering/target_check.h"
#include "support/ptrmap.h"
#include "tables/elf.h"

enum { COMPLAINT_BYTES = 1024 };

struct lr_jit {
	lr_context *cx;
	unsigned opt_level;
	LLVMOrcThreadSafeContextRef ts_context;
	LLVMContextRef llvm;         /* owned by the above */
	struct native_guard guard;   /* in force as long as the session: code is generated during lookups */
	LLVMTargetMachineRef tm;     /* for optimisation */
	LLVMOrcLLJITRef orc;
	LLVMOrcExecutionSessionRef session;
	/* lr_jit_define: interned name -> index */
	struct ptrmap names;
	struct definition { LLVMOrcSymbolStringPoolEntryRef name; const void *address; } *definitions;
	size_t ndefinitions, definitions_cap;
	/* modules with tables, by the order in which they were added */
	uint64_t nmodules;
	struct table { uint64_t number; bool known; } *tables; /* objects that are made; known: to the runtime, too */
	size_t ntables, tables_cap;
	/* what ORC complained of since the last lookup began, for it returns less than it reports */
	char complaint[COMPLAINT_BYTES];
};

/* ---- errors ---- */

static void
note_complaint(void *user, LLVMErrorRef error)
{
	struct lr_jit *jit = user;
	size_t used = strlen(jit->complaint);
	char *text = LLVMGetErrorMessage(error); /* takes the error */

	snprintf(jit->complaint + used, sizeof jit->complaint - used, "%s%s", used ? "; " : "", text);
	LLVMDisposeErrorMessage(text);
}

/* Takes the error. */
static lr_status
fail(struct lr_jit *jit, LLVMErrorRef error, const char *doing, const char *name)
{
	char *text = LLVMGetErrorMessage(error);
	const char *reason = jit->complaint[0] ? jit->complaint : text;

	/* What the code generator said, or finish_object, is the root of it, and was reported already. */
	lr_status st = jit->guard.failed ? LR_E_TARGET : jit->cx->first != LR_OK ? jit->cx->first
		: lr_fail(jit->cx, LR_E_TARGET, NULL, "%s '%s': %s", doing, name, reason);
	LLVMDisposeErrorMessage(text);
	return st;
}

/* ---- symbols given by the user ---- */

static LLVMErrorRef
define_on_demand(LLVMOrcDefinitionGeneratorRef generator, void *user, LLVMOrcLookupStateRef *state, LLVMOrcLookupKind kind,
	LLVMOrcJITDylibRef dylib, LLVMOrcJITDylibLookupFlags flags, LLVMOrcCLookupSet wanted, size_t nwanted)
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
	lr_context *cx = jit->cx;

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
		void *p = lr_realloc(cx, jit->definitions, jit->definitions_cap * sizeof *jit->definitions, cap * sizeof *jit->definitions);
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

/* ---- tables ---- */

static bool
note_table(struct lr_jit *jit, uint64_t number)
{
	if (jit->ntables == jit->tables_cap) {
		size_t cap = jit->tables_cap ? 2 * jit->tables_cap : 16;
		void *p = lr_realloc(jit->cx, jit->tables, jit->tables_cap * sizeof *jit->tables, cap * sizeof *jit->tables);
		if (p == NULL) {
			lr_nomem(jit->cx);
			return false;
		}
		jit->tables = p;
		jit->tables_cap = cap;
	}
	jit->tables[jit->ntables++] = (struct table){ .number = number };
	return true;
}

/* The number behind the name of the function that makes the object's table known; false: it has none. */
static bool
table_number(LLVMMemoryBufferRef object, uint64_t *number)
{
	struct elf e;
	unsigned symtab = 0;

	if (!elf_open(&e, (void *)(uintptr_t)LLVMGetBufferStart(object), LLVMGetBufferSize(object)))
		return false;
	for (unsigned i = 1; i < e.nsections && symtab == 0; i++)
		if (e.sections[i].sh_type == SHT_SYMTAB)
			symtab = i;
	const Elf64_Sym *s = elf_contents(&e, symtab);
	for (uint64_t i = 0; s != NULL && i < e.sections[symtab].sh_size / sizeof *s; i++) {
		const char *name = elf_symbol_name(&e, symtab, &s[i]);
		if (strncmp(name, TABLES_ADD, sizeof TABLES_ADD - 1) == 0) {
			*number = strtoull(name + sizeof TABLES_ADD - 1, NULL, 10);
			return true;
		}
	}
	return false;
}

/* Each object on its way from the code generator to memory.  An error is on the context already; the text is for ORC. */
static LLVMErrorRef
finish_object(void *user, LLVMMemoryBufferRef *object)
{
	struct lr_jit *jit = user;
	uint64_t number;

	if (!table_number(*object, &number))
		return LLVMErrorSuccess;
	if (tables_finish(jit->cx, object) != LR_OK || !note_table(jit, number)) {
		LLVMDisposeMemoryBuffer(*object);
		*object = NULL;
		return LLVMCreateStringError("no table of roots");
	}
	return LLVMErrorSuccess;
}

/* Call a function of the session that takes and gives nothing. */
static lr_status
call_hook(struct lr_jit *jit, const char *prefix, uint64_t number)
{
	LLVMOrcExecutorAddress found = 0;
	char name[64];
	void (*hook)(void);

	snprintf(name, sizeof name, "%s%" PRIu64, prefix, number);
	LLVMErrorRef error = LLVMOrcLLJITLookup(jit->orc, &found, name);
	if (error != NULL)
		return fail(jit, error, "cannot get", name);
	void *address = (void *)(uintptr_t)found;
	memcpy(&hook, &address, sizeof hook);
	hook();
	return LR_OK;
}

/* Before anything that was made can run, the runtime is told of it. */
static lr_status
tell_runtime(struct lr_jit *jit)
{
	lr_status st = LR_OK;

	for (size_t i = 0; i < jit->ntables && st == LR_OK; i++)
		if (!jit->tables[i].known) {
			st = call_hook(jit, TABLES_ADD, jit->tables[i].number);
			jit->tables[i].known = st == LR_OK;
		}
	return st;
}

/* ---- life ---- */

static LLVMTargetMachineRef
host_machine(lr_context *cx, unsigned opt_level)
{
	char *triple = LLVMGetDefaultTargetTriple();
	struct native_target want = {
		.triple = triple, .cpu = "native", .opt_level = opt_level, .reloc = LLVMRelocPIC, .code_model = LLVMCodeModelJITDefault
	};
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
	LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(for_codegen));
	LLVMErrorRef error = LLVMOrcCreateLLJIT(&jit->orc, builder); /* takes the builder */
	if (error != NULL) {
		jit->orc = NULL;
		return fail(jit, error, "cannot start a session on", "this machine");
	}
	jit->session = LLVMOrcLLJITGetExecutionSession(jit->orc);
	LLVMOrcExecutionSessionSetErrorReporter(jit->session, note_complaint, jit);
	LLVMOrcObjectTransformLayerSetTransform(LLVMOrcLLJITGetObjTransformLayer(jit->orc), finish_object, jit);
	LLVMOrcJITDylibAddGenerator(LLVMOrcLLJITGetMainJITDylib(jit->orc),
		LLVMOrcCreateCustomCAPIDefinitionGenerator(define_on_demand, jit, NULL));
	return LR_OK;
}

lr_jit *
lr_jit_new(lr_context *cx, unsigned opt_level)
{
	if (cx->first != LR_OK)
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
	*jit = (struct lr_jit){ .cx = cx, .opt_level = opt_level };
	ptrmap_init(&jit->names, cx->options.alloc, cx->options.user);
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
	for (size_t i = 0; i < jit->ntables; i++)
		if (jit->tables[i].known)
			call_hook(jit, TABLES_REMOVE, jit->tables[i].number);
	if (jit->tables != NULL)
		lr_realloc(cx, jit->tables, jit->tables_cap * sizeof *jit->tables, 0);
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

static LLVMModuleRef
parse(struct lr_jit *jit, const char *name, const void *ir, size_t size)
{
	LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(ir, size, name);
	LLVMModuleRef m = NULL;
	char *message = NULL;

	if (LLVMParseIRInContext(jit->llvm, buffer, &m, &message)) { /* takes the buffer */
		lr_fail(jit->cx, LR_E_INVALID_IR, NULL, "%s", message ? message : "cannot be read");
		m = NULL;
	}
	LLVMDisposeMessage(message);
	return m;
}

lr_status
lr_jit_add(lr_jit *jit, const char *name, const void *ir, size_t size)
{
	lr_context *cx = jit->cx;

	if (cx->first != LR_OK)
		return cx->first;
	jit->guard.failed = false;
	LLVMModuleRef m = parse(jit, name ? name : "module", ir, size);
	if (m == NULL)
		return cx->first;
	char *triple = LLVMGetTargetMachineTriple(jit->tm);
	lr_status st = target_check_module(cx, m, LLVMGetTargetMachineTarget(jit->tm), triple);
	LLVMDisposeMessage(triple);
	if (st == LR_OK)
		st = native_lower(cx, m);
	if (st == LR_OK)
		shadow_chain_by_call(m); /* LLVM's JIT linker knows no thread-local variables of the process */
	if (st == LR_OK)
		st = native_optimise(cx, m, jit->tm, jit->opt_level);
	if (st == LR_OK && jit->guard.failed)
		st = LR_E_TARGET;
	if (st != LR_OK) {
		LLVMDisposeModule(m);
		return st;
	}
	if (tables_wanted(m))
		tables_prepare(m, true, jit->nmodules++);
	jit->complaint[0] = '\0';
	/* Takes the module, on failure too. */
	LLVMErrorRef error = LLVMOrcLLJITAddLLVMIRModule(jit->orc, LLVMOrcLLJITGetMainJITDylib(jit->orc),
		LLVMOrcCreateNewThreadSafeModule(m, jit->ts_context));
	return error != NULL ? fail(jit, error, "cannot add module", name ? name : "module") : LR_OK;
}

lr_status
lr_jit_lookup(lr_jit *jit, const char *symbol, void **address)
{
	LLVMOrcExecutorAddress found = 0;

	*address = NULL;
	if (jit->cx->first != LR_OK)
		return jit->cx->first;
	jit->complaint[0] = '\0';
	jit->guard.failed = false;
	LLVMErrorRef error = LLVMOrcLLJITLookup(jit->orc, &found, symbol);
	if (error != NULL)
		return fail(jit, error, "cannot get", symbol);
	if (jit->guard.failed)
		return LR_E_TARGET;
	lr_status st = tell_runtime(jit);
	if (st != LR_OK)
		return st;
	*address = (void *)(uintptr_t)found;
	return LR_OK;
}
