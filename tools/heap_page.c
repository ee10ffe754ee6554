/* SPDX-License-Identifier: MIT */
/* heap_page.c -- what a page shows of a snapshot: of a million objects those that retain most, and some of
** each type. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap.h"

enum {
	MOST_OBJECTS = 500,        /* that retain most */
	MOST_TYPES = 1000,
	TYPES_WITH_EXAMPLES = 100, EXAMPLES = 3,
	MOST_ROOTS = 500,
	MOST_STEPS = 12            /* of a path, at each end */
};

static void
string(struct text *t, const char *s)
{
	text_json(t, s, strlen(s));
}

/* qsort has no argument for the heap.  The tool has one thread. */
static const struct heap *sorted;

static int
by_retained(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	if (sorted->retained[x] != sorted->retained[y])
		return sorted->retained[x] < sorted->retained[y] ? 1 : -1;
	return x < y ? -1 : x > y;
}

static int
type_by_bytes(const void *a, const void *b)
{
	const struct heap_type *x = &sorted->type[*(const uint32_t *)a], *y = &sorted->type[*(const uint32_t *)b];

	if (x->bytes != y->bytes)
		return x->bytes < y->bytes ? 1 : -1;
	return strcmp(x->name, y->name);
}

static int
root_by_retained(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	const int order = by_retained(&sorted->root[x].object, &sorted->root[y].object);

	return order != 0 ? order : x < y ? -1 : x > y;
}

/* Returns the numbers 0 to n - 1, sorted; NULL if memory is exhausted. */
static uint32_t *
in_order(const struct heap *h, size_t n, int (*order)(const void *, const void *))
{
	uint32_t *all = calloc(n + 1, sizeof *all);

	for (uint32_t i = 0; i < n && all != NULL; i++)
		all[i] = i;
	sorted = h;
	if (all != NULL && n != 0)
		qsort(all, n, sizeof *all, order);
	return all;
}

static const struct heap_symbol *
symbol_of(const struct heap *h, uint64_t at)
{
	for (size_t i = 0; i < h->nsymbols && at != 0; i++)
		if (h->symbol[i].at == at)
			return &h->symbol[i];
	return NULL;
}

/* In words, as a JSON string. */
static void
root_text(struct text *t, const struct heap *h, const struct heap_root *r)
{
	const struct heap_symbol *s = symbol_of(h, r->at);
	char words[500];
	size_t n;

	if (strcmp(r->kind, "frame") == 0)
		n = (size_t)snprintf(words, sizeof words, "frame %" PRIu64 " of thread %" PRIu64 ", slot %" PRIu64,
			r->depth, r->thread, r->slot);
	else if (strcmp(r->kind, "task") == 0)
		n = (size_t)snprintf(words, sizeof words, "task of thread %" PRIu64 ", its %s", r->thread,
			r->slot == 0 ? "exception" : r->slot == 1 ? "argument" : "result");
	else if (strcmp(r->kind, "global") == 0)
		n = (size_t)snprintf(words, sizeof words, "variable at 0x%" PRIx64, r->at);
	else if (strcmp(r->kind, "static") == 0)
		n = (size_t)snprintf(words, sizeof words, "word %" PRIu64 " of a static object", r->slot);
	else if (strcmp(r->kind, "finalizer") == 0)
		n = (size_t)snprintf(words, sizeof words, "a finalizer that has not run");
	else
		n = (size_t)snprintf(words, sizeof words, "%s", r->kind);
	if (s != NULL)
		snprintf(words + n, sizeof words - n, ", %s%s+%" PRIu64, strcmp(r->kind, "frame") == 0 ? "in " : "",
			s->name, s->offset);
	string(t, words);
}

static void
types(struct text *t, const struct heap *h, const uint32_t *order)
{
	uint64_t objects = 0, bytes = 0;

	text_string(t, ",\n\"types\":[");
	for (size_t i = 0; i < h->ntypes; i++) {
		const struct heap_type *y = &h->type[order[i]];

		if (i >= MOST_TYPES) {
			objects += y->objects;
			bytes += y->bytes;
			continue;
		}
		text_string(t, i != 0 ? ",\n{\"name\":" : "\n{\"name\":");
		string(t, y->name);
		text_printf(t, ",\"objects\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"retained\":%" PRIu64 "}", y->objects,
			y->bytes, y->retained);
	}
	text_printf(t, "],\n\"more_types\":{\"types\":%zu,\"objects\":%" PRIu64 ",\"bytes\":%" PRIu64 "}",
		h->ntypes > MOST_TYPES ? h->ntypes - MOST_TYPES : 0, objects, bytes);
}

static void
roots(struct text *t, const struct heap *h, const uint32_t *order)
{
	text_string(t, ",\n\"roots\":[");
	for (size_t i = 0; i < h->nroots && i < MOST_ROOTS; i++) {
		const struct heap_root *r = &h->root[order[i]];

		text_string(t, i != 0 ? ",\n{\"text\":" : "\n{\"text\":");
		root_text(t, h, r);
		text_printf(t, ",\"id\":\"0x%" PRIx64 "\",\"type\":", r->id);
		string(t, h->type[h->object[r->object].type].name);
		text_printf(t, ",\"retained\":%" PRIu64 "}", h->retained[r->object]);
	}
	text_string(t, "]");
}

