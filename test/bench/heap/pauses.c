/* SPDX-License-Identifier: MIT */
/* pauses.c -- how long collections stop a program that has much alive: 200 MB of lists in an array, or as many as the
** argument says.  It replaces lists, and tails of others, and makes garbage beside them; each list keeps its length, so
** what is alive stays the same.  At the end it prints what the last full collection left, and the percentiles of
** lr_gc_stats.  `tools/bench --heap` runs it on the reference heap: the other heaps tell no pauses. */
#include "heap.h"

#include <lateroot/heap.h>
#include <stdlib.h>

struct item {
	struct item TRACKED *next;
	long key;
	double weight[2];
};
TYPE(item_type, struct item, FIELD(struct item, next));
struct lists {
	long n;
	struct item TRACKED *at[];
};
TYPE_REFS(lists_type, struct lists, at);

enum { SHORT = 12, LENGTH = SHORT + 1, ITEM_BYTES = 48, ROUNDS = 3000000 };

static struct lists TRACKED *
new_lists(long n)
{
	GC_FUNCTION;
	struct lists TRACKED *a = NEW_BYTES(struct lists, lists_type,
		sizeof(struct lists) + (size_t)n * sizeof(struct item TRACKED *));

	AT(a)->n = n;
	for (long i = 0; i < n; i++)
		AT(a)->at[i] = NULL;
	return a;
}

static struct item TRACKED *
new_list(struct item TRACKED *tail, long length, uint64_t *random)
{
	GC_FUNCTION;
	for (long i = 0; i < length; i++) {
		struct item TRACKED *e = NEW(struct item, item_type);
		AT(e)->next = tail;
		AT(e)->key = (long)(next_random(random) >> 40);
		AT(e)->weight[0] = AT(e)->weight[1] = 1;
		tail = e;
	}
	return tail;
}

static void
print_pauses(const char *kind, uint64_t n, const uint64_t ns[4])
{
	printf("%-6s %5llu pauses, ms: p50 %.2f, p95 %.2f, p99 %.2f, longest %.2f\n", kind, (unsigned long long)n,
		(double)ns[0] / 1e6, (double)ns[1] / 1e6, (double)ns[2] / 1e6, (double)ns[3] / 1e6);
}

int
main(int argc, char **argv)
{
	const long bytes = (argc > 1 ? atol(argv[1]) : 200) * 1000000, n = bytes / (LENGTH * ITEM_BYTES);
	uint64_t random = 88172645463325252u, sum = 0;
	struct lr_gc_stats s = { .struct_size = sizeof s };

	HEAP_BEGIN();
	struct lists TRACKED *all = new_lists(n);
	for (long i = 0; i < n; i++) {
		struct item TRACKED *list = new_list(NULL, LENGTH, &random);
		SET_SLOT(all, AT(all)->at[i], list);
	}
	for (long round = 0; round < ROUNDS; round++) {
		const long at = (long)(next_random(&random) % (uint64_t)n);
		struct item TRACKED *garbage = new_list(NULL, SHORT, &random);
		sum = mix(sum, (uint64_t)AT(garbage)->key);
		if (round % 64 == 0) {
			struct item TRACKED *list = new_list(NULL, LENGTH, &random);
			SET_SLOT(all, AT(all)->at[at], list);
		} else if (round % 8 == 0) {
			struct item TRACKED *e = AT(all)->at[at];
			SET(e, next, garbage);
		}
	}
	(void)lr_gc_stats(&s);
	printf("%016llx, %.0f MB alive\n", (unsigned long long)sum, (double)s.full_live_bytes / 1e6);
	print_pauses("minor", s.minor, (uint64_t[]){ s.minor_p50_ns, s.minor_p95_ns, s.minor_p99_ns, s.minor_max_ns });
	print_pauses("full", s.full, (uint64_t[]){ s.full_p50_ns, s.full_p95_ns, s.full_p99_ns, s.full_max_ns });
	return 0;
}
