/* dump.c -- the compact forms as text: N numbering, L liveness, C colours (the root map), P plan. */
#include "gcroots/gcroots.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct out {
	struct arena *ar;
	const struct fn *f;
	const char *const *value_name, *const *block_name;
	char *text;
	uint32_t n, cap;
	bool failed;
};

__attribute__((format(printf, 2, 3)))
static void
put(struct out *o, const char *fmt, ...)
{
	char line[256];
	va_list ap;

	va_start(ap, fmt);
	int n = vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	if (n >= (int)sizeof line)
		n = (int)sizeof line - 1;
	while (!o->failed && o->cap - o->n < (uint32_t)n + 1)
		if (o->cap > UINT32_MAX / 4 || !arena_grow_(o->ar, (void **)&o->text, o->n, &o->cap, 1))
			o->failed = true;
	if (o->failed)
		return;
	memcpy(o->text + o->n, line, (size_t)n + 1);
	o->n += (uint32_t)n;
}

static void
put_value(struct out *o, num v)
{
	static const char *const kind[] = { "", "", "phi:", "select:", "extract:", "insert:" };

	if (v == NUM_ROOTED)
		put(o, "rooted");
	else if (v == NUM_PERM)
		put(o, "perm");
	else if (o->value_name[v][0])
		put(o, "%s%%%.100s#%d", kind[o->f->val[v].kind], o->value_name[v], v);
	else
		put(o, "%s#%d", kind[o->f->val[v].kind], v);
}

static void
put_block(struct out *o, uint32_t b)
{
	if (o->block_name[b][0])
		put(o, "%.100s", o->block_name[b]);
	else
		put(o, "b%u", b);
}

static void
put_refs(struct out *o, const char *title, uint32_t at, uint32_t n)
{
	if (n == 0)
		return;
	put(o, "%s", title);
	for (uint32_t i = 0; i < n; i++) {
		put(o, " ");
		put_value(o, o->f->ref[at + i]);
	}
}

static void
numbering(struct out *o)
{
	const struct fn *f = o->f;

	for (uint32_t b = 0; b < f->g.nblk; b++) {
		put_block(o, b);
		put(o, ":  depth %u\n", f->g.loop_depth[b]);
		for (uint32_t i = f->event_at[b]; i < f->event_at[b + 1]; i++) {
			static const char *const verb[] = { "define", "use", "safepoint" };
			uint32_t id = EVENT_ID(f->event[i]);
			put(o, "  %s ", verb[EVENT_KIND(f->event[i])]);
			if (EVENT_KIND(f->event[i]) == EVENT_SAFEPOINT) {
				put(o, "%u%s\n", id, f->safe[id].returns_twice ? " (returns twice)" : "");
				continue;
			}
			put_value(o, (num)id);
			if (EVENT_KIND(f->event[i]) == EVENT_DEF) {
				put_refs(o, "  rooted by", f->val[id].ref_at, f->val[id].ref_n);
				if (f->canon[id] != (num)id) {
					put(o, "  is ");
					put_value(o, f->canon[id]);
				}
			}
			put(o, "\n");
		}
	}
	for (uint32_t i = 0; i < f->nend; i++) {
		put(o, "  at the end of ");
		put_block(o, f->end[i].block);
		put(o, ": use ");
		put_value(o, f->end[i].value);
		put(o, "\n");
	}
}

static void
live_sets(struct out *o)
{
	for (uint32_t s = 0; o->f->live && s < o->f->nsafe; s++) {
		struct pset_list l = { 0 }, none = { 0 };
		put(o, "  safepoint %u in ", s);
		put_block(o, o->f->safe[s].block);
		put(o, ":");
		if (!pset_diff(o->f->pool, o->f->live[s], 0, o->ar, &l, &none))
			return;
		for (uint32_t i = 0; i < l.n; i++) {
			put(o, " ");
			put_value(o, (num)l.v[i]);
		}
		put(o, "\n");
	}
}

