/* SPDX-License-Identifier: MIT */
/* core_large.c -- large functions of known shape: the plan's figures, and time that follows the size and not its square.
** What is quadratic takes minutes here, so the limit in seconds is generous. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "failing_alloc.h"
#include "core.h"
#include "must.h"

enum { N = 50000, SECONDS = 6 };

struct lines { char *s; size_t n, cap; };

__attribute__((format(printf, 2, 3)))
static void
add(struct lines *t, const char *fmt, ...)
{
	va_list ap;

	if (t->cap - t->n < 256) {
		t->cap = t->cap * 2 + 4096;
		t->s = realloc(t->s, t->cap);
		cr_assert_not_null(t->s);
	}
	va_start(ap, fmt);
	t->n += (size_t)vsnprintf(t->s + t->n, t->cap - t->n, fmt, ap);
	va_end(ap);
}

struct figures { uint32_t max_live, nslots, nstore; };

static void
expect(struct lines *t, struct figures want)
{
	struct failing_alloc books = { 0 };
	struct core m;

	cr_assert(core_parse(&m, failing_alloc, &books, t->s), "cannot read it");
	clock_t start = clock();
	cr_assert(core_plan(&m));
	double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
	if (getenv("LATEROOT_MIDDLE_TIMES"))
		fprintf(stderr, "%u blocks, %u values, %u safepoints: %.3f s, %u nodes, %zu kB\n", m.f.g.nblk, m.f.nval, m.f.nsafe, seconds,
			m.pool.n, m.ar.total / 1024);
	cr_expect_eq(m.f.coloured.max_live, want.max_live, "%u live at most", m.f.coloured.max_live);
	cr_expect_eq(m.f.coloured.nslots, want.nslots, "%u slots", m.f.coloured.nslots);
	cr_expect_eq(m.f.placed.nstore, want.nstore, "%u stores", m.f.placed.nstore);
	cr_expect_lt(seconds, (double)SECONDS, "not near-linear");
	core_free(&m);
	free(t->s);
	cr_expect_eq(books.live_blocks, 0);
}

Test(core_large, all_live_at_the_end)
{
	struct lines t = { 0 };

	for (int i = 0; i < N; i++)
		add(&t, "d s ");
	for (int i = 0; i < N; i++)
		add(&t, "u%d ", i);
	add(&t, ";");
	expect(&t, (struct figures){ N, N, N });
}

Test(core_large, sixteen_live_in_a_row)
{
	struct lines t = { 0 };

	for (int i = 0; i < N; i++) {
		if (i >= 16)
			add(&t, "u%d ", i - 16);
		add(&t, "d s ");
	}
	for (int i = N - 16; i < N; i++)
		add(&t, "u%d ", i);
	add(&t, ";");
	expect(&t, (struct figures){ 16, 16, N });
}

Test(core_large, diamonds_with_much_live_throughout)
{
	struct lines t = { 0 };
	int n = N / 4, live = n / 8;

	for (int i = 0; i < live; i++)
		add(&t, "d ");
	for (int i = 0; i < n; i++)
		add(&t, ">%d >%d; s >%d; s >%d; s ", 3 * i + 1, 3 * i + 2, 3 * i + 3, 3 * i + 3);
	for (int i = 0; i < live; i++)
		add(&t, "u%d ", i);
	add(&t, ";");
	/* both arms are reached without a safepoint: one store above them each, and none from then on */
	expect(&t, (struct figures){ (uint32_t)live, (uint32_t)live, (uint32_t)live });
}

Test(core_large, cold_blocks)
{
	struct lines t = { 0 };
	int n = N / 2;

	add(&t, "d d d d ");
	for (int i = 0; i < n; i++)
		add(&t, ">%d >%d; s u%d; u%d ", 2 * i + 1, 2 * i + 2, i % 4, i % 4);
	add(&t, ";");
	expect(&t, (struct figures){ 1, 1, (uint32_t)n });
}

Test(core_large, chain_of_loads)
{
	struct lines t = { 0 };

	add(&t, "d s ");
	for (int i = 0; i < N; i++)
		add(&t, "u%d d(%d) s ", i, i);
	add(&t, "u%d u0;", N);
	expect(&t, (struct figures){ 1, 1, 1 });
}

/* The same, but nothing above is live: each link is a root for the next safepoint. */
Test(core_large, chain_of_loads_without_the_head)
{
	struct lines t = { 0 };

	add(&t, "d s ");
	for (int i = 0; i < N; i++)
		add(&t, "u%d d(%d) s ", i, i);
	add(&t, "u%d;", N);
	expect(&t, (struct figures){ 1, 1, N + 1 });
}

