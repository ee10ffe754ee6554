/* SPDX-License-Identifier: MIT */
/* core.c -- refine, liveness, slots and place on random compact functions, on small ones written down, and on large ones.
**
** A random function that fails is printed as text (see core.h) with its seed; the text can be pasted into `written_down`.
** LATEROOT_MIDDLE_SEED=n runs only seed n; LATEROOT_MIDDLE_COUNT=n as many as that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "failing_alloc.h"
#include "core.h"
#include "gcroots/views/forms.h"
#include "must.h"

static void
print(struct core *m)
{
	const char **none = arena_array(&m->ar, (size_t)m->f.nval + m->f.g.nblk + 1, sizeof *none);
	char *text = core_text(m);
	size_t bytes;

	for (uint32_t i = 0; none && i <= m->f.nval + m->f.g.nblk; i++)
		none[i] = "";
	fprintf(stderr, "%s", text ? text : "");
	for (const char *letter = "NLCP"; none && m->f.refined.canon && m->f.live.at && *letter; letter++)
		if ((text = dump_form(&m->f, &m->ar, *letter, &(struct dump_names){ .value = none, .block = none }, &bytes)))
			fprintf(stderr, "-- %c\n%.*s", *letter, (int)bytes, text);
}

/* -- random functions */

static uint64_t
number_from(const char *variable, uint64_t otherwise)
{
	const char *text = getenv(variable);

	return text ? strtoull(text, NULL, 0) : otherwise;
}

static void
try_dice(struct dice d, uint64_t seed, struct core_sum *sum)
{
	struct failing_alloc books = { 0 };
	struct core m;
	const char *what = "no memory";

	if (core_random(&m, failing_alloc, &books, &d) && core_plan(&m)) {
		what = core_check(&m);
		if (!what)
			what = core_run(&m, &d, 400);
	}
	if (what) {
		print(&m);
		cr_assert_fail("seed %llu: %s", (unsigned long long)seed, what);
	}
	sum->functions++;
	sum->values += m.f.nval;
	sum->safepoints += m.f.nsafe;
	sum->demands += m.f.coloured.ndemand;
	sum->stores += m.f.placed.nstore;
	if (seed % 8 == 0)
		sum->needless += 8 * core_needless(&m);
	core_free(&m);
	MUST(books.live_blocks == 0 && !books.wrong_size, "seed %llu: memory is left over", (unsigned long long)seed);
}

Test(core, random_functions)
{
	struct core_sum sum = { 0 };
	uint64_t first = number_from("LATEROOT_MIDDLE_SEED", 0);
	uint64_t count = number_from("LATEROOT_MIDDLE_COUNT", getenv("LATEROOT_MIDDLE_SEED") ? 1 : 60000);

	for (uint64_t seed = first; seed < first + count; seed++)
		try_dice((struct dice){ .seed = seed }, seed, &sum);
	fprintf(stderr, "%llu functions: %llu values, %llu safepoints, %llu demands, %llu stores, some %llu of them needless\n",
		(unsigned long long)sum.functions, (unsigned long long)sum.values, (unsigned long long)sum.safepoints,
		(unsigned long long)sum.demands, (unsigned long long)sum.stores, (unsigned long long)sum.needless);
	if (count >= 1000)
		cr_assert(sum.values > count && sum.safepoints > count && sum.stores > count, "the dice make nothing of interest");
}

/* As a fuzzer drives it: any bytes make a function, and when they run out it comes to an end. */
Test(core, functions_from_bytes)
{
	struct core_sum sum = { 0 };
	uint8_t bytes[300];

	for (uint64_t seed = 0; seed < 4000; seed++) {
		struct dice d = { .seed = seed };
		size_t n = roll(&d, sizeof bytes);
		for (size_t i = 0; i < n; i++)
			bytes[i] = (uint8_t)roll(&d, 256);
		try_dice((struct dice){ .bytes = bytes, .left = n }, seed, &sum);
	}
	cr_assert_gt(sum.values, 4000);
}

/* -- functions written down, each with the plan that it should get: value>slot@safepoint or value>slot@eBLOCK, in this order */

struct written { const char *what, *text, *plan; uint32_t nslots; };

