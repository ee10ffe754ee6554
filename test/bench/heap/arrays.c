/* SPDX-License-Identifier: MIT */
/* arrays.c -- arrays of references that are sorted, turned round and filled again, with a barrier at each store. */
#include "heap.h"

struct row {
	long n;
	struct cell TRACKED *at[];
};
struct cell {
	long key;
	double weight;
};
TYPE_REFS(row_type, struct row, at);
TYPE_BYTES(cell_type, struct cell);

struct table {
	long n;
	struct row TRACKED *at[];
};
TYPE_REFS(table_type, struct table, at);

enum { ROWS = 512, COLUMNS = 1000, ROUNDS = 12 };

static struct cell TRACKED *
new_cell(uint64_t r)
{
	GC_FUNCTION;
	struct cell TRACKED *c = NEW_DATA(struct cell, cell_type, sizeof(struct cell));

	AT(c)->key = (long)(r >> 33);
	AT(c)->weight = (double)(r & 65535) / 16.0;
	return c;
}

static struct row TRACKED *
new_row(long n)
{
	GC_FUNCTION;
	struct row TRACKED *a = NEW_BYTES(struct row, row_type,
		sizeof(struct row) + (size_t)n * sizeof(struct cell TRACKED *));

	AT(a)->n = n;
	for (long i = 0; i < n; i++)
		AT(a)->at[i] = NULL;
	return a;
}

static struct table TRACKED *
new_table(long n)
{
	GC_FUNCTION;
	struct table TRACKED *a = NEW_BYTES(struct table, table_type,
		sizeof(struct table) + (size_t)n * sizeof(struct row TRACKED *));

	AT(a)->n = n;
	for (long i = 0; i < n; i++)
		AT(a)->at[i] = NULL;
	return a;
}

static void
fill(struct row TRACKED *row, uint64_t *random, long step)
{
	for (long i = 0; i < AT(row)->n; i += step) {
		struct cell TRACKED *c = new_cell(next_random(random));
		SET_SLOT(row, AT(row)->at[i], c);
	}
}

static void
merge(struct row TRACKED *from, struct row TRACKED *to, long begin, long middle, long end)
{
	for (long i = begin, j = middle, k = begin; k < end; k++) {
		struct cell TRACKED *c;
		if (j >= end || (i < middle && AT(AT(from)->at[i])->key <= AT(AT(from)->at[j])->key))
			c = AT(from)->at[i++];
		else
			c = AT(from)->at[j++];
		SET_SLOT(to, AT(to)->at[k], c);
	}
}

/* Merges from the row to a new one and back; returns the one that is sorted. */
static struct row TRACKED *
sort(struct row TRACKED *row)
{
	const long n = AT(row)->n;
	struct row TRACKED *other = new_row(n);

	for (long width = 1; width < n; width *= 2) {
		for (long at = 0; at < n; at += 2 * width) {
			const long middle = at + width < n ? at + width : n, end = at + 2 * width < n ? at + 2 * width : n;
			merge(row, other, at, middle, end);
		}
		struct row TRACKED *t = row;
		row = other;
		other = t;
	}
	return row;
}

/* Exchanges what lies below and above the diagonal. */
static void
turn(struct table TRACKED *t)
{
	for (long i = 0; i < AT(t)->n; i++) {
		struct row TRACKED *row = AT(t)->at[i];
		for (long j = 0; j < i; j++) {
			struct row TRACKED *other = AT(t)->at[j];
			struct cell TRACKED *a = AT(row)->at[j], *b = AT(other)->at[i];
			SET_SLOT(row, AT(row)->at[j], b);
			SET_SLOT(other, AT(other)->at[i], a);
		}
	}
}

int
main(void)
{
	uint64_t random = 362436069, sum = 0;

	HEAP_BEGIN();
	struct table TRACKED *t = new_table(ROWS);
	for (long i = 0; i < ROWS; i++) {
		struct row TRACKED *row = new_row(COLUMNS);
		SET_SLOT(t, AT(t)->at[i], row);
		fill(row, &random, 1);
	}
	for (int round = 0; round < ROUNDS; round++) {
		for (long i = 0; i < ROWS; i++) {
			fill(AT(t)->at[i], &random, 3 + round % 5);
			if (i % 4 == round % 4) {
				struct row TRACKED *sorted = sort(AT(t)->at[i]);
				SET_SLOT(t, AT(t)->at[i], sorted);
			}
		}
		turn(t);
		for (long i = 0; i < ROWS; i++)
			sum = mix(sum, (uint64_t)AT(AT(AT(t)->at[i])->at[i])->key);
	}
	printf("%016llx\n", (unsigned long long)sum);
	return 0;
}
