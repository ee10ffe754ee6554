/* SPDX-License-Identifier: MIT */
/* slice.c -- cuts one function out of a module's text.  slice.h lists the contents of the result.
**
** The references of an entity are found when they are first needed, and kept.  So the cost of a cut follows its
** output. */
#include <stdlib.h>
#include <string.h>

#include "extract/slice.h"

enum {
	FLAG_CLOSURE = 256, /* number of nodes; a module flag that needs more, or refers to a function, is about the
	                     * whole module */
	MOST_IDENTS = 16
};

/* ---- forms ---- */

static bool
is_unit(const struct entity *e)
{
	return e->kind == ENTITY_METADATA
		&& lex_starts(e->name + e->name_bytes, e->text + e->bytes, " = distinct !DICompileUnit(");
}

static bool
make_view(struct slicer *sl, struct entity *e, int form)
{
	struct view *v = &e->views[form];
	struct arena *ar = &sl->arena;

	v->text = e->text;
	v->bytes = e->bytes;
	if (form == FORM_DECLARED && e->kind == ENTITY_DEFINE)
		v->text = declare_function(ar, e->text, e->bytes, &v->bytes);
	else if (form == FORM_DECLARED && e->kind == ENTITY_VARIABLE)
		v->text = declare_variable(ar, e->text, e->bytes, &v->bytes);
	else if (form == FORM_DECLARED && e->kind == ENTITY_ALIAS)
		v->text = declare_alias(ar, e->text, e->bytes, &v->bytes);
	else if (e->kind == ENTITY_VARIABLE)
		v->text = without_debug(ar, e->text, e->bytes, &v->bytes);
	else if (is_unit(e))
		v->text = without_unit_lists(ar, e->text, e->bytes, &v->bytes);
	return v->text != NULL;
}

/* Finds the references of the view. */
static bool
scan_view(struct slicer *sl, struct entity *e, struct view *v)
{
	const char *at = v->text, *end = v->text + v->bytes, *name;
	size_t name_bytes;
	uint32_t cap = 0;
	bool block = false;
	int sigil;

	sl->scans++;
	while ((sigil = lex_reference(&at, end, &name, &name_bytes)) != REF_NONE) {
		if (sigil == REF_BLOCK) {
			block = true;
			continue;
		}
		uint32_t id = sigil == REF_COMDAT ? slice_find(sl, '$', e->name, e->name_bytes)
			: slice_find(sl, (char)sigil, name, name_bytes);
		bool by_block = block && sigil == '@';
		block = false;
		if (id == UINT32_MAX || (sl->entities[id].seen == sl->scans && !by_block))
			continue;
		sl->entities[id].seen = sl->scans;
		if (!ARENA_PUSH(&sl->arena, v->refs, v->nrefs, cap))
			return false;
		v->refs[v->nrefs++] = id << 1 | by_block;
	}
	v->scanned = true;
	return true;
}

/* Returns the entity in a form, with its references; NULL if memory is exhausted. */
static struct view *
view_of(struct slicer *sl, uint32_t id, int form)
{
	struct entity *e = &sl->entities[id];
	struct view *v = &e->views[form];

	if (v->scanned)
		return v;
	return make_view(sl, e, form) && scan_view(sl, e, v) ? v : NULL;
}

/* ---- one cut ---- */

struct cut {
	struct slicer *sl;
	uint32_t fn;        /* UINT32_MAX: no function, but the closure of a module flag */
	size_t budget;      /* bytes of initialisers that may still be added */
	bool ok;
};

static void
need_as(struct cut *c, uint32_t id, uint8_t form)
{
	struct slicer *sl = c->sl;
	struct entity *e = &sl->entities[id];

	if (e->cut == sl->cuts && e->form <= form)
		return;
	e->cut = sl->cuts;
	e->form = form;
	if (!ARENA_PUSH(&sl->arena, sl->queue, sl->nqueue, sl->queue_cap))
		c->ok = false;
	else
		sl->queue[sl->nqueue++] = id;
}

/* Does the initialiser take the address of a block of another function? */
static bool
names_other_blocks(const struct cut *c, const struct view *v)
{
	for (uint32_t i = 0; i < v->nrefs; i++)
		if ((v->refs[i] & 1) != 0 && v->refs[i] >> 1 != c->fn)
			return true;
	return false;
}

