/* SPDX-License-Identifier: MIT */
/* statepoints_describe.c -- writes the description of a statepoint: its roots and derived pointers in order, each place
** once, as runs of words. */
#include "tables/statepoints_parts.h"

#include "base/sorted.h"

enum { LISTS = 3 };              /* lists of roots: slots, pinned, deep */

/* -- sorting, each place once */

/* Places relative to the stack pointer come first. */
static bool
is_before(const struct statepoint_item *a, const struct statepoint_item *b)
{
	return a->fp != b->fp ? b->fp : a->words < b->words;
}

static int64_t
end_of(const struct statepoint_item *x)
{
	return x->words + (int64_t)x->n;
}

/* Sorts the items.  `join`: adjacent items become one; otherwise duplicates are dropped. */
static void
sort(struct statepoint_items *items, bool join)
{
	struct statepoint_item *p = items->list;
	uint32_t k = 0;

	SORT_IN_PLACE(struct statepoint_item, p, items->n, is_before);
	for (uint32_t i = 0; i < items->n; i++)
		if (k == 0 || p[k - 1].fp != p[i].fp || end_of(&p[k - 1]) < p[i].words + (int64_t)!join)
			p[k++] = p[i];
		else if (end_of(&p[k - 1]) < end_of(&p[i]))
			p[k - 1].n = (uint32_t)(end_of(&p[i]) - p[k - 1].words);
	items->n = k;
}

/* Returns the last of the runs that begin at or before `x`; UINT32_MAX if none does. */
static uint32_t
last_before(const struct statepoint_items *items, const struct statepoint_item *x)
{
	uint32_t lo = 0, hi = items->n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (is_before(x, &items->list[mid]))
			hi = mid;
		else
			lo = mid + 1;
	}
	return lo - 1;
}

static bool
has(const struct statepoint_items *items, const struct statepoint_item *x)
{
	uint32_t i = last_before(items, x);

	return i != UINT32_MAX && items->list[i].fp == x->fp && x->words < end_of(&items->list[i]);
}

/* Removes from the runs in `items` the words of the runs in `others`. */
static bool
subtract(struct statepoint_maker *m, struct statepoint_items *items, const struct statepoint_items *others)
{
	struct statepoint_items old = *items;

	if (others->n == 0 || items->n == 0)
		return true;
	m->left.n = 0;
	for (uint32_t i = 0; i < old.n; i++) {
		struct statepoint_item x = old.list[i];
		uint32_t k = last_before(others, &x);
		for (k = k == UINT32_MAX ? 0 : k; k < others->n && x.n > 0; k++) {
			const struct statepoint_item *o = &others->list[k];
			if ((o->fp && !x.fp) || (o->fp == x.fp && o->words >= end_of(&x)))
				break;
			if (o->fp != x.fp || end_of(o) <= x.words)
				continue;
			if (o->words > x.words) {
				struct statepoint_item before = x;
				before.n = (uint32_t)(o->words - x.words);
				if (!statepoint_make_item(m, &m->left, before))
					return false;
			}
			const int64_t end = end_of(&x), from = end_of(o) < end ? end_of(o) : end;
			x.words = (int32_t)from;
			x.n = (uint32_t)(end - from);
		}
		if (x.n > 0 && !statepoint_make_item(m, &m->left, x))
			return false;
	}
	*items = m->left;
	m->left = old;
	return true;
}

/* -- writing */

static void
put(struct statepoint_maker *m, uint32_t n)
{
	for (; n >= 128; n >>= 7)
		m->bytes[m->nbytes++] = (uint8_t)(n | 128);
	m->bytes[m->nbytes++] = (uint8_t)n;
}

static uint32_t
zigzag(int64_t n)
{
	return n < 0 ? (uint32_t)(-n - 1) << 1 | 1 : (uint32_t)n << 1;
}

static void
put_halves(struct statepoint_maker *m, uint32_t step, uint32_t low)
{
	const uint32_t a = step < STATEPOINT_HAS_MORE ? step : STATEPOINT_HAS_MORE,
		b = low < STATEPOINT_LOW_MORE ? low : STATEPOINT_LOW_MORE;

	m->bytes[m->nbytes++] = (uint8_t)(a << 4 | b);
	if (a == STATEPOINT_HAS_MORE)
		put(m, step - a);
	if (b == STATEPOINT_LOW_MORE)
		put(m, low - b);
}

