/* middle.c -- refine, liveness, slots and place on random compact functions, on small ones written down, and on large ones.
**
** A random function that fails is printed as text (see middle.h) with its seed; the text can be pasted into `written_down`.
** LATEROOT_MIDDLE_SEED=n runs only seed n; LATEROOT_MIDDLE_COUNT=n as many as that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "failing_alloc.h"
#include "middle.h"
#include "must.h"

static void
print(struct middle *m)
{
	const char **none = arena_array(&m->ar, (size_t)m->f.nval + m->f.g.nblk + 1, sizeof *none);
	char *text = middle_text(m);
	size_t bytes;

	for (uint32_t i = 0; none && i <= m->f.nval + m->f.g.nblk; i++)
		none[i] = "";
	fprintf(stderr, "%s", text ? text : "");
	for (const char *letter = "NLCP"; none && m->f.canon && m->f.live && *letter; letter++)
		if ((text = dump_form(&m->f, &m->ar, *letter, none, none, &bytes)))
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
try_seed(uint64_t seed, struct middle_sum *sum)
{
	struct failing_alloc books = { 0 };
	struct dice d = { .seed = seed };
	struct middle m;
	const char *what = "no memory";

	if (middle_random(&m, failing_alloc, &books, &d) && middle_plan(&m)) {
		what = middle_check(&m);
		if (!what)
			what = middle_run(&m, &d, 400);
	}
	if (what) {
		print(&m);
		cr_assert_fail("seed %llu: %s", (unsigned long long)seed, what);
	}
	sum->functions++;
	sum->values += m.f.nval;
	sum->safepoints += m.f.nsafe;
	sum->demands += m.f.ndemand;
	sum->stores += m.f.nstore;
	if (seed % 8 == 0)
		sum->needless += 8 * middle_needless(&m);
	middle_free(&m);
	MUST(books.live_blocks == 0 && !books.wrong_size, "seed %llu: memory is left over", (unsigned long long)seed);
}

Test(middle, random_functions)
{
	struct middle_sum sum = { 0 };
	uint64_t first = number_from("LATEROOT_MIDDLE_SEED", 0);
	uint64_t count = number_from("LATEROOT_MIDDLE_COUNT", getenv("LATEROOT_MIDDLE_SEED") ? 1 : 30000);

	for (uint64_t seed = first; seed < first + count; seed++)
		try_seed(seed, &sum);
	fprintf(stderr, "%llu functions: %llu values, %llu safepoints, %llu demands, %llu stores, some %llu of them needless\n",
		(unsigned long long)sum.functions, (unsigned long long)sum.values, (unsigned long long)sum.safepoints,
		(unsigned long long)sum.demands, (unsigned long long)sum.stores, (unsigned long long)sum.needless);
	if (count >= 1000)
		cr_assert(sum.values > count && sum.safepoints > count && sum.stores > count, "the dice make nothing of interest");
}
