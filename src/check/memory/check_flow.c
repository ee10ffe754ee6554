/* SPDX-License-Identifier: MIT */
/* check_flow.c -- where the memory of one stack object may have been written, and where it may be read later.
**
** Two data flows over blocks, for up to 64 cells at once.  Backward: a cell is live from a read back to the access that
** overwrites all of it.  Forward: a cell is written from a write on.  Reads are loads, copies out of it, and calls that
** get its address.  An object that escapes may be read anywhere.  A cell that is live at a call that may return twice
** stays live behind it, since control may come back.  Only the blocks that are reached are visited and reset. */
#include "check/memory/check_stack.h"

bool
check_touches(struct ck *c, struct touches *t)
{
	uint32_t cap = 0;

	*t = (struct touches){ .off = arena_zarray(&c->ar, (size_t)c->nobjects + 2, sizeof *t->off) };
	if (c->ar.failed)
		return false;
	for (int fill = 0; fill < 2; fill++) {
		for (uint32_t i = 0; i < c->nev; i++) {
			uint32_t o;
			if (c->ev[i].kind == EV_TWICE && !fill) {
				if (!ARENA_PUSH(&c->ar, t->twice, t->ntwice, cap))
					return false;
				t->twice[t->ntwice++] = i;
			}
			if (c->ev[i].kind != EV_ACCESS)
				continue;
			o = c->places[c->ev[i].b].object;
			if (fill)
				t->pos[t->off[o + 1]++] = i;
			else
				t->off[o + 2]++;
		}
		if (fill)
			break;
		for (uint32_t o = 0; o < c->nobjects; o++)
			t->off[o + 2] += t->off[o + 1];
		t->pos = arena_array(&c->ar, t->off[c->nobjects + 1], sizeof *t->pos);
		if (t->pos == NULL)
			return false;
	}
	return true;
}

bool
check_flow_start(struct ck *c, struct flow *f)
{
	*f = (struct flow){ .c = c };
	f->block = arena_zarray(&c->ar, c->nblk, sizeof *f->block);
	f->work = arena_array(&c->ar, (size_t)c->nblk + 1, sizeof *f->work);
	f->used = arena_array(&c->ar, c->nblk, sizeof *f->used);
	return !c->ar.failed;
}

static void
mark_used(struct flow *f, uint32_t b)
{
	if (!f->block[b].used)
		f->used[f->nused++] = b;
	f->block[b].used = true;
}

static void
reset(struct flow *f)
{
	while (f->nused > 0)
		f->block[f->used[--f->nused]] = (struct flow_block){ 0 };
	f->n = 0;
	f->any_read = false;
}

/* The cells that lie in bytes `from` to `to` - 1: those that lie there wholly if `within`, otherwise all that
** overlap. */
static uint64_t
cells(const struct flow *f, int64_t from, int64_t to, bool within)
{
	int64_t size = f->cell * f->ncells, end = f->c->objects[f->object].bytes - f->from, lo, hi;

	from = from < f->from ? 0 : from - f->from;
	to -= f->from;
	to = to > size ? size : to;
	if (from >= to)
		return 0;
	lo = within ? (from + f->cell - 1) / f->cell : from / f->cell;
	hi = within && to < end ? to / f->cell : (to + f->cell - 1) / f->cell;
	if (lo >= hi)
		return 0;
	return (hi - lo == 64 ? ~(uint64_t)0 : (((uint64_t)1 << (hi - lo)) - 1)) << lo;
}

/* `near`: the block of the touch before, which mostly has this one too, since touches come in the order of
** positions. */
static void
fill_touch(struct flow *f, struct touch *t, uint32_t pos, uint32_t near)
{
	const struct ck *c = f->c;
	const struct access *a = &c->accesses[c->ev[pos].a];
	const struct place *at = &c->places[c->ev[pos].b];
	uint64_t touched = cells(f, at->lo, at->hi + a->bytes, false);

	if (pos < c->ev_off[near] || pos >= c->ev_off[near + 1])
		near = check_block_at(c, pos);
	*t = (struct touch){ .pos = pos, .block = near, .access = c->ev[pos].a };
	t->reads = a->reads ? touched : 0;
	t->writes = a->writes ? touched : 0;
	if (check_is_strong_update(c, a, at))
		t->kills = a->writes ? cells(f, at->lo, at->lo + a->bytes, true) : 0;
	if (f->folded) { /* one element stands for all */
		t->reads = a->reads ? f->all : 0;
		t->writes = a->writes ? f->all : 0;
		t->kills = t->kills != 0 && a->bytes >= OBJECT_ENDLESS ? f->all : 0;
	}
	t->nulls = a->null ? t->kills : 0;
	if (a->forgets)
		t->forgets = t->kills = f->all;
	f->any_read |= a->reads;
}

