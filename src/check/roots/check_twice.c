/* SPDX-License-Identifier: MIT */
/* check_twice.c -- error 1 of check_roots.c at calls that may return twice: what may each slot be written with later?
**
** Control may come back to such a call from any point that can be reached from it.  So an object that is needed there
** has to be in a slot that is not written again, or only with the same object.
**
** State of a slot, backward: TWICE_NOTHING, one content, or TWICE_SEVERAL: what it is written with from here on. Join:
** in that order, two different contents are TWICE_SEVERAL.  The state of a block changes at most twice, and only blocks
** from which a write can be reached are visited.  If the rows of all calls together would be too large, there are none,
** and check_need.c searches at each call. */
#include "check/roots/check_need.h"

enum { FREE_CELLS = 1 << 22, CELLS_PER_EVENT = 4 };

/* The states of the slot at hand. */
struct later {
	struct ck *c;
	uint32_t *in, *out;        /* at the entry and at the end of each block */
	uint32_t *touched, ntouched; /* blocks whose states are not TWICE_NOTHING */
	uint32_t *work, nwork;
	bool *queued;
};

static uint32_t
join(uint32_t a, uint32_t b)
{
	return a == TWICE_NOTHING || a == b ? b : b == TWICE_NOTHING ? a : TWICE_SEVERAL;
}

static void
raise(struct later *l, uint32_t b, uint32_t content)
{
	uint32_t was = l->in[b];

	l->in[b] = join(was, content);
	if (l->in[b] == was)
		return;
	if (was == TWICE_NOTHING && l->out[b] == TWICE_NOTHING)
		l->touched[l->ntouched++] = b;
	if (!l->queued[b]) {
		l->queued[b] = true;
		l->work[l->nwork++] = b;
	}
}

static void
spread(struct later *l)
{
	const struct ck *c = l->c;

	while (l->nwork > 0) {
		uint32_t b = l->work[--l->nwork];
		l->queued[b] = false;
		for (uint32_t e = c->pred_off[b]; e < c->pred_off[b + 1]; e++) {
			uint32_t p = c->pred[e];
			uint32_t out = join(l->out[p], l->in[b]);
			raise(l, p, out);
			l->out[p] = out;
		}
	}
}

/* Slot s is written by the entries off[s] .. off[s + 1] - 1, in the order of events; rest: the state before an entry,
** as if nothing were written behind its block.  last_new: of each block the last event that zeroes all slots;
** new_block: blocks that have one. */
struct writes { uint32_t *off, *event, *block, *content, *rest, *last_new, *new_block, nnew; };

static void
put_write(struct writes *w, uint32_t slot, uint32_t event, uint32_t block, uint32_t content)
{
	uint32_t at = w->off[slot + 1]++;

	w->event[at] = event;
	w->block[at] = block;
	w->content[at] = content;
}

static bool
list_writes(struct ck *c, struct writes *w)
{
	w->off = arena_zarray(&c->ar, (size_t)c->nslots + 2, sizeof *w->off);
	w->last_new = arena_array(&c->ar, c->nblk, sizeof *w->last_new);
	w->new_block = arena_array(&c->ar, c->nblk, sizeof *w->new_block);
	if (c->ar.failed)
		return false;
	for (uint32_t i = 0; i < c->nev; i++)
		if (c->ev[i].kind == EV_WRITE)
			w->off[c->ev[i].a + 2]++;
		else if (c->ev[i].kind == EV_SMUDGE || c->ev[i].kind == EV_UNSEEN)
			for (uint32_t k = 0; k < c->ev[i].b; k++)
				w->off[c->ev[i].a + k + 2]++;
	for (uint32_t s = 0; s < c->nslots; s++)
		w->off[s + 2] += w->off[s + 1];
	w->event = arena_array(&c->ar, w->off[c->nslots + 1], sizeof *w->event);
	w->block = arena_array(&c->ar, w->off[c->nslots + 1], sizeof *w->block);
	w->content = arena_array(&c->ar, w->off[c->nslots + 1], sizeof *w->content);
	w->rest = arena_array(&c->ar, w->off[c->nslots + 1], sizeof *w->rest);
	if (c->ar.failed)
		return false;
	for (uint32_t b = 0; b < c->nblk; b++) {
		w->last_new[b] = NONE;
		for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++)
			if (c->ev[i].kind == EV_WRITE) {
				put_write(w, c->ev[i].a, i, b, c->ev[i].b);
			} else if (c->ev[i].kind == EV_SMUDGE || c->ev[i].kind == EV_UNSEEN) {
				for (uint32_t k = 0; k < c->ev[i].b; k++)
					put_write(w, c->ev[i].a + k, i, b, CK_UNKNOWN);
			} else if (c->ev[i].kind == EV_NEW) {
				w->last_new[b] = i;
			}
		if (w->last_new[b] != NONE)
			w->new_block[w->nnew++] = b;
	}
	for (uint32_t slot = 0; slot < c->nslots; slot++)
		for (uint32_t end = w->off[slot + 1], k = end; k-- > w->off[slot];) {
			bool more = k + 1 < end && w->block[k + 1] == w->block[k];
			w->rest[k] = more ? join(w->content[k], w->rest[k + 1]) : w->content[k];
		}
	return true;
}

