/* SPDX-License-Identifier: MIT */
/* hash-table.c -- a table with chains: inserted into, looked up, grown. */
#include "bench.h"

struct entry {
	struct entry TRACKED *next;
	box key, value;
};
TYPE(entry_type, struct entry, FIELD(struct entry, next), FIELD(struct entry, key), FIELD(struct entry, value));
typedef struct entry TRACKED *entry;
struct buckets {
	long length;
	entry chain[];
};
TYPE_REFS(buckets_type, struct buckets, chain);
typedef struct buckets TRACKED *buckets;
struct table {
	buckets buckets;
	long count;
};
TYPE(table_type, struct table, FIELD(struct table, buckets));
typedef struct table TRACKED *table;

KERNEL buckets
new_buckets(GC_ARGUMENT, long length)
{
	buckets b = NEW_BYTES(struct buckets, buckets_type, sizeof(struct buckets) + (size_t)length * sizeof(entry));

	AT(b)->length = length;
	for (long i = 0; i < length; i++)
		AT(b)->chain[i] = NULL;
	return b;
}

#define PLACE(key, length) ((long)((unsigned long)AT(key)->value * 0x9E3779B97F4A7C15u >> 20) & ((length) - 1))

KERNEL void
grow(GC_ARGUMENT, table t)
{
	buckets old = AT(t)->buckets;
	buckets new = new_buckets(gcstack, AT(old)->length * 4);

	for (long i = 0; i < AT(old)->length; i++)
		for (entry e = AT(old)->chain[i], next; e != NULL; e = next) {
			long at = PLACE(AT(e)->key, AT(new)->length);
			next = AT(e)->next;
			SET(e, next, AT(new)->chain[at]);
			SET_SLOT(new, AT(new)->chain[at], e);
		}
	SET(t, buckets, new);
}

KERNEL entry
find(GC_ARGUMENT, table t, box key)
{
	buckets b = AT(t)->buckets;
	entry e = AT(b)->chain[PLACE(key, AT(b)->length)];

	(void)gcstack;
	while (e != NULL && AT(AT(e)->key)->value != AT(key)->value)
		e = AT(e)->next;
	return e;
}

KERNEL void
put(GC_ARGUMENT, table t, box key, box value)
{
	entry e = find(gcstack, t, key);

	if (e != NULL) {
		SET(e, value, value);
		return;
	}
	if (AT(t)->count >= AT(AT(t)->buckets)->length)
		grow(gcstack, t);
	buckets b = AT(t)->buckets;
	long at = PLACE(key, AT(b)->length);
	e = NEW(struct entry, entry_type);
	AT(e)->key = key;
	AT(e)->value = value;
	AT(e)->next = AT(b)->chain[at];
	SET_SLOT(b, AT(b)->chain[at], e);
	AT(t)->count++;
}

KERNEL long
work(GC_ARGUMENT, long n)
{
	buckets b = new_buckets(gcstack, 16);
	table t = NEW(struct table, table_type);
	AT(t)->buckets = b;
	AT(t)->count = 0;
	long total = 0;

	for (long i = 0; i < n; i++) {
		box key = NEW_BOX(i * 7 % n);
		put(gcstack, t, key, NEW_BOX(i));
	}
	for (int round = 0; round < 4; round++)
		for (long i = 0; i < n; i++) {
			entry e = find(gcstack, t, NEW_BOX(i));
			total += e == NULL ? 0 : AT(AT(e)->value)->value;
		}
	return total;
}

ROUNDS(140, work(gcstack, 20000))
