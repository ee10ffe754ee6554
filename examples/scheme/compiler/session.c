/* SPDX-License-Identifier: MIT */
/* All that touches lateroot in the compiler: options, a JIT session, unloading, object files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "emit.h"
#include "session.h"

static void
complain(void *user, const lr_diagnostic *d)
{
	(void)user;
	if (d->severity == LR_ERROR || getenv("SCHEMER_WARNINGS") != NULL)
		fprintf(stderr, "schemer: %s%s%s\n", d->message, d->function ? " in " : "",
			d->function ? d->function : "");
}

/* SCHEMER_ALLOCATIONS: how many places that allocate the passes take away, for tools/bench --scheme. */
static unsigned allocations_gone, allocations;

static void
count_allocations(void *user, const lr_remark *r)
{
	bool passed = r->kind == LR_REMARK_PASSED;

	(void)user;
	if (r->nargs > 0
		&& (strcmp(r->name, "Heap") == 0 || (passed && strncmp(r->args[0].value, "allocation", 10) == 0))) {
		allocations++;
		allocations_gone += passed;
	}
}

bool
session_open(struct session *s, const struct settings *set)
{
	lr_options o = { .struct_size = sizeof o, .diagnose = complain, .check = set->check, .abi = set->abi,
		.assume_verified = !set->check, .reload = true, .memory = LR_MEMORY_TYPED, .profile = set->profile };

	if (getenv("SCHEMER_ALLOCATIONS") != NULL)
		o.remark = count_allocations;
	s->set = *set;
	s->cx = lr_context_new(&o);
	if (s->cx == NULL || lr_context_args_from_env(s->cx) != LR_OK)
		return false;
	s->jit = set->object == NULL ? lr_jit_new(s->cx, set->level) : NULL;
	return set->object != NULL || s->jit != NULL;
}

void
session_close(struct session *s)
{
	if (s->jit != NULL)
		lr_jit_free(s->jit);
	lr_context_free(s->cx);
	if (getenv("SCHEMER_ALLOCATIONS") != NULL)
		fprintf(stderr, "schemer: allocations: %u of %u removed\n", allocations_gone, allocations);
}

/* LLVM's optimisations and those of lateroot, then the lowering.  At -O0 the lowering is part of code generation. */
static const char *const pipelines[] = { NULL, "julia<level=1>", "julia<level=2>", "julia<level=3>" };

static bool
optimise(struct session *s, LLVMModuleRef m)
{
	return s->set.level == 0 || lr_run(s->cx, m, pipelines[s->set.level]) == LR_OK;
}

static bool
look_up(struct session *s, const char *name, void **address)
{
	const char *message = "";

	if (lr_jit_lookup(s->jit, name, address) == LR_OK)
		return true;
	lr_first_error(s->cx, &message);
	lr_clear_error(s->cx);
	return false;
}

/* Takes the module.  Returns the address of its function `name`, or NULL after a message. */
void *
session_add(struct session *s, LLVMModuleRef m, const char *name)
{
	lr_jit_module_options o = { .struct_size = sizeof o };
	struct module *new = calloc(1, sizeof *new);
	void *address = NULL;
	char table[80];

	/* Code without loops and calls of its own functions gets no better by LLVM's pipeline behind ours. */
	if (s->set.level == 1 && LLVMGetNamedMetadata(m, EMIT_SMALL, sizeof EMIT_SMALL - 1) != NULL)
		o.pipeline = pipelines[1];
	else if (!optimise(s, m)) {
		LLVMDisposeModule(m);
		m = NULL;
	}
	if (m == NULL || lr_jit_add_module(s->jit, name, m, &o) != LR_OK || new == NULL) {
		free(new);
		return NULL;
	}
	snprintf(table, sizeof table, "%s.functions", name);
	snprintf(new->name, sizeof new->name, "%s", name);
	if (look_up(s, name, &address))
		look_up(s, table, &new->functions);
	new->next = s->modules;
	s->modules = new;
	s->nmodules++;
	return address;
}

static int
mark(void *user, const struct lr_heap_object *o)
{
	struct session *s = user;

	if (o->type != &scm_closure_type)
		return 0;
	const void *table = scm_code_module(((struct scm_closure *)o->object)->code);
	for (struct module *m = s->modules; table != NULL && m != NULL; m = m->next)
		m->used = m->used || m->functions == table;
	return 0;
}

/* Removes modules that no procedure in the heap has its code from.  None of their code may be on a stack. */
void
session_unload(struct session *s)
{
	for (struct module *m = s->modules; m != NULL; m = m->next)
		m->used = false;
	if (lr_heap_walk(mark, s) != LR_RT_OK)
		return;
	for (struct module **p = &s->modules; *p != NULL;) {
		struct module *m = *p;
		if (m->used) {
			p = &m->next;
			continue;
		}
		scm_code_remove(m->functions);
		lr_jit_remove(s->jit, m->name);
		*p = m->next;
		s->nmodules--;
		free(m);
	}
}

bool
session_write(struct session *s, LLVMModuleRef m)
{
	lr_compile_options o = { .struct_size = sizeof o, .opt_level = s->set.level, .discard = true };
	bool good = optimise(s, m) && lr_compile_to_file(s->cx, m, &o, s->set.object) == LR_OK;

	LLVMDisposeModule(m);
	return good;
}