static const struct written written_down[] = {
	{ "dead at the safepoint", "d u0 s;", "", 0 },
	{ "live across it", "d s u0;", "0>0@0", 1 },
	{ "live at two: one store", "d s s u0;", "0>0@0", 1 },
	{ "one after the other: one slot", "d s u0 d s u1;", "0>0@0 1>0@1", 1 },
	{ "an operand that the callee roots", "d u0 s;", "", 0 },
	{ "but not at the next call", "d u0 s s u0;", "0>0@0", 1 },
	{ "used as another operand of the call", "d s u0 d;", "0>0@0", 1 },
	{ "the result is defined after the safepoint", "s d u0;", "", 0 },
	{ "rooted by others", "d(r) s u0 d(p,r) s u1;", "", 0 },
	{ "a load from what is rooted", "d d(0) s u1 u0;", "0>0@0", 1 },
	{ "a load from what is dead by then", "d d(0) s u1;", "1>0@0", 1 },
	{ "what it was loaded from dies first", "d d(0) s u0 s u1;", "0>0@0 1>0@1", 1 },
	{ "a chain of loads, the middle is dead", "d d(0) d(1) s u2 u0;", "0>0@0", 1 },
	{ "one of two is rooted", "d d d(0,1) s u2 u0;", "0>0@0 2>1@0", 2 },
	{ "both are", "d d d(0,1) s u2 u0 u1;", "0>0@0 1>1@0", 2 },
	{ "a lifted select of one value", "d sel(0,0) s u1;", "0>0@0", 1 },
	{ "a lifted select of two", "d d sel(0,1) s u2;", "2>0@0", 1 },
	{ "the base of a pointer that walks is the array's", "d >1; lphi(0,2) s u1 >2 >3; sel(1,1) u2 >1; ;", "0>0@e0", 1 },
	{ "walking over what is rooted needs nothing", " >1; lphi(r,0) s u0 >1 >2; ;", "", 0 },
	{ "out of the loop", "d >1; s u0 >1 >2; ;", "0>0@e0", 1 },
	{ "out of two loops", "d >1; >2; s u0 >2 >3; >1 >4; ;", "0>0@e0", 1 },
	{ "no preheader, no hoisting", "d >1 >2; s u0 >1 >2; ;", "0>0@0", 1 },
	{ "defined in the loop", " >1; d s u0 >1 >2; ;", "0>0@0", 1 },
	{ "two values in a loop, one from outside", "d >1; d s u0 u1 >1 >2; ;", "0>0@e0 1>1@0", 2 },
	{ "once for two paths, and not again", "d >1 >2; s >3; s >3; s u0;", "0>0@e0", 1 },
	{ "on one of two paths and after both", "d >1 >2; s >3; >3; s u0;", "0>0@e0", 1 },
	{ "cold paths only", "d >1 >2; s u0; u0;", "0>0@0", 1 },
	{ "a phi in the slot of its input", "d >1 >2; d s u1 u0 >3; s u0 >3; phi(1,0) s u2;", "0>0@e0 1>1@0 2>0@2", 2 },
	{ "a phi refined to what dominates it", "d >1 >2; d(0) >3; >3; phi(1,0) s u2 u0;", "0>0@0", 1 },
	{ "a phi of itself and a rooted one", " >1; phi(r,0) s u0 >1 >2; ;", "", 0 },
	{ "down a list whose head is dead", "d >1; phi(0,2) s u1 d(1) s >1 >2; u2;", "1>0@0 2>0@1", 1 },
	{ "down a list whose head is rooted", "d >1; phi(0,2) s u1 d(1) s >1 >2; u2 u0;", "0>0@e0", 1 },
	{ "the last iteration's object is another one", "d >1; phi(0,2) s u1 d s >1 >2; u2 u0;", "0>0@e0 1>1@0 2>1@1", 2 },
	{ "live where control may return twice: its own", "d S u0 d s u1 ;", "0>0@0 1>1@1", 2 },
	{ "all live there, each its own", "d d S u0 u1 d d s u2 u3;", "0>0@0 1>1@0 2>2@1 3>3@1", 4 },
	{ "pinned: its own even where dead", "d !0 d s u1;", "1>1@0", 2 },
	{ "pinned but rooted", "d(r) !0 d s u1;", "1>0@0", 1 },
	{ "a preserved value", "d e0 >1; s e0 >2; ;", "0>0@0", 1 },
	{ "a block that leads to itself twice", "d >1; s u0 >1 >1 >2; ;", "0>0@e0", 1 },
	{ "irreducible", "d >1 >2; s >2; s u0 >1 >3; ;", "0>0@e0", 1 },
	{ "out of a natural loop in an irreducible function", "d >1 >2; >2; >1 >3; >4; s u0 >4 >5; ;", "0>0@e3", 1 },
	{ "no values", "s s >1; s;", "", 0 },
	{ "no safepoints", "d !0 u0;", "", 0 },
};