/* Computes one slot's column of the rows. */
static void
one_slot(struct later *l, const struct writes *w, struct twice *t, uint32_t s)
{
	uint32_t nslots = l->c->nslots, k = w->off[s], end = w->off[s + 1];

	for (uint32_t i = 0; i < w->nnew; i++)
		raise(l, w->new_block[i], TWICE_SEVERAL);
	for (uint32_t i = k; i < end; i++)
		if (i == k || w->block[i] != w->block[i - 1])
			raise(l, w->block[i], w->rest[i]);
	spread(l);
	for (uint32_t i = 0; i < t->n; i++) {
		uint32_t b = t->block[i], content = l->out[b];
		while (k < end && w->event[k] < t->event[i])
			k++;
		if (k < end && w->block[k] == b)
			content = join(content, w->rest[k]);
		if (w->last_new[b] != NONE && w->last_new[b] > t->event[i])
			content = TWICE_SEVERAL;
		t->later[(size_t)i * nslots + s] = content;
	}
	while (l->ntouched > 0) {
		uint32_t b = l->touched[--l->ntouched];
		l->in[b] = l->out[b] = TWICE_NOTHING;
	}
}

const uint32_t *
check_twice_later(const struct ck *c, const struct twice *t, uint32_t event)
{
	uint32_t low = 0, high = t->n;

	if (t->later == NULL)
		return NULL;
	while (high - low > 1) {
		uint32_t mid = low + (high - low) / 2;
		if (t->event[mid] <= event)
			low = mid;
		else
			high = mid;
	}
	return t->later + (size_t)low * c->nslots;
}

bool
check_twice_prepare(struct ck *c, struct twice *t)
{
	struct later l = { .c = c };
	struct writes w = { 0 };

	*t = (struct twice){ 0 };
	for (uint32_t i = 0; i < c->nev; i++)
		t->n += c->ev[i].kind == EV_TWICE;
	if (t->n == 0 || (uint64_t)t->n * c->nslots > FREE_CELLS + (uint64_t)CELLS_PER_EVENT * c->nev)
		return true;
	t->event = arena_array(&c->ar, t->n, sizeof *t->event);
	t->block = arena_array(&c->ar, t->n, sizeof *t->block);
	t->later = arena_array(&c->ar, (size_t)t->n * c->nslots, sizeof *t->later);
	l.in = arena_array(&c->ar, c->nblk, sizeof *l.in);
	l.out = arena_array(&c->ar, c->nblk, sizeof *l.out);
	l.touched = arena_array(&c->ar, c->nblk, sizeof *l.touched);
	l.work = arena_array(&c->ar, c->nblk, sizeof *l.work);
	l.queued = arena_zarray(&c->ar, c->nblk, sizeof *l.queued);
	if (c->ar.failed || !list_writes(c, &w))
		return false;
	t->n = 0;
	for (uint32_t b = 0; b < c->nblk; b++) {
		l.in[b] = l.out[b] = TWICE_NOTHING;
		for (uint32_t i = c->ev_off[b]; i < c->ev_off[b + 1]; i++)
			if (c->ev[i].kind == EV_TWICE) {
				t->event[t->n] = i;
				t->block[t->n++] = b;
			}
	}
	for (uint32_t s = 0; s < c->nslots; s++)
		one_slot(&l, &w, t, s);
	return true;
}