static bool
take_initialiser(struct cut *c, uint32_t id)
{
	struct entity *e = &c->sl->entities[id];

	if (!e->init || (e->cut == c->sl->cuts && e->form == FORM_FULL))
		return true;
	if (e->bytes > c->budget)
		return false;
	const struct view *v = view_of(c->sl, id, FORM_FULL);
	if (v == NULL) {
		c->ok = false;
		return false;
	}
	const size_t cost = e->bytes + (size_t)v->nrefs * SLICE_REFERENCE;
	if (cost > c->budget || names_other_blocks(c, v))
		return false;
	c->budget -= cost;
	return true;
}

/* Returns the variable or function that an alias ends in; UINT32_MAX if an expression of several hides it. */
static uint32_t
alias_base(struct cut *c, uint32_t id)
{
	for (unsigned depth = 0; depth < 64; depth++) {
		const struct view *v = view_of(c->sl, id, FORM_FULL);
		uint32_t next = UINT32_MAX;
		if (v == NULL) {
			c->ok = false;
			return UINT32_MAX;
		}
		for (uint32_t i = 0; i < v->nrefs; i++) {
			uint32_t to = v->refs[i] >> 1;
			if (to != id && slice_sigil(&c->sl->entities[to]) == '@') {
				if (next != UINT32_MAX)
					return UINT32_MAX;
				next = to;
			}
		}
		if (next == UINT32_MAX || c->sl->entities[next].kind != ENTITY_ALIAS)
			return next;
		id = next;
	}
	return UINT32_MAX;
}

static uint8_t
alias_form(struct cut *c, uint32_t id)
{
	const struct entity *e = &c->sl->entities[id];
	uint32_t base = alias_base(c, id);

	if (base == UINT32_MAX || memmem(e->text, e->bytes, " ifunc ", 7) != NULL)
		return FORM_DECLARED;
	if (c->sl->entities[base].kind == ENTITY_VARIABLE && c->sl->entities[base].init && take_initialiser(c, base)) {
		need_as(c, base, FORM_FULL);
		return FORM_FULL;
	}
	return base == c->fn ? FORM_FULL : FORM_DECLARED;
}

static void
need(struct cut *c, uint32_t ref)
{
	struct entity *e = &c->sl->entities[ref >> 1];
	uint32_t id = ref >> 1;
	bool again = e->cut == c->sl->cuts, block = ref & 1;

	if (again && !(block && e->form != FORM_FULL))
		return;
	switch ((enum entity_kind)e->kind) {
	case ENTITY_DEFINE:
		need_as(c, id, block || id == c->fn ? FORM_FULL : FORM_DECLARED);
		break;
	case ENTITY_VARIABLE:
		need_as(c, id, take_initialiser(c, id) ? FORM_FULL : FORM_DECLARED);
		break;
	case ENTITY_ALIAS:
		need_as(c, id, alias_form(c, id));
		break;
	default:
		need_as(c, id, FORM_FULL);
		break;
	}
}

static bool
close_over(struct cut *c, uint32_t most)
{
	struct slicer *sl = c->sl;

	for (uint32_t i = 0; i < sl->nqueue && i < most && c->ok; i++) {
		uint32_t id = sl->queue[i];
		const struct view *v = view_of(sl, id, sl->entities[id].form);
		if (v == NULL)
			return false;
		for (uint32_t k = 0; k < v->nrefs && c->ok; k++)
			need(c, v->refs[k]);
	}
	return c->ok;
}

static void
start_cut(struct cut *c, struct slicer *sl, uint32_t fn)
{
	*c = (struct cut){ sl, fn, SLICE_INITIALISERS, true };
	sl->cuts++;
	sl->nqueue = 0;
}

/* ---- module flags and lists ---- */

static bool
is_named(const struct entity *e, const char *name)
{
	return e->kind == ENTITY_NAMED && e->name_bytes == strlen(name) && memcmp(e->name, name, e->name_bytes) == 0;
}

/* Keeps a module flag that applies to each function by itself. */
static bool
keep_flag(struct slicer *sl, uint32_t id)
{
	struct cut c;

	start_cut(&c, sl, UINT32_MAX);
	need_as(&c, id, FORM_FULL);
	if (!close_over(&c, FLAG_CLOSURE))
		return false;
	if (sl->nqueue > FLAG_CLOSURE)
		return true;
	for (uint32_t i = 0; i < sl->nqueue; i++)
		if (sl->entities[sl->queue[i]].kind != ENTITY_METADATA)
			return true;
	if (!ARENA_PUSH(&sl->arena, sl->flags, sl->nflags, sl->flags_cap))
		return false;
	sl->flags[sl->nflags++] = id;
	return true;
}