static void
plan_text(const struct core *m, char *text, size_t bytes)
{
	size_t n = 0;

	text[0] = 0;
	for (uint32_t i = 0; i < m->f.placed.nstore && n < bytes; i++) {
		const struct store *s = &m->f.placed.store[i];
		n += (size_t)snprintf(text + n, bytes - n, "%s%u>%u@%s%u", i ? " " : "", s->value, s->slot,
			s->safe == NONE ? "e" : "", s->safe == NONE ? (uint32_t)s->block : s->safe);
	}
}

Test(core, written_down)
{
	for (size_t i = 0; i < sizeof written_down / sizeof *written_down; i++) {
		const struct written *w = &written_down[i];
		struct failing_alloc books = { 0 };
		struct core m;
		char plan[256];

		cr_assert(core_parse(&m, failing_alloc, &books, w->text), "%s: cannot read it", w->what);
		cr_assert(core_plan(&m));
		const char *what = core_check(&m);
		for (uint64_t seed = 0; seed < 20 && !what; seed++)
			what = core_run(&m, &(struct dice){ .seed = seed }, 100);
		plan_text(&m, plan, sizeof plan);
		if (what || strcmp(plan, w->plan) != 0 || m.f.coloured.nslots != w->nslots)
			print(&m);
		cr_expect_null(what, "%s: %s", w->what, what);
		cr_expect_str_eq(plan, w->plan, "%s", w->what);
		cr_expect_eq(m.f.coloured.nslots, w->nslots, "%s: %u slots", w->what, m.f.coloured.nslots);
		core_free(&m);
		cr_assert_eq(books.live_blocks, 0);
	}
}

/* -- no memory */

/* Refuses the one request only. */
struct refuse_once { struct failing_alloc books; size_t only; };

static void *
refuse_once(void *user, void *p, size_t old_bytes, size_t new_bytes)
{
	struct refuse_once *r = user;

	r->books.fail_at = r->only && r->books.requests + 1 == r->only ? r->only : 0;
	return failing_alloc(&r->books, p, old_bytes, new_bytes);
}

/* Build with what never fails, plan with what refuses request n, and all after it unless `once`. */
static bool
plan_refused(uint64_t seed, size_t n, bool once, bool *refused)
{
	struct failing_alloc sure = { 0 };
	struct refuse_once books = { { .fail_at = n }, n };
	arena_alloc_fn *alloc = once ? refuse_once : failing_alloc;
	void *user = once ? (void *)&books : &books.books;
	struct dice d = { .seed = seed };
	struct core m;
	struct arena ar;

	cr_assert(core_random(&m, failing_alloc, &sure, &d));
	arena_init(&ar, alloc, user);
	m.f.ar = &ar;
	pset_pool_free(&m.pool);
	pset_pool_init(&m.pool, alloc, user);
	bool ok = core_plan(&m);
	*refused = books.books.refused;
	arena_free(&ar);
	core_free(&m);
	MUST(books.books.live_blocks == 0 && !books.books.wrong_size && sure.live_blocks == 0, "seed %llu, request %zu: memory is left over",
		(unsigned long long)seed, n);
	return ok;
}

Test(core, every_allocation_may_fail)
{
	size_t most = 0;

	for (uint64_t seed = 0; seed < 600; seed++)
		for (int once = 0; once < 2; once++)
			for (size_t n = 1;; n++) {
				bool refused, ok = plan_refused(seed, n, once, &refused);
				MUST(ok == !refused, "seed %llu, request %zu: %s", (unsigned long long)seed, n,
					ok ? "succeeded without memory" : "failed with memory");
				most = n > most ? n : most;
				if (!refused)
					break;
			}
	cr_assert_gt(most, 4);
}
