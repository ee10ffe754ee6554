/* jit.c -- lr_jit: modules lowered, optimised and run in this process.
**
** Built on ORC's LLJIT.  A symbol is looked for in the session's modules, then by a generator that knows what was
** lr_jit_define'd, then in the process (LLJIT's own last resort).  Lowering happens before a module is added, so its
** errors come from lr_jit_add. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>

#include "lowering/common/lowering.h"
#include "codegen/jit.h"
#include "target/target_check.h"
#include "tables/elf.h"

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

/* ---- linking ---- */

/* The module of `symbol`, and all modules that it leads to by the symbols it uses or that assembly used, as far as they
** are not linked: jit->modules[0..n).todo. */
static size_t
unlinked_behind(struct lr_jit *jit, const char *symbol)
{
	LLVMOrcSymbolStringPoolEntryRef name = LLVMOrcLLJITMangleAndIntern(jit->orc, symbol);
	struct module *m = jit_definer(jit, name);
	size_t n = 0;

	LLVMOrcReleaseSymbolStringPoolEntry(name);
	if (m != NULL && !m->linked) {
		m->linked = true;
		jit->modules[n++].todo = (size_t)(m - jit->modules);
	}
	for (size_t next; jit->made != SIZE_MAX; jit->made = next) {
		m = &jit->modules[jit->made];
		next = m->next_made;
		m->made = false;
		if (!m->linked)
			jit->modules[n++].todo = jit->made;
		m->linked = true;
	}
	for (size_t i = 0; i < n; i++) {
		m = &jit->modules[jit->modules[i].todo];
		for (size_t k = m->ndefined; k < m->nsymbols; k++) {
			struct module *next = jit_definer(jit, m->symbols[k]);
			if (next == NULL || next->linked)
				continue;
			next->linked = true; /* for now */
			jit->modules[n++].todo = (size_t)(next - jit->modules);
		}
	}
	return n;
}

/* Call a function of the session that takes and gives nothing. */
static lr_status
call_hook(struct lr_jit *jit, const char *prefix, size_t number)
{
	LLVMOrcExecutorAddress found = 0;
	char name[64];
	void (*hook)(void);

	snprintf(name, sizeof name, "%s%zu", prefix, number);
	LLVMErrorRef error = LLVMOrcLLJITLookup(jit->orc, &found, name);
	if (error != NULL)
		return fail(jit, error, "cannot get", name);
	void *address = (void *)(uintptr_t)found;
	memcpy(&hook, &address, sizeof hook);
	hook();
	return LR_OK;
}

/* jit->modules[0..n).todo are linked.  Before any of their code can run, the runtime is given all their tables.  Then
** their constructors run, those of modules that others use first. */
static lr_status
linked(struct lr_jit *jit, size_t n)
{
	lr_status st = LR_OK;

	for (size_t i = 0; i < n && st == LR_OK; i++) {
		struct module *m = &jit->modules[jit->modules[i].todo];
		if (m->text != NULL)
			LLVMDisposeMemoryBuffer(m->text);
		m->text = NULL;
		if (m->hooks.tables)
			st = call_hook(jit, TABLES_ADD, jit->modules[i].todo);
		m->known = st == LR_OK;
	}
	for (size_t i = n; i-- > 0 && st == LR_OK;)
		if (jit->modules[jit->modules[i].todo].hooks.ctors)
			st = call_hook(jit, RUN_CTORS, jit->modules[i].todo);
	return st;
}

/* jit->modules[0..n).todo could not be linked, and ORC would say so for ever: they are added anew. */
static void
add_anew(struct lr_jit *jit, size_t n)
{
	for (size_t i = 0; i < n; i++)
		jit_take_back(&jit->modules[jit->modules[i].todo]);
	for (size_t i = 0; i < n; i++) {
		struct module *m = &jit->modules[jit->modules[i].todo];
		LLVMModuleRef ir = NULL;
		m->linked = false;
		if (LLVMParseBitcodeInContext2(jit->llvm, m->text, &ir)) /* which LLVM itself wrote */
			continue;
		LLVMErrorRef error = jit_hand_over(jit, m, ir);
		if (error != NULL)
			LLVMConsumeError(error);
	}
}

