/* SPDX-License-Identifier: MIT */
/* pset.c -- persistent sets and the set of busy slots against plain bitmaps. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"
#include "failing_alloc.h"
#include "must.h"
#include "base/pset.h"
#include "base/slotset.h"

/* A set and what should be in it, a byte an element. */
struct pair { pset s; uint8_t *want; };

static const uint32_t limits[] = { 1, 2, 31, 63, 64, 65, 255, 256, 257, 2048, 2049, 100000 };
enum { NLIMITS = sizeof limits / sizeof *limits, NSETS = 6 };

/* Near to what is there already or near to the borders of nodes, now and then anything. */
static uint32_t
element(struct dice *d, uint32_t limit)
{
	static const uint32_t border[] = { 0, 31, 32, 63, 64, 255, 256, 257, 2047, 2048, 16383, 16384 };

	switch (roll(d, 3)) {
	case 0: return border[roll(d, 12)] % limit;
	case 1: return roll(d, limit < 600 ? limit : 600);
	default: return roll(d, limit);
	}
}

/* The list holds exactly the elements of a that are not in b (NULL: empty). */
static bool
lists(const struct pset_list *l, const uint8_t *a, const uint8_t *b, uint32_t limit)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < limit; i++)
		if (a[i] && !(b && b[i]) && (n == l->n || l->v[n++] != i))
			return false;
	return n == l->n;
}

/* Going over the part gives what is in the list. */
static bool
goes_over(struct pset_part part, const struct pset_list *l)
{
	uint32_t x, n = 0;

	if (pset_size(&part) != l->n)
		return false;
	while (pset_next(&part, &x))
		if (n == l->n || l->v[n++] != x)
			return false;
	return n == l->n;
}

static bool
same_change(const struct pset_pool *p, pset a, pset b, struct arena *ar, const struct pset_list *only_a, const struct pset_list *only_b)
{
	struct pset_change c = { 0 };

	/* one question after the other, of which the second has nothing of the first */
	return pset_changes(p, b, a, ar, &c) && goes_over(c.only_a, only_b) && goes_over(c.only_b, only_a)
		&& pset_changes(p, a, b, ar, &c) && goes_over(c.only_a, only_a) && goes_over(c.only_b, only_b);
}

static bool
same_diff(const struct pset_pool *p, const struct pair *a, const struct pair *b, uint32_t limit)
{
	struct failing_alloc books = { 0 };
	struct arena ar;
	struct pset_list only_a = { 0 }, only_b = { 0 };

	arena_init(&ar, failing_alloc, &books);
	bool ok = pset_diff(p, a->s, b->s, &ar, &only_a, &only_b)
		&& lists(&only_a, a->want, b->want, limit) && lists(&only_b, b->want, a->want, limit)
		&& same_change(p, a->s, b->s, &ar, &only_a, &only_b);
	arena_free(&ar);
	return ok;
}

static bool
same(const struct pset_pool *p, const struct pair *x, uint32_t limit)
{
	struct failing_alloc books = { 0 };
	struct arena ar;
	struct pset_list l = { 0 }, none = { 0 };

	arena_init(&ar, failing_alloc, &books);
	bool ok = pset_diff(p, x->s, 0, &ar, &l, &none) && none.n == 0 && lists(&l, x->want, NULL, limit) && (x->s != 0) == (l.n != 0);
	for (uint32_t i = 0; ok && i < limit; i += 1 + limit / 512)
		ok = pset_has(p, x->s, i) == (x->want[i] != 0);
	arena_free(&ar);
	return ok;
}

