/* SPDX-License-Identifier: MIT */
/* leaks_print.c -- the report of leaks, as text.  The world runs: objects are named, and not looked at. */
#include "runtime/inspect/search.h"
#include "runtime/os/os.h"

enum { MOST_STEPS = 8 };           /* from each end of a path; what is between is counted */

static void
print_symbol(FILE *f, const char *before, const void *address)
{
	struct os_symbol s;

	if (address == NULL || !os_find_symbol(address, &s))
		return;
	if (s.name != NULL)
		fprintf(f, "%s%s+%zu", before, s.name, s.offset);
	else
		fprintf(f, "%s%s+0x%zx", before, s.file, s.file_offset);
}

static void
print_root(const struct root *r, FILE *f)
{
	static const char *const own[TASK_ROOTS] = { "exception", "argument", "result" };

	switch (r->kind) {
	case ROOT_FRAME:
		fprintf(f, "    root: frame %u of thread %u, slot %u", r->depth, r->thread, r->index);
		print_symbol(f, ", in ", r->pc);
		break;
	case ROOT_TASK:
		fprintf(f, "    root: the %s of a task of thread %u", r->index < TASK_ROOTS ? own[r->index] : "word",
			r->thread);
		break;
	case ROOT_GLOBAL:
		fprintf(f, "    root: the variable at %p", r->slot);
		print_symbol(f, ", ", r->slot);
		break;
	case ROOT_STATIC:
		fprintf(f, "    root: word %u of the static object at %p", r->index, r->owner);
		print_symbol(f, ", ", r->owner);
		break;
	default:
		fprintf(f, "    root: a finalizer that has not run");
		break;
	}
	fputc('\n', f);
}

static void
print_step(const struct search *s, size_t number, FILE *f)
{
	static const char *const how[] = { "word %zu", "word %zu of the elements", "memory of its own",
		"value %zu" };
	const struct found *to = &s->found[number];

	if (to->from == SEARCH_NONE) {
		print_root(&s->roots[to->word], f);
		fprintf(f, "      %s at %p\n", heap_type_name(to->type), to->object);
		return;
	}
	fputs("      by ", f);
	if (to->edge == EDGE_OUTSIDE)
		fputs(how[to->edge], f);
	else
		fprintf(f, how[to->edge], to->word);
	fprintf(f, ": %s at %p\n", heap_type_name(to->type), to->object);
}

/* Prints a path whose end is given, from the root on: a chain of a million objects is no reading matter. */
static void
print_path(const struct search *s, size_t number, FILE *f)
{
	size_t last[MOST_STEPS], first[MOST_STEPS], n = 0;

	for (size_t at = number; at != SEARCH_NONE; at = s->found[at].from, n++) {
		if (n < MOST_STEPS)
			last[n] = at;
		first[n % MOST_STEPS] = at;
	}
	const size_t ends = n < MOST_STEPS ? n : MOST_STEPS, rest = n - ends < MOST_STEPS ? n - ends : MOST_STEPS;
	for (size_t i = 0; i < ends; i++)
		print_step(s, first[(n - 1 - i) % MOST_STEPS], f);
	if (n > ends + rest)
		fprintf(f, "      ... %zu more\n", n - ends - rest);
	for (size_t i = rest; i-- != 0;)
		print_step(s, last[i], f);
}

void
leaks_print(const struct search *s, FILE *f)
{
	for (size_t i = 0; i < s->nexpected; i++) {
		const struct found *x = &s->found[s->expected[i].number];
		const char *why = s->expected[i].why;

		fprintf(f, "lateroot: leak: %s at %p is alive, and was expected to be dead%s%s\n",
			heap_type_name(x->type), x->object, why != NULL ? ": " : "", why != NULL ? why : "");
		print_path(s, s->expected[i].number, f);
	}
	for (size_t i = 0; i < s->ntypes; i++) {
		const struct leaked_type *t = &s->types[i];

		fprintf(f, "lateroot: leak: %zu object%s of type %s, %zu bytes; the nearest:\n", t->objects,
			t->objects != 1 ? "s are alive" : " is alive", heap_type_name(t->type), t->bytes);
		print_path(s, t->example, f);
	}
	if (s->nleaks != 0)
		fprintf(f, "lateroot: %zu leak%s\n", s->nleaks, s->nleaks != 1 ? "s" : "");
}