static int
by_safepoint(const void *a, const void *b)
{
	const struct demand *x = a, *y = b;

	return x->safe != y->safe ? (x->safe < y->safe ? -1 : 1) : x->slot < y->slot ? -1 : x->slot > y->slot;
}

/* Rows are safepoints, columns slots: @ where a value comes into the slot, | while it has to stay, . otherwise. */
static void
root_map(struct out *o)
{
	enum { WIDE = 16 };
	const struct fn *f = o->f;
	uint32_t cols = f->nslots < WIDE ? f->nslots : WIDE, next = 0, *holds = arena_array(o->ar, cols + 1, sizeof *holds);
	struct demand *d = arena_array(o->ar, (size_t)f->ndemand + 1, sizeof *d);

	if (!holds || !d)
		return;
	if (f->ndemand)
		memcpy(d, f->demand, f->ndemand * sizeof *d);
	qsort(d, f->ndemand, sizeof *d, by_safepoint);
	for (uint32_t s = 0; s < f->nsafe; s++) {
		uint32_t b = f->safe[s].block;
		if (s == f->safe_at[b]) {
			put_block(o, b);
			put(o, ":\n");
			/* what the nearest dominating safepoint holds is not known here without the walk: show what starts in this block */
			for (uint32_t c = 0; c < cols; c++)
				holds[c] = UINT32_MAX;
		}
		put(o, "  *%-5u", s);
		uint32_t first = next;
		while (next < f->ndemand && d[next].safe == s)
			next++;
		for (uint32_t i = first; i < next; i++)
			if (d[i].slot < cols)
				holds[d[i].slot] = d[i].value;
		for (uint32_t c = 0; c < cols; c++) {
			bool starts = false;
			for (uint32_t i = first; i < next; i++)
				starts |= d[i].slot == c;
			bool stays = holds[c] != UINT32_MAX && pset_has(f->pool, f->live[s], holds[c]);
			put(o, " %c", starts ? '@' : stays ? '|' : '.');
			if (!stays && !starts)
				holds[c] = UINT32_MAX;
		}
		for (uint32_t i = first; i < next; i++) {
			put(o, i == first ? "   %u <- " : ", %u <- ", d[i].slot);
			put_value(o, (num)d[i].value);
		}
		put(o, "\n");
	}
	put(o, "  * safepoint   @ stored before it   | stays rooted   . free\n");
	if (cols < f->nslots)
		put(o, "  (%u more slots not shown)\n", f->nslots - cols);
}

static void
plan(struct out *o)
{
	for (uint32_t i = 0; i < o->f->npush; i++) {
		put(o, "  frame pushed in ");
		put_block(o, o->f->push[i]);
		put(o, "\n");
	}
	for (uint32_t i = 0; i < o->f->npop; i++) {
		put(o, "  frame popped in ");
		put_block(o, o->f->pop[i]);
		put(o, "\n");
	}
	for (uint32_t i = 0; i < o->f->nstore; i++) {
		const struct store *s = &o->f->store[i];
		put(o, "  slot %u <- ", s->slot);
		put_value(o, (num)s->value);
		if (s->where == STORE_BEFORE_SAFEPOINT) {
			put(o, " before safepoint %u in ", s->at);
			put_block(o, o->f->safe[s->at].block);
		} else {
			put(o, " at the end of ");
			put_block(o, s->at);
		}
		put(o, "\n");
	}
}

char *
dump_form(const struct fn *f, struct arena *ar, char letter, const char *const *value_names, const char *const *block_names, size_t *bytes)
{
	struct out o = { .ar = ar, .f = f, .value_name = value_names, .block_name = block_names };

	if (!value_names || !block_names)
		return NULL;
	put(&o, "@%.200s  %u values, %u safepoints, %u live at most, %u slots, %u stores\n", f->name, f->nval, f->nsafe, f->max_live,
		f->nslots, f->nstore);
	switch (letter) {
	case 'N': numbering(&o); break;
	case 'L': live_sets(&o); break;
	case 'C': root_map(&o); break;
	case 'P': plan(&o); break;
	}
	*bytes = o.n;
	return o.failed ? NULL : o.text;
}