static void
step(struct text *t, const struct heap *h, uint32_t node)
{
	const struct heap_object *o = &h->object[node];

	text_string(t, "[");
	if (h->from[node] == h->nobjects) {
		root_text(t, h, &h->root[h->by[node]]);
	} else {
		const struct heap_edge *e = &h->edge[h->by[node]];
		char words[60];

		snprintf(words, sizeof words, e->kind == HEAP_WORD ? "word %u"
			: e->kind == HEAP_ELEMENT ? "word %u of the elements"
			: e->kind == HEAP_VALUE ? "value %u" : "memory of its own", e->word);
		string(t, words);
	}
	text_printf(t, ",\"0x%" PRIx64 "\",", o->id);
	string(t, h->type[o->type].name);
	text_string(t, "]");
}

/* The path from a root: steps [how, id, type], or the number of steps that are left out. */
static void
path(struct text *t, const struct heap *h, uint32_t node)
{
	uint32_t first[MOST_STEPS], last[MOST_STEPS];
	size_t n = 0;
	const char *comma = "";

	for (uint32_t at = node; at != h->nobjects && h->from[at] != HEAP_NONE; at = h->from[at], n++) {
		if (n < MOST_STEPS)
			last[n] = at;
		first[n % MOST_STEPS] = at;
	}
	const size_t ends = n < MOST_STEPS ? n : MOST_STEPS, rest = n - ends < MOST_STEPS ? n - ends : MOST_STEPS;
	for (size_t i = 0; i < ends; i++, comma = ",") {
		text_string(t, comma);
		step(t, h, first[(n - 1 - i) % MOST_STEPS]);
	}
	if (n > ends + rest)
		text_printf(t, ",%zu", n - ends - rest);
	for (size_t i = rest; i-- != 0;) {
		text_string(t, ",");
		step(t, h, last[i]);
	}
}

static void
object(struct text *t, const struct heap *h, uint32_t node)
{
	const struct heap_object *o = &h->object[node];
	const uint32_t above = h->dominator[node];

	text_printf(t, "{\"id\":\"0x%" PRIx64 "\",\"type\":", o->id);
	string(t, h->type[o->type].name);
	text_printf(t, ",\"bytes\":%" PRIu64 ",\"retained\":%" PRIu64 ",\"old\":%s,\"references\":%" PRIu64, o->bytes,
		h->retained[node], o->old ? "true" : "false", h->object[node + 1].first_edge - o->first_edge);
	if (above != HEAP_NONE && above != h->nobjects) {
		text_printf(t, ",\"dominator\":[\"0x%" PRIx64 "\",", h->object[above].id);
		string(t, h->type[h->object[above].type].name);
		text_string(t, "]");
	}
	text_string(t, ",\"path\":[");
	path(t, h, node);
	text_string(t, "]}");
}

/* Marks the objects of the page: those that retain most, the first of each type, and one that is asked for. */
static void
choose(const struct heap *h, const uint32_t *order, const uint32_t *type_order, uint8_t *examples, uint8_t *chosen,
	uint64_t wanted)
{
	for (size_t i = 0; i < h->ntypes && i < TYPES_WITH_EXAMPLES; i++)
		examples[type_order[i]] = EXAMPLES;
	for (size_t i = 0; i < h->nobjects; i++) {
		const struct heap_object *o = &h->object[order[i]];

		if (i >= MOST_OBJECTS && examples[o->type] == 0 && o->id != wanted)
			continue;
		chosen[i] = 1;
		if (examples[o->type] != 0)
			examples[o->type]--;
	}
}

static void
totals(struct text *t, const struct heap *h, const char *source)
{
	uint64_t objects = 0, bytes = 0;

	for (size_t i = 0; i < h->nobjects; i++)
		if (h->from[i] == HEAP_NONE) {
			objects++;
			bytes += h->object[i].bytes;
		}
	text_string(t, "{\"schema\":\"lateroot-heap-view/1\",\"source\":");
	string(t, source);
	text_printf(t, ",\"collected\":%s,\"total\":{\"objects\":%zu,\"bytes\":%" PRIu64 ",\"edges\":%zu,\"roots\":%zu,"
		"\"types\":%zu},\"unreachable\":{\"objects\":%" PRIu64 ",\"bytes\":%" PRIu64 "}",
		h->collected ? "true" : "false", h->nobjects, h->bytes, h->nedges, h->nroots, h->ntypes, objects,
		bytes);
}

bool
heap_json(struct text *t, const struct heap *h, const char *source, uint64_t wanted)
{
	uint32_t *order = in_order(h, h->nobjects, by_retained), *type_order = in_order(h, h->ntypes, type_by_bytes),
		*root_order = in_order(h, h->nroots, root_by_retained);
	uint8_t *chosen = calloc(h->nobjects + 1, 1), *examples = calloc(h->ntypes + 1, 1);
	const bool ok = order && type_order && root_order && chosen && examples;
	const char *comma = "\n";

	if (ok) {
		totals(t, h, source);
		types(t, h, type_order);
		roots(t, h, root_order);
		choose(h, order, type_order, examples, chosen, wanted);
		text_string(t, ",\n\"objects\":[");
		for (size_t i = 0; i < h->nobjects; i++) {
			if (!chosen[i])
				continue;
			text_string(t, comma);
			object(t, h, order[i]);
			comma = ",\n";
		}
		text_string(t, "]}\n");
	}
	free(order);
	free(type_order);
	free(root_order);
	free(chosen);
	free(examples);
	return ok && !t->ar->failed;
}