/* Returns the step from `next` to item `x` of a list; writes a change to the frame pointer. */
static uint32_t
step_to(struct statepoint_maker *m, const struct statepoint_item *x, int64_t next, bool *fp)
{
	if (x->fp && !*fp) {
		*fp = true;
		m->bytes[m->nbytes++] = STATEPOINT_FROM_FP;
		put(m, zigzag(x->words));
		return 0;
	}
	return (uint32_t)(x->words - next);
}

static void
put_runs(struct statepoint_maker *m, const struct statepoint_items *items)
{
	int64_t next = 0;
	bool fp = false;

	for (uint32_t i = 0; i < items->n; i++) {
		const struct statepoint_item *x = &items->list[i];
		put_halves(m, step_to(m, x, next, &fp), x->n - 1);
		next = end_of(x) + 1;
	}
}

/* Numbers the roots: `base` of a run becomes the number of its first root. */
static void
number_roots(struct statepoint_maker *m)
{
	struct statepoint_items *lists[LISTS] = { &m->slots, &m->pinned, &m->deep };
	uint32_t n = 0;

	for (int k = 0; k < LISTS; k++)
		for (uint32_t i = 0; i < lists[k]->n; n += lists[k]->list[i++].n)
			lists[k]->list[i].base = (int32_t)n;
}

/* Returns the number of the root at a place, which exists, because each base has been added as a root. */
static int64_t
number_of(const struct statepoint_maker *m, const struct statepoint_item *place)
{
	const struct statepoint_items *lists[LISTS] = { &m->slots, &m->pinned, &m->deep };
	int k = 0;

	while (k < LISTS - 1 && !has(lists[k], place))
		k++;
	const struct statepoint_item *x = &lists[k]->list[last_before(lists[k], place)];
	return (uint32_t)x->base + (int64_t)(place->words - x->words);
}

static void
put_derived(struct statepoint_maker *m)
{
	int64_t next = 0, last = 0;
	bool fp = false;

	for (uint32_t i = 0; i < m->derived.n; i++) {
		const struct statepoint_item *x = &m->derived.list[i], base = { .words = x->base, .fp = x->base_fp };
		const int64_t root = number_of(m, &base);
		put_halves(m, step_to(m, x, next, &fp), zigzag(root - last));
		next = end_of(x);
		last = root;
	}
}

/* Drops derived pointers that are roots as well. */
static void
drop_roots_from_derived(struct statepoint_maker *m)
{
	uint32_t k = 0;

	for (uint32_t i = 0; i < m->derived.n; i++) {
		const struct statepoint_item *x = &m->derived.list[i];
		if (!has(&m->slots, x) && !has(&m->pinned, x) && !has(&m->deep, x))
			m->derived.list[k++] = *x;
	}
	m->derived.n = k;
}

bool
statepoint_make_describe(struct statepoint_maker *m)
{
	enum { HEAD_BYTES = 32, ITEM_BYTES = 1 + 5 + 5 }; /* a list changes to the frame pointer only once */
	struct statepoint_items *lists[LISTS] = { &m->slots, &m->pinned, &m->deep };

	for (int i = 0; i < LISTS; i++)
		sort(lists[i], true);
	sort(&m->derived, false);
	if (!subtract(m, &m->pinned, &m->deep) || !subtract(m, &m->slots, &m->deep)
		|| !subtract(m, &m->slots, &m->pinned))
		return false;
	drop_roots_from_derived(m);
	number_roots(m);
	const uint64_t most = HEAD_BYTES + 4 * 6
		+ ITEM_BYTES * ((uint64_t)m->slots.n + m->pinned.n + m->deep.n + m->derived.n);
	if (most > UINT32_MAX || !RESERVE(m, m->bytes, m->bytes_capacity, m->nbytes, (uint32_t)most))
		return m->failed = true, false;
	const uint32_t counts[] = { m->pinned.n, m->deep.n, m->derived.n };
	uint32_t head = m->slots.n < STATEPOINT_HAS_MORE ? m->slots.n << 4 : STATEPOINT_HAS_MORE << 4;
	for (unsigned i = 0; i < 3; i++)
		head |= counts[i] > 0 ? 1u << i : 0;
	m->bytes[m->nbytes++] = (uint8_t)head;
	if (m->slots.n >= STATEPOINT_HAS_MORE)
		put(m, m->slots.n - STATEPOINT_HAS_MORE);
	for (unsigned i = 0; i < 3; i++)
		if (counts[i] > 0)
			put(m, counts[i]);
	for (int i = 0; i < LISTS; i++)
		put_runs(m, lists[i]);
	put_derived(m);
	return true;
}
