/* SPDX-License-Identifier: MIT */
/* remark.c -- remarks of passes that say one thing about one instruction. */
#include "host/remark.h"

#include <stdio.h>

enum { TEXT_BYTES = 512, FILE_BYTES = 1024, FIRST_SAID = 64, MOST_SAID = 1 << 16 };

struct place { char file[FILE_BYTES]; unsigned line, column; };

/* The source location of an instruction or function; without one the file is empty. */
static void
locate(struct place *p, LLVMValueRef at)
{
	unsigned n = 0;
	const char *name = LLVMGetDebugLocFilename(at, &n);

	*p = (struct place){ .line = 0 };
	if (name == NULL || n == 0)
		return;
	snprintf(p->file, sizeof p->file, "%.*s", (int)n, name);
	p->line = LLVMGetDebugLocLine(at);
	p->column = LLVMIsAInstruction(at) ? LLVMGetDebugLocColumn(at) : 0;
}

/* ---- remarks that were given before ---- */

static void
hash(uint64_t *h, const void *bytes, size_t n)
{
	const unsigned char *s = bytes;

	for (size_t i = 0; i < n; i++)
		*h = (*h ^ s[i]) * UINT64_C(1099511628211);
}

static uint64_t
key_of(const lr_remark *r)
{
	uint64_t h = UINT64_C(14695981039346656037);
	const unsigned place[] = { r->kind, r->line, r->column };
	const char *value = value_name(r->at);

	hash(&h, place, sizeof place);
	hash(&h, r->name, strlen(r->name) + 1);
	hash(&h, r->function, strlen(r->function) + 1);
	hash(&h, value, strlen(value) + 1);
	if (r->file != NULL)
		hash(&h, r->file, strlen(r->file));
	for (size_t i = 0; i < r->nargs; i++)
		hash(&h, r->args[i].value, strlen(r->args[i].value) + 1);
	return h != 0 ? h : 1;
}

/* The entry of a key, or the free one where it belongs. */
static struct remark_said *
find(const struct remarks_said *s, uint64_t key)
{
	uint32_t i = (uint32_t)key & (s->cap - 1);

	while (s->at[i].key != 0 && s->at[i].key != key)
		i = (i + 1) & (s->cap - 1);
	return &s->at[i];
}

/* Makes space for one more entry.  The number of entries is bounded: a host may run pipelines for ever. */
static bool
grow(lr_context *cx)
{
	struct remarks_said *s = &cx->said, old = *s;

	if (s->n + s->n / 2 < s->cap)
		return true;
	if (s->cap >= MOST_SAID)
		return false;
	s->cap = old.cap > 0 ? 2 * old.cap : FIRST_SAID;
	s->at = lr_realloc(cx, NULL, 0, s->cap * sizeof *s->at);
	if (s->at == NULL) {
		*s = old;
		return false;
	}
	memset(s->at, 0, s->cap * sizeof *s->at);
	for (uint32_t i = 0; i < old.cap; i++)
		if (old.at[i].key != 0)
			*find(s, old.at[i].key) = old.at[i];
	if (old.at != NULL)
		lr_realloc(cx, old.at, old.cap * sizeof *old.at, 0);
	return true;
}

/* Has an earlier run of a pass given the remark?  Several that read the same are counted: a run that gives more of them
** than each before it gives the surplus. */
static bool
is_repeated(lr_context *cx, const lr_remark *r)
{
	if (!grow(cx))
		return false;
	uint64_t key = key_of(r);
	struct remark_said *e = find(&cx->said, key);
	cx->said.n += e->key == 0;
	e->key = key;
	if (e->run != cx->said.run)
		e->here = 0;
	e->run = cx->said.run;
	if (++e->here <= e->said)
		return true;
	e->said = e->here;
	return false;
}

void
remark_forget(lr_context *cx)
{
	if (cx->said.at != NULL)
		lr_realloc(cx, cx->said.at, cx->said.cap * sizeof *cx->said.at, 0);
	cx->said = (struct remarks_said){ .at = NULL };
}

void
remark_say(lr_context *cx, lr_remark_kind kind, const char *name, LLVMValueRef at, LLVMValueRef because,
	const char *fmt, ...)
{
	char text[TEXT_BYTES], where[TEXT_BYTES];
	struct place here, there;
	lr_remark_arg arg[2] = { { .key = "String", .value = text }, { .key = "Because", .value = where } };
	va_list ap;

	if (!remark_wanted(cx))
		return;
	LLVMValueRef fn = LLVMIsAFunction(at) ? at : LLVMGetBasicBlockParent(LLVMGetInstructionParent(at));
	lr_remark r = { .kind = kind, .name = name, .function = value_name(fn), .at = at, .args = arg, .nargs = 1 };
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	locate(&here, at);
	if (here.file[0] == '\0')
		locate(&here, fn);
	if (here.file[0] != '\0')
		r.file = here.file, r.line = here.line, r.column = here.column;
	if (because != NULL) {
		locate(&there, because);
		if (there.file[0] != '\0' && there.line > 0) {
			snprintf(where, sizeof where, " (line %u)", there.line);
			arg[1].file = there.file, arg[1].line = there.line, arg[1].column = there.column;
			r.nargs = 2;
		}
	}
	if (kind == LR_REMARK_PASSED || !is_repeated(cx, &r))
		cx->options.remark(cx->options.user, &r);
}