static bool
find_common(struct slicer *sl)
{
	for (uint32_t id = 0; id < sl->n; id++) {
		const struct entity *e = &sl->entities[id];
		bool flags = is_named(e, "llvm.module.flags");
		if (!flags && !is_named(e, "llvm.ident"))
			continue;
		const struct view *v = view_of(sl, id, FORM_FULL);
		if (v == NULL)
			return false;
		for (uint32_t i = 0; i < v->nrefs; i++) {
			if (flags && !keep_flag(sl, v->refs[i] >> 1))
				return false;
			if (flags || sl->nidents == MOST_IDENTS)
				continue;
			if (!ARENA_PUSH(&sl->arena, sl->idents, sl->nidents, sl->idents_cap))
				return false;
			sl->idents[sl->nidents++] = v->refs[i] >> 1;
		}
	}
	return true;
}

bool
slice_index(struct slicer *sl, arena_alloc_fn *alloc, void *user, const char *text, size_t bytes)
{
	*sl = (struct slicer){ 0 };
	arena_init(&sl->arena, alloc, user);
	return slice_find_entities(sl, text, text + bytes) && find_common(sl);
}

/* ---- output ---- */

static int
by_number(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

static void
put_list(struct blob *out, const struct slicer *sl, const char *name, const uint32_t *ids, uint32_t n)
{
	if (n == 0)
		return;
	blob_string(out, "!");
	blob_string(out, name);
	blob_string(out, " = !{");
	for (uint32_t i = 0; i < n; i++) {
		blob_string(out, i ? ", !" : "!");
		blob_add(out, sl->entities[ids[i]].name, sl->entities[ids[i]].name_bytes);
	}
	blob_string(out, "}\n");
}

/* Appends the named lists, between attributes and metadata as LLVM does. */
static bool
put_lists(struct slicer *sl, struct blob *out)
{
	uint32_t *units = NULL, nunits = 0, cap = 0;

	for (uint32_t i = 0; i < sl->nqueue; i++)
		if (is_unit(&sl->entities[sl->queue[i]])) {
			if (!ARENA_PUSH(&sl->arena, units, nunits, cap))
				return false;
			units[nunits++] = sl->queue[i];
		}
	if (nunits + sl->nflags + sl->nidents > 0)
		blob_string(out, "\n");
	put_list(out, sl, "llvm.dbg.cu", units, nunits);
	put_list(out, sl, "llvm.module.flags", sl->flags, sl->nflags);
	put_list(out, sl, "llvm.ident", sl->idents, sl->nidents);
	return true;
}

static bool
put_all(struct slicer *sl, struct blob *out)
{
	uint8_t last = ENTITY_HEADER;
	bool lists = false;

	for (uint32_t id = 0; id < sl->n && sl->entities[id].kind == ENTITY_HEADER; id++) {
		blob_add(out, sl->entities[id].text, sl->entities[id].bytes);
		blob_string(out, "\n");
	}
	qsort(sl->queue, sl->nqueue, sizeof *sl->queue, by_number);
	for (uint32_t i = 0; i < sl->nqueue; i++) {
		const struct entity *e = &sl->entities[sl->queue[i]];
		if (i > 0 && sl->queue[i] == sl->queue[i - 1])
			continue;
		if (e->kind == ENTITY_METADATA && !lists) {
			lists = true;
			if (!put_lists(sl, out))
				return false;
		}
		const uint8_t kind = e->kind == ENTITY_DEFINE && e->form == FORM_DECLARED ? ENTITY_DECLARE : e->kind;
		if (kind != last || kind == ENTITY_DEFINE)
			blob_string(out, "\n");
		last = kind;
		blob_add(out, e->views[e->form].text, e->views[e->form].bytes);
		blob_string(out, "\n");
	}
	return !out->failed;
}

bool
slice_cut(struct slicer *sl, uint32_t fn, struct blob *out)
{
	struct cut c;

	start_cut(&c, sl, fn);
	need_as(&c, fn, FORM_FULL);
	for (uint32_t i = 0; i < sl->nflags; i++)
		need_as(&c, sl->flags[i], FORM_FULL);
	for (uint32_t i = 0; i < sl->nidents; i++)
		need_as(&c, sl->idents[i], FORM_FULL);
	return close_over(&c, UINT32_MAX) && put_all(sl, out);
}

void
slice_free(struct slicer *sl)
{
	arena_free(&sl->arena);
}
