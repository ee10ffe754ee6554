/* SPDX-License-Identifier: MIT */
/* dump_slots.c -- the compact forms as text: N numbering, L liveness, P plan; C, the root map, is in frame_map.c. */
#include "gcroots/views/forms.h"

struct out {
	struct arena *ar;
	const struct fn *f;
	const struct dump_names *names;
	struct text t;
};

#define put(o, ...) text_printf(&(o)->t, __VA_ARGS__)

static void
put_value(struct out *o, base_id v)
{
	dump_value(&o->t, o->f, o->names, v);
}

static void
put_block(struct out *o, block_id b)
{
	dump_block(&o->t, o->names, b);
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

/* In order of blocks. */
static void
end_uses(struct out *o)
{
	const struct fn *f = o->f;
	uint32_t *at = arena_zarray(o->ar, (size_t)f->g.nblk + 2, sizeof *at),
		 *order = arena_array(o->ar, (size_t)f->nend + 1, sizeof *order);

	if (!at || !order)
		return;
	for (uint32_t i = 0; i < f->nend; i++)
		at[f->end[i].block + 1]++;
	for (block_id b = 0; b < f->g.nblk; b++)
		at[b + 1] += at[b];
	for (uint32_t i = 0; i < f->nend; i++)
		order[at[f->end[i].block]++] = i;
	for (uint32_t i = 0; i < f->nend; i++) {
		const struct end_use *e = &f->end[order[i]];
		put(o, "  at the end of ");
		put_block(o, e->block);
		put(o, ": use ");
		put_value(o, e->value);
		put(o, "\n");
	}
}

static void
numbering(struct out *o)
{
	const struct fn *f = o->f;

	for (block_id b = 0; b < f->g.nblk; b++) {
		put_block(o, b);
		put(o, ":  depth %u\n", f->g.loop_depth ? f->g.loop_depth[b] : 0);
		for (uint32_t i = f->event_at[b]; i < f->event_at[b + 1]; i++) {
			static const char *const verb[] = { "define", "use", "safepoint" };
			uint32_t id = EVENT_ID(f->event[i]);
			put(o, "  %s ", verb[EVENT_KIND(f->event[i])]);
			if (EVENT_KIND(f->event[i]) == EVENT_SAFEPOINT) {
				put(o, "%u%s\n", id, f->safe[id].returns_twice ? " (returns twice)" : "");
				continue;
			}
			put_value(o, value_base(id));
			if (EVENT_KIND(f->event[i]) == EVENT_DEF) {
				put_refs(o, "  rooted by", f->val[id].ref_at, f->val[id].ref_n);
				if (f->refined.canon && f->refined.canon[id] != value_base(id)) {
					put(o, "  is ");
					put_value(o, f->refined.canon[id]);
				}
			}
			put(o, "\n");
		}
	}
	end_uses(o);
}

static void
live_sets(struct out *o)
{
	for (safepoint_id s = 0; o->f->live.at && s < o->f->nsafe; s++) {
		struct pset_list l = { 0 }, none = { 0 };
		put(o, "  safepoint %u in ", s);
		put_block(o, o->f->safe[s].block);
		put(o, ":");
		if (!live_diff(o->f, o->f->live.at[s], 0, o->ar, &l, &none))
			return;
		for (uint32_t i = 0; i < l.n; i++) {
			put(o, " ");
			put_value(o, value_base(l.v[i]));
		}
		put(o, "\n");
	}
}

static void
plan(struct out *o)
{
	for (uint32_t i = 0; i < o->f->wrapped.npush; i++) {
		const struct push *at = &o->f->wrapped.push[i];
		put(o, at->safe == PUSH_AT_END ? "  frame pushed at the end of " : "  frame pushed in ");
		put_block(o, at->block);
		if (at->safe < PUSH_AT_TOP)
			put(o, " before safepoint %u", at->safe);
		put(o, "\n");
	}
	for (uint32_t i = 0; i < o->f->wrapped.npop; i++) {
		put(o, "  frame popped in ");
		put_block(o, o->f->wrapped.pop[i]);
		put(o, "\n");
	}
	for (uint32_t i = 0; i < o->f->placed.nstore; i++) {
		const struct store *s = &o->f->placed.store[i];
		put(o, "  slot %u <- ", s->slot);
		put_value(o, value_base(s->value));
		if (s->safe != NONE)
			put(o, " before safepoint %u in ", s->safe);
		else
			put(o, " at the end of ");
		put_block(o, s->block);
		put(o, "\n");
	}
}

void
dump_value(struct text *t, const struct fn *f, const struct dump_names *names, base_id v)
{
	static const char *const kind[] = { "", "", "phi:", "select:", "extract:", "insert:" };

	if (v == BASE_ROOTED)
		text_string(t, "rooted");
	else if (v == BASE_PERMANENT)
		text_string(t, "perm");
	else
		text_printf(t, names->value[v][0] ? "%s%%%.100s#%d" : "%s%s#%d", kind[f->val[v].kind], names->value[v],
			v);
}

void
dump_block(struct text *t, const struct dump_names *names, block_id b)
{
	if (names->block[b][0])
		text_printf(t, "%.100s", names->block[b]);
	else
		text_printf(t, "b%u", b);
}

char *
dump_form(const struct fn *f, struct arena *ar, char letter, const struct dump_names *names, size_t *bytes)
{
	struct out o = { .ar = ar, .f = f, .names = names, .t = { .ar = ar } };

	if (!names->value || !names->block)
		return NULL;
	put(&o, "@%.200s  %u values, %u safepoints, %u live at most, %u slots, %u stores\n",
		text_escaped(ar, f->name), f->nval, f->nsafe, f->coloured.max_live, f->coloured.nslots,
		f->placed.nstore);
	switch (letter) {
	case 'N': numbering(&o); break;
	case 'L': live_sets(&o); break;
	case 'C': dump_map(f, &o.t, names); break;
	case 'P': plan(&o); break;
	}
	*bytes = o.t.n;
	return ar->failed ? NULL : o.t.s;
}
