/* SPDX-License-Identifier: MIT */
/* queens.c -- the n-queens problem on lists of boxed integers.
**
** Covers: julia.typeof as the test that tells boxes from list cells (a type may be compared with a constant
** descriptor, and is never rooted), many small objects of several types, lists that share their tails. */
#include <lateroot/dialect.h>

struct box {
	long value;
};
struct cell {
	ref first, rest;
};
struct empty {
	long unused;
};
TYPE(box_type, struct box);
TYPE(cell_type, struct cell, FIELD(struct cell, first), FIELD(struct cell, rest));
TYPE(empty_type, struct empty);

#define IS(x, type) (TYPEOF(x) == AS_REF(type))
#define FIRST(x)    (AT((struct cell TRACKED *)(x))->first)
#define REST(x)     (AT((struct cell TRACKED *)(x))->rest)
#define VALUE(x)    (AT((struct box TRACKED *)(x))->value)

enum { BOARD = 6 };

static ref
box(long value)
{
	GC_FUNCTION;
	struct box TRACKED *b = NEW(struct box, box_type);

	AT(b)->value = value;
	return b;
}

static ref
cons(ref first, ref rest)
{
	GC_FUNCTION;
	struct cell TRACKED *c = NEW(struct cell, cell_type);

	AT(c)->first = first;
	AT(c)->rest = rest;
	return c;
}

/* The list from, from+1, ... to, then `nil`. */
static ref
range(long from, long to, ref nil)
{
	GC_FUNCTION;
	if (from > to)
		return nil;
	ref b = box(from);
	return cons(b, range(from + 1, to, nil));
}

static bool
safe(long row, ref queens)
{
	long distance = 1;

	for (; IS(queens, cell_type); queens = REST(queens), distance++) {
		long other = VALUE(FIRST(queens));
		if (other == row || other == row + distance || other == row - distance)
			return false;
	}
	return true;
}

/* Adds to `found` (a list of lists) every way to complete `queens` by `columns` more. */
static ref
place(long columns, ref queens, ref rows, ref found)
{
	GC_FUNCTION;
	if (columns == 0)
		return cons(queens, found);
	for (ref r = rows; IS(r, cell_type); r = REST(r)) {
		ref row = FIRST(r);
		/* a box of its own, made although the one at hand would do: it must survive all that follows */
		ref copy = box(VALUE(row));
		if (safe(VALUE(copy), queens))
			found = place(columns - 1, cons(copy, queens), rows, found);
	}
	return found;
}

int
main(void)
{
	GC_FUNCTION;
	ref nil = NEW(struct empty, empty_type);
	ref rows = range(1, BOARD, nil);
	ref found = place(BOARD, nil, rows, nil);
	long n = 0;

	for (; IS(found, cell_type); found = REST(found), n++) {
		for (ref q = FIRST(found); IS(q, cell_type); q = REST(q))
			printf(" %ld", IS(FIRST(q), box_type) ? VALUE(FIRST(q)) : -1);
		printf("\n");
	}
	printf("%ld ways to put %d queens\n", n, BOARD);
	return 0;
}
