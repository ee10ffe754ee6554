/* SPDX-License-Identifier: MIT */
/* oldarray.c -- one array of two million references, which is old before most of what it refers to exists. */
#include "heap.h"

struct item {
	struct item TRACKED *before;
	long key, value;
};
TYPE(item_type, struct item, FIELD(struct item, before));

struct items {
	long n;
	struct item TRACKED *at[];
};
TYPE_REFS(items_type, struct items, at);

enum { ITEMS = 2000000, STORES = 14000000, WINDOW = 4096 };

static struct item TRACKED *
new_item(struct item TRACKED *before, long key, long value)
{
	GC_FUNCTION;
	struct item TRACKED *i = NEW(struct item, item_type);

	AT(i)->before = before;
	AT(i)->key = key;
	AT(i)->value = value;
	return i;
}

static struct items TRACKED *
new_items(long n)
{
	GC_FUNCTION;
	struct items TRACKED *a = NEW_BYTES(struct items, items_type,
		sizeof(struct items) + (size_t)n * sizeof(struct item TRACKED *));

	AT(a)->n = n;
	for (long i = 0; i < n; i++)
		AT(a)->at[i] = NULL;
	return a;
}

/* Most items die young; each eighth goes into the array, near the place of the one before, as rows of a table that is
** worked upon do. */
static uint64_t
work(struct items TRACKED *table)
{
	uint64_t random = 88172645463325252u, sum = 0;
	long base = 0;
	struct item TRACKED *last = NULL;

	for (long i = 0; i < STORES; i++) {
		const uint64_t r = next_random(&random);
		if (i % 65536 == 0)
			base = (long)(r >> 20) % (AT(table)->n - WINDOW);
		last = new_item(i % 64 != 0 ? last : NULL, i, (long)(r & 1023));
		if (i % 8 == 0) {
			const long at = base + (long)(r >> 40) % WINDOW;
			struct item TRACKED *old = AT(table)->at[at];
			sum += old != NULL ? (uint64_t)AT(old)->value : 1;
			struct item TRACKED *kept = new_item(NULL, at, AT(last)->value);
			SET_SLOT(table, AT(table)->at[at], kept);
		}
	}
	return sum;
}

int
main(void)
{
	uint64_t sum;

	HEAP_BEGIN();
	struct items TRACKED *table = new_items(ITEMS);
	for (long i = 0; i < ITEMS; i += 4) {
		struct item TRACKED *first = new_item(NULL, i, i & 1023);
		SET_SLOT(table, AT(table)->at[i], first);
	}
	sum = work(table);
	for (long i = 0; i < ITEMS; i++) {
		struct item TRACKED *item = AT(table)->at[i];
		if (item != NULL)
			sum = mix(sum, (uint64_t)(AT(item)->key * 1024 + AT(item)->value));
	}
	printf("%016llx\n", (unsigned long long)sum);
	return 0;
}
