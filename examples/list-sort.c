/* SPDX-License-Identifier: MIT */
/* list-sort.c -- merge sort of a linked list, by relinking.
**
** Covers: loop-carried references (phis fed by loads and by each other, both arms of a select) over collections inside
** the loop, stores into objects that may be old by now, and a stable sort that shows a lost or duplicated cell at
** once. */
#include <lateroot/dialect.h>

struct cell {
	struct cell TRACKED *next;
	long key, serial;
};
TYPE(cell_type, struct cell, FIELD(struct cell, next));
struct key {
	long value;
};
TYPE(key_type, struct key);

typedef struct cell TRACKED *list;

enum { LENGTH = 300 };

static list
cons(long key, long serial, list next)
{
	GC_FUNCTION;
	list c = NEW(struct cell, cell_type);

	AT(c)->next = next;
	AT(c)->key = key;
	AT(c)->serial = serial;
	return c;
}

/* What a cell is sorted by, as an object of its own. */
static struct key TRACKED *
key_of(list c)
{
	GC_FUNCTION;
	struct key TRACKED *k = NEW(struct key, key_type);

	AT(k)->value = AT(c)->key;
	return k;
}

static bool
less(list a, list b)
{
	GC_FUNCTION;
	struct key TRACKED *k = key_of(a);

	return AT(k)->value < AT(key_of(b))->value;
}

/* Merge two sorted lists, `a` first among equals. */
static list
merge(list a, list b)
{
	GC_FUNCTION;
	list head = cons(0, 0, NULL);
	list tail = head;

	while (a != NULL && b != NULL) {
		bool from_b = less(b, a);
		list taken = from_b ? b : a;

		SET(tail, next, taken);
		tail = taken;
		a = from_b ? a : AT(a)->next;
		b = from_b ? AT(b)->next : b;
	}
	list rest = a != NULL ? a : b;
	SET(tail, next, rest);
	return AT(head)->next;
}

static list
sort(list l, long length)
{
	GC_FUNCTION;
	if (length < 2)
		return l;
	list last = l;
	for (long i = 1; i < length / 2; i++)
		last = AT(last)->next;
	list second = AT(last)->next;
	SET(last, next, NULL);
	list front = sort(l, length / 2);
	return merge(front, sort(second, length - length / 2));
}

int
main(void)
{
	GC_FUNCTION;
	list l = NULL;
	unsigned x = 12345;

	for (long i = LENGTH; i-- > 0;) {
		x = x * 1103515245u + 12345u;
		l = cons((x >> 16) % 100, i, l);
	}
	l = sort(l, LENGTH);

	long n = 0, sum = 0, key = -1, serial = -1, disorder = 0;
	for (list c = l; c != NULL; c = AT(c)->next, n++) {
		long k = AT(c)->key, s = AT(c)->serial;
		if (k < key || (k == key && s < serial))
			disorder++;
		key = k;
		serial = s;
		sum = (sum * 31 + k * 1000 + s) % 1000000007;
	}
	printf("%ld cells, %ld out of order, checksum %ld\n", n, disorder, sum);
	return disorder != 0;
}