/* One random change of the set whose number is given back; the other sets are frozen and must not notice. */
static uint32_t
change(struct pset_pool *p, struct dice *d, struct pair *x, uint32_t limit)
{
	uint32_t k = roll(d, NSETS), a = roll(d, NSETS), b = roll(d, NSETS), e, n;

	pset_freeze(p);
	switch (roll(d, 7)) {
	case 0:
		for (n = 1 + roll(d, 40); n > 0; n--) { /* in place, after the first */
			e = element(d, limit);
			x[k].s = pset_add(p, x[k].s, e);
			x[k].want[e] = 1;
		}
		break;
	case 1:
		for (n = 1 + roll(d, 60); n > 0; n--) {
			e = element(d, limit);
			x[k].s = pset_remove(p, x[k].s, e);
			x[k].want[e] = 0;
		}
		break;
	case 2:
		x[k].s = pset_union(p, x[a].s, x[b].s);
		for (uint32_t i = 0; i < limit; i++)
			x[k].want[i] = x[a].want[i] | x[b].want[i];
		break;
	case 3:
		e = one_in(d, 8) ? limit + roll(d, limit) : element(d, limit);
		x[k].s = pset_splice(p, x[a].s, x[b].s, e);
		for (uint32_t i = 0; i < limit; i++)
			x[k].want[i] = i < e ? x[a].want[i] : x[b].want[i];
		break;
	case 4:
		x[k].s = x[a].s;
		memmove(x[k].want, x[a].want, limit);
		break;
	case 5: /* runs of elements, and empty sets */
		e = element(d, limit);
		n = roll(d, 3);
		for (uint32_t i = e; i < limit && i < e + 600; i++) {
			x[k].s = n == 0 || (n == 1 && roll(d, 2)) ? pset_add(p, x[k].s, i) : pset_remove(p, x[k].s, i);
			x[k].want[i] = pset_has(p, x[k].s, i);
		}
		if (one_in(d, 4))
			x[k].s = 0, memset(x[k].want, 0, limit);
		break;
	case 6:
		x[k].s = pset_common(p, x[a].s, x[b].s);
		for (uint32_t i = 0; i < limit; i++)
			x[k].want[i] = x[a].want[i] & x[b].want[i];
		break;
	}
	return k;
}

static void
start(struct pair *x, uint32_t limit)
{
	for (int i = 0; i < NSETS; i++) {
		x[i].s = 0;
		x[i].want = calloc(limit, 1);
		cr_assert_not_null(x[i].want);
	}
}

Test(pset, random_changes_against_a_bitmap)
{
	struct failing_alloc books = { 0 };
	struct pset_pool p;
	struct pair x[NSETS];

	pset_pool_init(&p, failing_alloc, &books);
	for (uint32_t l = 0; l < NLIMITS; l++) {
		uint32_t limit = limits[l], rounds = limit > 3000 ? 300 : 3000;
		struct dice d = { .seed = limit };
		pset_pool_reset(&p, limit);
		start(x, limit);
		for (uint32_t r = 0; r < rounds; r++) {
			uint32_t k = change(&p, &d, x, limit);
			MUST(!p.failed, "out of memory");
			for (uint32_t i = 0; i < NSETS; i++)
				if (i == k || r % 16 == 0)
					MUST(same(&p, &x[i], limit), "limit %u, change %u, set %u", limit, r, i);
			const struct pair *a = &x[roll(&d, NSETS)], *b = &x[roll(&d, NSETS)];
			MUST(same_diff(&p, a, b, limit), "limit %u, change %u", limit, r);
			MUST(pset_equal(&p, a->s, b->s) == (memcmp(a->want, b->want, limit) == 0), "limit %u, change %u", limit, r);
		}
		for (int i = 0; i < NSETS; i++)
			free(x[i].want);
	}
	pset_pool_free(&p);
	cr_assert_eq(books.live_blocks, 0);
	cr_assert_not(books.wrong_size);
}

