/* SPDX-License-Identifier: MIT */
/* leaks.c -- which objects are alive that should not be, and a shortest path from a root to each.
**
** A breadth-first search from all roots notes for each object from where it was reached first.  It runs while the world
** is stopped, and takes memory of malloc; the report is written when the world runs again. */
#include "runtime/inspect/search.h"

#include <stdlib.h>

/* ---- the search ---- */

/* Returns a longer array, or NULL and sets `failed`. */
static void *
longer(struct search *s, void *array, size_t *capacity, size_t bytes)
{
	const size_t wider = *capacity != 0 ? *capacity * 2 : 256;
	void *more = wider < SIZE_MAX / bytes / 2 ? realloc(array, wider * bytes) : NULL;

	if (more == NULL)
		s->failed = true;
	else
		*capacity = wider;
	return more != NULL ? more : array;
}

static void
reach(struct search *s, const void *object, const struct found *from)
{
	struct address_entry *e = s->failed ? NULL : address_map_add(&s->numbers, object, s->nfound);

	if (s->nfound == s->found_capacity && e != NULL)
		s->found = longer(s, s->found, &s->found_capacity, sizeof *s->found);
	s->failed |= e == NULL;
	if (s->failed || e->value != s->nfound)
		return;
	s->found[s->nfound] = *from;
	s->found[s->nfound].object = object;
	s->found[s->nfound].type = lr_type_of(object);
	s->found[s->nfound++].bytes = lr_gc_object_bytes(object);
}

static void
on_root(void *user, const struct root *r)
{
	struct search *s = user;
	const size_t known = s->nfound;

	if (s->nroots == s->roots_capacity)
		s->roots = longer(s, s->roots, &s->roots_capacity, sizeof *s->roots);
	reach(s, r->object, &(struct found){ .from = SEARCH_NONE, .word = s->nroots });
	if (!s->failed && s->nfound != known) {
		s->roots[s->nroots++] = *r;
		symbols_add(&s->symbols, r->kind == ROOT_GLOBAL ? r->slot : r->pc);
	}
}

static void
on_edge(void *user, const struct edge *e)
{
	struct search *s = user;

	reach(s, e->target, &(struct found){ .from = s->at, .edge = e->kind, .word = e->word });
}

static int
search_all(struct search *s)
{
	const int status = roots_each(on_root, s);

	for (s->at = 0; s->at < s->nfound && !s->failed && status == LR_RT_OK; s->at++)
		edges_each(s->found[s->at].object, s->found[s->at].bytes, on_edge, s);
	return s->failed ? LR_RT_E_NOMEM : status;
}

/* ---- what the program expects ---- */

static struct found *
find(struct search *s, const void *object)
{
	const struct address_entry *e = address_map_find(&s->numbers, object);

	return e != NULL ? &s->found[e->value] : NULL;
}

/* Lets an object, and later what it leads to, live. */
static void
allow(struct search *s, const void *object)
{
	struct found *f = find(s, object);

	if (f == NULL || f->allowed)
		return;
	f->allowed = true;
	f->next_allowed = s->allowed;
	s->allowed = (size_t)(f - s->found);
}

static void
allow_edge(void *user, const struct edge *e)
{
	allow(user, e->target);
}

static void
on_expected(void *user, const struct expectation *x)
{
	struct search *s = user;

	const struct found *f = find(s, x->object);

	if (f == NULL)
		return; /* dead, and maybe not even memory */
	if (!x->dead) {
		allow(s, x->object);
		return;
	}
	if (s->nexpected == s->expected_capacity)
		s->expected = longer(s, s->expected, &s->expected_capacity, sizeof *s->expected);
	if (s->failed)
		return;
	s->expected[s->nexpected++] = (struct late){ x->why, (size_t)(f - s->found) };
}

static void
read_expectations(struct search *s)
{
	s->allowed = SEARCH_NONE;
	life_each_expected(on_expected, s);
	while (s->allowed != SEARCH_NONE) {
		const struct found *f = &s->found[s->allowed];

		s->allowed = f->next_allowed;
		edges_each(f->object, f->bytes, allow_edge, s);
	}
}

/* ---- by type ---- */

static void
count_type(struct search *s, size_t number)
{
	const struct found *f = &s->found[number];
	struct address_entry *e = address_map_add(&s->type_numbers, f->type, s->ntypes);

	if (s->ntypes == s->types_capacity && e != NULL)
		s->types = longer(s, s->types, &s->types_capacity, sizeof *s->types);
	s->failed |= e == NULL;
	if (s->failed)
		return;
	if (e->value == s->ntypes)
		s->types[s->ntypes++] = (struct leaked_type){ f->type, 0, 0, number };
	s->types[e->value].objects++;
	s->types[e->value].bytes += f->bytes;
	s->nleaks++;
}

static int
more_bytes(const void *a, const void *b)
{
	const struct leaked_type *x = a, *y = b;

	if (x->bytes != y->bytes)
		return x->bytes < y->bytes ? 1 : -1;
	return x->example < y->example ? -1 : x->example > y->example;
}

/* Counts the leaks.  What is expected to be dead counts once. */
static void
count(struct search *s, uint32_t what)
{
	s->nleaks = s->nexpected;
	for (size_t i = 0; i < s->nexpected; i++)
		s->found[s->expected[i].number].allowed = true;
	for (size_t i = 0; i < s->nfound && what == LR_GC_LEAKS_ALL && !s->failed; i++)
		if (!s->found[i].allowed)
			count_type(s, i);
	if (s->ntypes != 0)
		qsort(s->types, s->ntypes, sizeof *s->types, more_bytes);
}

static void
search_free(struct search *s)
{
	address_map_free(&s->numbers);
	address_map_free(&s->type_numbers);
	free(s->found);
	free(s->roots);
	free(s->expected);
	free(s->types);
	free(s);
}

int64_t
leaks_report(struct thread *self, uint32_t what, FILE *f)
{
	struct search *s;
	int status = LR_RT_E_STATE;

	if (rt_gc_is_off())
		return status;
	s = calloc(1, sizeof *s);
	if (s == NULL)
		return LR_RT_E_NOMEM;
	while (!collect(self, COLLECT_FULL))
		;
	while (!world_try_stop(self))
		;
	status = search_all(s);
	if (status == LR_RT_OK) {
		read_expectations(s);
		count(s, what);
		status = s->failed ? LR_RT_E_NOMEM : LR_RT_OK;
	}
	world_resume();
	if (status == LR_RT_OK && f != NULL)
		leaks_print(s, f);
	const int64_t leaks = status == LR_RT_OK ? (int64_t)s->nleaks : status;
	search_free(s);
	return leaks;
}
