/* SPDX-License-Identifier: MIT */
/* layout.c -- the data layout while functions and allocas are rebuilt.
**
** LLVM-C cannot choose the address space of a new function or alloca: it is the program or alloca address space of the
** module's data layout.  So specifications of the wanted spaces are appended to the layout temporarily; of several
** specifications of one property the last counts.  RemoveAddrspaces also removes the layout's own specifications of the
** address spaces of stack, code and globals. */
#include <stdio.h>
#include <stdlib.h>

#include "addrspace/remove/remove.h"

enum { ROOM = 64 }; /* for "-P4294967295-A4294967295" */

/* A specification such as A5, P1 or G2: the default space of allocas, code or globals. */
static bool
is_place(const char *spec, size_t n)
{
	return n >= 2 && (*spec == 'A' || *spec == 'P' || *spec == 'G') && spec[1] >= '0' && spec[1] <= '9';
}

bool
layout_ready(struct remover *r)
{
	const char *text = LLVMGetDataLayoutStr(r->module);
	const size_t bytes = strlen(text) + 1;
	char *to = r->layout = arena_zalloc(&r->arena, bytes);

	r->layout_text = arena_zalloc(&r->arena, bytes + ROOM);
	if (r->arena.failed)
		return false;
	for (const char *spec = text;;) {
		const size_t n = strcspn(spec, "-");
		if (is_place(spec, n)) {
			const unsigned as = (unsigned)strtoul(spec + 1, NULL, 10);
			if (*spec == 'A')
				r->layout_stack = as;
			if (*spec == 'P')
				r->layout_program = as;
		}
		if (n > 0 && !(r->all && is_place(spec, n))) {
			if (to != r->layout)
				/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): memory was checked for */
				*to++ = '-';
			/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): memory was checked for */
			memcpy(to, spec, n);
			to += n;
		}
		if (spec[n] == '\0')
			break;
		spec += n + 1;
	}
	if (r->all)
		r->layout_stack = r->layout_program = LR_AS_GENERIC;
	r->stack_as = r->layout_stack;
	r->program_as = r->layout_program;
	return true;
}

static void
say(struct remover *r)
{
	sprintf(r->layout_text, "%s%sP%u-A%u", r->layout, *r->layout != '\0' ? "-" : "", r->program_as, r->stack_as);
	LLVMSetDataLayout(r->module, r->layout_text);
	if (r->waiting != NULL)
		LLVMSetDataLayout(r->waiting, r->layout_text);
}

void
layout_program(struct remover *r, unsigned as)
{
	if (as == r->program_as)
		return;
	r->program_as = as;
	say(r);
}

void
layout_stack(struct remover *r, unsigned as)
{
	if (as == r->stack_as)
		return;
	r->stack_as = as;
	say(r);
}

void
layout_final(struct remover *r)
{
	r->stack_as = r->layout_stack;
	r->program_as = r->layout_program;
	if (strcmp(LLVMGetDataLayoutStr(r->module), r->layout) != 0)
		LLVMSetDataLayout(r->module, r->layout);
}