/* All loaded from one object, which dies before they do. */
Test(core_large, one_supports_all)
{
	struct lines t = { 0 };

	add(&t, "d s ");
	for (int i = 0; i < N; i++)
		add(&t, "u0 d(0) s ");
	add(&t, "u0 s ");
	for (int i = 0; i < N; i++)
		add(&t, "u%d ", i + 1);
	add(&t, ";");
	expect(&t, (struct figures){ N, N, N + 1 });
}

/* Headers down, latches up; in the middle, values from outside and from each level are live. */
static void
nest(struct lines *t, int depth, int outside)
{
	for (int i = 0; i < outside; i++)
		add(t, "d ");
	add(t, ">1; ");
	for (int i = 1; i <= depth; i++)
		add(t, ">%d; ", i + 1);
	add(t, "s ");
	for (int i = 0; i < outside; i++)
		add(t, "u%d ", i);
	for (int i = depth; i >= 1; i--)
		add(t, ">%d >%d; ", i, 2 * depth + 2 - i);
	add(t, ";");
}

Test(core_large, deep_nest)
{
	struct lines t = { 0 };

	nest(&t, N / 2, 4);
	expect(&t, (struct figures){ 4, 4, 4 });
}

Test(core_large, deep_nest_many_values)
{
	struct lines t = { 0 };

	nest(&t, N, N);
	expect(&t, (struct figures){ N, N, N });
}

/* Loops one after the other, a value of each live after all. */
Test(core_large, row_of_loops)
{
	struct lines t = { 0 };
	int n = N / 4;

	for (int i = 0; i < n; i++)
		add(&t, "d >%d; s u%d d s >%d >%d; ", 2 * i + 1, 2 * i, 2 * i + 1, 2 * i + 2);
	for (int i = 0; i < n; i++)
		add(&t, "u%d ", 2 * i + 1);
	add(&t, ";");
	expect(&t, (struct figures){ (uint32_t)n + 1, (uint32_t)n + 1, 2 * (uint32_t)n });
}

/* A base that comes back over as many edges, each time under another name of the same. */
Test(core_large, one_header_many_latches)
{
	struct lines t = { 0 };
	int n = 2 * N;

	add(&t, "d >1; lphi(0");
	for (int i = 0; i < n; i++)
		add(&t, ",%d", i + 2);
	add(&t, ") s u1 >2; ");
	for (int i = 0; i < n; i++)
		add(&t, "sel(0,0) >1 >%d; ", i + 3);
	add(&t, "u1;");
	expect(&t, (struct figures){ 1, 1, 1 });
}

/* Phis of phis of phis, all of one object in the end. */
Test(core_large, ladder_of_lifted_phis)
{
	struct lines t = { 0 };
	int n = N / 4, last = 0;

	add(&t, "d ");
	for (int i = 0; i < n; i++) {
		add(&t, ">%d >%d; >%d; >%d; lphi(%d,%d) s ", 3 * i + 1, 3 * i + 2, 3 * i + 3, 3 * i + 3, last, i ? last - 1 : 0);
		last++;
	}
	add(&t, "u%d;", last);
	expect(&t, (struct figures){ 1, 1, 1 });
}

/* Pairs of blocks that lead to each other, both entered from before: liveness goes on to a fixed point. */
Test(core_large, irreducible_chain)
{
	struct lines t = { 0 };
	int n = N / 4;

	add(&t, "d ");
	for (int i = 0; i < n; i++)
		add(&t, ">%d >%d; s >%d; s >%d ", 2 * i + 1, 2 * i + 2, 2 * i + 2, 2 * i + 1);
	add(&t, "u0;");
	expect(&t, (struct figures){ 1, 1, 1 });
}

/* Two entries to a ladder that goes down and up by single steps: what is used at the foot is live all the way. */
Test(core_large, irreducible_ladder)
{
	struct lines t = { 0 };
	int n = 2 * N;

	add(&t, "d >1 >2; s u0 >2; ");
	for (int i = 2; i < n; i++)
		add(&t, "s >%d >%d; ", i + 1, i - 1);
	add(&t, ";");
	expect(&t, (struct figures){ 1, 1, 2 });
}

/* As many calls that return twice as there are values: all dedicated. */
Test(core_large, all_return_twice)
{
	struct lines t = { 0 };

	for (int i = 0; i < N; i++)
		add(&t, "d S u%d ", i);
	add(&t, ";");
	/* one at a time, but all of them for the second time */
	expect(&t, (struct figures){ N, N, N });
}