static void
add_work(struct flow *f, uint32_t *n, uint32_t b)
{
	mark_used(f, b);
	if (f->block[b].queued)
		return;
	f->block[b].queued = true;
	f->work[(*n)++] = b;
}

static void
backward(struct flow *f)
{
	const struct ck *c = f->c;
	uint32_t n = 0;

	for (uint32_t i = 0; i < f->n; i++) {
		struct flow_block *b = &f->block[f->t[i].block];
		mark_used(f, f->t[i].block);
		b->gen |= f->t[i].reads & ~b->kill;
		b->kill |= f->t[i].kills;
		if (b->gen != 0)
			add_work(f, &n, f->t[i].block);
	}
	while (n > 0) {
		uint32_t at = f->work[--n];
		struct flow_block *b = &f->block[at];
		uint64_t in = b->gen | (b->live_out & ~b->kill);
		b->queued = false;
		if (in == b->live_in)
			continue;
		b->live_in = in;
		for (uint32_t e = c->pred_off[at]; e < c->pred_off[at + 1]; e++) {
			uint32_t p = c->pred[e];
			if ((f->block[p].live_out | in) == f->block[p].live_out)
				continue;
			f->block[p].live_out |= in;
			add_work(f, &n, p);
		}
	}
	for (uint32_t i = f->n; i-- > 0;) {
		struct touch *t = &f->t[i];
		bool last = i + 1 == f->n || f->t[i + 1].block != t->block;
		uint64_t after = last ? f->block[t->block].live_out : f->t[i + 1].live_before;
		t->live_before = t->reads | (after & ~t->kills);
	}
}

static void
forward(struct flow *f)
{
	const struct ck *c = f->c;
	uint32_t n = 0;

	for (uint32_t i = 0; i < f->n; i++) {
		const struct touch *t = &f->t[i];
		struct flow_block *b = &f->block[t->block];
		b->written_gen = (b->written_gen & ~t->forgets) | t->writes;
		b->written_kill |= t->forgets;
		b->nonnull_gen = (b->nonnull_gen & ~(t->forgets | t->nulls)) | (t->writes & ~t->nulls);
		b->nonnull_kill |= t->forgets | t->nulls;
		add_work(f, &n, t->block);
	}
	while (n > 0) {
		uint32_t at = f->work[--n];
		struct flow_block *b = &f->block[at];
		uint64_t w = b->written_gen | (b->written_in & ~b->written_kill);
		uint64_t x = b->nonnull_gen | (b->nonnull_in & ~b->nonnull_kill);
		b->queued = false;
		for (uint32_t e = c->succ_off[at]; e < c->succ_off[at + 1]; e++) {
			struct flow_block *s = &f->block[c->succ[e]];
			if ((s->written_in | w) == s->written_in && (s->nonnull_in | x) == s->nonnull_in)
				continue;
			s->written_in |= w;
			s->nonnull_in |= x;
			add_work(f, &n, c->succ[e]);
		}
	}
	for (uint32_t i = 0; i < f->n; i++) {
		struct touch *t = &f->t[i];
		bool first = i == 0 || f->t[i - 1].block != t->block;
		uint64_t w = first ? f->block[t->block].written_in : f->t[i - 1].written_after;
		uint64_t x = first ? f->block[t->block].nonnull_in : f->t[i - 1].nonnull_after;
		t->written_after = (w & ~t->forgets) | t->writes;
		t->nonnull_after = (x & ~(t->forgets | t->nulls)) | (t->writes & ~t->nulls);
	}
}

static uint64_t
plain_live_at(const struct flow *f, uint32_t pos, uint32_t b)
{
	uint32_t i = check_flow_next(f, pos);

	return i < f->n && f->t[i].block == b ? f->t[i].live_before : f->block[b].live_out;
}