/* Before its code goes. */
static lr_status
unload(struct lr_jit *jit, struct module *m)
{
	const size_t number = (size_t)(m - jit->modules);
	lr_status st = LR_OK;

	if (m->known && m->hooks.dtors)
		st = call_hook(jit, RUN_DTORS, number);
	if (m->known && m->hooks.tables && st == LR_OK)
		st = call_hook(jit, TABLES_REMOVE, number);
	m->known = false;
	return st;
}

/* The number behind the name of one of the object's hooks; false: it has none. */
static bool
module_number(LLVMMemoryBufferRef object, size_t *number)
{
	static const char *const prefixes[] = { TABLES_ADD, RUN_CTORS, RUN_DTORS };
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
		for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
			if (strncmp(name, prefixes[k], strlen(prefixes[k])) == 0) {
				*number = strtoull(name + strlen(prefixes[k]), NULL, 10);
				return true;
			}
	}
	return false;
}

/* Called for each object on its way from the code generator to memory.  An error is in the context already; the text is
** for ORC. */
static LLVMErrorRef
finish_object(void *user, LLVMMemoryBufferRef *object)
{
	struct lr_jit *jit = user;
	size_t number;

	if (!module_number(*object, &number) || number >= jit->nmodules)
		return LLVMErrorSuccess;
	struct module *m = &jit->modules[number];
	if (!m->made) {
		m->made = true;
		m->next_made = jit->made;
		jit->made = number;
	}
	if (m->hooks.tables && tables_finish(jit->cx, object) != LR_OK) {
		LLVMDisposeMemoryBuffer(*object);
		*object = NULL;
		return LLVMCreateStringError("no table of roots");
	}
	return LLVMErrorSuccess;
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
		unload(jit, &jit->modules[i]);
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
	lr_context *cx = jit != NULL ? jit->cx : NULL;

	if (cx == NULL || ir == NULL)
		return lr_null_argument(cx, "lr_jit_add: ir");
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
	struct module *added = jit_new_module(jit, name ? name : "module");
	if (added == NULL) {
		LLVMDisposeModule(m);
		return cx->first;
	}
	added->hooks = tables_prepare_jit(m, jit->nmodules);
	jit->complaint[0] = '\0';
	if (jit_describe_module(jit, added, m) != LR_OK || jit_note_definitions(jit, added) != LR_OK) {
		LLVMDisposeModule(m);
		jit_forget_module(jit, added);
		jit->nmodules++; /* its number is among the definers */
		return cx->first;
	}
	LLVMErrorRef error = jit_hand_over(jit, added, m);
	if (error != NULL) {
		st = fail(jit, error, "cannot add module", name ? name : "module");
		jit_forget_module(jit, added);
		jit->nmodules++;
		return st;
	}
	jit->nmodules++;
	return LR_OK;
}

/* Is there code that uses what `gone` defines?  Then that is said. */
static lr_status
refuse_if_used(struct lr_jit *jit, const struct module *gone)
{
	for (size_t i = 0; i < jit->nmodules; i++) {
		const struct module *m = &jit->modules[i];
		for (size_t k = m->ndefined; m != gone && m->tracker != NULL && m->linked && k < m->nsymbols; k++)
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
	st = unload(jit, m);
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
	const size_t n = unlinked_behind(jit, symbol);
	if (error != NULL || jit->guard.failed) {
		lr_status failed = error != NULL ? fail(jit, error, "cannot get", symbol) : LR_E_TARGET;
		add_anew(jit, n);
		return failed;
	}
	lr_status st = linked(jit, n);
	if (st != LR_OK)
		return st;
	*address = (void *)(uintptr_t)found;
	return LR_OK;
}
