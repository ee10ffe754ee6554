/* SPDX-License-Identifier: MIT */
/* jit_link.c -- linking the modules of a session: finds the modules that a symbol needs, gives tables to the runtime,
** and runs constructors and destructors.
**
** Before any code of a module can run, the runtime gets the tables of all modules that are linked with it.  Then their
** constructors run by their priorities, and of equal priority those of used modules before those of their users. */
#include <stdio.h>
#include <stdlib.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/Error.h>

#include "codegen/jit.h"
#include "elf/elf.h"

size_t
jit_unlinked_behind(struct lr_jit *jit, const char *symbol)
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
		for (size_t k = 0; k < m->nsymbols; k++) { /* a weak one may be another module's */
			struct module *next = jit_definer(jit, m->symbols[k]);
			if (next == NULL || next->linked)
				continue;
			next->linked = true; /* so that it is listed once */
			jit->modules[n++].todo = (size_t)(next - jit->modules);
		}
	}
	return n;
}

/* Orders the worklist: a module comes behind those that it uses.  Where modules use each other in a circle, the search
** begins with the first of the list. */
static void
order(struct lr_jit *jit, size_t n)
{
	struct module *all = jit->modules;
	size_t done = 0;

	for (size_t i = 0; i < n; i++)
		all[all[i].todo].waits = true;
	for (size_t i = 0; i < n; i++) {
		struct module *m = &all[all[i].todo];
		if (!m->waits)
			continue;
		m->waits = false;
		m->next_use = 0;
		m->user = NULL;
		while (m != NULL) {
			struct module *used = m->next_use < m->nsymbols
				? jit_definer(jit, m->symbols[m->next_use]) : NULL;
			if (m->next_use++ >= m->nsymbols) {
				all[done++].ordered = (size_t)(m - all);
				m = m->user;
			} else if (used != NULL && used->waits) {
				used->waits = false;
				used->next_use = 0;
				used->user = m;
				m = used;
			}
		}
	}
	for (size_t i = 0; i < n; i++)
		all[i].todo = all[i].ordered;
}

/* Looks up `prefix``number`, which a linked module of the session has. */
static lr_status
find(struct lr_jit *jit, const char *prefix, size_t number, void **address)
{
	LLVMOrcExecutorAddress found = 0;
	char name[64];

	*address = NULL;
	snprintf(name, sizeof name, "%s%zu", prefix, number);
	LLVMErrorRef error = LLVMOrcLLJITLookup(jit->orc, &found, name);
	if (error != NULL)
		return jit_fail(jit, error, "cannot get", name);
	*address = (void *)(uintptr_t)found;
	return LR_OK;
}

static void
make_call(const struct module_call *c)
{
	if (c->n == 0)
		c->function();
	else if (c->n == 1)
		((void (*)(uintptr_t))c->function)(c->words[0]);
	else
		((void (*)(uintptr_t, uintptr_t))c->function)(c->words[0], c->words[1]);
}

/* Runs the constructors of the modules of the worklist as a linker would have them run: those of a smaller priority
** first, whose module ever they are, for such register the variables that others store references into. */
static lr_status
run_constructors(struct lr_jit *jit, size_t n)
{
	enum { END = 65536 };        /* above all priorities */

	for (size_t i = 0; i < n; i++) {
		struct module *m = &jit->modules[jit->modules[i].todo];
		void *address;
		m->constructors = NULL;
		if (!m->hooks.ctors)
			continue;
		lr_status st = find(jit, RUN_CTORS, jit->modules[i].todo, &address);
		if (st != LR_OK)
			return st;
		m->constructors = address;
	}
	for (uintptr_t priority = 0, next; priority < END; priority = next) { /* one round for each; few */
		next = END;
		for (size_t i = 0; i < n; i++) {
			const struct module_call *c = jit->modules[jit->modules[i].todo].constructors;
			if (c == NULL)
				continue;
			for (; c->function != NULL && c->priority <= priority; c++)
				make_call(c);
			jit->modules[jit->modules[i].todo].constructors = c;
			if (c->function != NULL && c->priority < next)
				next = c->priority;
		}
	}
	return LR_OK;
}

static lr_status
run_destructors(struct lr_jit *jit, size_t number)
{
	void *address;
	lr_status st = find(jit, RUN_DTORS, number, &address);

	if (st == LR_OK)
		for (const struct module_call *c = address; c->function != NULL; c++)
			make_call(c);
	return st;
}

/* Gives the module's tables to the runtime, which ends the process if they are bad; or takes them away. */
static lr_status
tell_tables(struct lr_jit *jit, size_t number, bool gone)
{
	void *address;
	lr_status st = find(jit, TABLES_OF, number, &address);

	if (st != LR_OK)
		return st;
	const struct module_tables *t = address;
	if (t->framemap != NULL && gone)
		t->framemap_remove(t->framemap);
	else if (t->framemap != NULL)
		t->framemap_add(t->framemap, NULL, t->framemap_code);
	if (t->statepoints != NULL && gone)
		t->statepoints_remove(t->statepoints);
	else if (t->statepoints != NULL)
		t->statepoints_add(t->statepoints, t->statepoints_code);
	return LR_OK;
}

lr_status
jit_linked(struct lr_jit *jit, size_t n)
{
	lr_status st = LR_OK;

	order(jit, n);
	for (size_t i = 0; i < n && st == LR_OK; i++) {
		struct module *m = &jit->modules[jit->modules[i].todo];
		if (m->text != NULL)
			LLVMDisposeMemoryBuffer(m->text);
		m->text = NULL;
		if (m->hooks.tables)
			st = tell_tables(jit, jit->modules[i].todo, false);
		m->known = st == LR_OK;
	}
	return st != LR_OK ? st : run_constructors(jit, n);
}

void
jit_add_anew(struct lr_jit *jit, size_t n)
{
	for (size_t i = 0; i < n; i++)
		jit_take_back(&jit->modules[jit->modules[i].todo]);
	for (size_t i = 0; i < n; i++) {
		struct module *m = &jit->modules[jit->modules[i].todo];
		LLVMModuleRef ir = NULL;
		m->linked = false;
		if (LLVMParseBitcodeInContext2(jit->llvm, m->text, &ir)) /* LLVM itself wrote it */
			continue;
		LLVMErrorRef error = jit_hand_over(jit, m, ir);
		if (error != NULL)
			LLVMConsumeError(error);
	}
}

lr_status
jit_unload(struct lr_jit *jit, struct module *m)
{
	const size_t number = (size_t)(m - jit->modules);
	lr_status st = LR_OK;

	if (m->known && m->hooks.dtors)
		st = run_destructors(jit, number);
	if (m->known && m->hooks.tables && st == LR_OK)
		st = tell_tables(jit, number, true);
	m->known = false;
	return st;
}

/* Reads the module's number from the name of one of the object's hooks; false if it has none. */
static bool
module_number(LLVMMemoryBufferRef object, size_t *number)
{
	static const char *const prefixes[] = { TABLES_OF, RUN_CTORS, RUN_DTORS, TYPES_LIST };
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

LLVMErrorRef
jit_finish_object(void *user, LLVMMemoryBufferRef *object)
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
