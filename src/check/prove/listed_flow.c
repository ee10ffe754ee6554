/* SPDX-License-Identifier: MIT */
/* listed_flow.c -- the data flow of listed.c, one variable after the other.
**
** A block changes the state of a variable, bit by bit, as x -> (x & high) | low: `low` is what comes out of it if all
** bits are 0 that go in, `high` if all are 1.  So its effects are looked at once and not each time that something new
** arrives.  A work list holds blocks that something new has come to.  A word of 64 bits changes 64 times at most, so
** that the time is linear in the edges for each variable, however deep loops are. */
#include "check/prove/listed.h"

struct flow {
	struct listed *l;
	uint32_t *succ_at, *succ;
	uint32_t *of_at, *of;    /* the effects of each variable, in the order of the function */
	struct state *low, *high; /* of each block */
	uint32_t *todo, first, n; /* a queue of blocks */
	bool *queued;
};

void
listed_step(const struct effect *e, struct state *s)
{
	switch (e->what) {
	case WRITE:
		s->written |= e->whole;
		s->holds = (s->holds & ~e->gone) | (e->reference ? e->mask : 0);
		break;
	case SMUDGE:
		s->holds |= e->mask;
		break;
	case BEGIN:
		s->written = s->holds = 0;
		break;
	case SHOW:
		s->shown = ALL;
		break;
	default:
		break;
	}
}

void
listed_step_back(const struct effect *e, struct state *s)
{
	if (e->what == READ)
		s->live |= e->mask;
	else if (e->what == WRITE)
		s->live &= ~e->gone;
	else if (e->what == BEGIN)
		s->live = 0;
}

static bool
prepare(struct flow *f)
{
	const struct listed *l = f->l;
	const struct rmodel *r = l->r;
	struct arena *ar = &f->l->ar;
	const size_t nblk = (size_t)r->nblk + 1;

	f->succ_at = arena_zarray(ar, nblk + 1, sizeof *f->succ_at);
	f->succ = arena_array(ar, (size_t)r->pred_at[r->nblk] + 1, sizeof *f->succ);
	f->of_at = arena_zarray(ar, (size_t)l->nv + 2, sizeof *f->of_at);
	f->of = arena_array(ar, (size_t)l->ne + 1, sizeof *f->of);
	f->low = arena_array(ar, nblk, sizeof *f->low);
	f->high = arena_array(ar, nblk, sizeof *f->high);
	f->todo = arena_array(ar, nblk, sizeof *f->todo);
	f->queued = arena_zarray(ar, nblk, sizeof *f->queued);
	if (ar->failed)
		return false;
	/* each list of elements is counted one place late, so that filling it moves the places to where they belong */
	for (uint32_t e = 0; e < r->pred_at[r->nblk]; e++)
		if (r->pred[e] + 2 <= r->nblk)
			f->succ_at[r->pred[e] + 2]++;
	for (uint32_t b = 1; b <= r->nblk; b++)
		f->succ_at[b] += f->succ_at[b - 1];
	for (uint32_t b = 0; b < r->nblk; b++)
		for (uint32_t e = r->pred_at[b]; e < r->pred_at[b + 1]; e++)
			f->succ[f->succ_at[r->pred[e] + 1]++] = b;
	for (uint32_t i = 0; i < l->ne; i++)
		if (l->e[i].what != STATEPOINT && l->e[i].variable + 2 <= l->nv)
			f->of_at[l->e[i].variable + 2]++;
	for (uint32_t k = 1; k <= l->nv; k++)
		f->of_at[k] += f->of_at[k - 1];
	for (uint32_t i = 0; i < l->ne; i++)
		if (l->e[i].what != STATEPOINT)
			f->of[f->of_at[l->e[i].variable + 1]++] = i;
	return true;
}

static void
enqueue(struct flow *f, uint32_t b)
{
	if (f->queued[b])
		return;
	f->queued[b] = true;
	f->todo[(f->first + f->n++) % f->l->r->nblk] = b;
}

static uint32_t
dequeue(struct flow *f)
{
	uint32_t b = f->todo[f->first];

	f->first = (f->first + 1) % f->l->r->nblk;
	f->n--;
	f->queued[b] = false;
	return b;
}

/* Reads off the effects of variable `k` what each block does to it. */
static void
summarise(struct flow *f, uint32_t k)
{
	const struct effect *e = f->l->e;

	for (uint32_t b = 0; b < f->l->r->nblk; b++) {
		f->low[b] = (struct state){ 0, 0, 0, 0 };
		f->high[b] = (struct state){ ALL, ALL, ALL, ALL };
	}
	for (uint32_t i = f->of_at[k]; i < f->of_at[k + 1]; i++) {
		const struct effect *now = &e[f->of[i]];
		listed_step(now, &f->low[now->block]);
		listed_step(now, &f->high[now->block]);
	}
	for (uint32_t i = f->of_at[k + 1]; i-- > f->of_at[k];) {
		const struct effect *now = &e[f->of[i]];
		listed_step_back(now, &f->low[now->block]);
		listed_step_back(now, &f->high[now->block]);
	}
}

static void
flow_forward(struct flow *f, uint32_t k)
{
	for (uint32_t b = 0; b < f->l->r->nblk; b++) {
		listed_row(f->l, b)[k].written = listed_row(f->l, b)[k].shown = b == 0 ? 0 : ALL;
		enqueue(f, b);
	}
	while (f->n > 0) {
		const uint32_t b = dequeue(f);
		const struct state *top = &listed_row(f->l, b)[k], *low = &f->low[b], *high = &f->high[b];
		const uint64_t written = (top->written & high->written) | low->written;
		const uint64_t holds = (top->holds & high->holds) | low->holds;
		const uint64_t shown = (top->shown & high->shown) | low->shown;
		for (uint32_t e = f->succ_at[b]; e < f->succ_at[b + 1]; e++) {
			struct state *to = &listed_row(f->l, f->succ[e])[k];
			if ((to->written & ~written) == 0 && (holds & ~to->holds) == 0 && (to->shown & ~shown) == 0)
				continue;
			to->shown &= shown;
			to->written &= written;
			to->holds |= holds;
			enqueue(f, f->succ[e]);
		}
	}
}

static void
flow_backward(struct flow *f, uint32_t k)
{
	const struct rmodel *r = f->l->r;

	for (uint32_t b = r->nblk; b-- > 0;)
		enqueue(f, b);
	while (f->n > 0) {
		const uint32_t b = dequeue(f);
		const uint64_t live = (listed_row(f->l, b)[k].live & f->high[b].live) | f->low[b].live;
		for (uint32_t e = r->pred_at[b]; e < r->pred_at[b + 1]; e++) {
			struct state *to = &listed_row(f->l, r->pred[e])[k];
			if ((live & ~to->live) == 0)
				continue;
			to->live |= live;
			enqueue(f, r->pred[e]);
		}
	}
}

bool
listed_flow(struct listed *l)
{
	struct flow f = { .l = l };

	if (!prepare(&f))
		return false;
	for (uint32_t k = 0; k < l->nv; k++) {
		summarise(&f, k);
		flow_forward(&f, k);
		flow_backward(&f, k);
	}
	return true;
}
