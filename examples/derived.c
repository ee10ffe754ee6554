/* SPDX-License-Identifier: MIT */
/* derived.c -- interior pointers that come from one of several objects.
**
** Covers: derived pointers through phis (two arms, loops, a switch that reaches a block by several cases) and
** selects, null among the arms, a derived pointer as the only thing that keeps its object alive across a
** collection. */
#include <lateroot/dialect.h>

enum { ROWS = 9 };

struct column {
	struct column TRACKED *next;
	long row[ROWS];
};
TYPE(column_type, struct column, FIELD(struct column, next));

typedef struct column TRACKED *col;
typedef long DERIVED *cursor;

static col
column(long first, col next)
{
	GC_FUNCTION;
	col c = NEW(struct column, column_type);

	AT(c)->next = next;
	for (int i = 0; i < ROWS; i++)
		AT(c)->row[i] = first + i;
	return c;
}

/* A call that collects under stress and that the optimiser knows nothing of. */
static __attribute__((noinline)) void
disturb(void)
{
	GC_FUNCTION;
	column(-1, NULL);
}

/* One of two fresh objects, entered at some row: only the interior pointer lives over the collection. */
static long
either(long i)
{
	GC_FUNCTION;
	col a = column(100, NULL);
	col b = column(200, NULL);
	cursor p = i % 3 == 0 ? &AT(a)->row[i % ROWS] : &AT(b)->row[(i + 1) % ROWS];

	disturb();
	return *p;
}

/* The same through a switch with several edges into the block that merges, one of them without an object. */
static long
one_of_many(long i)
{
	GC_FUNCTION;
	col a = column(1000, NULL);
	col b = column(2000, a);
	cursor p;

	switch (i) {
	case 0: case 3: case 5:
		p = AT(a)->row;
		break;
	case 1:
		disturb();
		p = &AT(b)->row[2];
		break;
	case 2: case 4:
		p = NULL;
		break;
	default:
		p = &AT(AT(b)->next)->row[i % ROWS];
	}
	disturb();
	return p == NULL ? -1 : *p;
}

/* Walks down the rows of one column and on into the next: base and interior pointer change in the loop, apart. */
static long
walk(col c, long stride)
{
	GC_FUNCTION;
	cursor p = AT(c)->row;
	cursor end = p + ROWS;
	long sum = 0;

	for (;;) {
		disturb();
		sum = sum * 7 % 1000003 + *p;
		p += stride;
		if (p >= end) {
			c = AT(c)->next;
			if (c == NULL)
				return sum;
			p = AT(c)->row;
			end = p + ROWS;
		}
	}
}

/* Two cursors that swap objects at every turn. */
static long
swap(void)
{
	GC_FUNCTION;
	cursor p = AT(column(10, NULL))->row;
	cursor q = AT(column(50, NULL))->row;

	for (int i = 0; i < ROWS; i++) {
		disturb();
		*p += *q;
		cursor t = p;
		p = q;
		q = i % 2 ? t : t + 1;
	}
	return *p * 1000 + *q;
}

int
main(void)
{
	GC_FUNCTION;
	long sum = 0;

	for (long i = 0; i < 12; i++)
		sum = sum * 3 + either(i);
	printf("either: %ld\n", sum);
	sum = 0;
	for (long i = 0; i < 10; i++)
		sum = sum * 3 + one_of_many(i);
	printf("one of many: %ld\n", sum);
	col chain = NULL;
	for (long i = 0; i < 5; i++)
		chain = column(i * 100, chain);
	printf("walk: %ld\n", walk(chain, 3) + walk(chain, 1));
	printf("swap: %ld\n", swap());
	return 0;
}