static void
spread_live_again(struct flow *f, const struct touches *t)
{
	const struct ck *c = f->c;
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->ntwice; i++) {
		uint32_t b = check_block_at(c, t->twice[i]);
		uint64_t live = plain_live_at(f, t->twice[i], b);
		for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
			f->block[c->succ[e]].live_again |= live;
			if (live != 0)
				add_work(f, &n, c->succ[e]);
		}
	}
	while (n > 0) {
		uint32_t b = f->work[--n];
		f->block[b].queued = false;
		for (uint32_t e = c->succ_off[b]; e < c->succ_off[b + 1]; e++) {
			uint32_t s = c->succ[e];
			if ((f->block[s].live_again | f->block[b].live_again) == f->block[s].live_again)
				continue;
			f->block[s].live_again |= f->block[b].live_again;
			add_work(f, &n, s);
		}
	}
}

static bool
find_touches(struct flow *f, const uint32_t *pos, uint32_t n, uint32_t object)
{
	struct ck *c = f->c;

	f->object = object;
	f->all = f->ncells == 64 ? ~(uint64_t)0 : ((uint64_t)1 << f->ncells) - 1;
	for (uint32_t i = 0; i < n; i++) {
		if (!ARENA_PUSH(&c->ar, f->t, f->n, f->cap))
			return false;
		fill_touch(f, &f->t[i], pos[i], i > 0 ? f->t[i - 1].block : 0);
		f->n++;
	}
	return true;
}

void
check_flow_live(struct flow *f, const struct touches *t)
{
	backward(f);
	spread_live_again(f, t);
}

bool
check_flow(struct flow *f, const struct touches *t, uint32_t object)
{
	const struct ck *c = f->c;
	int64_t words = c->objects[object].bytes <= 0 ? 1 : (c->objects[object].bytes + c->word - 1) / c->word;

	reset(f);
	f->from = 0;
	f->folded = false;
	f->cell = (words + 63) / 64 * c->word;
	f->ncells = (uint32_t)((words * c->word + f->cell - 1) / f->cell);
	if (!find_touches(f, t->pos + t->off[object], t->off[object + 1] - t->off[object], object))
		return false;
	check_flow_live(f, t);
	forward(f);
	return true;
}

bool
check_flow_among(struct flow *f, const uint32_t *pos, uint32_t n, uint32_t object, uint32_t from, uint32_t nwords)
{
	reset(f);
	f->from = (int64_t)from * f->c->word;
	f->cell = f->c->word;
	f->folded = f->c->objects[object].bytes >= OBJECT_ENDLESS;
	f->ncells = nwords < 64 ? nwords : 64;
	return find_touches(f, pos, n, object);
}

bool
check_flow_window(struct flow *f, const struct touches *t, uint32_t object, uint32_t from, uint32_t nwords)
{
	return check_flow_among(f, t->pos + t->off[object], t->off[object + 1] - t->off[object], object, from, nwords);
}

uint32_t
check_flow_next(const struct flow *f, uint32_t pos)
{
	return ck_before(f->t, f->n, sizeof *f->t, pos);
}

uint64_t
check_live_inside(const struct flow *f, const struct touches *t, uint32_t pos, uint32_t b)
{
	uint64_t live = plain_live_at(f, pos, b) | f->block[b].live_again;

	for (uint32_t i = 0; i < t->ntwice && t->twice[i] < pos; i++)
		if (t->twice[i] >= f->c->ev_off[b])
			live |= plain_live_at(f, t->twice[i], b);
	return live;
}

uint64_t
check_live_at(const struct flow *f, const struct touches *t, uint32_t pos, uint32_t b)
{
	return f->c->objects[f->object].escaped ? f->all : check_live_inside(f, t, pos, b);
}

uint64_t
check_live_out(const struct flow *f, uint32_t b)
{
	if (f->c->objects[f->object].escaped)
		return f->all;
	return f->block[b].live_out | f->block[b].live_again;
}

uint64_t
check_written_at(const struct flow *f, uint32_t pos, uint32_t b, bool nonnull)
{
	uint32_t i = check_flow_next(f, pos);

	if (f->c->objects[f->object].escaped)
		return f->all;
	if (i > 0 && f->t[i - 1].block == b)
		return nonnull ? f->t[i - 1].nonnull_after : f->t[i - 1].written_after;
	return nonnull ? f->block[b].nonnull_in : f->block[b].written_in;
}