Test(pset, a_copy_shares_and_costs_nothing)
{
	struct failing_alloc books = { 0 };
	struct pset_pool p;
	pset s = 0;

	pset_pool_init(&p, failing_alloc, &books);
	pset_pool_reset(&p, 1 << 20);
	for (uint32_t i = 0; i < 1 << 20; i += 7)
		s = pset_add(&p, s, i);
	pset_freeze(&p);
	uint32_t before = p.n;
	for (uint32_t i = 0; i < 10000; i++) {
		pset t = pset_add(&p, s, i * 7 + 1);
		pset_freeze(&p);
		MUST(!pset_equal(&p, s, t), "element %u", i * 7 + 1);
		t = pset_remove(&p, t, i * 7 + 1);
		pset_freeze(&p);
		MUST(pset_equal(&p, s, t), "the same elements are equal whoever made the nodes");
	}
	cr_assert_leq(p.n - before, 2 * 10000 * (p.levels + 1), "one path a change");
	before = p.n;
	cr_assert_eq(pset_union(&p, s, s), s);
	cr_assert_eq(pset_add(&p, s, 7), s);
	cr_assert_eq(pset_remove(&p, s, 1), s);
	cr_assert_eq(pset_splice(&p, s, s, 12345), s);
	cr_assert_eq(p.n, before);
	pset_pool_free(&p);
}

Test(pset, a_pool_that_was_trimmed_is_used_again)
{
	struct failing_alloc books = { 0 };
	struct pset_pool p;

	pset_pool_init(&p, failing_alloc, &books);
	pset_pool_reset(&p, 1 << 20);
	for (int round = 0; round < 2; round++) {
		pset s = 0;
		for (uint32_t x = 0; x < 1 << 20; x += 97) {
			s = pset_add(&p, s, x);
			pset_freeze(&p);
		}
		cr_assert(pset_has(&p, s, 97 * 1000) && !pset_has(&p, s, 97 * 1000 + 1));
		size_t most = books.live_bytes;
		pset_pool_trim(&p);
		cr_assert_lt(books.live_bytes * 4, most);
		pset_pool_reset(&p, 1 << 20);
		cr_assert(!pset_has(&p, 0, 97 * 1000));
	}
	pset_pool_free(&p);
	cr_assert_eq(books.live_blocks, 0);
	cr_assert_not(books.wrong_size);
}

Test(pset, splice_at_the_ends)
{
	struct failing_alloc books = { 0 };
	struct pset_pool p;

	pset_pool_init(&p, failing_alloc, &books);
	pset_pool_reset(&p, 3000);
	pset low = pset_add(&p, pset_add(&p, 0, 0), 2999), high = pset_add(&p, pset_add(&p, 0, 1), 2998);
	pset_freeze(&p);
	cr_assert_eq(pset_splice(&p, low, high, 0), high);
	cr_assert_eq(pset_splice(&p, low, high, 3000), low);
	cr_assert_eq(pset_splice(&p, low, high, UINT32_MAX), low);
	cr_assert_eq(pset_splice(&p, 0, high, 2999), 0);
	cr_assert_eq(pset_splice(&p, low, 0, 0), 0);
	pset_pool_free(&p);
}

/* Refuse the n-th request and all later ones: no crash, the flag set, everything given back; a reset makes the pool fit again. */
Test(pset, every_allocation_may_fail)
{
	for (size_t n = 1;; n++) {
		struct failing_alloc books = { .fail_at = n };
		struct pset_pool p;
		struct dice d = { .seed = 5 };
		pset s[NSETS] = { 0 };

		pset_pool_init(&p, failing_alloc, &books);
		pset_pool_reset(&p, 100000);
		for (int i = 0; i < 20000; i++) {
			pset *x = &s[roll(&d, NSETS)], y = s[roll(&d, NSETS)];
			uint32_t e = roll(&d, 100000);
			pset_freeze(&p);
			switch (roll(&d, 4)) {
			case 0: *x = pset_union(&p, *x, y); break;
			case 1: *x = pset_splice(&p, *x, y, e); break;
			case 2: *x = pset_remove(&p, *x, e); break;
			default: *x = pset_add(&p, *x, e); break;
			}
			pset_equal(&p, *x, y);
			pset_has(&p, *x, e);
		}
		cr_assert_eq(p.failed, books.refused);
		bool refused = books.refused;
		books.fail_at = 0;
		pset_pool_reset(&p, 10);
		cr_assert_not(p.failed);
		cr_assert(pset_has(&p, pset_add(&p, 0, 9), 9));
		pset_pool_free(&p);
		cr_assert_eq(books.live_blocks, 0);
		cr_assert_not(books.wrong_size);
		if (!refused)
			break;
	}
}

Test(pset, a_list_without_room_is_refused)
{
	struct failing_alloc books = { 0 }, none = { .fail_at = 1 };
	struct pset_pool p;
	struct arena ar;
	struct pset_list l = { 0 }, other = { 0 };

	pset_pool_init(&p, failing_alloc, &books);
	pset_pool_reset(&p, 100);
	pset s = pset_add(&p, 0, 5);
	arena_init(&ar, failing_alloc, &none);
	cr_assert(pset_diff(&p, s, s, &ar, &l, &other), "nothing to list");
	cr_assert_not(pset_diff(&p, s, 0, &ar, &l, &other));
	cr_assert_not(pset_diff(&p, 0, s, &ar, &l, &other));
	arena_free(&ar);
	pset_pool_free(&p);
}

/* -- busy slots */

Test(slotset, lowest_free_against_a_bitmap)
{
	static const uint32_t sizes[] = { 1, 2, 63, 64, 65, 4095, 4096, 4097, 9000 };
	struct failing_alloc books = { 0 };

	for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		uint32_t n = sizes[k], nbusy = 0, lowest = 0;
		struct dice d = { .seed = n };
		struct arena ar;
		struct slotset s;
		bool *busy = calloc((size_t)n + 1, sizeof *busy);

		arena_init(&ar, failing_alloc, &books);
		cr_assert(busy && slotset_init(&s, &ar, n));
		for (uint32_t i = 0; i < 4 * n + 1000; i++) {
			bool fill = (i / (n + 1)) % 2 == 0 ? !one_in(&d, 5) : one_in(&d, 5);
			MUST(slotset_lowest(&s) == lowest, "%u slots, step %u", n, i);
			if (fill && nbusy < n) {
				uint32_t x = one_in(&d, 4) ? roll(&d, n) : lowest;
				if (busy[x])
					x = lowest;
				slotset_take(&s, x);
				busy[x] = true, nbusy++;
				while (busy[lowest])
					lowest++;
			} else if (nbusy) {
				uint32_t x = roll(&d, n);
				if (!busy[x])
					continue;
				slotset_give(&s, x);
				busy[x] = false, nbusy--;
				if (x < lowest)
					lowest = x;
			}
			uint32_t y = roll(&d, n);
			MUST(slotset_busy(&s, y) == busy[y], "%u slots, slot %u", n, y);
		}
		free(busy);
		arena_free(&ar);
	}
	cr_assert_eq(books.live_blocks, 0);
}

/* All taken: the next one is the number that there are, for every size. */
Test(slotset, full)
{
	struct failing_alloc books = { 0 };
	struct arena ar;

	arena_init(&ar, failing_alloc, &books);
	for (uint32_t n = 1; n < 300000; n += n < 200 ? 1 : n < 9000 ? 61 : 126572) { /* past 64 cubed too */
		struct slotset s;
		cr_assert(slotset_init(&s, &ar, n));
		for (uint32_t i = 0; i < n; i++) {
			MUST(slotset_lowest(&s) == i, "%u slots, slot %u", n, i);
			slotset_take(&s, i);
		}
		MUST(slotset_lowest(&s) == n, "%u slots", n);
		for (uint32_t i = n; i-- > 0;) {
			slotset_give(&s, i);
			MUST(slotset_lowest(&s) == i, "%u slots, slot %u", n, i);
		}
		arena_reset(&ar);
	}
	arena_free(&ar);
}

Test(slotset, every_allocation_may_fail)
{
	for (size_t n = 1;; n++) {
		struct failing_alloc books = { .fail_at = n };
		struct arena ar;
		struct slotset s;

		arena_init(&ar, failing_alloc, &books);
		bool ok = slotset_init(&s, &ar, 1 << 20);
		cr_assert_eq(ok, !books.refused);
		arena_free(&ar);
		cr_assert_eq(books.live_blocks, 0);
		if (ok)
			break;
	}
}
